import { toBytes } from "../text/utf8.js";
import { daysIn, type Moment } from "./moment.js";

const layout = "2006-01-02T15:04:05Z07:00";

/** A text that is no time, in the words of Go's `time.Parse`. */
export class TimeError extends Error {}

/** A time that is being read. */
interface Reader {
  readonly text: string;
  rest: string;
}

/** Reads a time as RFC 3339 writes it; the hour may have one digit, the second a fraction. Throws a `TimeError`. */
export function parseTime(text: string): Moment {
  const reader: Reader = { text, rest: text };
  const year = readYear(reader);
  skip(reader, "-");
  const month = within(reader, "month", readNumber(reader, "01"), [1, 12]);
  skip(reader, "-");
  const day = readNumber(reader, "02");
  skip(reader, "T");
  const hour = within(reader, "hour", readNumber(reader, "15"), [0, 23]);
  skip(reader, ":");
  const minute = within(reader, "minute", readNumber(reader, "04"), [0, 59]);
  skip(reader, ":");
  const second = within(reader, "second", readNumber(reader, "05"), [0, 59]);
  const nanosecond = readFraction(reader);
  const offset = readZone(reader);
  if (reader.rest !== "") throw new TimeError(`parsing time ${quoted(text)}: extra text: ${quoted(reader.rest)}`);
  within(reader, "day", day, [1, daysIn(year, month)]);
  return { year, month, day, hour, minute, second, nanosecond, offset };
}

function cannot({ text, rest }: Reader, part: string): TimeError {
  return new TimeError(`parsing time ${quoted(text)} as ${quoted(layout)}: cannot parse ${quoted(rest)} as ${quoted(part)}`);
}

function within({ text }: Reader, name: string, value: number, [least, most]: readonly [number, number]): number {
  if (value < least || value > most) throw new TimeError(`parsing time ${quoted(text)}: ${name} out of range`);
  return value;
}

function take(reader: Reader, length: number): string {
  const taken = reader.rest.slice(0, length);
  reader.rest = reader.rest.slice(length);
  return taken;
}

function skip(reader: Reader, mark: string): void {
  if (!reader.rest.startsWith(mark)) throw cannot(reader, mark);
  take(reader, 1);
}

function readYear(reader: Reader): number {
  if (!/^[0-9]{4}/.test(reader.rest)) throw cannot(reader, "2006");
  return Number(take(reader, 4));
}

/** Two digits; for the hour one is enough. */
function readNumber(reader: Reader, part: string): number {
  const digits = /^[0-9]{1,2}/.exec(reader.rest)?.[0] ?? "";
  if (digits.length < (part === "15" ? 1 : 2)) throw cannot(reader, part);
  return Number(take(reader, digits.length));
}

function readFraction(reader: Reader): number {
  const digits = /^[.,]([0-9]+)/.exec(reader.rest)?.[1];
  if (digits === undefined) return 0;
  take(reader, digits.length + 1);
  return Number(digits.slice(0, 9).padEnd(9, "0"));
}

function readZone(reader: Reader): number {
  if (reader.rest.startsWith("Z")) {
    take(reader, 1);
    return 0;
  }
  const [, sign, hours, minutes] = /^([+-])([0-9]{2}):([0-9]{2})/.exec(reader.rest) ?? [];
  if (sign === undefined) throw cannot(reader, "Z07:00");
  // Some write offsets of a whole day or hour.
  within(reader, "time zone offset hour", Number(hours), [0, 24]);
  within(reader, "time zone offset minute", Number(minutes), [0, 60]);
  take(reader, 6);
  const seconds = (Number(hours) * 60 + Number(minutes)) * 60;
  return sign === "-" && seconds !== 0 ? -seconds : seconds;
}

/** A text in quotes, as `time` puts it into its messages: bytes beyond ASCII as escapes. */
function quoted(text: string): string {
  return `"${text.replace(/[\\"]|[^\x20-\x7f]/gu, (character) =>
    character === "\\" || character === '"'
      ? `\\${character}`
      : [...toBytes(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(""),
  )}"`;
}
