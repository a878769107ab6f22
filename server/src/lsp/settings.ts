import { type Connection, DidChangeConfigurationNotification, MessageType } from "vscode-languageserver";
import { basename } from "../base/paths.js";
import type { Layer } from "../config/operations.js";
import type { OutsideLayer } from "../evaluation/outside-options.js";
import { type Pace, paces } from "../send/pace.js";
import { filePath, fileUri, folderOf } from "../workspace/node-host.js";
import { askAgain } from "./ask-again.js";
import type { Client } from "./client.js";
import { folderLayer, userLayer } from "./settings-layers.js";
import { showMessage } from "./show-message.js";

/** What people set in the section `chat` of the editor's settings. */
export interface Settings {
  /** The layers that settings give to the document at `uri`, lowest first. Waits until the client was asked for the first time. */
  layersFor(uri: string): Promise<readonly Layer[]>;
  /** Those that are known by now. */
  knownLayersFor(uri: string): readonly Layer[];
  /** Whether to show the value of every expression behind it in the document at `uri`; off unless somebody wants it. Waits as `layersFor`. */
  inlayHintsFor(uri: string): Promise<boolean>;
  /** How replies come into the document at `uri`; undefined when nobody chose. */
  paceFor(uri: string): Pace | undefined;
  /** What becomes of replies that are coming when the editor ends without a word. */
  onEditorExit(): "stop" | "finish";
  /** Asks the client, and again whenever it says that something changed; to be called once it is initialized. */
  follow(): void;
  /** Asks again: the workspace folders are others now. */
  foldersChanged(): void;
}

/** A client that does not answer for so many ms has no settings until it does. */
const patience = 1000;

/** The section of the person, and those of the workspace folders by path. */
interface Sections {
  readonly personal: unknown;
  readonly folders: ReadonlyMap<string, unknown>;
}

/** Makes the settings of a connection. `onChanged` is told whenever other options count than before. */
export function createSettings(connection: Connection, client: Client, onChanged: () => void): Settings {
  let user: Layer = { origin: "user", operations: [] };
  let workspace: ReadonlyMap<string, Layer> = new Map();
  let sections: Sections = { personal: undefined, folders: new Map() };
  let questions = 0;
  let tellKnown = (): void => {};
  const known = new Promise<void>((resolve) => {
    tellKnown = resolve;
  });
  let deadline: Promise<void> | undefined;
  const told = new Set<string>();

  function take(next: Sections): void {
    const last = sections;
    sections = next;
    if (whereHinted(last) !== whereHinted(next) && client.canRefreshHints) askAgain(connection, "inlayHints");
    if (asText(last) !== asText(next)) takeOptions(next);
    tellKnown();
  }

  function takeOptions({ personal, folders }: Sections): void {
    user = layerOf("The settings", userLayer(personal));
    workspace = new Map(
      [...folders].map(([folder, section]) => [
        folder,
        layerOf(`The settings of ${basename(folder)}`, folderLayer(section, personal, user)),
      ]),
    );
    client.settingsRevision++;
    onChanged();
  }

  /** What is wrong is told once; what is right counts all the same. */
  function layerOf(whose: string, { layer, problems }: OutsideLayer): Layer {
    for (const { message } of problems) {
      const text = `${whose} (chat): ${message}`;
      if (told.has(text)) continue;
      told.add(text);
      connection.console.warn(text);
      showMessage(connection, MessageType.Warning, text);
    }
    return layer;
  }

  /** The workspace folder that a document belongs to; empty when it belongs to none. */
  function folderFor(uri: string): string {
    const path = filePath(uri);
    return (path === undefined ? client.folders[0] : folderOf(path, client.folders)) ?? "";
  }

  async function untilKnown(): Promise<void> {
    deadline ??= new Promise((resolve) => setTimeout(resolve, patience));
    await Promise.race([known, deadline]);
  }

  async function ask(): Promise<void> {
    const question = ++questions;
    const folders = [...client.folders];
    try {
      const items = [{ section: "chat" }, ...folders.map((folder) => ({ scopeUri: fileUri(folder), section: "chat" }))];
      const [personal, ...own] = await connection.workspace.getConfiguration(items);
      if (question !== questions) return;
      take({ personal: personal ?? client.givenSettings, folders: new Map(folders.map((folder, index) => [folder, own[index]])) });
    } catch (error) {
      connection.console.warn(`The settings could not be read: ${String(error)}`);
      tellKnown();
    }
  }

  function knownLayersFor(uri: string): readonly Layer[] {
    const own = workspace.get(folderFor(uri));
    return own === undefined ? [user] : [user, own];
  }

  return {
    async layersFor(uri) {
      await untilKnown();
      return knownLayersFor(uri);
    },
    knownLayersFor,
    async inlayHintsFor(uri) {
      // Some editors keep showing what they were told first.
      await untilKnown();
      return inlayHintsOf(sections.folders.get(folderFor(uri))) ?? inlayHintsOf(sections.personal) ?? false;
    },
    paceFor: (uri) => paceOf(sections.folders.get(folderFor(uri))) ?? paceOf(sections.personal),
    onEditorExit: () => (membersOf(sections.personal).onEditorExit === "finish" ? "finish" : "stop"),
    follow() {
      connection.onDidChangeConfiguration(({ settings }) => {
        if (client.canConfigure) void ask();
        else
          take({
            personal: (settings as { readonly chat?: unknown } | null | undefined)?.chat ?? client.givenSettings,
            folders: new Map(),
          });
      });
      if (!client.canConfigure) {
        take({ personal: client.givenSettings, folders: new Map() });
        return;
      }
      if (client.tellsSettingChanges)
        connection.client
          .register(DidChangeConfigurationNotification.type, { section: "chat" })
          .catch((error: unknown) => connection.console.warn(`Changes of settings will not be told: ${String(error)}`));
      void ask();
    },
    foldersChanged() {
      if (client.canConfigure) void ask();
    },
  };
}

function asText({ personal, folders }: Sections): string {
  return JSON.stringify([personal ?? null, ...folders]);
}

/** Whether hints are shown, and the folders where it is the other way. */
function whereHinted({ personal, folders }: Sections): string {
  const usual = inlayHintsOf(personal) ?? false;
  const others = [...folders].filter(([, section]) => (inlayHintsOf(section) ?? usual) !== usual);
  return JSON.stringify([usual, ...others.map(([folder]) => folder)]);
}

/** What a section says of inlay hints; undefined when it says nothing that makes sense. */
function inlayHintsOf(section: unknown): boolean | undefined {
  const { inlayHints } = membersOf(section);
  return typeof inlayHints === "boolean" ? inlayHints : undefined;
}

/** What a section says of how replies come; undefined when it says nothing that makes sense. */
function paceOf(section: unknown): Pace | undefined {
  const { stream } = membersOf(section);
  return paces.find((pace) => pace === stream);
}

function membersOf(section: unknown): Readonly<Record<string, unknown>> {
  return typeof section === "object" && section !== null ? (section as Record<string, unknown>) : {};
}
