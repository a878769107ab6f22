import { afterAll, describe, expect, test } from "vitest";
import type { ClientCapabilities } from "vscode-languageserver/node";
import type { ApplyStream, Delta } from "../../shared/methods.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";
import { editsByDocument } from "../support/workspace-edit.js";

const dir = tempDir();

afterAll(() => dir.remove());

const editing: ClientCapabilities = { workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } };
const promptOf = (paragraphs: number): string => `@You:\n${"one two three four five.\n\n".repeat(paragraphs)}end.\n`;
const replyTo = (prompt: string): string => `\n@Assistant:\n[user]\n${prompt.slice("@You:\n".length)}\n@You:\n`;
const short = promptOf(12);
const reply = replyTo(short);
/** Its reply takes about a second. */
const long = promptOf(60);

interface Session {
  readonly client: LspClient;
  readonly uri: string;
  /** The texts that the server asked to insert by the standard protocol. */
  readonly inserted: readonly string[];
  readonly labels: readonly unknown[];
  readonly streamed: readonly ApplyStream[];
  readonly deltas: readonly Delta[];
  /** What the progress said. */
  readonly reports: readonly string[];
}

let count = 0;

/** Sends the prompt in a client with the given settings and abilities, and waits until the reply is there. */
async function sent({
  settings = {},
  applyStream = false,
  capabilities = editing,
  answer = true,
  prompt = short,
}: {
  settings?: object;
  applyStream?: boolean;
  capabilities?: ClientCapabilities;
  answer?: boolean;
  prompt?: string;
}): Promise<Session> {
  const initializationOptions = { trusted: true, settings: { provider: "echo", ...settings }, capabilities: { applyStream } };
  const client = await startClient({ rootUri: dir.uri(""), capabilities, initializationOptions, env: { CHATLS_STATE: dir.file("state") } });
  const inserted: string[] = [];
  const labels: unknown[] = [];
  const streamed: ApplyStream[] = [];
  const deltas: Delta[] = [];
  client.onApplyEdit(async ({ edit, label }) => {
    labels.push(label);
    for (const { uri, edits } of editsByDocument(edit)) {
      inserted.push(...edits.map(({ newText }) => newText));
      await client.change(uri, edits);
    }
    return true;
  });
  client.connection.onRequest("chat/applyStream", async (params: ApplyStream) => {
    streamed.push(params);
    if (!answer) throw new Error("no");
    if (params.version !== client.version(params.uri)) return { applied: false };
    await client.change(params.uri, [...params.edits]);
    return { applied: true };
  });
  client.connection.onNotification("chat/delta", (delta: Delta) => {
    deltas.push(delta);
  });
  const reports: string[] = [];
  client.connection.onRequest("window/workDoneProgress/create", () => null);
  client.connection.onNotification("$/progress", ({ value }: { value: { kind: string; message?: string } }) => {
    if (value.kind === "report") reports.push(value.message ?? "");
  });
  const uri = dir.uri(`m${++count}.chat`);
  await client.open(uri, prompt);
  expect(await client.executeCommand("chat.send", { uri })).toMatchObject({ accepted: true });
  await client.waitForText(uri, (text) => text === prompt + replyTo(prompt));
  await client.stop();
  return { client, uri, inserted, labels, streamed, deltas, reports };
}

describe("a reply comes into the document of a plain client", () => {
  test("a paragraph at a time, unless somebody wants it otherwise", async () => {
    const { inserted, labels, deltas } = await sent({});
    expect(inserted.length).toBeGreaterThan(1);
    for (const piece of inserted.slice(0, -1)) expect(piece).toMatch(/\n\n$/);
    expect(new Set(labels)).toEqual(new Set(["Chat reply"]));
    expect(deltas).toEqual([]);
  });

  test("as it comes, with the setting live", async () => {
    const { inserted } = await sent({ settings: { stream: "live" } });
    expect(inserted.length).toBeGreaterThan(2);
    expect(inserted.some((piece) => !piece.endsWith("\n\n"))).toBe(true);
  });

  test("in one edit at its end, with the setting final; meanwhile it is told as it comes", async () => {
    const { inserted, deltas, uri } = await sent({ settings: { stream: "final" } });
    expect(inserted).toEqual([reply]);
    expect(deltas.length).toBeGreaterThan(2);
    expect(deltas.map(({ text }) => text).join("")).toBe(reply);
    expect(new Set(deltas.map((delta) => delta.uri))).toEqual(new Set([uri]));
    expect(deltas[0]?.run).toMatch(/^run-\d+$/);
  });

  test("and its newest words are in the progress, with the setting final alone", async () => {
    for (const [stream, shown] of [
      ["final", true],
      ["paragraph", false],
    ] as const) {
      const { reports } = await sent({
        settings: { stream },
        prompt: long,
        capabilities: { ...editing, window: { workDoneProgress: true } },
      });
      expect(reports.length).toBeGreaterThan(1);
      expect(reports.some((text) => /^writing .* · .*(one|two|three|four|five)/.test(text))).toBe(shown);
    }
  });

  test("a paragraph at a time when the setting makes no sense", async () => {
    const { inserted } = await sent({ settings: { stream: "sometimes" } });
    for (const piece of inserted.slice(0, -1)) expect(piece).toMatch(/\n\n$/);
  });
});

describe("a client that offers chat/applyStream", () => {
  test("gets the reply as it comes by that alone; the first and the last edit are named", async () => {
    const { inserted, streamed, uri } = await sent({ applyStream: true });
    expect(inserted).toEqual([]);
    expect(streamed.length).toBeGreaterThan(2);
    expect(streamed.map(({ first }) => first)).toEqual([true, ...streamed.slice(1).map(() => false)]);
    expect(streamed.map(({ last }) => last)).toEqual([...streamed.slice(1).map(() => false), true]);
    expect(streamed[0]).toMatchObject({ uri, version: 1, edits: [{ newText: expect.stringMatching(/^\n@Assistant:\n/) }] });
  });

  test("may do without workspace/applyEdit, and choose how the reply comes", async () => {
    const { streamed } = await sent({ applyStream: true, capabilities: {}, settings: { stream: "final" } });
    expect(streamed).toMatchObject([{ first: true, last: true, edits: [{ newText: reply }] }]);
  });

  test("gets the reply by the standard protocol when it does not keep its word", async () => {
    const { streamed, inserted } = await sent({ applyStream: true, answer: false });
    expect(streamed).toHaveLength(1);
    expect(inserted.join("")).toBe(reply);
  });
});
