import type { tokenModifiers, tokenTypes } from "../../../shared/language.js";
import { type Span, shift } from "../base/span.js";
import { complete, type Steps } from "../base/steps.js";
import { reference } from "../engines/lua/reference.js";
import { rootNames } from "../engines/prose/language/resolve.js";
import type { Word } from "../lua/classify.js";
import type { ChatDocument, FileReference, LuaBlock, PlacedMessage, Placeholder } from "../syntax/ast.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { goMessages } from "./go/actions.js";
import { goTokens } from "./go/tokens.js";
import { hasTooMuchLua, inDocument, type LuaChunk, luaChunks } from "./lua/chunks.js";
import { isEnvironmentName } from "./lua/names.js";
import { originsOf } from "./lua/origins.js";

/** What a stretch of text is. Spans are UTF-16 offsets of the document and may go over lines. */
export interface SemanticToken {
  readonly span: Span;
  readonly type: (typeof tokenTypes)[number];
  readonly modifiers: readonly (typeof tokenModifiers)[number][];
}

/** Of more tokens than so many the first count. */
const mostTokens = 50_000;

/** The tokens that touch `within`, in the order of the text and without overlaps: Lua, actions of Go, delimiters of tags, role markers, file references. */
export function semanticTokens(snapshot: Snapshot, within?: Span): SemanticToken[] {
  return complete(semanticTokensInSteps(snapshot, within));
}

/** About so many tokens are made in one step, of so many segments of a message at most. */
const [tokensInStep, segmentsInStep] = [1000, 1000];

/** The same, in steps of a millisecond or so: the tokens of a long document need not hold up anything else. */
export function* semanticTokensInSteps({ document }: Snapshot, within: Span = document.span): Steps<SemanticToken[]> {
  const isNear = (start: number, length: number): boolean => start < within.end && within.start < start + length;
  const chunks = luaChunks(document).filter(({ start, source }) => isNear(start, source.length));
  const templates = goMessages(document).filter(({ start, source }) => isNear(start, source.length));
  const messages = messageParts(document.messages, ({ start, message }) => isNear(start, message.span.end));
  const lists = [
    fenceTokens(document),
    yield* firstTokens(messages, (part) => messageTokens(document, part)),
    yield* firstTokens(chunks, (chunk) => luaTokens(document, chunk)),
    yield* firstTokens(templates, (home) => goTokens(home, within)),
  ];
  const all = yield* merged(lists);
  return all.filter(({ span }) => span.start < within.end && within.start < span.end).slice(0, mostTokens);
}

/** The tokens of parts in the order of the text, until there are more than count. */
function* firstTokens<Part>(parts: Iterable<Part>, tokensOf: (part: Part) => readonly SemanticToken[]): Steps<SemanticToken[]> {
  const tokens: SemanticToken[] = [];
  let next = tokensInStep;
  for (const part of parts) {
    if (tokens.length > mostTokens) break;
    if (tokens.length >= next) {
      next = tokens.length + tokensInStep;
      yield;
    }
    for (const token of [...tokensOf(part)].sort(inOrder)) tokens.push(token);
  }
  return tokens;
}

function inOrder(a: SemanticToken, b: SemanticToken): number {
  return a.span.start - b.span.start;
}

/** One list of several that are in order. */
function* merged(lists: readonly SemanticToken[][]): Steps<SemanticToken[]> {
  const left = lists.map((list) => ({ list, next: 0 })).filter(({ list }) => list.length > 0);
  const all: SemanticToken[] = [];
  while (left.length > 0) {
    const first = left.reduce((a, b) => (inOrder(b.list[b.next] as SemanticToken, a.list[a.next] as SemanticToken) < 0 ? b : a));
    all.push(first.list[first.next++] as SemanticToken);
    if (first.next === first.list.length) left.splice(left.indexOf(first), 1);
    if (all.length % tokensInStep === 0) yield;
  }
  return all;
}

function fenceTokens({ frontmatter }: ChatDocument): SemanticToken[] {
  if (!frontmatter) return [];
  const { open, languageSpan, close } = frontmatter;
  return [plain({ start: open.start, end: languageSpan.end }, "macro"), plain({ start: close.start, end: close.start + 3 }, "macro")];
}

/** A message, or of a long one some of its segments. */
interface MessagePart {
  readonly placed: PlacedMessage;
  readonly first: number;
}

function* messageParts(messages: readonly PlacedMessage[], isWanted: (placed: PlacedMessage) => boolean): Generator<MessagePart> {
  for (const placed of messages) {
    if (!isWanted(placed)) continue;
    yield { placed, first: 0 };
    for (let first = segmentsInStep; first < placed.message.segments.length; first += segmentsInStep) yield { placed, first };
  }
}

function messageTokens(document: ChatDocument, { placed: { start, message }, first }: MessagePart): SemanticToken[] {
  const tokens = first === 0 ? [plain(shift({ start: 0, end: message.roleSpan.end + 1 }, start), "class")] : [];
  const isLuaShown = !hasTooMuchLua(document);
  for (const segment of message.segments.slice(first, first + segmentsInStep)) {
    if (segment.kind === "file-reference") tokens.push(...referenceTokens(segment, start));
    if (!isLuaShown) continue;
    if (segment.kind === "placeholder") tokens.push(...placeholderTokens(document, segment, start));
    else if (segment.kind === "lua-block") tokens.push(...blockTokens(segment, start));
    if (segment.kind !== "expression" && segment.kind !== "code") continue;
    const { span, code } = segment;
    tokens.push(
      plain(shift({ start: span.start, end: code.start }, start), "macro"),
      plain(shift({ start: code.end, end: span.end }, start), "macro"),
    );
  }
  return tokens;
}

/** The braces, and the segments of the path: a root or a global, then keys. */
function placeholderTokens({ source }: ChatDocument, { span, path }: Placeholder, by: number): SemanticToken[] {
  let at = path.start;
  const segments = source.slice(path.start + by, path.end + by).split(".");
  const names = segments.flatMap((name, index): SemanticToken[] => {
    const own = shift({ start: at, end: at + name.length }, by);
    at += name.length + 1;
    if (name === "") return [];
    if (index > 0) return [plain(own, "property")];
    return [{ span: own, type: "variable", modifiers: (rootNames as readonly string[]).includes(name) ? ["defaultLibrary"] : [] }];
  });
  return [
    plain(shift({ start: span.start, end: span.start + 2 }, by), "macro"),
    ...names,
    plain(shift({ start: span.end - 2, end: span.end }, by), "macro"),
  ];
}

/** The fences of a block; one that is not closed has the first alone. */
function blockTokens({ span, code }: LuaBlock, by: number): SemanticToken[] {
  const fences = [
    { start: span.start, end: span.start + "```lua".length },
    ...(span.end > code.end ? [{ start: code.end, end: span.end }] : []),
  ];
  return fences.map((fence) => plain(shift(fence, by), "macro"));
}

function referenceTokens({ span, path, options }: FileReference, by: number): SemanticToken[] {
  const parts = options.flatMap(({ key, value }) => [plain(shift(key, by), "property"), plain(shift(value, by), "string")]);
  return [plain(shift({ start: span.start, end: path.end }, by), "string"), ...parts];
}

function luaTokens(document: ChatDocument, chunk: LuaChunk): SemanticToken[] {
  const tokens: SemanticToken[] = [];
  for (const { words, comments } of chunk.words) {
    for (const span of comments) tokens.push(plain(inDocument(chunk, span), "comment"));
    let path: string | undefined;
    words.forEach((word, index) => {
      const { start, end } = word.token;
      path = pathOf(word, words[index - 1], path);
      tokens.push({ span: inDocument(chunk, { start, end }), ...meaning(document, word, path) });
    });
  }
  return tokens;
}

/** The path of a name in the environment while it may be one: `string`, `string.`, `string.rep`. */
function pathOf({ kind, local, token }: Word, before: Word | undefined, path: string | undefined): string | undefined {
  if (kind === "variable") return local === undefined && isEnvironmentName(token.text) ? token.text : undefined;
  if (path !== undefined && token.type === ".") return `${path}.`;
  return path !== undefined && kind === "member" && before?.token.type === "." ? path + token.text : undefined;
}

type Meaning = Pick<SemanticToken, "type" | "modifiers">;

function meaning(document: ChatDocument, word: Word, path: string | undefined): Meaning {
  const { kind, called, role, local } = word;
  switch (kind) {
    case "keyword":
    case "string":
    case "number":
    case "operator":
      return { type: kind, modifiers: [] };
    case "label":
      return { type: "variable", modifiers: [] };
    case "key":
      return { type: "property", modifiers: [] };
    case "member": {
      const isKnown = path !== undefined && reference.has(path);
      return { type: called ? "function" : "property", modifiers: isKnown ? ["defaultLibrary"] : [] };
    }
    case "variable": {
      const isParameter = local !== undefined && originsOf(document).locals.get(local)?.[0]?.value.kind === "parameter";
      const type = called ? "function" : isParameter ? "parameter" : "variable";
      if (role === "declaration") return { type, modifiers: ["declaration"] };
      if (role === "write") return { type, modifiers: ["modification"] };
      const isFunction = path !== undefined && reference.get(path)?.kind === "function";
      return { type: isFunction ? "function" : type, modifiers: path === undefined ? [] : ["defaultLibrary"] };
    }
  }
}

function plain(span: Span, type: SemanticToken["type"]): SemanticToken {
  return { span, type, modifiers: [] };
}
