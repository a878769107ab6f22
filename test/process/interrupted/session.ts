import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import type { ClientCapabilities } from "vscode-languageserver/node";
import { documentKey } from "../../../server/src/send/document-key.js";
import { readJournal } from "../../../server/src/send/journals.js";
import { parseDocument } from "../../../server/src/syntax/parse-document.js";
import { type HangingProvider, startHangingProvider } from "../../support/hanging-provider.js";
import { type LspClient, startClient } from "../../support/lsp-client.js";
import { createSignal } from "../../support/signal.js";
import { type TempDir, tempDir } from "../../support/temp-dir.js";
import { eventually } from "../children.js";

/** Asks for a reply that stops after so many pieces. */
export const question = (pieces: number): string => `@You:\nstop:${pieces}\n`;
export const mark = "<!-- flemma:aborted: Connection closed before the reply was complete. -->\n";
const editing: ClientCapabilities = { workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } };

const dirs: TempDir[] = [];
export function newDir(): TempDir {
  const dir = tempDir();
  dirs.push(dir);
  return dir;
}
let provider: HangingProvider;

/** Starts the provider whose replies stop, before the tests of a file, and removes everything after them. */
export function useHangingProvider(): void {
  beforeAll(async () => {
    provider = await startHangingProvider();
  });
  afterAll(() => {
    provider.close();
    for (const dir of dirs) dir.remove();
  });
}

export const settings = (): object => ({ provider: "anthropic", stream: "live", providers: { anthropic: { base_url: provider.url } } });

export function environment(dir: TempDir): Record<string, string> {
  dir.write(".config/chat-language-server/config.json", JSON.stringify({ ...settings(), stream: undefined }));
  return { HOME: dir.path, XDG_CONFIG_HOME: "", CHATLS_STATE: dir.file("state"), ANTHROPIC_API_KEY: "key" };
}

/** An editor, and what a person in front of it reads and chooses. */
export interface Editor {
  readonly client: LspClient;
  readonly shown: readonly string[];
  readonly asked: readonly string[];
  until(probe: () => boolean, what: string): Promise<void>;
}

export async function startEditor(dir: TempDir, answer?: (message: string) => string | null, more: object = {}): Promise<Editor> {
  const client = await startClient({
    rootUri: dir.uri(""),
    capabilities: editing,
    env: environment(dir),
    clientInfo: { name: "Test editor" },
    initializationOptions: { trusted: true, settings: { ...settings(), ...more } },
  });
  onTestFinished(() => client.kill());
  const shown: string[] = [];
  const asked: string[] = [];
  const signal = createSignal();
  client.connection.onNotification("window/showMessage", ({ message }: { message: string }) => {
    shown.push(message);
    signal.changed();
  });
  if (answer !== undefined)
    client.connection.onRequest("window/showMessageRequest", ({ message }: { message: string }) => {
      asked.push(message);
      signal.changed();
      const title = answer(message);
      return title === null ? null : { title };
    });
  return {
    client,
    shown,
    asked,
    until: async (probe, what) => {
      await signal.until(
        () => probe() || undefined,
        15_000,
        () => `${what} did not come. Shown: ${shown.join(" | ")}`,
      );
    },
  };
}

/** The text of the only journal of a file; undefined when it has none. */
export async function journaled(dir: TempDir, uri: string): Promise<string | undefined> {
  const folder = dir.file("state/runs");
  const key = await documentKey(uri);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(key)) : [];
  expect(names.length).toBeLessThanOrEqual(1);
  return names[0] === undefined ? undefined : (await readJournal(join(folder, names[0])))?.text;
}

/** What a document must hold once an interrupted reply has been inserted. */
export function whole(text: string): RegExp {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal}(?:\\n?\`\`\`\\n|\\n{0,2})\\n?${mark.replace(/[.!]/g, "\\$&")}$`);
}

/** A document as an editor has it after a crash, what was asked in it, and what came of the reply. */
export interface Survivor {
  readonly uri: string;
  readonly asked: string;
  readonly text: string;
  readonly kept: string;
}

/** Lets the person insert what is missing in documents, and checks every byte. */
export async function recoverAll(dir: TempDir, survivors: readonly Survivor[]): Promise<void> {
  const editor = await startEditor(dir, () => "Insert");
  const { client } = editor;
  for (const { uri, asked, text, kept } of survivors) {
    await client.open(uri, text);
    const expected = whole(asked + kept);
    const recovered = await client.waitForText(uri, (now) => expected.test(now));
    expect(parseDocument(`${recovered}\n@You:\nGo on.\n`).messages.map(({ message }) => message.role)).toEqual(["You", "Assistant", "You"]);
  }
  const keys = await Promise.all(survivors.map(({ uri }) => documentKey(uri)));
  expect(await eventually(() => !readdirSync(dir.file("state/runs")).some((name) => keys.some((key) => name.startsWith(key))))).toBe(true);
  const [{ uri } = { uri: "" }] = survivors;
  await client.change(uri, `${client.text(uri)}\n@You:\nGo on.\n`);
  expect(await client.executeCommand("chat.send", { uri })).toMatchObject({ accepted: true });
}

/** A document that asks for thirty pieces. */
export const asked = `@System:\nBe brief and kind, whatever I ask.\n\n${question(30)}`;

/** A document that echo answers. */
export const hi = "```lua\nflemma.opt.provider = 'echo'\n```\n@You:\nHi\n";
