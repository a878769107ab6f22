import { certain, inserted, possible, replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import { type Advice, type Fault, spaced } from "./fault.js";

interface Foreign {
  readonly lua: string;
  readonly says: string;
  readonly isCertain: boolean;
}

const notEqual: Foreign = { lua: "~=", says: "Lua writes '~=' for 'not equal'.", isCertain: true };
const and: Foreign = { lua: "and", says: "Lua writes 'and'.", isCertain: true };
const or: Foreign = { lua: "or", says: "Lua writes 'or'.", isCertain: true };

/** Operators of other languages; longer ones first, for they may start with a shorter one. */
const foreign: readonly (readonly [string, Foreign])[] = [
  ["!==", notEqual],
  ["===", { lua: "==", says: "Lua compares with '=='.", isCertain: true }],
  ["!=", notEqual],
  ["<>", notEqual],
  ["&&", and],
  ["||", or],
  ["??", { ...or, says: "Lua writes 'or' for 'when it is missing'." }],
  ["**", { lua: "^", says: "Lua writes '^' for powers.", isCertain: true }],
  ["->", { lua: ".", says: "Lua writes '.' for a member.", isCertain: true }],
  ["::", { lua: ".", says: "Lua writes '.' for a member.", isCertain: true }],
  ["=<", { lua: "<=", says: "Lua writes '<=' for 'at most'.", isCertain: true }],
  [":=", { lua: "=", says: "Lua assigns with '='.", isCertain: true }],
  ["=>", { lua: ">=", says: "Lua writes '>=' for 'at least', and 'function(x) return … end' for a function.", isCertain: false }],
  ["!!", { lua: "not not", says: "Lua writes 'not not'.", isCertain: true }],
  ["!", { lua: "not", says: "Lua writes 'not'.", isCertain: true }],
  ["~", { lua: "..", says: "Lua joins strings with '..'.", isCertain: false }],
  ["&", { ...and, says: "Lua has no '&'. For 'both' it writes 'and'.", isCertain: false }],
];

/** `!=`, `&&`, `!x` and their like. */
export function foreignOperator(fault: Fault): Advice | undefined {
  const { source, tokens, at } = fault;
  const token = tokens[at];
  if (token === undefined || isWord(source, token)) return undefined;
  const found = operatorAt(fault);
  if (found === undefined) return undefined;
  const [written, { lua, says, isCertain }] = found.entry;
  const place = span(found.start, found.start + written.length);
  const before = tokens[at - 1];
  const isInName = /^[\w)\]].*[A-Za-z_]$/.test(source.slice(place.start - 1, place.end + 1));
  if (lua === "." && !isInName) return undefined;
  // Behind a value, a sign of TypeScript: it says that the value is there.
  if (written === "!" && before?.end === place.start && /[\w)\]]/.test(source[place.start - 1] ?? "")) return undefined;
  // What `not` gives cannot be joined or counted.
  if (lua.startsWith("not") && before !== undefined && ["..", "+", "-", "*", "/", "^", "%"].includes(source.slice(before.start, before.end)))
    return { says, choices: [] };
  const text = /[a-z]/.test(lua) ? spaced(source, place, lua) : lua;
  const make = isCertain ? certain : possible;
  return { says, choices: [make(`Change '${written}' to '${lua}'`, replaced(place, text))] };
}

/** The longest foreign operator around the token at fault. */
function operatorAt({ source, tokens, at, place }: Fault): { start: number; entry: readonly [string, Foreign] } | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  for (const entry of foreign) {
    const { length } = entry[0];
    for (let start = Math.max(place.code.start, token.start - length + 1); start <= token.start; start++)
      if (start + length <= place.code.end && source.startsWith(entry[0], start)) return { start, entry };
  }
  return undefined;
}

/** Edits for every operator in a condition that has one meaning in Lua; strings are left alone. */
export function operatorEdits(source: string, { start, end }: Span): TextEdit[] {
  const found = source.slice(start, end).matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[!=]==|!=|<>|&&|\|\||\?\?|!!?/g);
  return [...found].flatMap(({ index, 0: text }) => {
    const known = foreign.find(([written]) => written === text)?.[1];
    if (known === undefined) return [];
    const place = span(start + index, start + index + text.length);
    return [replaced(place, /[a-z]/.test(known.lua) ? spaced(source, place, known.lua) : known.lua)];
  });
}

const compound: ReadonlyMap<string, string> = new Map([
  ["+=", "+"],
  ["-=", "-"],
  ["*=", "*"],
  ["/=", "/"],
  ["%=", "%"],
  ["^=", "^"],
  ["..=", ".."],
  ["||=", "or"],
  ["&&=", "and"],
  ["??=", "or"],
]);

/** `x += 1`, `x++` and their like: the target is written again in front. */
export function compoundAssignment(fault: Fault): Advice | undefined {
  const { source, tokens, place } = fault;
  const sign = signAfterTarget(fault);
  if (sign === undefined) return undefined;
  if (place.kind === "expression")
    return { says: `Lua has no '${sign.text}', and an expression changes nothing. Write '{% x = x ${sign.lua} 1 %}'.`, choices: [] };
  const target = targetBefore(fault, sign.first);
  if (target === undefined) return undefined;
  const name = source.slice(target.start, target.end);
  const says = `Lua has no '${sign.text}'. Write the target again: '${name} = ${name} ${sign.lua} …'.`;
  const again = inserted(target.start, `${name} = `);
  if (sign.step) {
    const title = `Write '${name} = ${name} ${sign.lua} 1'`;
    return { says, choices: [certain(title, again, replaced(sign.span, ` ${sign.lua} 1`))] };
  }
  const value = valueSpan(source, tokens, sign.next);
  if (value === undefined) return { says, choices: [] };
  const word = /[a-z]/.test(sign.lua) ? spaced(source, sign.span, sign.lua) : sign.lua;
  const edits = value.isOne
    ? [again, replaced(sign.span, word)]
    : [again, replaced(span(sign.span.start, value.start), `${word.trimEnd()} (`), inserted(value.end, ")")];
  return { says, choices: [certain(`Write '${name} = ${name} ${sign.lua} …'`, ...edits)] };
}

/** `a // b` in an expression. */
export function wholeDivision({ tokens, at, place }: Fault): Advice | undefined {
  const [first, second] = [tokens[at - 1], tokens[at]];
  if (place.kind !== "expression" || first?.end !== second?.start || first?.type !== "/" || second?.type !== "/") return undefined;
  const says = "Lua writes 'math.floor(a / b)' for whole division.";
  const isPlain = tokens.every(({ type }, index) => index === at - 1 || index === at || ["name", "number", "."].includes(type));
  const [start, end] = [tokens[0]?.start, tokens.at(-1)?.end];
  if (!isPlain || at < 2 || start === undefined || end === undefined || end === second.end) return { says, choices: [] };
  return {
    says,
    choices: [certain("Write 'math.floor(… / …)'", inserted(start, "math.floor("), replaced(second, ""), inserted(end, ")"))],
  };
}

interface Sign {
  readonly text: string;
  readonly lua: string;
  readonly step: boolean;
  readonly span: Span;
  /** Index of its first token, and of the first behind it. */
  readonly first: number;
  readonly next: number;
}

function signAfterTarget({ source, tokens, at, place }: Fault): Sign | undefined {
  for (let first = Math.max(0, at - 1); first <= at + 1; first++) {
    const token = tokens[first];
    const start = token?.start ?? -1;
    if (token === undefined || isWord(source, token)) continue;
    for (const [text, lua] of compound) {
      if (!source.startsWith(text, start) || start + text.length > place.code.end) continue;
      const next = tokens.findIndex((other) => other.start >= start + text.length);
      return { text, lua, step: false, span: span(start, start + text.length), first, next };
    }
    if (source.startsWith("++", start)) return { text: "++", lua: "+", step: true, span: span(start, start + 2), first, next: first + 2 };
  }
  const end = tokens[at]?.end ?? -1;
  if (!source.startsWith("--", end) || !/^--\s*(\r|\n|;|$)/.test(source.slice(end, place.code.end))) return undefined;
  return { text: "--", lua: "-", step: true, span: span(end, end + 2), first: at + 1, next: at + 1 };
}

/** The variable or field that ends right before a token: names with dots and plain indexes, no calls. */
function targetBefore({ source, tokens }: Fault, index: number): Span | undefined {
  const last = tokens[index - 1];
  let first = index - 1;
  if (last === undefined) return undefined;
  for (;;) {
    const token = tokens[first];
    if (token?.type === "]") {
      const open = tokens.findLastIndex(({ type }, i) => type === "[" && i < first);
      if (open < 1) return undefined;
      first = open - 1;
    } else if (token?.type !== "name") return undefined;
    else if (tokens[first - 1]?.type === ".") first -= 2;
    else break;
  }
  const start = tokens[first]?.start ?? last.start;
  return /[()]/.test(source.slice(start, last.end)) ? undefined : span(start, last.end);
}

/** The value behind an assignment sign: one operand, or the rest of its line. */
function valueSpan(
  source: string,
  tokens: Fault["tokens"],
  first: number,
): { readonly start: number; readonly end: number; readonly isOne: boolean } | undefined {
  const start = tokens[first];
  if (first < 0 || start === undefined) return undefined;
  let last = first;
  while (
    tokens[last + 1] !== undefined &&
    !/[\n\r]/.test(source.slice(start.start, tokens[last + 1]?.start)) &&
    tokens[last + 1]?.type !== ";"
  )
    last++;
  const second = tokens[first + 1];
  const isAtom = start.type === "name" || start.type === "number" || start.type === "string";
  const isOne = isAtom && (last === first || second?.type === "name" || !isOperator(source, second));
  return { start: start.start, end: (tokens[last] as typeof start).end, isOne };
}

function isOperator(source: string, token: Fault["tokens"][number] | undefined): boolean {
  return token !== undefined && (/^[^\w\s;]/.test(source.slice(token.start, token.end)) || token.type === "and" || token.type === "or");
}

function isWord(source: string, { start }: Span): boolean {
  return /[\w"'[\](){}]/.test(source[start] ?? "");
}
