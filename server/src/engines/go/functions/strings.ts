import { type Budget, chargeList, chargeText, step } from "../execute/budget.js";
import { CallError } from "../execute/failure.js";
import type { GoFunction } from "../execute/parameter.js";
import type { Run } from "../execute/run.js";
import type { Charge } from "../format/directive.js";
import { valueText } from "../format/print.js";
import { quote } from "../text/quote.js";
import { createTextSearch } from "../text/search.js";
import { createTextBuilder } from "../text/text-builder.js";
import { trimSpace } from "../text/unicode.js";
import { characterAt, characterBefore, characterCount, firstCharacters } from "../text/utf8.js";
import type { GoValue } from "../values/go-value.js";
import { integerOf } from "../values/numbers.js";
import { lower, title, upper } from "./case.js";
import { fixed, made, madeList, variadic } from "./define.js";
import { wrapText } from "./wrap-text.js";

/** A function of one text that makes a text. */
function ofText(make: (text: string, charge: Charge) => string): GoFunction {
  return fixed(["string"], ([text], run) => made(run, make(text as string, run.budget.charge)));
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
  contains: fixed(
    ["string", "string"],
    ([part, text], { budget }) => part === "" || createTextSearch(text as string, part as string, budget).next(0) >= 0,
  ),
  hasPrefix: asking((prefix, text) => text.startsWith(prefix)),
  hasSuffix: asking((suffix, text) => text.endsWith(suffix)),
  replace: fixed(["string", "string", "string"], replace),
  repeat: ofCount(repeat),
  trunc: ofCount((count, text) => (count < 0 ? lastCharacters(text, -count) : firstCharacters(text, count))),
  abbrev: ofCount((width, text) => (width < 4 || characterCount(text) <= width ? text : `${firstCharacters(text, width - 3)}...`)),
  wrap: ofCount((width, text, run) => wrapText(text, width, run.budget.charge)),
  indent: ofCount(indent),
  nindent: ofCount((count, text, run) => `\n${indent(count, text, run)}`),
  quote: variadic(["any"], (values, run) =>
    made(
      run,
      present(values)
        .map((value) => quote(textOf(value, run), "unicode", run.budget.charge))
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
  splitList: fixed(["string", "string"], ([separator, text], run) => split(text as string, separator as string, run)),
  join: fixed(["string", "any"], join),
  plural: fixed(["string", "string", "int"], ([one, many, count]) => (integerOf(count) === 1 ? one : many)),
  toString: fixed(["any"], ([value], run) => textOf(value, run)),
};

function textOf(value: GoValue, run: Run): string {
  return valueText(value, run.budget.charge);
}

function present(values: readonly GoValue[]): GoValue[] {
  return values.filter((value) => value !== null);
}

function trimAll(cut: string, text: string): string {
  const characters = new Set(cut);
  let start = 0;
  for (let next = start; next < text.length && characters.has(characterAt(text, next)); start = next)
    next += characterAt(text, next).length;
  let end = text.length;
  for (let next = end; next > start && characters.has(characterBefore(text, next)); end = next) next -= characterBefore(text, next).length;
  return text.slice(start, end);
}

function replace([from, to, text]: readonly GoValue[], run: Run): string {
  const { budget } = run;
  const builder = createTextBuilder(budget.charge);
  if (from === "") {
    builder.add(to as string);
    for (const character of text as string) builder.add(character + (to as string));
    return made(run, builder.text());
  }
  for (const { part, isLast } of parts(text as string, from as string, budget)) {
    step(budget);
    builder.add(part);
    if (!isLast) builder.add(to as string);
  }
  return made(run, builder.text());
}

function split(text: string, separator: string, run: Run): readonly GoValue[] {
  const list: string[] = [];
  if (separator === "") {
    chargeList(run.budget, characterCount(text));
    return madeList(run, [...text]);
  }
  for (const { part } of parts(text, separator, run.budget)) {
    step(run.budget);
    list.push(part);
    if (Number.isInteger(Math.log2(list.length))) chargeList(run.budget, list.length);
  }
  return madeList(run, list);
}

interface Part {
  readonly part: string;
  readonly isLast: boolean;
}

/** What stands between separators, which are not empty. */
function* parts(text: string, separator: string, budget: Budget): Generator<Part> {
  const search = createTextSearch(text, separator, budget);
  let start = 0;
  for (let found = search.next(0); found >= 0; found = search.next(start)) {
    yield { part: text.slice(start, found), isLast: false };
    start = found + separator.length;
  }
  yield { part: text.slice(start), isLast: true };
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
