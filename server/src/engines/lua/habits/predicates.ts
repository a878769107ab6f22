import { certain, possible, replaced } from "../../../base/rewrites.js";
import { type Span, span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import type { Token } from "../../../lua/lex.js";
import type { Advice, Fault } from "./fault.js";

/** What Jinja and Python ask with `is`, and how Lua compares it with nil. */
const questions: ReadonlyMap<string, string> = new Map([
  ["defined", "~="],
  ["undefined", "=="],
  ["none", "=="],
  ["None", "=="],
  ["null", "=="],
]);

/** Edits that turn `is defined`, `is not none` and their like within a span into comparisons with nil. */
export function questionEdits(source: string, { start, end }: Span): TextEdit[] {
  const found = source.slice(start, end).matchAll(/\bis\s+(not\s+)?(\w+)\b/g);
  return [...found].flatMap(({ index, 0: text, 1: not, 2: word = "" }) => {
    const sign = questions.get(word);
    if (sign === undefined) return [];
    const other = sign === "==" ? "~=" : "==";
    return [replaced(span(start + index, start + index + text.length), `${not === undefined ? sign : other} nil`)];
  });
}

/** `x is defined`, `x is not none`, `x is y`. */
export function isQuestion({ source, tokens, at }: Fault): Advice | undefined {
  const word = tokens[at];
  if (word?.type !== "name" || word.text !== "is" || at === 0) return undefined;
  const isNegated = tokens[at + 1]?.type === "not";
  const asked = tokens[at + (isNegated ? 2 : 1)];
  const says = "Lua compares with '==' and '~='; what is not there is nil.";
  if (asked === undefined) return { says, choices: [] };
  const [known] = questionEdits(source, span(word.start, asked.end));
  if (known === undefined) {
    const sign = isNegated ? "~=" : "==";
    const place = span(word.start, (isNegated ? (tokens[at + 1] as Token) : word).end);
    return { says, choices: [possible(`Write '${sign}'`, replaced(place, sign))] };
  }
  return { says, choices: [certain(`Write '${known.newText}'`, known)] };
}

/** `x in xs`, `x not in xs`, `x instanceof y`: Lua has no such operators. */
export function membership({ tokens, at }: Fault): Advice | undefined {
  const word = tokens[at];
  const isIn = word?.type === "in" || (word?.type === "not" && tokens[at + 1]?.type === "in");
  if (at < 1 || !isIn || tokens.some(({ type }) => type === "for")) return undefined;
  return { says: "Lua has no 'in' for values. Look a key up, 't[key] ~= nil', or go through the list.", choices: [] };
}

const prefixes: ReadonlyMap<string, string> = new Map([
  ["typeof", "Lua writes 'type(x)'."],
  ["new", "Lua has no 'new'."],
  ["await", "Lua has no 'await'."],
]);

/** `typeof x`, `new X()`: words in front of a value. */
export function foreignPrefix({ tokens, at }: Fault): Advice | undefined {
  const [word, value, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const says = word?.type === "name" ? prefixes.get(word.text) : undefined;
  if (word === undefined || value?.type !== "name" || says === undefined) return undefined;
  const isPlain = next === undefined || ["==", "~=", ")", ",", "..", "and", "or", "then", "do"].includes(next.type);
  if (word.text !== "typeof" || !isPlain) return { says, choices: [] };
  return { says, choices: [certain("Write 'type(…)'", replaced(span(word.start, value.end), `type(${value.text})`))] };
}
