import { characterCount } from "../text/utf8.js";

/** One directive of a format string, between `%` and its verb. */
export interface Directive {
  /** The verb; a character. */
  readonly verb: string;
  readonly plus: boolean;
  readonly minus: boolean;
  readonly sharp: boolean;
  readonly space: boolean;
  readonly zero: boolean;
  /** `%#v`: as Go source. */
  readonly isSource: boolean;
  /** Minimal width in characters. */
  readonly width: number | undefined;
  readonly precision: number | undefined;
  /** Told of every text, padding and member before it is made; may throw. */
  readonly charge: Charge | undefined;
}

/** Counts so many characters or members. */
export type Charge = (length: number) => void;

/** `%v` without anything. */
export const plainValue: Directive = {
  verb: "v",
  plus: false,
  minus: false,
  sharp: false,
  space: false,
  zero: false,
  isSource: false,
  width: undefined,
  precision: undefined,
  charge: undefined,
};

/** Fills a text up to the width of its directive: to the left, or to the right after `-`; with zeros after `0`, but only to the left. */
export function pad(text: string, { width, minus, zero }: Directive): string {
  if (width === undefined) return text;
  const missing = width - characterCount(text);
  if (missing <= 0) return text;
  return minus ? text + " ".repeat(missing) : (zero ? "0" : " ").repeat(missing) + text;
}
