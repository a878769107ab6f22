import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CodeAction, Command, Position } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { readMarks } from "../conformance/own/marked.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";
import { editsByDocument } from "../support/workspace-edit.js";

const literals = { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } } } };
const dir = tempDir();
let client: LspClient;

beforeAll(async () => {
  client = await startClient({
    rootUri: dir.uri(""),
    capabilities: { textDocument: literals, workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } },
  });
});

afterAll(async () => {
  await client?.stop();
  dir.remove();
});

let count = 0;

/** Opens a text with one marked place, asks for the actions there, and gives what each makes of the text. */
async function actionsAt(marked: string, only?: readonly string[]): Promise<{ actions: CodeAction[]; results: [string, string][] }> {
  const { text, marks } = readMarks(marked);
  const uri = dir.uri(`a${++count}.chat`);
  await client.open(uri, text);
  const document = TextDocument.create(uri, "chat", 1, text);
  const [mark] = marks;
  const range = { start: document.positionAt(mark?.start ?? 0), end: document.positionAt(mark?.end ?? text.length) };
  const actions = await ask(client, uri, range, only);
  const results = actions.flatMap((action): [string, string][] => {
    if (action.edit === undefined) return [];
    const [changes] = editsByDocument(action.edit);
    expect(changes?.uri).toBe(uri);
    expect(changes?.version).toBe(1);
    return [[action.title, TextDocument.applyEdits(document, [...(changes?.edits ?? [])])]];
  });
  return { actions, results };
}

async function ask(
  from: LspClient,
  uri: string,
  range: { start: Position; end: Position },
  only?: readonly string[],
): Promise<CodeAction[]> {
  const context = { diagnostics: [], ...(only && { only }) };
  return from.connection.sendRequest<CodeAction[]>("textDocument/codeAction", { textDocument: { uri }, range, context });
}

describe("a quick fix", () => {
  test.each([
    [
      "an undefined variable",
      "```lua\nname = 1\n```\n@You:\n{{ ⟦x: nmae⟧ }}",
      ["Change 'nmae' to 'name'"],
      "```lua\nname = 1\n```\n@You:\n{{ name }}",
    ],
    [
      "a name of another case",
      "```lua\nName = 1\n```\n@You:\n{{ ⟦x: name⟧ }}",
      ["Change 'name' to 'Name'"],
      "```lua\nName = 1\n```\n@You:\n{{ Name }}",
    ],
    [
      "a local in scope",
      "@You:\n{% for item in values({1}) do %}{{ ⟦x: itme⟧ }}{% end %}",
      undefined,
      "@You:\n{% for item in values({1}) do %}{{ item }}{% end %}",
    ],
    [
      "an argument of a call",
      "```lua\nname = 1\n```\n@You:\n{{ string.upper(⟦x: nmae⟧) }}",
      undefined,
      "```lua\nname = 1\n```\n@You:\n{{ string.upper(name) }}",
    ],
    [
      "a name in a code tag",
      "```lua\nname = 1\n```\n@You:\n{% if ⟦x: nmae⟧ then %}x{% end %}",
      undefined,
      "```lua\nname = 1\n```\n@You:\n{% if name then %}x{% end %}",
    ],
    ["a member after a dot", "@You:\n{{ string.⟦x: uper⟧('a') }}", undefined, "@You:\n{{ string.upper('a') }}"],
    ["a method of a string", "@You:\n{{ ('a'):⟦x: uper⟧() }}", undefined, "@You:\n{{ ('a'):upper() }}"],
    [
      "a member in frontmatter",
      "```lua\nx = string.⟦x: uper⟧('a')\n```\n@You:\n{{ x }}",
      undefined,
      "```lua\nx = string.upper('a')\n```\n@You:\n{{ x }}",
    ],
    ["a role in small letters", "@⟦x: you⟧:\nhi", ["Change 'you' to 'You'"], "@You:\nhi"],
    ["a misspelled role", "@You:\nhi\n@⟦x: Asistant⟧:\nx", undefined, "@You:\nhi\n@Assistant:\nx"],
    ["a role of other programs", "@⟦x: Human⟧:\nhi", ["Change 'Human' to 'You'"], "@You:\nhi"],
    ["a frontmatter language", '```⟦x: jsno⟧\n{ "a": 1 }\n```\n@You:\n{{ a }}', undefined, '```json\n{ "a": 1 }\n```\n@You:\n{{ a }}'],
    [
      "text behind a marker",
      "⟦x: @You:⟧ hello",
      ["Move the text after @You: to its own line", "Escape the marker: this line is text"],
      "@You:\nhello",
    ],
    ["text behind a marker of a CRLF text", "@You:\r\na\r\n⟦x: @Assistant:⟧ b\r\n", undefined, "@You:\r\na\r\n@Assistant:\r\nb\r\n"],
    ["a fence without end", "@You:\n⟦x: ```js⟧\nf()\n@Assistant:\nx", undefined, "@You:\n```js\nf()\n```\n@Assistant:\nx"],
    ["a frontmatter without end", "⟦x: ```lua⟧\nx = 1\n@You:\nhi", undefined, "```lua\nx = 1\n```\n@You:\nhi"],
    ["a tag without end", "@You:\n⟦x: {{⟧ 1", undefined, "@You:\n{{ 1 }}"],
  ] as const)("mends %s; the preferred one comes first", async (_, marked, titles, expected) => {
    const { actions, results } = await actionsAt(marked, ["quickfix"]);
    expect(results[0]?.[1]).toBe(expected);
    expect(actions.map(({ isPreferred }) => isPreferred)).toEqual(actions.map((_action, index) => index === 0));
    expect(actions.every(({ kind }) => kind === "quickfix")).toBe(true);
    expect(actions[0]?.diagnostics).toHaveLength(1);
    if (titles !== undefined) expect(results.map(([title]) => title)).toEqual(titles);
  });

  test("is not preferred when two names are equally near", async () => {
    const { actions } = await actionsAt("```lua\nnama = 1\nnami = 2\n```\n@You:\n{{ ⟦x: namo⟧ }}", ["quickfix"]);
    expect(actions.map(({ title, isPreferred }) => [title, isPreferred])).toEqual([
      ["Change 'namo' to 'nama'", false],
      ["Change 'namo' to 'nami'", false],
    ]);
  });

  test("is offered only where its fault is", async () => {
    expect((await actionsAt("```lua\nname = 1\n```\n@You:\n⟦x: a⟧\n{{ nmae }}", ["quickfix"])).actions).toEqual([]);
    expect((await actionsAt("@You:\n⟦x: fine⟧", ["quickfix"])).actions).toEqual([]);
    expect((await actionsAt("@You:\n{{ ⟦x: quite_unknown⟧ }}", ["quickfix"])).actions).toEqual([]);
  });

  test("is about the text of now, however fast it is asked for", async () => {
    const uri = dir.uri("now.chat");
    await client.open(uri, "```lua\nname = 1\n```\n@You:\n{{ nmae }}");
    void client.change(uri, "```lua\ncolour = 1\n```\n@You:\n{{ color }}");
    const place = { line: 4, character: 4 };
    const actions = await ask(client, uri, { start: place, end: place }, ["quickfix"]);
    expect(actions[0]?.title).toBe("Change 'color' to 'colour'");
  });

  test("answers ContentModified when the text changes meanwhile", async () => {
    const uri = dir.uri("modified.chat");
    await client.open(uri, "@You:\n{% while true do end %}");
    const place = { line: 0, character: 0 };
    const answer = ask(client, uri, { start: place, end: place }, ["quickfix"]);
    const failure = expect(answer).rejects.toMatchObject({ code: -32801 });
    await client.change(uri, "@You:\nx");
    await failure;
  });
});

describe("fix all", () => {
  const text = "```lua\nname = 1\n```\n@you:\n{{ nmae }} {{ quite_unknown }}\n@Asistant:\nok\n@You: x\n";

  test("applies every preferred fix at once", async () => {
    const { actions, results } = await actionsAt(text, ["source.fixAll.chat"]);
    expect(actions.map(({ kind }) => kind)).toEqual(["source.fixAll.chat"]);
    expect(results[0]?.[1]).toBe("```lua\nname = 1\n```\n@You:\n{{ name }} {{ quite_unknown }}\n@Assistant:\nok\n@You:\nx\n");
  });

  test.each([["source"], ["source.fixAll"], [""]])("is part of what '%s' asks for", async (only) => {
    const { actions } = await actionsAt(text, [only]);
    expect(actions.map(({ kind }) => kind)).toContain("source.fixAll.chat");
  });

  test("is not offered when there is nothing to fix, or something else is asked for", async () => {
    expect((await actionsAt("@You:\nx", ["source.fixAll"])).actions).toEqual([]);
    expect((await actionsAt(text, ["refactor"])).actions).toEqual([]);
    expect((await actionsAt(text, ["source.organizeImports"])).actions).toEqual([]);
    expect((await actionsAt(text, ["source.fixAll.other"])).actions).toEqual([]);
  });
});

describe("the commands", () => {
  test("are code actions, too", async () => {
    const { actions } = await actionsAt("@You:\nx");
    expect(actions.map(({ command }) => command?.command)).toEqual([
      "chat.send",
      "chat.preview",
      "chat.request",
      "chat.recover",
      "chat.status",
      "chat.switch",
    ]);
    const one = await actionsAt("@You:\nx", ["source.chat.preview"]);
    expect(one.actions.map(({ command }) => command?.command)).toEqual(["chat.preview"]);
  });

  test("offer to take back what was switched, and no provider that answers already", async () => {
    const switches = async (uri: string): Promise<unknown[]> => {
      const actions = (await ask(client, uri, { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } })) as CodeAction[];
      return actions.flatMap(({ command }) => (command?.command === "chat.switch" ? (command.arguments ?? []) : []));
    };
    const uri = dir.uri("switched.chat");
    await client.open(uri, "@You:\nx");
    expect(await switches(uri)).toEqual([{ uri, provider: "echo" }]);
    await client.executeCommand("chat.switch", { uri, provider: "echo" });
    expect(await switches(uri)).toEqual([{ uri }]);
    const chosen = dir.uri("chosen.chat");
    await client.open(chosen, '```json\n{ "flemma": { "provider": "openai" } }\n```\n@You:\nx');
    expect(await switches(chosen)).toEqual([]);
  });

  test("are all that a client without action objects gets", async () => {
    const plain = await startClient({ rootUri: dir.uri(""), capabilities: {} });
    const uri = dir.uri("plain.chat");
    await plain.open(uri, "@you:\nx");
    const place = { line: 0, character: 1 };
    const actions = (await ask(plain, uri, { start: place, end: place })) as (CodeAction | Command)[];
    expect(actions.map(({ command }) => command)).toEqual([
      "chat.send",
      "chat.preview",
      "chat.request",
      "chat.recover",
      "chat.status",
      "chat.switch",
    ]);
    await plain.stop();
  });
});

test("a document that is not open has no actions", async () => {
  const place = { line: 0, character: 0 };
  expect(await ask(client, dir.uri("nowhere.chat"), { start: place, end: place })).toEqual([]);
});
