import { certain, replaced } from "../../../base/rewrites.js";
import type { TextEdit } from "../../../base/text-edit.js";
import type { Token } from "../../../lua/lex.js";
import { type Advice, type Fault, spaced } from "./fault.js";

/** `function f(x) { … }`, `if (x) { … } else { … }`, `while (x) { … }`: blocks in braces. */
export function bracedBlock({ source, tokens, at }: Fault): Advice | undefined {
  // `if (x) { y }` reads as a call of x with a table up to its last brace: the fault may lie behind it.
  const last = tokens.findLastIndex(
    ({ type }, index) =>
      type === "{" && index <= at + 1 && blockOf(source, tokens, index) !== undefined && (closing(tokens, index) ?? at) >= at - 1,
  );
  if (last < 0) return undefined;
  const open = chainStart(tokens, last);
  const word = blockOf(source, tokens, open) ?? "";
  const says = `Lua blocks have no braces: ${word === "" ? "" : `'${word}' opens them, and `}'end' closes them.`;
  const edits = braceEdits(source, tokens, open, word);
  if (edits === undefined) return { says, choices: [] };
  return { says, choices: [certain("Write the block with 'end'", ...edits)] };
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

/** The word that a brace stands for, by the keyword in front of it: `then`, `do`, or nothing; undefined for a table. */
function blockOf(source: string, tokens: readonly Token[], open: number): string | undefined {
  const before = tokens[open - 1];
  if (before?.type === "else") return "";
  if (before?.type === "then" || before?.type === "do") return "";
  if (before?.type !== ")") return undefined;
  let depth = 0;
  for (let index = open - 1; index >= 0; index--) {
    const type = tokens[index]?.type;
    if (type === ")") depth++;
    if (type !== "(" || --depth > 0) continue;
    let head = index - 1;
    while (head >= 0 && ["name", ".", ":"].includes(tokens[head]?.type as string) && !isKeyword(source, tokens[head])) head--;
    const keyword = tokens[head]?.type;
    if (keyword === "function") return "";
    if (keyword === "if" || keyword === "elseif") return "then";
    return keyword === "while" || keyword === "for" ? "do" : undefined;
  }
  return undefined;
}

function isKeyword(source: string, token: Token | undefined): boolean {
  return token !== undefined && ["function", "if", "elseif", "while", "for"].includes(source.slice(token.start, token.end));
}

/** Edits for the braces of one statement, its else branches included; undefined when a brace is never closed. */
function braceEdits(source: string, tokens: readonly Token[], open: number, word: string): TextEdit[] | undefined {
  const edits = [
    word === "" ? removed(source, tokens[open] as Token) : replaced(tokens[open] as Token, spaced(source, tokens[open] as Token, word)),
  ];
  const close = closing(tokens, open);
  if (close === undefined) return undefined;
  const brace = tokens[close] as Token;
  const [next, after] = [tokens[close + 1], tokens[close + 2]];
  if (next?.type !== "else") return [...edits, replaced(brace, spaced(source, brace, "end"))];
  const isChain = after?.type === "if";
  const at = tokens.findIndex(({ type }, index) => index > close + 1 && type === "{");
  if (at < 0 || (!isChain && at !== close + 2)) return undefined;
  const rest = braceEdits(source, tokens, at, isChain ? "then" : "");
  if (rest === undefined) return undefined;
  const joined = isChain ? [{ span: { start: next.start, end: after.end }, newText: "elseif" }] : [];
  return [...edits, removed(source, brace), ...joined, ...rest];
}

/** Removes a token with the blank in front of it, where another one follows. */
function removed(source: string, { start, end }: Token): TextEdit {
  const isDoubled = source[start - 1] === " " && /\s/.test(source[end] ?? "");
  return replaced({ start: isDoubled ? start - 1 : start, end }, "");
}

function closing(tokens: readonly Token[], open: number): number | undefined {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    if (tokens[index]?.type === "{") depth++;
    if (tokens[index]?.type === "}" && --depth === 0) return index;
  }
  return undefined;
}
