import type { InitializeParams } from "vscode-languageserver";
import type { InitializationOptions } from "../../../shared/methods.js";
import type { PositionEncoding } from "../base/source-text.js";
import { filePath } from "../workspace/node-host.js";

/** What the client can do and has said about itself; filled by `initialize`. */
export interface Client {
  encoding: PositionEncoding;
  trusted: boolean;
  readonly folders: string[];
  canApplyEdit: boolean;
  /** Understands `documentChanges`, so that edits can carry a version. */
  canVersionEdits: boolean;
  canMarkdown: boolean;
  canProgress: boolean;
  /** Takes code actions as objects, not only as commands. */
  canActionLiterals: boolean;
  knowsFolderChanges: boolean;
}

/** What is assumed before `initialize`. */
export function unknownClient(): Client {
  return {
    encoding: "utf-16",
    trusted: false,
    folders: [],
    canApplyEdit: false,
    canVersionEdits: false,
    canMarkdown: false,
    canProgress: false,
    canActionLiterals: false,
    knowsFolderChanges: false,
  };
}

/** Reads the client's word in `initialize`; a null root and missing capabilities are normal. */
export function readClient(client: Client, { capabilities, initializationOptions, workspaceFolders, rootUri }: InitializeParams): void {
  const { general, workspace, textDocument, window } = capabilities;
  const offered = general?.positionEncodings ?? [];
  client.encoding = offered.find((encoding) => encoding === "utf-8" || encoding === "utf-16") === "utf-8" ? "utf-8" : "utf-16";
  client.trusted = (initializationOptions as InitializationOptions | null | undefined)?.trusted === true;
  client.canApplyEdit = workspace?.applyEdit === true;
  client.canVersionEdits = workspace?.workspaceEdit?.documentChanges === true;
  client.canMarkdown = textDocument?.hover?.contentFormat?.includes("markdown") ?? false;
  client.canProgress = window?.workDoneProgress === true;
  client.canActionLiterals = textDocument?.codeAction?.codeActionLiteralSupport !== undefined;
  client.knowsFolderChanges = workspace?.workspaceFolders === true;
  const roots = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  for (const root of roots) addFolder(client, root);
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
