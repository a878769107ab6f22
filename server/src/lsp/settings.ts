import { type Connection, DidChangeConfigurationNotification, MessageType } from "vscode-languageserver";
import { basename } from "../base/paths.js";
import type { Layer } from "../config/operations.js";
import type { OutsideLayer } from "../evaluation/outside-options.js";
import { filePath, fileUri, folderOf } from "../workspace/node-host.js";
import { askAgain } from "./ask-again.js";
import type { Client } from "./client.js";
import { folderLayer, userLayer } from "./settings-layers.js";
import { showMessage } from "./show-message.js";

/** What people set in the section `chat` of the editor's settings. */
export interface Settings {
  /** The layers that settings give to the document at `uri`, lowest first. Waits until the client was asked for the first time. */
  layersFor(uri: string): Promise<readonly Layer[]>;
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
  let last = JSON.stringify([null]);
  let questions = 0;
  let tellKnown = (): void => {};
  const known = new Promise<void>((resolve) => {
    tellKnown = resolve;
  });
  let deadline: Promise<void> | undefined;
  const told = new Set<string>();

  function take({ personal, folders }: Sections): void {
    const inlayHints = readInlayHints(personal);
    if (client.inlayHints !== inlayHints && client.canRefreshHints) askAgain(connection, "inlayHints");
    client.inlayHints = inlayHints;
    const sections = JSON.stringify([personal ?? null, ...folders]);
    if (sections !== last) takeOptions({ personal, folders });
    last = sections;
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

  return {
    async layersFor(uri) {
      deadline ??= new Promise((resolve) => setTimeout(resolve, patience));
      await Promise.race([known, deadline]);
      const path = filePath(uri);
      const folder = path === undefined ? client.folders[0] : folderOf(path, client.folders);
      const own = folder === undefined ? undefined : workspace.get(folder);
      return own === undefined ? [user] : [user, own];
    },
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

/** Whether to show the value of every expression behind it; off unless the section says so. */
export function readInlayHints(section: unknown): boolean {
  const { inlayHints } = (typeof section === "object" && section !== null ? section : {}) as Record<string, unknown>;
  return inlayHints === true;
}
