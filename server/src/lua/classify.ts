import type { Span } from "../base/span.js";
import type { Local, ParsedChunk, Piece } from "./ast.js";
import { createLexer, keywords, type Token } from "./lex.js";
import { visitBlock } from "./visit.js";

/** What a token is for. A name is a variable, a member (`t.name`, `t:name`), a key (`{ name = … }`) or a label. */
export type WordKind = "keyword" | "variable" | "member" | "key" | "label" | "number" | "string" | "operator";

/** A token and what it means. Offsets are UTF-16 offsets of the chunk's source. */
export interface Word {
  readonly token: Token;
  readonly kind: WordKind;
  /** The local that a variable is; a variable without one is global. */
  readonly local?: Local;
  /** Of a variable: what happens to it here. */
  readonly role?: "declaration" | "write" | "read";
  /** A call follows, or a function body. */
  readonly called: boolean;
}

/** The tokens of one piece of code, in order, and its comments. */
export interface Words {
  readonly piece: Piece;
  readonly words: readonly Word[];
  readonly comments: readonly Span[];
}

/**
 * Says of every token of a chunk what it means, also where the parser had to give up: names are then resolved by the
 * locals that can be seen there. `pieces` are those the chunk was parsed from.
 */
export function classify(source: string, pieces: readonly Piece[], parsed: ParsedChunk): Words[] {
  const find = createLookup(parsed);
  const writes = assignedSpans(parsed);
  return pieces
    .filter(({ kind }) => kind !== "text")
    .map((piece) => {
      const { tokens, comments } = tokensOf(source, piece);
      return { piece, words: classifyPiece(tokens, find, writes), comments };
    });
}

/** The tokens of one piece, whatever its kind, and the spans of its comments. */
function tokensOf(source: string, { span }: Pick<Piece, "span">): { tokens: Token[]; comments: Span[] } {
  const comments: Span[] = [];
  const lexer = createLexer(
    source,
    [{ kind: "code", span }],
    () => {},
    (at) => comments.push(at),
  );
  const tokens: Token[] = [];
  for (let token = lexer.next(); token.type !== "eof"; token = lexer.next()) tokens.push(token);
  return { tokens, comments };
}

type Lookup = (name: string, offset: number) => Local | undefined;

/** A local, and the one of the same name around its declaration. */
interface Nested {
  readonly local: Local;
  readonly outer: Nested | undefined;
}

/** Finds the innermost local of a name that can be seen at an offset, or that is declared there. */
export function createLookup({ locals }: ParsedChunk): Lookup {
  const declared = new Map(locals.map((local) => [local.span.start, local]));
  const byName = new Map<string, Nested[]>();
  for (const local of [...locals].sort((a, b) => a.visible.start - b.visible.start)) {
    const known = byName.get(local.name);
    // What encloses a place also encloses what was declared last before it, so that the chain of outer ones holds it.
    const nested = { local, outer: enclosing(known?.at(-1), local.visible.start) };
    if (known) known.push(nested);
    else byName.set(local.name, [nested]);
  }
  return (name, offset) => {
    const here = declared.get(offset);
    if (here?.name === name) return here;
    return enclosing(lastBefore(byName.get(name) ?? [], offset), offset)?.local;
  };
}

function enclosing(from: Nested | undefined, offset: number): Nested | undefined {
  let at = from;
  while (at !== undefined && offset >= at.local.visible.end) at = at.outer;
  return at;
}

/** The last local that can be seen from before an offset on. */
function lastBefore(sorted: readonly Nested[], offset: number): Nested | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.local.visible.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

function assignedSpans({ body }: ParsedChunk): Set<number> {
  const found = new Set<number>();
  visitBlock(body, {
    statement(node) {
      if (node.kind !== "assign") return;
      for (const target of node.targets) if (target.kind === "name") found.add(target.span.start);
    },
  });
  return found;
}

function classifyPiece(tokens: readonly Token[], find: Lookup, writes: ReadonlySet<number>): Word[] {
  const opened: string[] = [];
  return tokens.map((token, index): Word => {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    const called = after !== undefined && (after.type === "(" || after.type === "{" || after.type === "string");
    if (token.type === "{" || token.type === "(" || token.type === "[") opened.push(token.type);
    if (token.type === "}" || token.type === ")" || token.type === "]") opened.pop();
    if (token.type === "number" || token.type === "string") return { token, kind: token.type, called: false };
    if (keywords.has(token.type)) return { token, kind: "keyword", called: false };
    if (token.type !== "name") return { token, kind: "operator", called: false };
    if (before?.type === "." || before?.type === ":") return { token, kind: "member", called };
    if (opensLabel(tokens, index - 1) || isGoto(before, token)) return { token, kind: "label", called: false };
    if (token.text === "goto" && isGoto(token, after)) return { token, kind: "keyword", called: false };
    const isAssigned = after?.type === "=";
    if (isAssigned && opened.at(-1) === "{") return { token, kind: "key", called: false };
    const local = find(token.text, token.start);
    const isNamed = before?.type === "function" && after?.type !== "." && after?.type !== ":";
    const isWritten = writes.has(token.start) || (isAssigned && opened.length === 0) || (isNamed && local === undefined);
    const role = local?.span.start === token.start ? "declaration" : isWritten ? "write" : "read";
    return { token, kind: "variable", ...(local && { local }), role, called };
  });
}

/** Says whether the token at `index` is the `::` in front of a label, not the one behind. */
export function opensLabel(tokens: readonly Token[], index: number): boolean {
  if (tokens[index]?.type !== "::") return false;
  let before = 0;
  // Labels come one after the other in no program that anybody writes: the look back has an end.
  while (before < 64 && tokens[index - 2 * before - 1]?.type === "name" && tokens[index - 2 * before - 2]?.type === "::") before++;
  return before % 2 === 0;
}

function isGoto(word: Token | undefined, label: Token | undefined): boolean {
  return word?.type === "name" && word.text === "goto" && label?.type === "name";
}
