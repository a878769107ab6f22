import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CancellationTokenSource, type Hover, type MarkupContent, type MarkupKind } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir();
const markdown = { textDocument: { hover: { contentFormat: ["markdown", "plaintext"] as MarkupKind[] } } };
let client: LspClient;
let plain: LspClient;
let telling: LspClient;

beforeAll(async () => {
  const initializationOptions = { capabilities: { diagnosticsInHover: true } };
  [client, plain, telling] = await Promise.all([
    startClient({ rootUri: dir.uri(""), capabilities: markdown }),
    startClient({ rootUri: dir.uri("") }),
    startClient({ rootUri: dir.uri(""), capabilities: markdown, initializationOptions }),
  ]);
});

afterAll(async () => {
  await Promise.all([client?.stop(), plain?.stop(), telling?.stop()]);
  dir.remove();
});

let count = 0;

/** Opens a text with a cursor `‸`. */
async function open(marked: string, from = client): Promise<{ uri: string; offset: number; text: string }> {
  const uri = dir.uri(`h${++count}.chat`);
  const offset = marked.indexOf("‸");
  const text = marked.replace("‸", "");
  await from.open(uri, text);
  return { uri, offset, text };
}

async function hover(uri: string, offset: number, from = client): Promise<{ kind: string; value: string; range: string } | null> {
  const document = TextDocument.create(uri, "chat", 0, from.text(uri));
  const answer = await from.connection.sendRequest<Hover | null>("textDocument/hover", {
    textDocument: { uri },
    position: document.positionAt(offset),
  });
  if (answer === null) return null;
  const { kind, value } = answer.contents as MarkupContent;
  return { kind, value, range: document.getText(answer.range) };
}

/** The hover once values are known, however slow the machine is. */
async function hoverAt(marked: string, from = client): Promise<{ kind: string; value: string; range: string } | null> {
  const { uri, offset } = await open(marked, from);
  await from.waitForDiagnostics(uri, 1);
  for (;;) {
    const found = await hover(uri, offset, from);
    if (!found?.value.includes("still running")) return found;
  }
}

/** Waits until the evaluation of a document that loops has met its limit. */
async function stopped(uri: string): Promise<void> {
  await client.waitForDiagnostics(uri, ({ diagnostics }) => diagnostics.some(({ code }) => `${code}`.startsWith("limit/")));
}

describe("a hover", () => {
  test("shows the rendered turn on a role marker", async () => {
    const found = await hoverAt("```lua\nname = 'Ann'\n```\n@‸You:\nHi {{ name }}.\n");
    expect(found).toEqual({ kind: "markdown", range: "@You:", value: "**@You as it will be sent**\n\n```markdown\nHi Ann.\n```" });
  });

  test("shows value and type of an expression", async () => {
    const found = await hoverAt("@You:\n{{ ‸1 + 1 }}\n");
    expect(found?.value).toContain("number");
    expect(found?.value).toContain("\n2\n");
    expect(found?.range).toBe("{{ 1 + 1 }}");
  });

  test("shows a name's value and where it was set", async () => {
    const found = await hoverAt("```lua\nname = 'Ann'\n```\n@You:\n{{ na‸me .. '!' }}\n");
    expect(found?.range).toBe("name");
    expect(found?.value).toContain("line 2");
    expect(found?.value).toContain('"Ann"');
    expect(found?.value).toContain("Ann!");
  });

  test("shows the error of an expression, with what may have been meant", async () => {
    const found = await hoverAt("```lua\nname = 'Ann'\n```\n@You:\n{{ nm‸ae }}\n");
    expect(found?.value).toContain("Undefined variable 'nmae'");
    expect(found?.value).toContain("Did you mean 'name'?");
  });

  test("is plain text for a client that takes nothing else", async () => {
    const found = await hoverAt("@‸You:\n# a *b*\n", plain);
    expect(found).toEqual({ kind: "plaintext", range: "@You:", value: "@You as it will be sent\n\n# a *b*" });
  });

  test("has a fence that is longer than any in the content", async () => {
    const found = await hoverAt("@‸You:\n````\n```\n````\n");
    expect(found?.value).toContain("\n`````markdown\n````\n```\n````\n`````");
  });

  test("is nothing where there is nothing to tell, nor in a document that is not open", async () => {
    expect(await hoverAt("@You:\nte‸xt\n")).toBeNull();
    const position = { line: 0, character: 0 };
    expect(await client.connection.sendRequest("textDocument/hover", { textDocument: { uri: dir.uri("no.chat") }, position })).toBeNull();
  });

  test("is about the text of now, never of a run before", async () => {
    const { uri } = await open("```lua\nn = 0\n```\n@‸You:\nvalue {{ n }}.\n");
    for (let n = 1; n <= 30; n++) {
      void client.change(uri, `\`\`\`lua\nn = ${n}\n\`\`\`\n@You:\nvalue {{ n }}.\n`);
      expect((await hover(uri, client.text(uri).indexOf("@You:") + 1))?.value).toMatch(new RegExp(`value ${n}\\.|still running`));
    }
  });

  test("answers ContentModified when the text changes meanwhile", async () => {
    const { uri, offset } = await open("@‸You:\n{% while true do end %}\n");
    const failure = expect(hover(uri, offset)).rejects.toMatchObject({ code: -32801 });
    await client.change(uri, "@You:\nx\n");
    await failure;
  });

  test("that is cancelled is answered at once", async () => {
    const { uri } = await open("@You:\n{% while true do end %}\n");
    const source = new CancellationTokenSource();
    const params = { textDocument: { uri }, position: { line: 0, character: 1 } };
    const failure = expect(client.connection.sendRequest("textDocument/hover", params, source.token)).rejects.toMatchObject({
      code: -32800,
    });
    source.cancel();
    await failure;
    await stopped(uri);
  });
});

describe("while templates loop for ever", () => {
  test("a hover in another document answers with its value", async () => {
    const loops = await open("@You:\n{% while true do end %}\n");
    const { uri, offset } = await open("@‸You:\nvalue {{ 40 + 2 }}.\n");
    expect((await hover(uri, offset))?.value).toContain("value 42.");
    for (let round = 2; round < 8; round++) {
      await client.change(loops.uri, `@You:\n{% while true do end %} ${round}\n`);
      expect((await hover(uri, offset))?.value).toMatch(/value 42\.|still running/);
    }
  });

  test("a hover in the document itself says so when it is too early, and later shows what came of it", async () => {
    const { uri, offset } = await open("@‸You:\nkept {{ 1 }}\n@You:\n{% while true do end %}\n");
    const first = await hover(uri, offset);
    expect(first?.value).toMatch(/still running|kept 1/);
    expect(first?.range).toBe("@You:");
    await stopped(uri);
    expect((await hover(uri, offset))?.value).toContain("kept 1");
    expect((await hover(uri, client.text(uri).lastIndexOf("@You:")))?.value).toContain("cannot be rendered");
  });

  test("an assistant's turn, which needs no evaluation, is shown all the same", async () => {
    const { uri, offset } = await open("@‸Assistant:\nsaid before\n@You:\n{% while true do end %}\n");
    expect((await hover(uri, offset))?.value).toContain("said before");
  });
});

describe("chat.preview", () => {
  interface Preview {
    readonly markdown: string;
    readonly parts: readonly unknown[];
    readonly diagnostics: readonly { code: string }[];
    readonly map: readonly { start: number; end: number; file: string; range: { start: { line: number } } }[];
  }
  const preview = (uri: string, more: object = {}): Promise<Preview> => client.executeCommand("chat.preview", { uri, ...more });
  const text = "```lua\nname = 'Ann'\n```\n@System:\nBe kind.\n@You:\nHi {{ name }}! {{ nmae }}\n@Bot:\nnever sent\n";

  test("renders what would be sent, with its parts, diagnostics and places", async () => {
    const { uri } = await open(text);
    const { markdown: shown, parts, diagnostics, map } = await preview(uri);
    expect(shown).toContain("## @System\n\nBe kind.");
    expect(shown).toContain("## @You\n\nHi Ann! {{ nmae }}");
    expect(shown).not.toContain("never sent");
    expect(parts).toHaveLength(2);
    expect(diagnostics.map(({ code }) => code)).toEqual(["expression/undefined-variable", "role/unknown"]);
    const ann = map.find(({ start, end }) => shown.slice(start, end) === "Ann");
    expect(ann).toMatchObject({ file: uri, range: { start: { line: 6, character: 3 }, end: { line: 6, character: 13 } } });
  });

  test("is shown as a message where that is asked for, for editors that show no answers of commands", async () => {
    const { uri } = await open(text);
    const shown = new Promise<string>((resolve) => {
      client.connection.onNotification("window/showMessage", ({ message }: { message: string }) => resolve(message));
    });
    const { markdown } = await preview(uri, { show: true });
    expect(await shown).toBe(markdown);
    const offered = (await client.connection.sendRequest("textDocument/codeAction", {
      textDocument: { uri },
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      context: { diagnostics: [], only: ["source.chat.preview"] },
    })) as readonly { readonly arguments?: unknown; readonly command?: { readonly arguments?: unknown } }[];
    expect(offered.map((action) => action.command?.arguments ?? action.arguments)).toEqual([[{ uri, show: true }]]);
  });

  test("of one message counts role markers from 1", async () => {
    const { uri } = await open(text);
    expect((await preview(uri, { message: 3 })).markdown).toContain("never sent");
    await expect(preview(uri, { message: 4 })).rejects.toThrow("no message 4");
    await expect(preview(uri, { message: 0 })).rejects.toThrow("no message 0");
    await expect(preview(uri, { message: "1" })).rejects.toThrow("whole number");
  });

  test("of a document that is not open, and commands that do not exist, are errors that say so", async () => {
    await expect(preview(dir.uri("no.chat"))).rejects.toThrow("not open");
    await expect(client.executeCommand("chat.preview", {})).rejects.toThrow("uri");
    await expect(client.executeCommand("chat.preview", null)).rejects.toThrow("uri");
    await expect(client.executeCommand("chat.nope", { uri: dir.uri("no.chat") })).rejects.toThrow("chat.nope");
  });

  test("answers ContentModified when the text changes meanwhile", async () => {
    const { uri } = await open("@You:\n{% while true do end %}\n");
    const failure = expect(preview(uri)).rejects.toMatchObject({ code: -32801 });
    await client.change(uri, "@You:\nx\n");
    await failure;
  });
});

test("chat.status names the frontmatter's error and the counts", async () => {
  const { uri } = await open("```lua\nx = \n```\n@bot:\n{{ nobody }}\n@You:\nx\n");
  expect(await client.executeCommand("chat.status", { uri })).toMatchObject({
    frontmatterError: expect.any(String),
    diagnostics: { blocking: 1, warnings: 1 },
  });
});

test.each([
  ["```lua\nwhile true do end\n```\n@You:\nx\n", "Look for a loop"],
  ['```lua\nlocal e = "go"\nflemma.opt.templating.engine = e\n```\n@You:\nx\n', "literal"],
  ["```lua\nx = 1\n```\n@You:\n{% error('later') %}\n", undefined],
  ["@You:\n{% error('later') %}\n", undefined],
])("chat.status names whatever blocks in the frontmatter, and nothing that blocks elsewhere: %j", async (text, fault) => {
  const { uri } = await open(text);
  const status = await client.executeCommand<{ frontmatterError?: string }>("chat.status", { uri });
  expect(status).toMatchObject({ diagnostics: { blocking: 1 } });
  if (fault === undefined) expect(status.frontmatterError).toBeUndefined();
  else expect(status.frontmatterError).toContain(fault);
});

describe("what is wrong at a place", () => {
  const faulty = {
    "an expression": ["@You:\nHi {{ nob‸ody }}\n", "nobody"],
    "a path": ["@You:\nSee @./not-‸there.md\n", "not-there.md"],
    "an action of Go": ['```lua\nflemma.opt.templating.engine = "go"\n```\n@You:\nHi {{ nob‸ody }}\n', "nobody"],
  } as const;

  test.each(Object.entries(faulty))(
    "in %s is said by the hover, but not to an editor that shows it there by itself",
    async (_, [text, word]) => {
      const [usual, short] = [await hoverAt(text), await hoverAt(text, telling)];
      const messageAt = async (from: LspClient): Promise<string> => {
        const uri = dir.uri(`h${count}.chat`);
        const { diagnostics } = await from.waitForDiagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
        return (
          diagnostics
            .map(({ message }) => (typeof message === "string" ? message : message.value))
            .find((message) => message.includes(word)) ?? ""
        );
      };
      const message = await messageAt(telling);
      expect(message).not.toBe("");
      const bare = (value: string | undefined): string => (value ?? "").replaceAll("\\", "");
      expect(bare(usual?.value)).toContain(message);
      expect(bare(short?.value)).not.toContain(message);
    },
  );
});
