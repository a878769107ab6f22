import { certain, replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import type { Token } from "../../../lua/lex.js";
import { type Advice, closingBracket, type Fault, spaced } from "./fault.js";
import { readLoop } from "./loop-mark.js";
import { operatorEdits } from "./operators.js";

/** `function f(x) { … }`, `if (x) { … } else { … }`, `for (const x of xs) { … }`: blocks in braces, with those in them. */
export function bracedBlock({ source, tokens, at }: Fault): Advice | undefined {
  // `if (x) { y }` reads as a call of x with a table up to its last brace: the fault may lie behind it.
  const inner = tokens.findLastIndex(
    ({ type }, index) => type === "{" && index <= at + 1 && isAround(tokens, index, at) && blockOf(source, tokens, index) !== undefined,
  );
  const isHead = tokens[at - 1]?.type === "for" && tokens[at]?.type === "(";
  const open = isHead ? braceBehind(tokens, at) : outermost(source, tokens, inner);
  const block = open < 0 ? undefined : blockOf(source, tokens, open);
  if (block === undefined) return undefined;
  const says = `Lua blocks have no braces: ${block.word === "" ? "" : `'${block.word}' opens them, and `}'end' closes them.`;
  const close = chainEnd(tokens, open);
  if (tokens[block.head]?.type === "do" && source.startsWith("while", tokens[(close ?? 0) + 1]?.start))
    return { says: "Lua writes 'repeat … until not (x)' for 'do … while (x)'.", choices: [] };
  const edits = close === undefined ? undefined : blockEdits(source, tokens, { open: block.head, close });
  if (edits === undefined) return { says, choices: [] };
  return { says, choices: [certain("Write the block with 'end'", ...edits)] };
}

function isAround(tokens: readonly Token[], open: number, at: number): boolean {
  return (closingBracket(tokens, open) ?? at) >= at - 1;
}

/** The first brace of the outermost block that holds a brace, from the first branch of a chain. */
function outermost(source: string, tokens: readonly Token[], brace: number): number {
  if (brace < 0) return -1;
  const open = chainStart(tokens, brace);
  const outer = tokens.findLastIndex(
    ({ type }, index) =>
      type === "{" && index < open && (closingBracket(tokens, index) ?? -1) > open && blockOf(source, tokens, index) !== undefined,
  );
  return outer < 0 ? open : outermost(source, tokens, outer);
}

/** The first brace of `if (x) { … } else if (y) { … } else { … }`, from any of its braces. */
function chainStart(tokens: readonly Token[], open: number): number {
  const before = tokens.findLastIndex(({ type }, index) => type === "else" && index < open);
  const between = tokens.slice(before + 1, open);
  const isElse = before > 0 && tokens[before - 1]?.type === "}" && (between.length === 0 || between[0]?.type === "if");
  if (!isElse || between.some(({ type }) => type === "{" || type === "}")) return open;
  let depth = 0;
  for (let index = before - 1; index >= 0; index--) {
    if (tokens[index]?.type === "}") depth++;
    if (tokens[index]?.type === "{" && --depth === 0) return chainStart(tokens, index);
  }
  return open;
}

/** The last brace of such a chain, from its first one; undefined where one is never closed. */
function chainEnd(tokens: readonly Token[], open: number): number | undefined {
  const close = closingBracket(tokens, open);
  if (close === undefined || tokens[close + 1]?.type !== "else") return close;
  const next = tokens.findIndex(({ type }, index) => index > close + 1 && type === "{");
  return next < 0 ? undefined : chainEnd(tokens, next);
}

interface Block {
  /** The word that its first brace stands for: `then`, `do`, or nothing. */
  readonly word: string;
  /** The token that it starts with. */
  readonly head: number;
}

/** The block that a brace opens, by the keyword in front of it; undefined for a table. */
function blockOf(source: string, tokens: readonly Token[], open: number): Block | undefined {
  const before = tokens[open - 1];
  if (before?.type === "else" || before?.type === "then" || before?.type === "do") return { word: "", head: open - 1 };
  if (before?.type !== ")") return undefined;
  let depth = 0;
  for (let index = open - 1; index >= 0; index--) {
    const type = tokens[index]?.type;
    if (type === ")") depth++;
    if (type !== "(" || --depth > 0) continue;
    let head = index - 1;
    while (head >= 0 && ["name", ".", ":"].includes(tokens[head]?.type as string) && !isKeyword(source, tokens[head])) head--;
    const keyword = tokens[head]?.type;
    if (keyword === "function") return { word: "", head };
    if (keyword === "if" || keyword === "elseif") return { word: "then", head };
    return keyword === "while" || keyword === "for" ? { word: "do", head } : undefined;
  }
  return undefined;
}

function isKeyword(source: string, token: Token | undefined): boolean {
  return token !== undefined && ["function", "if", "elseif", "while", "for"].includes(source.slice(token.start, token.end));
}

/** The brace behind the round brackets that open at a token. */
function braceBehind(tokens: readonly Token[], open: number): number {
  const close = closingBracket(tokens, open);
  return close !== undefined && tokens[close + 1]?.type === "{" ? close + 1 : -1;
}

/** Edits for every block in braces between two tokens, and for the operators and declarations in them; undefined where one cannot be written in Lua. */
function blockEdits(source: string, tokens: readonly Token[], { open, close }: { open: number; close: number }): TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  const heads: Span[] = [];
  for (let index = open; index <= close; index++) {
    const token = tokens[index] as Token;
    if (isDeclaration(token) && tokens[index + 1]?.type === "name" && tokens[index - 1]?.type !== "(") edits.push(replaced(token, "local"));
    const block = token.type === "{" ? blockOf(source, tokens, index) : undefined;
    if (block === undefined) continue;
    const head = tokens[block.head] as Token;
    if (head.type === "for") {
      const whole = span(head.start, token.end);
      const loop = readLoop(source, whole);
      if (loop === undefined || !loop.isCertain) return undefined;
      heads.push(whole);
      edits.push(...loop.edits);
    } else edits.push(block.word === "" ? removed(source, token) : replaced(token, spaced(source, token, block.word)));
    const end = closerEdits(source, tokens, closingBracket(tokens, index));
    if (end === undefined) return undefined;
    edits.push(...end);
  }
  const operators = operatorEdits(source, span((tokens[open] as Token).start, (tokens[close] as Token).end));
  return [...edits, ...operators.filter(({ span: at }) => !heads.some(({ start, end }) => start <= at.start && at.end <= end))];
}

function isDeclaration({ type, text }: Token): boolean {
  return type === "name" && (text === "let" || text === "const" || text === "var");
}

/** Edits for the brace that closes a block: `end`, unless another branch follows. */
function closerEdits(source: string, tokens: readonly Token[], close: number | undefined): TextEdit[] | undefined {
  if (close === undefined) return undefined;
  const [brace, next, after] = tokens.slice(close, close + 3);
  if (next?.type !== "else") return [replaced(brace as Token, spaced(source, brace as Token, "end"))];
  if (after?.type !== "if" && after?.type !== "{") return undefined;
  const joined = after.type === "if" ? [replaced(span(next.start, after.end), "elseif")] : [];
  return [removed(source, brace as Token), ...joined];
}

/** Removes a token with the blank in front of it, where another one follows. */
function removed(source: string, { start, end }: Token): TextEdit {
  const isDoubled = source[start - 1] === " " && /\s/.test(source[end] ?? "");
  return replaced({ start: isDoubled ? start - 1 : start, end }, "");
}
