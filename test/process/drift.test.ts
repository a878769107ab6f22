import { afterAll, describe, expect, test } from "vitest";
import { type PositionEncoding, positionAt, sourceText } from "../../server/src/base/source-text.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir();
afterAll(() => dir.remove());

/** `SEED=n` repeats a run. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
console.log(`drift: SEED=${seed}`);

const editCount = 2500;

/** Mulberry32: numbers from 0 (included) to `below` (excluded), always the same for a seed. */
function randomFrom(start: number): (below: number) => number {
  let state = start >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const frontmatter = "```lua\r\nname = 'Zoë 😀'\nitems = { 'a', 'b' }\n```\n";
const body =
  "@System:\nYou help {{ name }}.\r\n@You:\n{% for item in values(items) do %}- {{ item }} é\n{% end %}\nüñï {{ nmae }} 👩‍👩‍👧 e\u0301\n@Assistant:\n```\ncode\n```\n";

/** What somebody types: structure, code, and characters of one to four bytes, two units, and combining ones. */
const pieces = [
  ..."abc \n\t{}%@`'\"-",
  "\r\n",
  "é",
  "ß",
  "漢字",
  "😀",
  "e\u0301",
  "👩‍👩‍👧",
  "\u2028",
  "{{ name }}",
  "{{ nope }}",
  "{% x = 1 %}",
  "{% if x then %}",
  "{% end %}",
  "\n@You:\n",
  "\n@Assistant:\n",
  "\n@you:\n",
  "\n@System:\n",
  "\n```\n",
  "\n<thinking>\n",
  "\n</thinking>\n",
  "**Tool Use:** `read` (`t1`)\n\n```json\n{}\n```\n",
  "**Tool Result:** `t1`\n\n```\nout\n```\n",
  "<!-- flemma:aborted: x -->\n",
  "@./a.md ",
];

interface Change {
  readonly range?: { readonly start: { line: number; character: number }; readonly end: { line: number; character: number } };
  readonly text: string;
}

/** Does not cut a surrogate pair or CRLF in half, as no editor does. */
function whole(text: string, offset: number): number {
  const isCut = /[\ud800-\udbff][\udc00-\udfff]|\r\n/.test(text.slice(Math.max(0, offset - 1), offset + 1));
  return isCut && text.slice(offset - 1, offset + 1).length === 2 ? offset - 1 : offset;
}

/** One to three random changes of `text` from `floor` on, each in positions of the text before it. */
function randomChanges(
  text: string,
  floor: number,
  { random, encoding }: { random: (below: number) => number; encoding: PositionEncoding },
) {
  const changes: Change[] = [];
  let now = text;
  for (let count = 1 + (random(4) === 0 ? random(3) : 0); count > 0; count--) {
    const from = Math.max(floor, whole(now, floor + random(now.length - floor + 1)));
    const length = now.length > 6000 ? random(400) : random(3) === 0 ? random(12) : 0;
    const to = Math.max(from, whole(now, Math.min(now.length, from + length)));
    const added = random(5) === 0 && to > from ? "" : (pieces[random(pieces.length)] as string);
    const source = sourceText(now);
    changes.push({ range: { start: positionAt(source, from, encoding), end: positionAt(source, to, encoding) }, text: added });
    now = now.slice(0, from) + added + now.slice(to);
  }
  return { changes, text: now };
}

async function client(encoding: PositionEncoding): Promise<LspClient> {
  const capabilities = {
    general: { positionEncodings: [encoding] },
    textDocument: { hover: { contentFormat: ["markdown" as const] }, documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
  };
  return startClient({ capabilities, rootUri: dir.uri(""), initializationOptions: { trusted: true } });
}

/** The last diagnostics: nothing new has come for a while. With versions that stay 0, nothing else tells. */
async function finalDiagnostics(server: LspClient, uri: string): Promise<unknown> {
  for (let seen = -1; seen !== server.published(uri).length; ) {
    seen = server.published(uri).length;
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
  return server.published(uri).at(-1)?.diagnostics;
}

/** Everything a server says of a text, at its end: diagnostics, tree, rendered prompt, and hovers at many places. */
async function stateOf(server: LspClient, uri: string, { text, encoding }: { text: string; encoding: PositionEncoding }) {
  const diagnostics = await finalDiagnostics(server, uri);
  const textDocument = { uri };
  const ask = (method: string, params: object = {}) => server.connection.sendRequest(method, { textDocument, ...params });
  const source = sourceText(text);
  const hovers = [];
  for (let index = 0; index < 25; index++) {
    const position = positionAt(source, whole(text, Math.floor((text.length * index) / 25)), encoding);
    hovers.push(await ask("textDocument/hover", { position }));
  }
  return {
    diagnostics,
    symbols: await ask("textDocument/documentSymbol"),
    folds: await ask("textDocument/foldingRange"),
    tokens: ((await ask("textDocument/semanticTokens/full")) as { data: number[] } | null)?.data,
    preview: await server.executeCommand("chat.preview", { uri }),
    hovers,
  };
}

describe("after thousands of edits a server says what a fresh one says", () => {
  test.each([
    ["utf-16", "jumping"],
    ["utf-8", "always 0"],
  ] as const)(
    "in %s, with versions %s",
    async (encoding, versions) => {
      const random = randomFrom(seed + encoding.length);
      const uri = dir.uri(`é drift ${encoding}.chat`);
      const server = await client(encoding);
      let text = frontmatter + body;
      let version = versions === "jumping" ? 1 : 0;
      const notify = (method: string, params: object) => server.connection.sendNotification(method, params);
      await notify("textDocument/didOpen", { textDocument: { uri, languageId: "chat", version, text } });
      for (let count = 0; count < editCount; count++) {
        if (versions === "jumping") version += 1 + random(3);
        const isWhole = count % 500 === 499;
        const edited = isWhole ? { changes: [{ text }], text } : randomChanges(text, frontmatter.length, { random, encoding });
        ({ text } = edited);
        await notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: edited.changes });
        if (count % 50 === 0) await new Promise((resolve) => setTimeout(resolve, random(30)));
      }
      const fresh = await client(encoding);
      await fresh.connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "chat", version: 1, text } });
      const [drifted, expected] = [await stateOf(server, uri, { text, encoding }), await stateOf(fresh, uri, { text, encoding })];
      expect(drifted).toEqual(expected);
      expect(await server.stop()).toBe(0);
      expect(await fresh.stop()).toBe(0);
    },
    60_000,
  );
});
