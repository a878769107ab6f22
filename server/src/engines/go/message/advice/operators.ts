import { certain, inserted, replaced } from "../../../../base/rewrites.js";
import { type Span, span } from "../../../../base/span.js";
import type { Token } from "../../syntax/tokens.js";
import { type ActionFault, type Habit, insideText, rewriting } from "./action-fault.js";

const functions: { readonly [operator: string]: string } = {
  "==": "eq",
  "===": "eq",
  "!=": "ne",
  "<>": "ne",
  "~=": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
  "&&": "and",
  "||": "or",
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "%": "mod",
};

const piece = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`|[()]|(?<=[\s)"`])(?:===?|!=|<>|~=|<=?|>=?|&&|\|\||[+*/%-])(?=[\s("`$.])|\|/g;

/** `.a == .b`: operators are functions in front of their operands. */
export const operator: Habit = (at) => {
  const text = insideText(at);
  const [, word = ""] = /^((?:else\s+if|if|with|else\s+with|\$\w+\s*:?=)\s+)/.exec(text) ?? [];
  const found = operatorsIn(text, word.length);
  const [first] = found;
  if (first === undefined || !isAt(at, first)) return undefined;
  const name = functions[text.slice(first.start, first.end)] as string;
  const says = `Operators are functions in Go: ${name} a b.`;
  const left = text.slice(word.length, first.start).trim();
  const right = text.slice(first.end).trim();
  if (found.length > 1 || left === "" || right === "" || hasPipe(text)) return rewriting(says);
  const written = `${word}${name} ${operandText(left)} ${operandText(right)}`;
  return rewriting(says, certain(`Write "${written.slice(word.length)}"`, replaced(at.inside, written)));
};

/** The operators outside of parentheses and strings. */
function operatorsIn(text: string, from: number): Span[] {
  let depth = 0;
  const found: Span[] = [];
  for (const { 0: part, index } of text.matchAll(piece)) {
    if (part === "(") depth++;
    else if (part === ")") depth--;
    else if (depth === 0 && index >= from && Object.hasOwn(functions, part)) found.push(span(index, index + part.length));
  }
  return found;
}

function hasPipe(text: string): boolean {
  return [...text.matchAll(piece)].some(([part]) => part === "|");
}

/** Says whether the fault is at an operator, or what it made of the operands. */
function isAt({ fault, inside }: ActionFault, { start, end }: Span): boolean {
  return fault.span.start <= inside.start + end && inside.start + start <= fault.span.end;
}

function operandText(text: string): string {
  return /^(?:"(?:\\.|[^"\\])*"|`[^`]*`|[^\s()]+|\([^()]*\))$/.test(text) ? text : `(${text})`;
}

/** `!.x`: it is a function. */
export const negation: Habit = ({ fault, text, tokens }) => {
  const { start, end } = fault.span;
  if (text.slice(start, end) !== "!" || text[end] === "=") return undefined;
  const next = tokens.find((token) => token.start === end);
  const says = "Go writes not.";
  if (next === undefined || !["field", "variable", "open", "dot"].includes(next.kind)) return rewriting(says);
  return rewriting(says, certain("Change '!' to 'not'", replaced(span(start, end), "not ")));
};

const indexed = /^((?:\$\w*)?(?:\.\w+)*)\[\s*(\d+|"(?:\\.|[^"\\\n])*"|'[^'"\\\n]*'|\$\w+)\s*\]((?:\.\w+)*)/;
const dashed = /^((?:\$\w*)?(?:\.\w+)*?)\.(\w+(?:-\w+)+)/;

/** `.list[0]`, `.map["key"]` and `.content-type`: members without a plain name are reached with `index`. */
export const member: Habit = (at) => {
  const { fault, text, inside } = at;
  if (!/^bad character U\+00(5B|2D)/.test(fault.message)) return undefined;
  const start = chainStart(text, fault.span.start, inside.start);
  const written = text.slice(start, inside.end);
  const [brackets, of = "", key = "", fields = ""] = indexed.exec(written) ?? [];
  const [dashes, owner = "", name = ""] = brackets === undefined ? (dashed.exec(written) ?? []) : [];
  const found = brackets ?? dashes;
  if (found === undefined || /^[-[\w]/.test(written.slice(found.length))) return undefined;
  const call = brackets === undefined ? `index ${owner || "."} "${name}"` : `index ${of || "."} ${key.replaceAll("'", '"')}`;
  const isWhole = start === inside.start && found.length === written.length && fields === "";
  const newText = isWhole ? call : `(${call})${fields}`;
  return rewriting(
    "Members without a plain name are reached with index.",
    certain(`Change '${found}' to '${newText}'`, replaced(span(start, start + found.length), newText)),
  );
};

/** The fields before a field belong to it. */
function chainStart(text: string, at: number, least: number): number {
  let start = at;
  while (start > least && /[\w.$]/.test(text[start - 1] as string)) start--;
  return start;
}

/** `upper(.name)`, `trunc(3, .name)`: arguments follow the name, without parentheses and commas. */
export const call: Habit = ({ fault, text, tokens }) => {
  const open = tokens.findIndex(({ start, kind }) => kind === "open" && start === fault.span.start);
  const callee = tokens[open - 1];
  if (callee?.kind !== "identifier" || callee.end !== fault.span.start || !fault.message.startsWith('unexpected "("')) return undefined;
  const says = "Arguments follow the name of a function without parentheses.";
  const shut = closing(tokens, open);
  const close = tokens[shut];
  if (close === undefined) return rewriting(says);
  const inner = tokens.slice(open + 1, shut);
  // What is called in there is mended first.
  if (inner.some(({ kind, end }, index) => kind === "identifier" && inner[index + 1]?.kind === "open" && inner[index + 1]?.start === end)) {
    const edits = [inserted(callee.end, " ")];
    return inner.some(({ text: mark }) => mark === ",")
      ? rewriting(says)
      : rewriting(says, certain(`Put a blank behind '${callee.text}'`, ...edits));
  }
  const args = argumentTexts(text, inner);
  const isAlone = startsCommand(tokens[open - 2]) && endsCommand(tokens[shut + 1]);
  const written = [callee.text, ...args].join(" ");
  const newText = isAlone ? written : `(${written})`;
  return rewriting(says, certain(`Write "${newText}"`, replaced(span(callee.start, close.end), newText)));
};

function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  return tokens.findIndex(({ kind }, index) => {
    if (index < open) return false;
    if (kind === "open") depth++;
    return kind === "shut" && --depth === 0;
  });
}

/** The arguments between commas; those of several words in parentheses. */
function argumentTexts(text: string, tokens: readonly Token[]): string[] {
  const args: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [index, { kind, text: mark }] of tokens.entries()) {
    if (kind === "open") depth++;
    if (kind === "shut") depth--;
    const isEnd = index === tokens.length - 1;
    if (!isEnd && (mark !== "," || depth > 0)) continue;
    const part = tokens.slice(from, isEnd ? index + 1 : index);
    from = index + 1;
    const [first] = part;
    if (first !== undefined) args.push(operandText(text.slice(first.start, part.at(-1)?.end)));
  }
  return args;
}

function startsCommand(before: Token | undefined): boolean {
  return before === undefined || ["keyword", "pipe", "declare", "assign", "open"].includes(before.kind);
}

function endsCommand(after: Token | undefined): boolean {
  return after === undefined || after.kind === "pipe" || after.kind === "shut";
}
