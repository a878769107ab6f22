import { certain, inserted, possible, replaced } from "../../../base/rewrites.js";
import { span } from "../../../base/span.js";
import type { Token } from "../../../lua/lex.js";
import { type Advice, closingBracket, type Fault } from "./fault.js";

interface Filter {
  /** What stands before and after the filtered value. */
  readonly before: string;
  readonly after: string;
  readonly isCertain: boolean;
}

const filters: ReadonlyMap<string, Filter> = new Map([
  ["upper", { before: "string.upper(", after: ")", isCertain: true }],
  ["upcase", { before: "string.upper(", after: ")", isCertain: true }],
  ["uppercase", { before: "string.upper(", after: ")", isCertain: true }],
  ["lower", { before: "string.lower(", after: ")", isCertain: true }],
  ["downcase", { before: "string.lower(", after: ")", isCertain: true }],
  ["lowercase", { before: "string.lower(", after: ")", isCertain: true }],
  ["reverse", { before: "string.reverse(", after: ")", isCertain: false }],
  ["length", { before: "#", after: "", isCertain: true }],
  ["size", { before: "#", after: "", isCertain: true }],
  ["count", { before: "#", after: "", isCertain: true }],
  ["len", { before: "#", after: "", isCertain: true }],
  ["string", { before: "tostring(", after: ")", isCertain: true }],
  ["int", { before: "math.floor(", after: ")", isCertain: false }],
  ["safe", { before: "", after: "", isCertain: true }],
  ["raw", { before: "", after: "", isCertain: true }],
  ["e", { before: "", after: "", isCertain: true }],
  ["escape", { before: "", after: "", isCertain: true }],
  ["json", { before: "", after: "", isCertain: true }],
  ["tojson", { before: "", after: "", isCertain: true }],
  ["trim", { before: "string.match(", after: ', "^%s*(.-)%s*$")', isCertain: true }],
  ["strip", { before: "string.match(", after: ', "^%s*(.-)%s*$")', isCertain: true }],
  ["first", { before: "", after: "[1]", isCertain: true }],
  ["abs", { before: "math.abs(", after: ")", isCertain: true }],
  ["floor", { before: "math.floor(", after: ")", isCertain: true }],
  ["ceil", { before: "math.ceil(", after: ")", isCertain: true }],
  ["float", { before: "tonumber(", after: ")", isCertain: true }],
]);

/** `{{ x | upper }}`, `{{ xs | join(", ") }}`, `{{ x | default("y") }}`: filters. */
export function filter({ source, tokens, at, place }: Fault): Advice | undefined {
  const pipe = tokens[at];
  const name = tokens[at + 1];
  if (pipe === undefined || source[pipe.start] !== "|" || source[pipe.start + 1] === "|" || source[pipe.start - 1] === "|")
    return undefined;
  if (name?.type === "number") return { says: "Lua 5.1 has no operators on bits.", choices: [] };
  const says = "Lua has no filters. Call a function: 'string.upper(x)', 'x or \"default\"', 'table.concat(xs, \", \")'.";
  const first = operandStart(tokens, at - 1);
  if (name?.type !== "name" || first === undefined) return { says, choices: [] };
  const value = span((tokens[first] as Token).start, (tokens[at - 1] as Token).end);
  const argument = argumentOf(source, tokens, at + 2);
  const tail = span(value.end, argument?.end ?? name.end);
  const title = `Write '${name.text}' in Lua`;
  if (argument !== undefined && name.text === "default") {
    const isAlone = first === 0 && tokens.at(-1)?.end === argument.end;
    const around = isAlone
      ? [replaced(tail, ` or ${argument.text}`)]
      : [inserted(value.start, "("), replaced(tail, ` or ${argument.text})`)];
    return { says, choices: [certain(title, ...around)] };
  }
  if (argument !== undefined && name.text === "join")
    return { says, choices: [certain(title, inserted(value.start, "table.concat("), replaced(tail, `, ${argument.text})`))] };
  const known = argument === undefined ? filters.get(name.text) : undefined;
  if (known === undefined) return { says, choices: [] };
  const edits = known.before === "" ? [replaced(tail, known.after)] : [inserted(value.start, known.before), replaced(tail, known.after)];
  // A number is true in Lua, whichever it is.
  const isCompared =
    known.before !== "#" || place.kind === "expression" || /^[<>=~!]/.test(source.slice(tail.end, tail.end + 80).trimStart());
  return { says, choices: [(known.isCertain && isCompared ? certain : possible)(title, ...edits)] };
}

/** The first token of the operand that ends at a token: a filter takes what stands right in front of it. */
function operandStart(tokens: readonly Token[], last: number): number | undefined {
  let index = last;
  for (;;) {
    const type = tokens[index]?.type;
    if (type === ")" || type === "]") {
      const open = tokens.findLastIndex((_, before) => before < index && closingBracket(tokens, before) === index);
      if (open < 0) return undefined;
      const before = tokens[open - 1]?.type;
      if (before !== "name" && before !== ")" && before !== "]") return type === ")" ? open : undefined;
      index = open - 1;
    } else if (type === "name" || type === "string" || type === "number") {
      const sign = tokens[index - 1]?.type;
      if (type !== "name" || (sign !== "." && sign !== ":")) return index;
      index -= 2;
    } else return undefined;
  }
}

/** One argument: `("x")`, or `: "x"` as in Liquid. */
function argumentOf(source: string, tokens: readonly Token[], index: number): { readonly text: string; readonly end: number } | undefined {
  const [open, value, close] = tokens.slice(index, index + 3);
  if (value === undefined || (value.type !== "string" && value.type !== "number" && value.type !== "name")) return undefined;
  const text = source.slice(value.start, value.end);
  if (open?.type === "(" && close?.type === ")") return { text, end: close.end };
  return open?.type === ":" ? { text, end: value.end } : undefined;
}
