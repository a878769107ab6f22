import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type CodeAction,
  CodeActionRequest,
  type CompletionItem,
  type CompletionList,
  CompletionRequest,
  CompletionTriggerKind,
  DefinitionRequest,
  DocumentLinkRequest,
  type Hover,
  HoverRequest,
  type MarkupContent,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const outside = tempDir({ "secret.md": "hidden\n" });
const dir = tempDir({ "work/notes.md": "# Notes\n", "work/my report.txt": "report\n", "work/docs/a.md": "a\n", "work/.git/config": "x\n" });
const able = {
  // As Neovim says it: it checks no versions.
  workspace: { workspaceEdit: { resourceOperations: ["create" as const] } },
  textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } } },
};
let client: LspClient;
let untrusted: LspClient;
let plain: LspClient;

beforeAll(async () => {
  const rootUri = dir.uri("work");
  [client, untrusted, plain] = await Promise.all([
    startClient({ rootUri, initializationOptions: { trusted: true }, capabilities: able }),
    startClient({ rootUri, capabilities: able }),
    startClient({ rootUri, initializationOptions: { trusted: true }, capabilities: { textDocument: able.textDocument } }),
  ]);
});

afterAll(async () => {
  await Promise.all([client?.stop(), untrusted?.stop(), plain?.stop()]);
  dir.remove();
  outside.remove();
});

let count = 0;

/** Opens a text with a cursor `‸` in the workspace folder. */
async function open(marked: string, to = client) {
  const uri = dir.uri(`work/f${++count}.chat`);
  const text = marked.replace("‸", "");
  await to.open(uri, text);
  const document = TextDocument.create(uri, "chat", 1, text);
  return { uri, document, textDocument: { uri }, position: document.positionAt(Math.max(0, marked.indexOf("‸"))) };
}

async function labels(marked: string, to = client, triggerCharacter?: string): Promise<string[]> {
  const { textDocument, position } = await open(marked, to);
  const context = triggerCharacter ? { context: { triggerKind: CompletionTriggerKind.TriggerCharacter, triggerCharacter } } : {};
  const answer = await to.connection.sendRequest(CompletionRequest.type, { textDocument, position, ...context });
  return itemsOf(answer).map(({ label }) => label);
}

function itemsOf(answer: CompletionItem[] | CompletionList | null): CompletionItem[] {
  return Array.isArray(answer) ? answer : (answer?.items ?? []);
}

describe("paths are completed", () => {
  test("from the folder they lead to, folders first", async () => {
    expect((await labels("@You:\nSee @./‸\n")).slice(0, 1)).toEqual(["docs/"]);
    expect(await labels("@You:\nSee @./‸\n")).toEqual(expect.arrayContaining(["my report.txt", "notes.md"]));
    expect(await labels('@You:\n{{ include("docs/‸\n')).toEqual(["a.md"]);
    expect(await labels("@You:\nSee @./docs/‸\n", client, "/")).toEqual(["a.md"]);
  });

  test("as they are to be written there", async () => {
    const { document, textDocument, position } = await open("@You:\nSee @./my%20‸.\n");
    const answer = itemsOf(await client.connection.sendRequest(CompletionRequest.type, { textDocument, position }));
    const item = answer.find(({ label }) => label === "my report.txt");
    expect(item).toMatchObject({ filterText: "my%20report.txt", detail: "text/plain" });
    const edit = item?.textEdit;
    expect(edit && "range" in edit && TextDocument.applyEdits(document, [edit])).toBe("@You:\nSee @./my%20report.txt.\n");
  });

  test("and personalities with them", async () => {
    expect(await labels('@System:\n{{ include("urn:‸") }}\n')).toContain("urn:flemma:personality:coding-assistant");
  });

  test("but signs that are typed everywhere bring up nothing elsewhere", async () => {
    expect(await labels("@You:\nand/‸\n", client, "/")).toEqual([]);
    expect(await labels("```lua\nx = 4 /‸\n```\n", client, "/")).toEqual([]);
    expect(await labels("```lua\nx =‸\n```\n", client, "=")).toEqual([]);
    expect(await labels("@You:\nso;‸\n", client, ";")).toEqual([]);
    expect(await labels("@You:\n@./a.csv;type=‸\n", client, "=")).toContain("text/csv");
  });

  test("without trust nothing outside of the workspace folders is listed", async () => {
    const there = `@You:\nSee @/${outside.path}/‸\n`;
    expect(await labels(there)).toEqual(["secret.md"]);
    expect(await labels(there, untrusted)).toEqual([]);
    expect(await labels("@You:\nSee @./docs/‸\n", untrusted)).toEqual(["a.md"]);
  });
});

describe("paths lead to files", () => {
  test("by links, where there is a file", async () => {
    const { document, textDocument } = await open(
      '```lua\nx = function() return include("docs/a.md") end\n```\n@You:\n@./my%20report.txt, @./none.md, @./docs and @./notes.md;type=text/plain\n',
    );
    const links = (await client.connection.sendRequest(DocumentLinkRequest.type, { textDocument })) ?? [];
    expect(links.map(({ range, target, tooltip }) => [document.getText(range), target, tooltip])).toEqual([
      ["docs/a.md", dir.uri("work/docs/a.md"), dir.file("work/docs/a.md")],
      ["@./my%20report.txt", dir.uri("work/my report.txt"), dir.file("work/my report.txt")],
      ["@./notes.md;type=text/plain", dir.uri("work/notes.md"), dir.file("work/notes.md")],
    ]);
  });

  test("whatever form of Unicode their names have", async () => {
    dir.write("work/caf\u00e9.md", "x\n");
    dir.write("work/d\u00f4ss/in.md", "x\n");
    const { textDocument } = await open('@You:\n@./cafe\u0301.md {{ include("do\u0302ss/in.md") }}\n');
    // What the folder held before may be remembered for a moment.
    await vi.waitFor(async () => {
      const links = await client.connection.sendRequest(DocumentLinkRequest.type, { textDocument });
      expect(links?.map(({ target }) => target)).toEqual([dir.uri("work/caf\u00e9.md"), dir.uri("work/d\u00f4ss/in.md")]);
    }, 5000);
  });

  test("by going to the definition, which of variables is their assignment as ever", async () => {
    const file = await open('@You:\n{{ include("no‸tes.md") }}\n');
    const start = { line: 0, character: 0 };
    expect(await client.connection.sendRequest(DefinitionRequest.type, file)).toEqual({
      uri: dir.uri("work/notes.md"),
      range: { start, end: start },
    });
    expect(await client.connection.sendRequest(DefinitionRequest.type, await open("@You:\n@./no‸ne.md\n"))).toBeNull();
    expect(await client.connection.sendRequest(DefinitionRequest.type, await open("@You:\n@./do‸cs\n"))).toBeNull();
    const variable = await open("```lua\nname = 1\n```\n@You:\n{{ na‸me }}\n");
    expect(await client.connection.sendRequest(DefinitionRequest.type, variable)).toMatchObject({
      uri: variable.uri,
      range: { start: { line: 1 } },
    });
  });

  test("not where an untrusted workspace lets nobody look", async () => {
    const text = `@You:\n@/${outside.path}/sec‸ret.md\n`;
    const there = await open(text, untrusted);
    expect(await untrusted.connection.sendRequest(DocumentLinkRequest.type, there)).toEqual([]);
    expect(await untrusted.connection.sendRequest(DefinitionRequest.type, there)).toBeNull();
    const hover = await untrusted.connection.sendRequest(HoverRequest.type, there);
    expect(hover).not.toBeNull();
    expect(JSON.stringify(hover)).not.toContain("hidden");
    expect(await client.connection.sendRequest(DocumentLinkRequest.type, await open(text))).toHaveLength(1);
  });
});

/** The hover once it tells what is wanted, however slow the machine is. */
async function hoverWith(marked: string, wanted: string): Promise<string> {
  const at = await open(marked);
  for (;;) {
    const found = await client.connection.sendRequest(HoverRequest.type, at);
    const { value } = (found as Hover).contents as MarkupContent;
    if (value.includes(wanted)) return value;
  }
}

/** The actions at the cursor `‸`, once the file is known to be missing. */
async function actionsAt(marked: string, to = client): Promise<CodeAction[]> {
  const { uri, textDocument, position } = await open(marked, to);
  await to.waitForDiagnostics(uri, ({ diagnostics }) => diagnostics.some(({ code }) => `${code}`.endsWith("/missing")));
  const range = { start: position, end: position };
  const answer = await to.connection.sendRequest(CodeActionRequest.type, {
    textDocument,
    range,
    context: { diagnostics: [], only: ["quickfix"] },
  });
  return (answer ?? []).filter((action): action is CodeAction => "edit" in action);
}

describe("a missing file", () => {
  test("is created empty, where it was named, and only if it is still missing", async () => {
    const [action] = await actionsAt("@You:\n@./new%20docs/pl‸an.md\n");
    expect(action).toMatchObject({
      title: "Create the file './new docs/plan.md'",
      kind: "quickfix",
      diagnostics: [{ code: "file/missing" }],
      edit: { documentChanges: [{ kind: "create", uri: dir.uri("work/new docs/plan.md"), options: { ignoreIfExists: true } }] },
    });
  });

  test("is first looked for under a name that is near", async () => {
    const titles = (await actionsAt("@You:\n@./no‸tez.md\n")).map(({ title }) => title);
    expect(titles).toEqual(["Change './notez.md' to './notes.md'", "Create the file './notez.md'"]);
  });

  test("is found where it is included, too", async () => {
    const titles = (await actionsAt('@You:\n{{ include("docs/‸b.md") }}\n')).map(({ title }) => title);
    expect(titles).toEqual(["Change 'docs/b.md' to 'docs/a.md'", "Create the file 'docs/b.md'"]);
  });

  test("is created for the file that includes it, which lies where it counts from there", async () => {
    dir.write("work/parts/top.md", 'Top {{ include("deep/leaf.md") }}\n');
    const [action] = await actionsAt('@You:\n{{ include("parts/‸top.md") }}\n');
    expect(action).toMatchObject({
      title: "Create the file 'deep/leaf.md' for 'top.md'",
      diagnostics: [{ code: "include/missing", message: expect.stringContaining("top.md:1:") }],
      edit: { documentChanges: [{ kind: "create", uri: dir.uri("work/parts/deep/leaf.md") }] },
    });
  });

  test("is looked for where an included file names it, too, and that file is changed", async () => {
    dir.write("work/parts/near.md", 'Near\n{{ include("../docs/b.md") }}\n');
    const [action] = await actionsAt('@You:\n{{ include("parts/‸near.md") }}\n');
    expect(action).toMatchObject({ title: "Change '../docs/b.md' to '../docs/a.md' in 'near.md'", isPreferred: false });
    expect(action?.edit?.changes).toEqual({
      [dir.uri("work/parts/near.md")]: [
        { range: { start: { line: 1, character: 12 }, end: { line: 1, character: 24 } }, newText: "../docs/a.md" },
      ],
    });
  });

  test("is not created below what is a file", async () => {
    expect(await actionsAt("@You:\n@./notes.md/brand-‸new-thing.md\n")).toEqual([]);
  });

  test("is created in no folder that is not of the workspace, and not by clients that cannot", async () => {
    expect(await actionsAt(`@You:\n@/${outside.path}/brand-‸new-thing.md\n`)).toEqual([]);
    expect(await actionsAt("@You:\n@../brand-‸new-thing.md\n")).toEqual([]);
    expect(await actionsAt("@You:\n@./brand-‸new-thing.md\n", plain)).toEqual([]);
  });
});

describe("a hover", () => {
  test("shows where a file lies, what it is and how it begins", async () => {
    const shown = await hoverWith("@You:\n@./no‸tes.md\n", "text/markdown");
    expect(shown).toContain(`${dir.file("work/notes.md")} (text/markdown, 8 bytes)`);
    expect(shown).toContain("# Notes");
  });

  test("shows in frontmatter, too, what an include renders to, and what a personality says", async () => {
    dir.write("work/greeting.md", "Hello {{ name }}\n");
    const call = 'include("greet‸ing.md", { name = "Ada" })';
    expect(await hoverWith(`\`\`\`lua\nx = ${call}\n\`\`\`\n@You:\nhi\n`, "rendered as")).toContain("Hello Ada");
    expect(await hoverWith(`\`\`\`lua\nf = function() return ${call} end\nx = f()\n\`\`\`\n@You:\nhi\n`, "rendered as")).toContain(
      "Hello Ada",
    );
    const personality = '```lua\nx = include("urn:flemma:personality:coding-‸assistant")\n```\n@You:\nhi\n';
    expect(await hoverWith(personality, "rendered as")).toContain("## Guidelines");
  });

  test("shows little of a large file", async () => {
    dir.write("work/large/log.txt", "x".repeat(2_000_000));
    expect((await hoverWith("@You:\n@./large/lo‸g.txt\n", " MB)")).length).toBeLessThan(1000);
  });

  test("keeps a secret", async () => {
    dir.write("work/.env", "TOKEN=hidden\n");
    expect(await hoverWith("@You:\n@./.e‸nv\n", "13 bytes")).not.toContain("hidden");
  });

  test("never reads a device", async () => {
    const [path, wanted] = process.platform === "win32" ? ["./docs", "is a folder"] : ["//dev/zero", "is a pipe or a device"];
    expect(await hoverWith(`@You:\n@‸${path}\n`, wanted)).toContain(wanted);
  });
});
