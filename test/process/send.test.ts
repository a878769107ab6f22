import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CancellationTokenSource, type ClientCapabilities, type TextEdit } from "vscode-languageserver/node";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { createSignal } from "../support/signal.js";
import { tempDir } from "../support/temp-dir.js";
import { editsByDocument } from "../support/workspace-edit.js";
import { eventually } from "./children.js";

interface Answer {
  readonly accepted: boolean;
  readonly run?: string;
  readonly message?: string;
  readonly diagnostics?: readonly { readonly code: string }[];
}

interface RunChanged {
  readonly uri: string;
  readonly run: string;
  readonly state: string;
  readonly usage?: object;
}

/** A client that sends, and remembers what it was told about runs. */
interface Sender {
  readonly client: LspClient;
  readonly shown: readonly string[];
  send(uri: string): Promise<Answer>;
  ended(uri: string): Promise<RunChanged>;
  states(uri: string): readonly string[];
}

const editing: ClientCapabilities = { workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } };

async function startSender(options: { trusted?: boolean; capabilities?: ClientCapabilities } = {}): Promise<Sender> {
  const client = await startClient({
    rootUri: dir.uri(""),
    capabilities: options.capabilities ?? editing,
    initializationOptions: { trusted: options.trusted ?? true, settings: { provider: "echo", stream: "live" } },
  });
  const changes: RunChanged[] = [];
  const shown: string[] = [];
  const signal = createSignal();
  client.connection.onNotification("chat/runChanged", (change: RunChanged) => {
    changes.push(change);
    signal.changed();
  });
  client.connection.onNotification("window/showMessage", ({ message }: { message: string }) => {
    shown.push(message);
  });
  const of = (uri: string): RunChanged[] => changes.filter((change) => change.uri === uri);
  return {
    client,
    shown,
    send: (uri) => client.executeCommand<Answer>("chat.send", { uri }),
    ended: (uri) =>
      signal.until(
        () => of(uri).find(({ state }) => state !== "running"),
        8000,
        () => `The run in ${uri} did not end.`,
      ),
    states: (uri) => of(uri).map(({ state }) => state),
  };
}

const dir = tempDir();
let sender: Sender;

beforeAll(async () => {
  sender = await startSender();
});

afterAll(async () => {
  await sender?.client.stop();
  dir.remove();
});

let count = 0;

async function open(text: string, { client }: Sender = sender): Promise<string> {
  const uri = dir.uri(`s${++count}.chat`);
  await client.open(uri, text);
  return uri;
}

const long = `@You:\n${"word ".repeat(200)}end.\n`;
const asks = "```lua\nname = 'Ann'\n```\n@You:\nHi {{ name }}.\n";
const replied = "\n@Assistant:\n[user]\nHi Ann.\n\n@You:\n";
const place = (line: number, character = 0): TextEdit["range"] => ({ start: { line, character }, end: { line, character } });

describe("chat.send", () => {
  test("streams the reply of echo below the prompt, and ends with a new @You:", async () => {
    const uri = await open(asks);
    const answer = await sender.send(uri);
    expect(answer).toEqual({ accepted: true, run: expect.stringMatching(/^run-\d+$/) });
    expect(await sender.ended(uri)).toMatchObject({ run: answer.run, state: "done", usage: { inputTokens: 4, outputTokens: 4 } });
    expect(sender.client.text(uri)).toBe(asks + replied);
    expect(sender.states(uri)).toEqual(["running", "done"]);
  });

  test("sends what can be sent again: the second reply follows the first", async () => {
    const uri = await open(asks);
    await sender.send(uri);
    await sender.ended(uri);
    const text = `${sender.client.text(uri)}and more\n`;
    await sender.client.change(uri, text);
    await sender.send(uri);
    await sender.client.waitForText(uri, (now) => now.length > text.length && now.endsWith("\n\n@You:\n"));
    expect(sender.client.text(uri).startsWith(text)).toBe(true);
    expect(sender.client.text(uri).match(/^@Assistant:$/gm)).toHaveLength(2);
  });

  test("keeps the document's line ends", async () => {
    const text = "@You:\r\na\r\nb\r\n";
    const uri = await open(text);
    await sender.send(uri);
    await sender.ended(uri);
    expect(sender.client.text(uri)).toBe(`${text}\r\n@Assistant:\r\n[user]\r\na\r\nb\r\n\r\n@You:\r\n`);
  });

  test("escapes a prompt that comes back with structure in it", async () => {
    const uri = await open("@You:\n\\@Assistant:\n```\n@You:\n```\n");
    await sender.send(uri);
    await sender.ended(uri);
    expect(sender.client.text(uri)).toContain("\n@Assistant:\n[user]\n\\@Assistant:\n```\n@You:\n```\n\n@You:\n");
  });

  test("is refused in a workspace that is not trusted, until it is", async () => {
    const untrusted = await startSender({ trusted: false });
    const uri = await open(asks, untrusted);
    expect(await untrusted.send(uri)).toMatchObject({ accepted: false, message: expect.stringContaining("not trusted") });
    expect(untrusted.shown.join()).toContain("not trusted");
    await untrusted.client.connection.sendNotification("chat/trustChanged", { trusted: true });
    expect(await untrusted.send(uri)).toMatchObject({ accepted: true });
    await untrusted.ended(uri);
    await untrusted.client.connection.sendNotification("chat/trustChanged", { trusted: "yes" });
    expect(await untrusted.send(uri)).toMatchObject({ accepted: false });
    expect(await untrusted.client.stop()).toBe(0);
  });

  test("is refused for a client that takes no edits", async () => {
    const reader = await startSender({ capabilities: {} });
    const uri = await open(asks, reader);
    expect(await reader.send(uri)).toMatchObject({ accepted: false, message: expect.stringContaining("edits") });
    await reader.client.stop();
  });

  test.each([
    ["broken frontmatter", "```lua\nx =\n```\n@You:\nhi\n", ["frontmatter/syntax"]],
    ["a failed code tag", "@You:\n{% error('no') %}\n", ["template/runtime"]],
    ["text on a marker line", "@You:\nhi\n@Assistant: x\n", ["role/text-after-marker"]],
    ["a limit", "@System:\n{{ ('x'):rep(1e9) }}\n@You:\nhi\n", ["limit/memory"]],
    ["nothing to answer", "@You:\nhi\n@Assistant:\nyo\n", ["document/nothing-to-send"]],
    ["blanks only", "@You:\n  \n", ["document/nothing-to-send"]],
    ["no message", "", ["document/nothing-to-send"]],
  ])("is refused because of %s, says what, and leaves the document alone", async (_, text, codes) => {
    const uri = await open(text);
    const answer = await sender.send(uri);
    expect(answer.accepted).toBe(false);
    expect(answer.diagnostics?.map(({ code }) => code)).toEqual(codes);
    expect(sender.shown.at(-1)).toContain(answer.message);
    expect(sender.client.text(uri)).toBe(text);
    expect(sender.states(uri)).toEqual([]);
  });

  test("never takes the frontmatter that was good before", async () => {
    const uri = await open(asks);
    await sender.client.waitForDiagnostics(uri, 1);
    await sender.client.change(uri, asks.replace("'Ann'", "'Ann"));
    expect((await sender.send(uri)).diagnostics?.map(({ code }) => code)).toEqual(["frontmatter/syntax"]);
  });

  test("is not held back by warnings", async () => {
    const uri = await open("@You:\nHi {{ nobody }}\n");
    expect((await sender.send(uri)).accepted).toBe(true);
    await sender.ended(uri);
    expect(sender.client.text(uri)).toContain("Hi {{ nobody }}\n\n@You:\n");
  });

  test("that is cancelled as a request while it checks starts nothing", async () => {
    const text = `@You:\nhi\n${"@System:\n{% for i = 1, 3e5 do end %}\n".repeat(30)}@You:\nx\n`;
    const uri = await open(text);
    const source = new CancellationTokenSource();
    const params = { command: "chat.send", arguments: [{ uri }] };
    const answer = sender.client.connection.sendRequest("workspace/executeCommand", params, source.token);
    const failure = expect(answer).rejects.toMatchObject({ code: -32800 });
    source.cancel();
    await failure;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sender.client.text(uri)).toBe(text);
    expect(sender.states(uri)).toEqual([]);
  });

  test("of a document that is not open is an error", async () => {
    await expect(sender.send(dir.uri("no.chat"))).rejects.toThrow("not open");
  });
});

describe("while a reply is written", () => {
  test("a second send of the document is refused; another document may be sent", async () => {
    const [uri, other] = [await open(long), await open(asks)];
    await sender.send(uri);
    expect(await sender.send(uri)).toMatchObject({ accepted: false, message: expect.stringContaining("already") });
    expect((await sender.send(other)).accepted).toBe(true);
    await Promise.all([sender.ended(uri), sender.ended(other)]);
    expect(sender.client.text(uri).match(/^@Assistant:$/gm)).toHaveLength(1);
    expect(sender.client.text(other)).toBe(asks + replied);
  });

  test("the person types above and below, and nothing of theirs or of the reply is lost", async () => {
    const uri = await open(long);
    await sender.send(uri);
    await sender.client.waitForText(uri, (text) => text.includes("@Assistant:\n[user]"));
    for (let number = 0; number < 12; number++) {
      await sender.client.change(uri, [{ range: place(1), newText: `<${number}>` }]);
      const lines = sender.client.text(uri).split("\n").length;
      if (number === 5) await sender.client.change(uri, [{ range: place(lines), newText: "\nbelow\n" }]);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await sender.ended(uri);
    const text = sender.client.text(uri);
    for (let number = 0; number < 12; number++) expect(text).toContain(`<${number}>`);
    expect(text).toContain(`\n@Assistant:\n[user]\n${"word ".repeat(200)}end.\n\n@You:\n`);
    expect(text.endsWith("below\n")).toBe(true);
  });

  test("an editor that drops edits silently, or refuses them, gets the whole reply once", async () => {
    const clumsy = await startSender();
    let request = 0;
    clumsy.client.onApplyEdit(async ({ edit }) => {
      request++;
      if (request === 2) return true;
      if (request % 3 === 0) return false;
      for (const { uri, edits } of editsByDocument(edit)) await clumsy.client.change(uri, edits);
      return true;
    });
    const uri = await open(asks, clumsy);
    await clumsy.send(uri);
    await clumsy.ended(uri);
    expect(clumsy.client.text(uri)).toBe(asks + replied);
    await clumsy.client.stop();
  });

  test("an editor that sends whole texts, and takes no versions, gets the whole reply once", async () => {
    const simple = await startSender({ capabilities: { workspace: { applyEdit: true } } });
    const { client } = simple;
    client.onApplyEdit(async ({ edit }) => {
      expect(edit.documentChanges).toBeUndefined();
      for (const { uri, edits } of editsByDocument(edit)) {
        const [only] = edits;
        const lines = client.text(uri).split("\n");
        const { line, character } = only?.range.start ?? { line: 0, character: 0 };
        lines[line] = (lines[line] ?? "").slice(0, character) + (only?.newText ?? "") + (lines[line] ?? "").slice(character);
        await client.change(uri, lines.join("\n"));
      }
      return true;
    });
    const uri = await open(asks, simple);
    await simple.send(uri);
    await simple.ended(uri);
    expect(client.text(uri)).toBe(asks + replied);
    await client.stop();
  });

  test("diagnostics are those of the syntax, and are whole again afterwards", async () => {
    const uri = await open(long.replace("end.", "{{ nobody }}"));
    await sender.client.waitForDiagnostics(uri, ({ diagnostics }) => diagnostics.length === 1);
    await sender.send(uri);
    await sender.ended(uri);
    const version = sender.client.version(uri);
    const last = await sender.client.waitForDiagnostics(uri, (params) => params.version === version && params.diagnostics.length === 1);
    expect(last.diagnostics[0]?.code).toBe("expression/undefined-variable");
  });

  test("it can be cancelled: what came stays, marked as aborted, and can be sent again", async () => {
    const uri = await open(long);
    await sender.send(uri);
    await sender.client.waitForText(uri, (text) => text.includes("word word", long.length));
    expect(await sender.client.executeCommand("chat.cancel", { uri })).toEqual({ cancelled: true });
    expect((await sender.ended(uri)).state).toBe("cancelled");
    const text = sender.client.text(uri);
    expect(text.slice(long.length)).toMatch(
      /^\n@Assistant:\n\[user\]\n[word ]+\n\n<!-- flemma:aborted: Response interrupted by the user\. -->\n$/,
    );
    expect(await sender.client.executeCommand("chat.cancel", { uri })).toEqual({ cancelled: false });
    await sender.client.change(uri, `${text}\n@You:\nagain\n`);
    expect((await sender.send(uri)).accepted).toBe(true);
    await sender.client.executeCommand("chat.cancel", { uri });
    await eventually(() => sender.states(uri).length === 4);
  });

  test("deleting all of it stops it: nothing more is written", async () => {
    const uri = await open(long);
    await sender.send(uri);
    await sender.client.waitForText(uri, (text) => text.includes("word word", long.length));
    const end = sender.client.text(uri).split("\n").length;
    await sender.client.change(uri, [{ range: { start: { line: 2, character: 0 }, end: { line: end, character: 0 } }, newText: "" }]);
    await sender.ended(uri);
    expect(sender.client.text(uri)).toBe(long);
  });

  test("closing the document stops it; opened again it is evaluated and can be sent", async () => {
    const uri = await open(long);
    await sender.send(uri);
    await sender.client.waitForText(uri, (text) => text.includes("word word", long.length));
    await sender.client.close(uri);
    await sender.client.open(uri, "@You:\n{{ nobody }}\n");
    await sender.ended(uri);
    await sender.client.waitForDiagnostics(uri, ({ diagnostics }) =>
      diagnostics.some(({ code }) => code === "expression/undefined-variable"),
    );
    expect(sender.client.text(uri)).toBe("@You:\n{{ nobody }}\n");
    expect((await sender.send(uri)).accepted).toBe(true);
    await sender.client.waitForText(uri, (text) => text.endsWith("\n\n@You:\n"));
    expect(sender.client.text(uri)).toBe("@You:\n{{ nobody }}\n\n@Assistant:\n[user]\n{{ nobody }}\n\n@You:\n");
  });
});

describe("a client with progress", () => {
  const capabilities: ClientCapabilities = { ...editing, window: { workDoneProgress: true } };

  test("sees it, and cancels with it", async () => {
    const watching = await startSender({ capabilities });
    const { connection } = watching.client;
    const kinds: string[] = [];
    let token: string | number = "";
    connection.onRequest("window/workDoneProgress/create", (params: { token: string | number }) => {
      token = params.token;
      return null;
    });
    connection.onNotification("$/progress", ({ value }: { value: { kind: string; cancellable?: boolean } }) => {
      kinds.push(value.kind);
      if (value.kind === "begin") expect(value.cancellable).toBe(true);
    });
    const uri = await open(long, watching);
    await watching.send(uri);
    await watching.client.waitForText(uri, (text) => text.includes("word word", long.length));
    await connection.sendNotification("window/workDoneProgress/cancel", { token });
    expect((await watching.ended(uri)).state).toBe("cancelled");
    await eventually(() => kinds.at(-1) === "end");
    expect(kinds[0]).toBe("begin");
    expect(kinds.filter((kind) => kind !== "report")).toEqual(["begin", "end"]);
    await watching.client.stop();
  });

  test("that makes none for the server, but gives a place for it, sees it there", async () => {
    const giving = await startSender();
    expect(giving.client.initialized.capabilities.executeCommandProvider?.workDoneProgress).toBe(true);
    const seen: { token: string | number; value: { kind: string; message?: string } }[] = [];
    giving.client.connection.onNotification("$/progress", (params: (typeof seen)[0]) => void seen.push(params));
    const uri = await open(long, giving);
    const params = { command: "chat.send", arguments: [{ uri }], workDoneToken: "mine" };
    await giving.client.connection.sendRequest("workspace/executeCommand", params);
    await giving.ended(uri);
    await eventually(() => seen.at(-1)?.value.kind === "end");
    expect(seen.every(({ token }) => token === "mine")).toBe(true);
    expect(seen.map(({ value }) => value.kind).filter((kind) => kind !== "report")).toEqual(["begin", "end"]);
    expect(seen.some(({ value }) => value.message?.startsWith("writing ") === true)).toBe(true);
    expect(seen.at(-2)?.value.message).toMatch(/^done · [\d,]+ tokens in, [\d,]+ out$/);
    await giving.client.stop();
  });

  test("gets the reply all the same when it refuses to show any", async () => {
    const refusing = await startSender({ capabilities });
    refusing.client.connection.onRequest("window/workDoneProgress/create", () => {
      throw new Error("no");
    });
    const uri = await open(asks, refusing);
    await refusing.send(uri);
    await refusing.ended(uri);
    expect(refusing.client.text(uri)).toBe(asks + replied);
    expect(await refusing.client.stop()).toBe(0);
  });
});
