import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import {
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type Position,
  type PositionEncodingKind,
  type TextDocumentContentChangeEvent,
} from "vscode-languageserver/node";
import { commands } from "../../shared/methods.js";
import { fuzzing } from "../hostile/fuzz-settings.js";
import { type LspClient, startClient } from "../support/lsp-client.js";
import { tempDir } from "../support/temp-dir.js";

const edits = 5000;
/** So many edits are made before the document is compared. */
const between = 1000;
const longest = 3000;
/** So many ms, at most, a hover says that evaluation goes on. */
const mostHoverMs = 5000;

const dir = tempDir();
const uri = dir.uri("drift.chat");
const running: LspClient[] = [];

afterAll(async () => {
  await Promise.all(running.map((client) => client.kill()));
  dir.remove();
});

const pieces = [
  ...[
    "@You:\n",
    "@Assistant:\r\n",
    "@System:\n",
    "@Robot:\n",
    "```lua\nx = 1\n```\n",
    "```\n",
    "\n",
    "\r\n",
    "\r",
    " ",
    "é",
    "漢字",
    "😀",
    "👩‍👩‍👧",
  ],
  ...[
    "e\u0301",
    "\u0301",
    "\ufeff",
    "\u2028",
    "\0",
    "{{ 1 + 1 }}",
    "{{ nobody }}",
    "{{",
    "}}",
    "{% if x then %}",
    "{% end %}",
    "{{ '😀é' }}",
  ],
  ...[
    "{%- y = 2 -%}",
    "@./a.txt;type=é",
    "<thinking>\n",
    "</thinking>\n",
    "**Tool Use:** `a` (`b`)\n\n```json\n{}\n```\n",
    "text ",
    "\\@You:\n",
  ],
];

/** One notification: how far the version jumps, and its changes at shares of the text; `all` sends the whole text anew. */
const notification = fc.record({
  jump: fc.constantFrom(1, 1, 1, 2, 17, 1000),
  changes: fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      length: fc.constantFrom(0, 0, 0, 0, 1, 8),
      text: fc.oneof(
        fc.constantFrom(...pieces),
        fc.constantFrom(...pieces),
        fc.constant(""),
        fc.string({ unit: "grapheme", maxLength: 5 }),
      ),
      all: fc.integer({ min: 0, max: 400 }).map((chance) => chance === 0),
    }),
    { minLength: 1, maxLength: 20 },
  ),
});
type Notification = typeof notification extends fc.Arbitrary<infer T> ? T : never;

for (const encoding of ["utf-16", "utf-8"] satisfies PositionEncodingKind[]) {
  test(`after ${edits} edits in ${encoding} the server sees what a fresh one sees`, async () => {
    const { seed } = fuzzing(`drift in ${encoding}`, 1);
    const client = await start(encoding);
    let text = "@You:\r\nstart 😀\r\n";
    let version = 0;
    await openAt(client, text, version);
    const notifications = fc.sample(notification, { seed: seed as number, numRuns: edits });
    let done = 0;
    for (let next = between; next <= edits; next += between) {
      while (done < next) {
        const { jump, changes } = notifications.pop() as Notification;
        const sent: TextDocumentContentChangeEvent[] = [];
        for (const change of changes) {
          const made = make(text, change, encoding);
          sent.push(made.change);
          text = made.text;
        }
        version += jump;
        done += sent.length;
        await changeTo(client, version, sent);
      }
      await isLikeFresh(client, { text, version, encoding });
      version += 2;
    }
  }, 60_000);
}

/** Long enough for all that is done for long documents alone. */
const section = (index: number): string =>
  `@You:\r\nSome words ${index} é 😀 {{ ${index} * 2 }}, more words{{ nobody${index % 7 === 0 ? index : " or 1"} }}\n\n@Assistant:\nwords\n\n`;
const rounds = 30;

test("after edits of a long document, of its words and of everything else, the server sees what a fresh one sees", async () => {
  const encoding = "utf-16";
  const { seed } = fuzzing("drift in a long document", 1);
  const client = await start(encoding);
  let text = Array.from({ length: 1200 }, (_, index) => section(index)).join("");
  expect(text.length).toBeGreaterThan(100_000);
  let version = 1;
  await openAt(client, text, version);
  const round = fc.record({
    change: fc.record({
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      length: fc.constantFrom(0, 1, 8),
      text: fc.constantFrom(...pieces.filter((piece) => !piece.includes("```"))),
      all: fc.constantFrom(false, false, false, true),
    }),
    words: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1, maxLength: 6 }),
    isPatient: fc.boolean(),
  });
  for (const [index, { change, words, isPatient }] of fc.sample(round, { seed: seed as number, numRuns: rounds }).entries()) {
    const made = make(text, change, encoding, Number.POSITIVE_INFINITY);
    text = made.text;
    await changeTo(client, ++version, [made.change]);
    for (const share of words) {
      if (isPatient) await client.waitForDiagnostics(uri, version);
      const at = text.indexOf("words", Math.floor(share * text.length)) + 1;
      const position = positionOf(text, at, encoding);
      text = `${text.slice(0, at)}x${text.slice(at)}`;
      await changeTo(client, ++version, [{ range: { start: position, end: position }, text: "x" }]);
    }
    if (index % 10 !== 9) continue;
    await isLikeFresh(client, { text, version, encoding });
    version += 2;
  }
}, 60_000);

async function start(encoding: PositionEncodingKind): Promise<LspClient> {
  const client = await startClient({
    rootUri: dir.uri(""),
    capabilities: {
      general: { positionEncodings: [encoding] },
      textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
    },
  });
  running.push(client);
  expect(client.initialized.capabilities.positionEncoding).toBe(encoding);
  return client;
}

function openAt(client: LspClient, text: string, version: number): Promise<void> {
  return client.connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "chat", version, text },
  });
}

function changeTo({ connection }: LspClient, version: number, contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
  return connection.sendNotification(DidChangeTextDocumentNotification.type, { textDocument: { uri, version }, contentChanges });
}

/** Makes one change; its places are never inside of a line end or of a character. */
function make(
  text: string,
  { at, length, text: inserted, all }: Notification["changes"][number],
  encoding: PositionEncodingKind,
  most = longest,
): { text: string; change: TextDocumentContentChangeEvent } {
  const start = wholeCharacter(text, Math.floor(at * (text.length + 1)));
  const end = wholeCharacter(text, Math.min(text.length, start + (text.length > most ? 200 : length)));
  const after = text.slice(0, start) + inserted + text.slice(end);
  if (all) return { text: after, change: { text: after } };
  const range = { start: positionOf(text, start, encoding), end: positionOf(text, end, encoding) };
  return { text: after, change: { range, text: inserted } };
}

function wholeCharacter(text: string, offset: number): number {
  const isInside = /[\ud800-\udbff][\udc00-\udfff]|\r\n/.test(text.slice(Math.max(0, offset - 1), offset + 1));
  return offset > 0 && isInside ? offset - 1 : offset;
}

/** The position of an offset, counted in the plainest way there is. */
function positionOf(text: string, offset: number, encoding: PositionEncodingKind): Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const last = lines.at(-1) ?? "";
  return { line: lines.length - 1, character: encoding === "utf-8" ? Buffer.byteLength(last) : last.length };
}

interface Expected {
  readonly text: string;
  readonly version: number;
  readonly encoding: PositionEncodingKind;
}

/** The rendered text, its map, the tree, all diagnostics and hovers everywhere are those of a server that knows nothing but the text. */
async function isLikeFresh(client: LspClient, { text, version, encoding }: Expected): Promise<void> {
  const fresh = await start(encoding);
  await openAt(fresh, text, 1);
  const seen = await look(client, text, encoding);
  expect(seen).toEqual(await look(fresh, text, encoding));
  const wanted = JSON.stringify(seen.preview.diagnostics);
  await client.waitForDiagnostics(uri, (published) => published.version === version && JSON.stringify(published.diagnostics) === wanted);
  expect(await exposed(client, version)).toBe(await exposed(fresh, 1));
  await fresh.stop();
  running.splice(running.indexOf(fresh), 1);
}

/** All of the text, whatever it means: for a moment it stands in a fence of a message that is no template. Takes two versions. */
async function exposed(client: LspClient, version: number): Promise<string> {
  const start = { line: 0, character: 0 };
  await changeTo(client, version + 1, [{ range: { start, end: start }, text: `@Assistant:\n${"`".repeat(40)}\n` }]);
  const { markdown } = await client.executeCommand<Seen["preview"]>(commands.preview, { uri });
  await changeTo(client, version + 2, [{ range: { start, end: { line: 2, character: 0 } }, text: "" }]);
  return markdown;
}

interface Seen {
  readonly preview: { readonly markdown: string; readonly diagnostics: readonly unknown[] };
  readonly tree: readonly unknown[];
  readonly hovers: readonly unknown[];
}

async function look({ connection, executeCommand }: LspClient, text: string, encoding: PositionEncodingKind): Promise<Seen> {
  const textDocument = { uri };
  const preview = await executeCommand<Seen["preview"]>(commands.preview, { uri });
  const tree = await Promise.all(
    ["documentSymbol", "foldingRange"].map((method) => connection.sendRequest(`textDocument/${method}`, { textDocument })),
  );
  const hovers: unknown[] = [];
  for (let index = 0; index < 20; index++) {
    const position = positionOf(text, wholeCharacter(text, Math.floor((index / 20) * text.length)), encoding);
    hovers.push(await hover(connection, position));
  }
  return { preview, tree, hovers };
}

/** The hover at a place; on a busy machine the first answer may be that evaluation goes on. */
async function hover(connection: LspClient["connection"], position: Position): Promise<unknown> {
  const until = performance.now() + mostHoverMs;
  for (;;) {
    const answer = await connection.sendRequest("textDocument/hover", { textDocument: { uri }, position });
    if (performance.now() > until || !JSON.stringify(answer).includes("still running")) return answer;
  }
}
