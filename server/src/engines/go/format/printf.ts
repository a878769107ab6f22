import { type GoValue, typeName } from "../values/go-value.js";
import { integerOf } from "../values/numbers.js";
import type { Charge, Directive } from "./directive.js";
import { formatValue, valueText } from "./print.js";

/** The largest width, precision and index that an argument may give; digits may exceed it by their last one. */
const largest = 1e6;

interface Reader {
  readonly format: string;
  readonly values: readonly GoValue[];
  readonly charge: Charge | undefined;
  /** UTF-16 offset of what is read next. */
  at: number;
  /** Index of the argument that is used next. */
  argument: number;
  /** An index such as `[2]` was written: arguments left over are no mistake. */
  isReordered: boolean;
  /** The index of this directive fits. */
  isGood: boolean;
  /** An index was just read. */
  isAfterIndex: boolean;
  /** What is said of width and precision that are none. */
  complaints: string;
}

/** A format string filled with values, as Go's `fmt.Sprintf` does; mistakes are told in the text. */
export function sprintf(format: string, values: readonly GoValue[], charge?: Charge): string {
  const flags = { isReordered: false, isGood: true, isAfterIndex: false };
  const reader: Reader = { format, values, charge, at: 0, argument: 0, complaints: "", ...flags };
  let text = "";
  for (;;) {
    const percent = format.indexOf("%", reader.at);
    if (percent < 0) break;
    text += format.slice(reader.at, percent);
    reader.at = percent + 1;
    text += directiveText(reader);
  }
  return text + format.slice(reader.at) + extra(reader);
}

function directiveText(reader: Reader): string {
  const { values } = reader;
  reader.isGood = true;
  reader.complaints = "";
  const directive = readDirective(reader);
  const { complaints } = reader;
  if (directive === undefined) return `${complaints}%!(NOVERB)`;
  const { verb } = directive;
  if (verb === "%") return `${complaints}%`;
  if (!reader.isGood) return `${complaints}%!${verb}(BADINDEX)`;
  if (reader.argument >= values.length) return `${complaints}%!${verb}(MISSING)`;
  return complaints + formatValue(values[reader.argument++], directive);
}

function readDirective(reader: Reader): Directive | undefined {
  const { format, charge } = reader;
  let [plus, minus, sharp, space, zero] = [false, false, false, false, false];
  flags: for (; ; reader.at++) {
    switch (format.charCodeAt(reader.at)) {
      case 0x2b:
        plus = true;
        break;
      case 0x2d:
        minus = true;
        break;
      case 0x23:
        sharp = true;
        break;
      case 0x20:
        space = true;
        break;
      case 0x30:
        zero = true;
        break;
      default:
        break flags;
    }
  }
  readIndex(reader);
  let width = readWidth(reader);
  if (width !== undefined && width < 0) {
    width = -width;
    minus = true;
    zero = false;
  }
  const precision = readPrecision(reader);
  if (!reader.isAfterIndex) readIndex(reader);
  const codePoint = format.codePointAt(reader.at);
  if (codePoint === undefined) return undefined;
  const verb = String.fromCodePoint(codePoint);
  reader.at += verb.length;
  // `%+v` and `%#v` have meanings of their own; the flags do not reach the members.
  const isValue = verb === "v";
  const isSource = isValue && sharp;
  return { verb, plus: plus && !isValue, minus, sharp: sharp && !isValue, space, zero, isSource, width, precision, charge };
}

/** A width: digits, or `*` for the next argument. Negative where an argument is. */
function readWidth(reader: Reader): number | undefined {
  const { format } = reader;
  if (format[reader.at] === "*") {
    reader.at++;
    const width = argumentNumber(reader);
    if (width === undefined) reader.complaints += "%!(BADWIDTH)";
    reader.isAfterIndex = false;
    return width;
  }
  const width = readNumber(reader, format.length);
  if (reader.isAfterIndex && width !== undefined) reader.isGood = false;
  return width;
}

function readPrecision(reader: Reader): number | undefined {
  const { format } = reader;
  if (format[reader.at] !== ".") return undefined;
  reader.at++;
  if (reader.isAfterIndex) reader.isGood = false;
  readIndex(reader);
  if (format[reader.at] !== "*") return readNumber(reader, format.length) ?? 0;
  reader.at++;
  const given = argumentNumber(reader);
  const precision = given !== undefined && given < 0 ? undefined : given;
  if (precision === undefined) reader.complaints += "%!(BADPREC)";
  reader.isAfterIndex = false;
  return precision;
}

/** The next argument as a number, if it is a small integer. It is used up in any case. */
function argumentNumber(reader: Reader): number | undefined {
  if (reader.argument >= reader.values.length) return undefined;
  const value = integerOf(reader.values[reader.argument++]);
  return value === undefined || value > largest || value < -largest ? undefined : Number(value);
}

/** Digits before `end`; nothing where there are none or too many, which are then left out. */
function readNumber(reader: Reader, end: number): number | undefined {
  const { format } = reader;
  let number: number | undefined;
  for (; reader.at < end; reader.at++) {
    const digit = format.charCodeAt(reader.at) - 48;
    if (digit < 0 || digit > 9) break;
    if ((number ?? 0) > largest) {
      reader.at = end;
      return undefined;
    }
    number = (number ?? 0) * 10 + digit;
  }
  return number;
}

/** An index such as `[2]`, which says which argument comes next. */
function readIndex(reader: Reader): void {
  const { format, values } = reader;
  reader.isAfterIndex = false;
  if (format[reader.at] !== "[") return;
  reader.isReordered = true;
  const close = format.indexOf("]", reader.at + 1);
  if (close < 0 || format.length - reader.at < 3) {
    reader.isGood = false;
    reader.at++;
    return;
  }
  reader.at++;
  const number = readNumber(reader, close);
  const isNumber = number !== undefined && reader.at === close;
  reader.at = close + 1;
  reader.isAfterIndex = isNumber;
  if (isNumber && number >= 1 && number <= values.length) {
    reader.argument = number - 1;
    reader.isAfterIndex = true;
  } else reader.isGood = false;
}

function extra({ isReordered, argument, values, charge }: Reader): string {
  if (isReordered || argument >= values.length) return "";
  const rest = values
    .slice(argument)
    .map((value) => (value === null || value === undefined ? "<nil>" : `${typeName(value)}=${valueText(value, charge)}`));
  return `%!(EXTRA ${rest.join(", ")})`;
}
