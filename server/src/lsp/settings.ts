import { type Connection, DidChangeConfigurationNotification } from "vscode-languageserver";
import { askAgain } from "./ask-again.js";
import type { Client } from "./client.js";

/** What a person may set, in the section `chat` of the editor's settings. */
export interface Settings {
  /** Show the value of every expression behind it. */
  readonly inlayHints: boolean;
}

/** Reads the section `chat`, whatever it holds; what is missing or of another kind has its default. */
export function readSettings(section: unknown): Settings {
  const { inlayHints } = (typeof section === "object" && section !== null ? section : {}) as Record<string, unknown>;
  return { inlayHints: inlayHints === true };
}

/** Asks for the settings now and whenever they change; a client that cannot be asked may send them along. */
export function followSettings(connection: Connection, client: Client): void {
  const change = (section: unknown): void => {
    const before = client.settings;
    client.settings = readSettings(section);
    const isChanged = before.inlayHints !== client.settings.inlayHints;
    if (isChanged && client.canRefreshHints) askAgain(connection, "inlayHints");
  };
  const ask = async (): Promise<void> => {
    try {
      change(await connection.workspace.getConfiguration("chat"));
    } catch (error) {
      connection.console.warn(`The settings could not be read: ${String(error)}`);
    }
  };
  connection.onDidChangeConfiguration(({ settings }) => {
    if (client.canConfigure) void ask();
    else change((settings as { readonly chat?: unknown } | null | undefined)?.chat);
  });
  if (!client.canConfigure) return;
  if (client.tellsSettingChanges)
    connection.client
      .register(DidChangeConfigurationNotification.type, { section: "chat" })
      .catch((error: unknown) => connection.console.warn(`Changes of settings will not be told: ${String(error)}`));
  void ask();
}
