import type { InitializeParams } from "vscode-languageserver";
import type { InitializationOptions } from "../../../shared/methods.js";
import type { PositionEncoding } from "../base/source-text.js";
import { filePath } from "../workspace/node-host.js";

/** What the client can do and has said about itself; filled by `initialize`. */
export interface Client {
  /** What the editor calls itself, where it says so. */
  editor: string | undefined;
  encoding: PositionEncoding;
  trusted: boolean;
  readonly folders: string[];
  canApplyEdit: boolean;
  /** Answers `chat/applyStream`. */
  canApplyStream: boolean;
  /** Understands `documentChanges`, so that edits can carry a version. */
  canVersionEdits: boolean;
  /** Takes new files as a part of an edit. */
  canCreateFiles: boolean;
  canMarkdown: boolean;
  canProgress: boolean;
  /** Shows a place in a document when it is asked to. */
  canShowDocuments: boolean;
  /** Takes code actions as objects, not only as commands. */
  canActionLiterals: boolean;
  knowsFolderChanges: boolean;
  /** Tells of changes of files on the disk if it is asked to. */
  watchesFiles: boolean;
  /** Takes patterns that are relative to a folder, of files to watch. */
  takesRelativePatterns: boolean;
  /** Can be asked for the texts of further files that it has open. */
  syncsOnDemand: boolean;
  /** Takes an outline as a tree. */
  canNestSymbols: boolean;
  /** Asks where a rename could start, before it asks for the rename. */
  preparesRenames: boolean;
  /** At most so many folds are shown. */
  foldLimit: number;
  /** Asks for diagnostics instead of being told. */
  pullsDiagnostics: boolean;
  canRefreshDiagnostics: boolean;
  canRefreshHints: boolean;
  showsLenses: boolean;
  canRefreshLenses: boolean;
  /** Can be asked for its settings, and tells when they change if it is asked to. */
  canConfigure: boolean;
  tellsSettingChanges: boolean;
  /** Can be asked for keys and tokens. */
  keepsCredentials: boolean;
  /** Can be asked to let a person give a key. */
  connects: boolean;
  /** Shows diagnostics where it shows hovers. */
  showsFaultsInHovers: boolean;
  /** Wants to be told of every evaluation. */
  followsEvaluations: boolean;
  /** Has a command that leaves chats of other programs alone, in the settings of the person. */
  leavesAlone: boolean;
  /** The section `chat` that came with the start; it counts where the client cannot be asked, or has nothing to say. */
  givenSettings: unknown;
  /** Counts how often other options came to count than before. */
  settingsRevision: number;
}

/** What is assumed before `initialize`. */
export function unknownClient(): Client {
  return {
    editor: undefined,
    encoding: "utf-16",
    trusted: false,
    folders: [],
    canApplyEdit: false,
    canApplyStream: false,
    canVersionEdits: false,
    canCreateFiles: false,
    canMarkdown: false,
    canProgress: false,
    canShowDocuments: false,
    canActionLiterals: false,
    knowsFolderChanges: false,
    watchesFiles: false,
    takesRelativePatterns: false,
    syncsOnDemand: false,
    canNestSymbols: false,
    preparesRenames: false,
    foldLimit: Number.MAX_SAFE_INTEGER,
    pullsDiagnostics: false,
    canRefreshDiagnostics: false,
    canRefreshHints: false,
    showsLenses: false,
    canRefreshLenses: false,
    canConfigure: false,
    tellsSettingChanges: false,
    keepsCredentials: false,
    connects: false,
    showsFaultsInHovers: false,
    followsEvaluations: false,
    leavesAlone: false,
    givenSettings: undefined,
    settingsRevision: 0,
  };
}

/** Reads the client's word in `initialize`; a null root and missing capabilities are normal. */
export function readClient(client: Client, params: InitializeParams): void {
  const { capabilities, clientInfo, initializationOptions, workspaceFolders, rootUri } = params;
  const { general, workspace, textDocument, window } = capabilities;
  client.editor = editorName(clientInfo?.name);
  const offered = general?.positionEncodings ?? [];
  client.encoding = offered.find((encoding) => encoding === "utf-8" || encoding === "utf-16") === "utf-8" ? "utf-8" : "utf-16";
  const options = (initializationOptions ?? {}) as InitializationOptions;
  client.trusted = options.trusted === true;
  client.canApplyEdit = workspace?.applyEdit === true;
  client.canApplyStream = options.capabilities?.applyStream === true;
  client.canVersionEdits = workspace?.workspaceEdit?.documentChanges === true;
  const operations = workspace?.workspaceEdit?.resourceOperations ?? [];
  // Such clients take `documentChanges` as well, though some do not check the versions in them and so do not say it.
  client.canCreateFiles = operations.includes("create");
  client.canMarkdown = textDocument?.hover?.contentFormat?.includes("markdown") ?? false;
  client.canProgress = window?.workDoneProgress === true;
  client.canShowDocuments = window?.showDocument?.support === true;
  client.canActionLiterals = textDocument?.codeAction?.codeActionLiteralSupport !== undefined;
  client.knowsFolderChanges = workspace?.workspaceFolders === true;
  client.watchesFiles = workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  client.takesRelativePatterns = workspace?.didChangeWatchedFiles?.relativePatternSupport === true;
  client.syncsOnDemand = textDocument?.synchronization?.dynamicRegistration === true;
  client.canNestSymbols = textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true;
  client.preparesRenames = textDocument?.rename?.prepareSupport === true;
  client.foldLimit = textDocument?.foldingRange?.rangeLimit ?? Number.MAX_SAFE_INTEGER;
  client.pullsDiagnostics = options.diagnostics === "pull";
  client.canRefreshDiagnostics = workspace?.diagnostics?.refreshSupport === true;
  client.canRefreshHints = workspace?.inlayHint?.refreshSupport === true;
  client.showsLenses = textDocument?.codeLens !== undefined;
  client.canRefreshLenses = workspace?.codeLens?.refreshSupport === true;
  client.canConfigure = workspace?.configuration === true;
  client.tellsSettingChanges = workspace?.didChangeConfiguration?.dynamicRegistration === true;
  client.keepsCredentials = options.capabilities?.credential === true;
  client.connects = options.capabilities?.connect === true;
  client.showsFaultsInHovers = options.capabilities?.diagnosticsInHover === true;
  client.followsEvaluations = options.capabilities?.evaluated === true;
  client.leavesAlone = options.capabilities?.leaveOtherFormats === true;
  client.givenSettings = options.settings;
  const roots = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  for (const root of roots) addFolder(client, root);
}

/** A name that can stand in a sentence. */
function editorName(name: unknown): string | undefined {
  return typeof name === "string" && /^[\p{L}\p{N}][\p{L}\p{N} .+()-]{0,59}$/u.test(name) ? name : undefined;
}

/** Adds a workspace folder; URIs that name no path are left out. */
export function addFolder({ folders }: Client, uri: string): void {
  const path = filePath(uri);
  if (path !== undefined && !folders.includes(path)) folders.push(path);
}

/** Removes a workspace folder. */
export function removeFolder({ folders }: Client, uri: string): void {
  const index = folders.indexOf(filePath(uri) ?? "");
  if (index >= 0) folders.splice(index, 1);
}
