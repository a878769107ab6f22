import { chargeText } from "../execute/budget.js";
import { CallError } from "../execute/failure.js";
import type { GoFunction } from "../execute/parameter.js";
import type { Run } from "../execute/run.js";
import { valueText } from "../format/print.js";
import { quote } from "../text/quote.js";
import { trimSpace } from "../text/unicode.js";
import { characterCount, firstCharacters } from "../text/utf8.js";
import type { GoValue } from "../values/go-value.js";
import { integerOf } from "../values/numbers.js";
import { lower, title, upper } from "./case.js";
import { fixed, made, madeList, variadic } from "./define.js";
import { wrapText } from "./wrap-text.js";

/** A function of one text that makes a text. */
function ofText(make: (text: string) => string): GoFunction {
  return fixed(["string"], ([text], run) => made(run, make(text as string)));
}

/** A function of two texts that makes a text; the subject comes last. */
function ofTwoTexts(make: (argument: string, text: string) => string): GoFunction {
  return fixed(["string", "string"], ([argument, text], run) => made(run, make(argument as string, text as string)));
}

/** A question about a text; the subject comes last. */
function asking(ask: (needle: string, text: string) => boolean): GoFunction {
  return fixed(["string", "string"], ([needle, text]) => ask(needle as string, text as string));
}

/** A function of a number and a text. */
function ofCount(make: (count: number, text: string, run: Run) => string): GoFunction {
  return fixed(["int", "string"], ([count, text], run) => made(run, make(Number(count), text as string, run)));
}

/** Standard functions of strings (spec/go-templates.md, "Standard functions"). */
export const stringFunctions: { readonly [name: string]: GoFunction } = {
  upper: ofText(upper),
  lower: ofText(lower),
  title: ofText(title),
  trim: ofText(trimSpace),
  trimAll: ofTwoTexts(trimAll),
  trimPrefix: ofTwoTexts((prefix, text) => (text.startsWith(prefix) ? text.slice(prefix.length) : text)),
  trimSuffix: ofTwoTexts((suffix, text) => (text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text)),
  contains: asking((part, text) => text.includes(part)),
  hasPrefix: asking((prefix, text) => text.startsWith(prefix)),
  hasSuffix: asking((suffix, text) => text.endsWith(suffix)),
  replace: fixed(["string", "string", "string"], replace),
  repeat: ofCount(repeat),
  trunc: ofCount((count, text) => (count < 0 ? lastCharacters(text, -count) : firstCharacters(text, count))),
  abbrev: ofCount((width, text) => (width < 4 || characterCount(text) <= width ? text : `${firstCharacters(text, width - 3)}...`)),
  wrap: ofCount((width, text) => wrapText(text, width)),
  indent: ofCount(indent),
  nindent: ofCount((count, text, run) => `\n${indent(count, text, run)}`),
  quote: variadic(["any"], (values, run) =>
    made(
      run,
      present(values)
        .map((value) => quote(textOf(value, run)))
        .join(" "),
    ),
  ),
  squote: variadic(["any"], (values, run) =>
    made(
      run,
      present(values)
        .map((value) => `'${textOf(value, run)}'`)
        .join(" "),
    ),
  ),
  splitList: fixed(["string", "string"], ([separator, text], run) => madeList(run, split(text as string, separator as string))),
  join: fixed(["string", "any"], join),
  plural: fixed(["string", "string", "any"], ([one, many, count]) => (integerOf(count) === 1 ? one : many)),
  toString: fixed(["any"], ([value], run) => textOf(value, run)),
};

function textOf(value: GoValue, run: Run): string {
  return valueText(value, run.budget.charge);
}

function present(values: readonly GoValue[]): GoValue[] {
  return values.filter((value) => value !== null);
}

function trimAll(cut: string, text: string): string {
  const characters = [...text];
  let start = 0;
  let end = characters.length;
  const isCut = (index: number): boolean => cut.includes(characters[index] as string);
  while (start < end && isCut(start)) start++;
  while (end > start && isCut(end - 1)) end--;
  return characters.slice(start, end).join("");
}

function replace([from, to, text]: readonly GoValue[], run: Run): string {
  const parts = split(text as string, from as string);
  const ends = from === "" ? 2 : 0;
  const gaps = parts.length - 1 + ends;
  chargeText(run.budget, (text as string).length + gaps * (to as string).length);
  return from === "" ? `${to as string}${parts.map((part) => part + (to as string)).join("")}` : parts.join(to as string);
}

/** An empty separator splits between all characters. */
function split(text: string, separator: string): string[] {
  return separator === "" ? [...text] : text.split(separator);
}

function repeat(count: number, text: string, { budget }: Run): string {
  if (count < 0) throw new CallError("negative repeat count");
  chargeText(budget, count * text.length);
  return text.repeat(text === "" ? 0 : count);
}

function lastCharacters(text: string, count: number): string {
  const length = characterCount(text);
  return length <= count ? text : text.slice(firstCharacters(text, length - count).length);
}

function indent(count: number, text: string, { budget }: Run): string {
  if (count < 0) throw new CallError("negative repeat count");
  const lines = text.split("\n");
  chargeText(budget, text.length + count * lines.length);
  const blanks = " ".repeat(count);
  return lines.map((line) => blanks + line).join("\n");
}

function join([separator, list]: readonly GoValue[], run: Run): string {
  if (list === null) return "";
  if (!Array.isArray(list)) return textOf(list, run);
  const parts = present(list as readonly GoValue[]).map((value) => textOf(value, run));
  const length = parts.reduce((sum, { length: own }) => sum + own, 0);
  chargeText(run.budget, length + parts.length * (separator as string).length);
  return parts.join(separator as string);
}
