import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ClientCapabilities } from "vscode-languageserver/node";
import { documentKey } from "../../server/src/send/document-key.js";
import { readJournal } from "../../server/src/send/journals.js";
import { parseDocument } from "../../server/src/syntax/parse-document.js";
import { mainPath } from "../support/built.js";
import { type HangingProvider, startHangingProvider } from "../support/hanging-provider.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { createSignal } from "../support/signal.js";
import { type TempDir, tempDir } from "../support/temp-dir.js";
import { eventually, isAlive } from "./children.js";

/** Asks for a reply that stops after so many pieces. */
const question = (pieces: number): string => `@You:\nstop:${pieces}\n`;
const mark = "<!-- flemma:aborted: Connection closed before the reply was complete. -->\n";
const editing: ClientCapabilities = { workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } };

const dirs: TempDir[] = [];
function newDir(): TempDir {
  const dir = tempDir();
  dirs.push(dir);
  return dir;
}
let provider: HangingProvider;
beforeAll(async () => {
  provider = await startHangingProvider();
});
afterAll(() => {
  provider.close();
  for (const dir of dirs) dir.remove();
});

const settings = (): object => ({ provider: "anthropic", stream: "live", providers: { anthropic: { base_url: provider.url } } });

function environment(dir: TempDir): Record<string, string> {
  dir.write(".config/chat-language-server/config.json", JSON.stringify({ ...settings(), stream: undefined }));
  return { HOME: dir.path, XDG_CONFIG_HOME: "", CHATLS_STATE: dir.file("state"), ANTHROPIC_API_KEY: "key" };
}

/** An editor, and what a person in front of it reads and chooses. */
interface Editor {
  readonly client: LspClient;
  readonly shown: readonly string[];
  readonly asked: readonly string[];
  until(probe: () => boolean, what: string): Promise<void>;
}

async function startEditor(dir: TempDir, answer?: (message: string) => string | null, more: object = {}): Promise<Editor> {
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
async function journaled(dir: TempDir, uri: string): Promise<string | undefined> {
  const folder = dir.file("state/runs");
  const key = await documentKey(uri);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(key)) : [];
  expect(names.length).toBeLessThanOrEqual(1);
  return names[0] === undefined ? undefined : (await readJournal(join(folder, names[0])))?.text;
}

/** What a document must hold once an interrupted reply has been inserted. */
function whole(text: string): RegExp {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal}(?:\\n?\`\`\`\\n|\\n{0,2})\\n?${mark.replace(/[.!]/g, "\\$&")}$`);
}

/** A document as an editor has it after a crash, what was asked in it, and what came of the reply. */
interface Survivor {
  readonly uri: string;
  readonly asked: string;
  readonly text: string;
  readonly kept: string;
}

/** Lets the person insert what is missing in documents, and checks every byte. */
async function recoverAll(dir: TempDir, survivors: readonly Survivor[]): Promise<void> {
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

const points = 50;

describe("killed at 50 points of a stream", () => {
  /** Checks that the journals hold all that was shown of documents; gives what has to be recovered. */
  async function survivors(dir: TempDir, shownOf: (index: number) => string): Promise<Survivor[]> {
    const found: Survivor[] = [];
    for (let index = 0; index < points; index++) {
      const uri = dir.uri(`${index}.chat`);
      const asked = question(index);
      const shown = shownOf(index);
      const kept = (await journaled(dir, uri)) ?? "";
      expect((asked + kept).startsWith(shown), `${index}: ${shown}`).toBe(true);
      // Every other editor has lost what was not saved.
      if (kept !== "") found.push({ uri, asked, kept, text: index % 2 === 0 ? shown : asked });
    }
    expect(new Set(found.map(({ kept }) => kept.length)).size).toBeGreaterThan(points / 2);
    return found;
  }

  test("of the server: the journal holds all that was shown, and a new server inserts the rest", { timeout: 90_000 }, async () => {
    const dir = newDir();
    const { client } = await startEditor(dir);
    const uris = Array.from({ length: points }, (_, index) => dir.uri(`${index}.chat`));
    for (const [index, uri] of uris.entries()) {
      await client.open(uri, question(index));
      await client.executeCommand("chat.send", { uri });
    }
    await client.waitForText(uris[40] as string, (text) => text.includes("39"), 60_000);
    await client.kill();
    await recoverAll(dir, await survivors(dir, (index) => client.text(uris[index] as string)));
  });

  test("of the editor: the server ends, and nothing that was shown is lost", { timeout: 90_000 }, async () => {
    const dir = newDir();
    const program = fileURLToPath(new URL("doomed-client.mjs", import.meta.url));
    const editor = spawn(process.execPath, [program, mainPath, dir.path, String(points), JSON.stringify(settings())], {
      env: { ...process.env, ...environment(dir) },
    });
    onTestFinished(() => void editor.kill("SIGKILL"));
    const [line] = await once(editor.stdout, "data");
    const shownOf = (index: number): string =>
      existsSync(dir.file(`${index}.shown`)) ? readFileSync(dir.file(`${index}.shown`), "utf8") : question(index);
    expect(await eventually(() => shownOf(40).includes("39"), 60_000)).toBe(true);
    editor.kill("SIGKILL");
    await once(editor, "exit");
    expect(await eventually(() => !isAlive(Number(line)))).toBe(true);
    await recoverAll(dir, await survivors(dir, shownOf));
  });

  test("of the command line: the file is whole at every moment, and an editor inserts the rest", { timeout: 90_000 }, async () => {
    const dir = newDir();
    const found: Survivor[] = [];
    for (let index = 3; index < points; index += 6) {
      const asked = question(index);
      const path = dir.write(`${index}.chat`, asked);
      const run = spawn(process.execPath, [mainPath, "send", path], { env: { ...process.env, ...environment(dir) } });
      onTestFinished(() => void run.kill("SIGKILL"));
      let stdout = "";
      run.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text;
      });
      await eventually(() => stdout.includes(String(index - 1)));
      run.kill("SIGKILL");
      await once(run, "exit");
      const uri = pathToFileURL(path).href;
      const kept = (await journaled(dir, uri)) ?? "";
      const text = readFileSync(path, "utf8");
      expect(text === asked || text.endsWith(mark)).toBe(true);
      expect(kept.replaceAll("\\@You", "@You")).toContain(stdout.replaceAll("\\@You", "@You").trimEnd());
      found.push({ uri, asked, kept, text });
    }
    await recoverAll(dir, found);
  });
});

const asked = `@System:\nBe brief and kind, whatever I ask.\n\n${question(30)}`;

describe("a reply that was interrupted", () => {
  /** A document whose server was killed in the middle of the reply, and what its journal holds. */
  async function interrupted(dir: TempDir, name = "a.chat"): Promise<{ uri: string; shown: string; kept: string }> {
    const { client } = await startEditor(dir);
    const uri = dir.uri(name);
    await client.open(uri, asked);
    await client.executeCommand("chat.send", { uri });
    await client.waitForText(uri, (text) => text.includes("20"));
    await client.kill();
    return { uri, shown: client.text(uri), kept: (await journaled(dir, uri)) ?? "" };
  }

  const journals = (dir: TempDir): number => readdirSync(dir.file("state/runs")).length;

  test("is offered once for each time the document is opened, and kept while nobody chooses", async () => {
    const dir = newDir();
    const { uri, kept } = await interrupted(dir);
    const editor = await startEditor(dir, () => null);
    const { client } = editor;
    await client.open(uri, asked);
    await editor.until(() => editor.asked.length === 1, "The asked");
    expect(editor.asked[0]).toMatch(
      /^A reply of \d\.\d kB was interrupted, and a\.chat does not hold it\.$|^A reply of \d+ B was interrupted/,
    );
    await client.change(uri, `${asked}More.\n`);
    await client.close(uri);
    await client.open(uri, asked);
    await editor.until(() => editor.asked.length === 2, "The second asked");
    expect(journals(dir)).toBe(1);
    expect(await client.executeCommand("chat.recover", { uri })).toEqual({ replies: [{ bytes: Buffer.byteLength(kept), choice: null }] });
    expect(editor.asked).toHaveLength(3);
    expect(client.text(uri)).toBe(asked);
    expect(journals(dir)).toBe(1);
  });

  test("is kept aside in a file beside the document", async () => {
    const dir = newDir();
    const { uri, kept } = await interrupted(dir);
    const editor = await startEditor(dir, () => "Keep aside");
    await editor.client.open(uri, asked);
    await editor.until(() => editor.shown.length === 1, "The place");
    const [name] = readdirSync(dir.path).filter((other) => other.includes(".reply-"));
    expect(name).toMatch(/^a\.reply-\d{8}-\d{6}\.chat$/);
    expect(editor.shown[0]).toContain(dir.file(name as string));
    expect(readFileSync(dir.file(name as string), "utf8")).toMatch(whole(asked + kept));
    expect(editor.client.text(uri)).toBe(asked);
    expect(journals(dir)).toBe(0);
  });

  test("is discarded for good", async () => {
    const dir = newDir();
    const { uri } = await interrupted(dir);
    const editor = await startEditor(dir, () => "Discard");
    await editor.client.open(uri, asked);
    expect(await eventually(() => journals(dir) === 0)).toBe(true);
    expect(await editor.client.executeCommand("chat.recover", { uri })).toEqual({ replies: [] });
    expect(editor.shown).toEqual(["No reply to this document was interrupted."]);
    expect(editor.client.text(uri)).toBe(asked);
  });

  test("is told of where nobody can be asked, and chat.recover inserts it, or does what it is told", { timeout: 60_000 }, async () => {
    for (const choice of [undefined, "insert", "discard"]) {
      const dir = newDir();
      const { uri, shown, kept } = await interrupted(dir);
      const editor = await startEditor(dir);
      const { client } = editor;
      await client.open(uri, shown);
      await editor.until(() => editor.shown.length === 1, "The message");
      expect(editor.shown[0]).toContain("chat.recover");
      const answer = await client.executeCommand("chat.recover", { uri, ...(choice && { choice }) });
      expect(answer).toMatchObject({ replies: [{ choice: choice ?? "insert" }] });
      if (choice === "discard") expect(client.text(uri)).toBe(shown);
      else expect(client.text(uri)).toMatch(whole(asked + kept));
      expect(journals(dir)).toBe(0);
      await expect(client.executeCommand("chat.recover", { uri, choice: "eat" })).rejects.toThrow("insert, aside, discard");
    }
  });

  test("finds its place in a document that was edited meanwhile", { timeout: 30_000 }, async () => {
    const dir = newDir();
    const { uri, shown, kept } = await interrupted(dir);
    const { client } = await startEditor(dir, () => "Insert");
    const above = "\n";
    await client.open(uri, `${above}${shown.replace("Be brief", "Be very brief")}\n\n@You:\nWhere are you?\n`);
    const text = await client.waitForText(uri, (now) => now.includes(mark));
    expect(text.startsWith(`${above}${asked.replace("Be brief", "Be very brief")}${kept}`)).toBe(true);
    expect(text.endsWith(`${mark}\n\n@You:\nWhere are you?\n`)).toBe(true);
  });

  test("is kept when the editor refuses it, or says yes and does nothing", { timeout: 30_000 }, async () => {
    for (const says of [false, true]) {
      const dir = newDir();
      const { uri } = await interrupted(dir);
      const editor = await startEditor(dir, () => "Insert");
      editor.client.onApplyEdit(async () => says);
      await editor.client.open(uri, asked);
      await editor.until(() => editor.shown.length === 1, "The message");
      expect(editor.shown[0]).toBe("The editor did not take the interrupted reply, which is kept. Use chat.recover to try again.");
      expect(journals(dir)).toBe(1);
    }
  });

  test("is taken care of by one of two servers only", async () => {
    const dir = newDir();
    const { uri, kept } = await interrupted(dir);
    const editors = await Promise.all([startEditor(dir, () => null), startEditor(dir, () => null)]);
    for (const { client } of editors) await client.open(uri, asked);
    for (const editor of editors) await editor.until(() => editor.asked.length === 1, "The asked");
    await Promise.all(editors.map(({ client }) => client.executeCommand("chat.recover", { uri, choice: "insert" })));
    const texts = editors.map(({ client }) => client.text(uri));
    expect(texts.filter((text) => whole(asked + kept).test(text))).toHaveLength(1);
    expect(texts.filter((text) => text === asked)).toHaveLength(1);
    expect(journals(dir)).toBe(0);
  });

  test("because its document was closed is offered when that is opened again", async () => {
    const dir = newDir();
    const editor = await startEditor(dir, () => "Insert");
    const { client } = editor;
    const uri = dir.uri("a.chat");
    await client.open(uri, asked);
    await client.executeCommand("chat.send", { uri });
    await client.waitForText(uri, (text) => text.includes("20"));
    await client.close(uri);
    const ended = async (): Promise<boolean> =>
      /"end":/.test(readFileSync(join(dir.file("state/runs"), readdirSync(dir.file("state/runs"))[0] as string), "utf8"));
    while (!(await ended())) await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await client.open(uri, asked);
    await client.waitForText(uri, (text) => text.endsWith("<!-- flemma:aborted: Response interrupted by the user. -->\n"));
  });

  test("but is not of a document that is not its own", async () => {
    const dir = newDir();
    await interrupted(dir);
    const editor = await startEditor(dir, () => "Insert");
    const other = dir.uri("other.chat");
    await editor.client.open(other, asked);
    expect(await editor.client.executeCommand("chat.recover", { uri: other })).toEqual({ replies: [] });
    expect(editor.asked).toEqual([]);
  });
});

const hi = "```lua\nflemma.opt.provider = 'echo'\n```\n@You:\nHi\n";

describe("a reply that came whole", () => {
  async function replied(dir: TempDir): Promise<{ editor: Editor; uri: string }> {
    const editor = await startEditor(dir, () => "Insert");
    const uri = dir.uri("a.chat");
    await editor.client.open(uri, hi);
    await editor.client.executeCommand("chat.send", { uri });
    await editor.client.waitForText(uri, (text) => text.endsWith("\n\n@You:\n"));
    return { editor, uri };
  }

  const journals = (dir: TempDir): string[] => readdirSync(dir.file("state/runs"));

  test.each(["textDocument/didSave", "textDocument/didClose"])("leaves no journal after %s", async (method) => {
    const dir = newDir();
    const { editor, uri } = await replied(dir);
    const names = journals(dir);
    expect(names).toHaveLength(1);
    expect(await eventually(() => /"end":"done"/.test(readFileSync(join(dir.file("state/runs"), names[0] as string), "utf8")))).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await editor.client.connection.sendNotification(method, { textDocument: { uri } });
    expect(await eventually(() => journals(dir).length === 0)).toBe(true);
  });

  test("and was not saved when the server died is offered, and without a mark", async () => {
    const dir = newDir();
    const { editor, uri } = await replied(dir);
    const text = editor.client.text(uri);
    await editor.client.kill();
    const next = await startEditor(dir, () => "Insert");
    await next.client.open(uri, hi);
    expect(await next.client.waitForText(uri, (now) => now !== hi)).toBe(text);
    expect(next.asked).toEqual([expect.stringMatching(/^A reply of \d+ B is missing in a\.chat\.$/)]);
    expect(await eventually(() => journals(dir).length === 0)).toBe(true);
  });

  test("is not offered to a document that has it", async () => {
    const dir = newDir();
    const { editor, uri } = await replied(dir);
    const text = editor.client.text(uri);
    await editor.client.kill();
    const next = await startEditor(dir, () => "Insert");
    await next.client.open(uri, `${text}Thanks.\n`);
    expect(await eventually(() => journals(dir).length === 0)).toBe(true);
    expect(next.asked).toEqual([]);
  });
});

describe("two processes and one file", () => {
  const send = ({ client }: Editor, uri: string): Promise<{ accepted: boolean; message?: string }> =>
    client.executeCommand("chat.send", { uri });

  test("never both write, and the other is told who does", { timeout: 30_000 }, async () => {
    const dir = newDir();
    const editors = [await startEditor(dir), await startEditor(dir)] as const;
    const uri = dir.uri("a.chat");
    for (const { client } of editors) await client.open(uri, asked);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(editors.map((editor) => send(editor, uri)));
      const winner = answers.findIndex(({ accepted }) => accepted);
      const pid = editors[winner]?.client.process.pid;
      expect(answers[1 - winner]).toEqual({
        accepted: false,
        message: `A reply is being written by process ${pid} (Test editor). Wait for it, or stop it there.`,
      });
      expect(editors[1 - winner]?.client.text(uri)).toBe(asked);
      await editors[winner]?.client.executeCommand("chat.cancel", { uri });
      expect(await eventually(() => readdirSync(dir.file("state/leases")).length === 0)).toBe(true);
      await editors[winner]?.client.change(uri, asked);
    }
  });

  test("of which one is the command line do not either, and a killed one is in nobody's way", { timeout: 30_000 }, async () => {
    const dir = newDir();
    const editor = await startEditor(dir, () => null);
    const path = dir.write("a.chat", asked);
    const uri = dir.uri("a.chat");
    await editor.client.open(uri, asked);
    const env = { ...process.env, ...environment(dir) };
    const cli = spawn(process.execPath, [mainPath, "send", path], { env });
    onTestFinished(() => void cli.kill("SIGKILL"));
    await once(cli.stdout, "data");
    const expected = `A reply is being written by process ${cli.pid} (command line). Wait for it, or stop it there.`;
    expect(await send(editor, uri)).toEqual({ accepted: false, message: expected });
    expect(await editor.client.executeCommand("chat.recover", { uri })).toEqual({ replies: [], message: expected });
    cli.kill("SIGKILL");
    await once(cli, "exit");
    expect(await send(editor, uri)).toMatchObject({ accepted: true });
    writeFileSync(path, asked);
    const second = spawn(process.execPath, [mainPath, "send", path], { env });
    let told = "";
    second.stderr.setEncoding("utf8").on("data", (text: string) => {
      told += text;
    });
    expect((await once(second, "exit"))[0]).toBe(1);
    expect(told).toBe(
      `Not sent: A reply is being written by process ${editor.client.process.pid} (Test editor). Wait for it, or stop it there.\n`,
    );
    expect(readFileSync(path, "utf8")).toBe(asked);
  });
});

test("a server whose state folder cannot be used says so once, and replies all the same", async () => {
  const dir = newDir();
  dir.write("state", "a file");
  const editor = await startEditor(dir);
  for (const name of ["a.chat", "b.chat"]) {
    const uri = dir.uri(name);
    await editor.client.open(uri, hi);
    await editor.client.executeCommand("chat.send", { uri });
    await editor.client.waitForText(uri, (text) => text.endsWith("\n\n@You:\n"));
  }
  expect(editor.shown).toEqual([expect.stringContaining("is not kept safe against a crash")]);
  rmSync(dir.file("state"));
});

describe("when the editor ends without a word", () => {
  const words = `\`\`\`lua\nflemma.opt.provider = 'echo'\n\`\`\`\n@You:\n${"word ".repeat(400)}end.\n`;

  /** The journal of a reply whose editor left in the middle of it, once the server has ended. */
  async function left(more: object): Promise<{ dir: TempDir; uri: string; journal: string }> {
    const dir = newDir();
    const { client } = await startEditor(dir, undefined, more);
    const uri = dir.uri("a.chat");
    await client.open(uri, words);
    await client.executeCommand("chat.send", { uri });
    await client.waitForText(uri, (text) => text.includes("[user]"));
    const exited = once(client.process, "exit");
    client.process.stdin?.end();
    client.process.stdout?.destroy();
    await exited;
    const [name = ""] = readdirSync(dir.file("state/runs"));
    return { dir, uri, journal: readFileSync(join(dir.file("state/runs"), name), "utf8") };
  }

  test("the reply stops, and what came is kept", { timeout: 30_000 }, async () => {
    const { journal } = await left({});
    expect(journal).not.toContain('"end"');
    expect(journal.split("\n").slice(1).join("")).not.toContain("end.");
  });

  test("the reply comes to its end unseen where settings say so, and is offered whole", { timeout: 60_000 }, async () => {
    const { dir, uri, journal } = await left({ onEditorExit: "finish" });
    expect(journal).toContain('{"end":"done"}');
    const next = await startEditor(dir, () => "Insert");
    await next.client.open(uri, words);
    expect(await next.client.waitForText(uri, (text) => text !== words)).toBe(
      `${words}\n@Assistant:\n[user]\n${"word ".repeat(400)}end.\n\n@You:\n`,
    );
  });
});
