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

/** What Jinja asks with `is` beyond that, and how Lua does. */
const tests: ReadonlyMap<string, string> = new Map([
  ["string", "'type(x) == \"string\"'"],
  ["number", "'type(x) == \"number\"'"],
  ["boolean", "'type(x) == \"boolean\"'"],
  ["mapping", "'type(x) == \"table\"'"],
  ["sequence", "'type(x) == \"table\"'"],
  ["iterable", "'type(x) == \"table\"'"],
  ["callable", "'type(x) == \"function\"'"],
  ["even", "'x % 2 == 0'"],
  ["odd", "'x % 2 == 1'"],
  ["divisibleby", "'x % n == 0'"],
  ["empty", "'x == \"\"' for a text, '#x == 0' for a list"],
]);

interface Asked {
  /** The span from `is` on. */
  readonly span: Span;
  readonly isNegated: boolean;
  readonly word: string;
}

function askedAt({ source, tokens, at }: Fault): Asked | undefined {
  const word = tokens[at];
  if (word?.type !== "name" || word.text !== "is" || at === 0) return undefined;
  const isNegated = tokens[at + 1]?.type === "not";
  const asked = tokens[at + (isNegated ? 2 : 1)];
  return asked === undefined ? undefined : { span: span(word.start, asked.end), isNegated, word: source.slice(asked.start, asked.end) };
}

/** `x is string`, `x is even`: what Lua has no word for. */
export function unknownQuestion(fault: Fault): Advice | undefined {
  const says = tests.get(askedAt(fault)?.word ?? "");
  return says === undefined ? undefined : { says: `Lua writes ${says}.`, choices: [] };
}

/** `x is defined`, `x is not none`, `x is y`. */
export function isQuestion(fault: Fault): Advice | undefined {
  const { source, tokens, at } = fault;
  const asked = askedAt(fault);
  if (asked === undefined) return undefined;
  const says = "Lua compares with '==' and '~='; what is not there is nil.";
  const [known] = questionEdits(source, asked.span);
  if (known !== undefined) return { says, choices: [certain(`Write '${known.newText}'`, known)] };
  const sign = asked.isNegated ? "~=" : "==";
  const place = span(asked.span.start, (tokens[asked.isNegated ? at + 1 : at] as Token).end);
  return { says, choices: [possible(`Write '${sign}'`, replaced(place, sign))] };
}

/** Words that compare or compute in Twig, Liquid, Perl and SQL, and the sign that Lua has. */
const wordSigns: ReadonlyMap<string, string> = new Map([
  ["eq", "=="],
  ["equals", "=="],
  ["ne", "~="],
  ["neq", "~="],
  ["gt", ">"],
  ["lt", "<"],
  ["ge", ">="],
  ["gte", ">="],
  ["le", "<="],
  ["lte", "<="],
  ["mod", "%"],
]);

const wordPhrases: ReadonlyMap<string, string> = new Map([
  ["contains", "Lua writes 'x:find(text, 1, true)' for a part of a text; a list is gone through."],
  ["instanceof", "Lua has no classes. It tells types by 'type(x) == \"table\"'."],
  ["matches", "Lua writes 'x:match(pattern)'."],
  ["like", "Lua writes 'x:match(pattern)'."],
]);

/** `a eq b`, `x contains "a"`: operators in words. */
export function wordOperator({ tokens, at }: Fault): Advice | undefined {
  const [before, word, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (word?.type !== "name" || before === undefined || next === undefined) return undefined;
  if (
    !["name", "string", "number", ")", "]"].includes(before.type) ||
    !["name", "string", "number", "(", "true", "false", "nil"].includes(next.type)
  )
    return undefined;
  const says = wordPhrases.get(word.text);
  if (says !== undefined) return { says, choices: [] };
  const sign = wordSigns.get(word.text);
  if (sign === undefined) return undefined;
  return { says: `Lua writes '${sign}'.`, choices: [certain(`Change '${word.text}' to '${sign}'`, replaced(word, sign))] };
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
  ["delete", "Lua has no 'delete'. Write '{% x = nil %}'."],
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
