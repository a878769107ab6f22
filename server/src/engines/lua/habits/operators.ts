import { certain, inserted, possible, replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import { type Advice, type Fault, spaced } from "./fault.js";

interface Foreign {
  /** Absent where Lua has nothing of the kind. */
  readonly lua?: string;
  readonly says: string;
  readonly isCertain: boolean;
}

const notEqual: Foreign = { lua: "~=", says: "Lua writes '~=' for 'not equal'.", isCertain: true };
const and: Foreign = { lua: "and", says: "Lua writes 'and'.", isCertain: true };
const or: Foreign = { lua: "or", says: "Lua writes 'or'.", isCertain: true };

const bits: Foreign = { says: "Lua 5.1 has no operators on bits.", isCertain: false };

/** Operators of other languages; longer ones first, for they may start with a shorter one. */
const foreign: readonly (readonly [string, Foreign])[] = [
  ["!==", notEqual],
  ["===", { lua: "==", says: "Lua compares with '=='.", isCertain: true }],
  ["<=>", { says: "Lua has no '<=>'. Compare with '<' and '>'.", isCertain: false }],
  [">>>", bits],
  ["<<", bits],
  [">>", bits],
  ["=~", { says: "Lua matches with 'x:match(pattern)', in patterns of its own.", isCertain: false }],
  ["&.", { says: "Lua has no '&.'. Write 'a and a.b'.", isCertain: false }],
  ["?:", { ...or, says: "Lua writes 'or' for 'when it is missing'." }],
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
  if (lua === undefined) return { says, choices: [] };
  const isInName = /^[\w)\]].*[A-Za-z_]$/.test(source.slice(place.start - 1, place.end + 1));
  if (lua === "." && !isInName) return undefined;
  // Behind a value, a sign of TypeScript: it says that the value is there.
  if (written === "!" && before?.end === place.start && /[\w)\]]/.test(source[place.start - 1] ?? "")) return undefined;
  // What `not` gives cannot be joined or counted.
  if (
    lua.startsWith("not") &&
    before !== undefined &&
    ["..", "+", "-", "*", "/", "^", "%"].includes(source.slice(before.start, before.end))
  )
    return { says, choices: [] };
  if (lua === ".." && !isOperandEnd(source, before)) return { says: bits.says, choices: [] };
  const make = isCertain ? certain : possible;
  return { says, choices: [make(`Change '${written}' to '${lua}'`, replaced(place, inPlace(source, place, lua)))] };
}

/** What takes the place of an operator: a word with blanks around it. */
function inPlace(source: string, place: Span, lua: string): string {
  return /[a-z]/.test(lua) ? spaced(source, place, lua) : lua;
}

function isOperandEnd(source: string, token: Span | undefined): boolean {
  return token !== undefined && /[\w"')\]}]/.test(source[token.end - 1] ?? "");
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
    if (known?.lua === undefined) return [];
    const place = span(start + index, start + index + text.length);
    return [replaced(place, inPlace(source, place, known.lua))];
  });
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

/** Says whether a token is no sign, but a name, a string or a bracket. */
export function isWord(source: string, { start }: Span): boolean {
  return /[\w"'[\](){}]/.test(source[start] ?? "");
}
