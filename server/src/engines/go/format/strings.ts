import { canBackquote, quote } from "../text/quote.js";
import { createTextBuilder } from "../text/text-builder.js";
import { firstCharacters, toBytes } from "../text/utf8.js";
import { type Directive, pad } from "./directive.js";

/** A string by its directive; undefined where the verb is none for strings. */
export function formatString(value: string, directive: Directive): string | undefined {
  const { verb, precision, isSource } = directive;
  switch (verb) {
    case "v":
    case "s":
      if (isSource) return quoted(value, directive);
      return pad(precision === undefined ? value : firstCharacters(value, precision), directive);
    case "q":
      return quoted(value, directive);
    case "x":
    case "X":
      return hexadecimal(value, directive);
    default:
      return undefined;
  }
}

function quoted(value: string, directive: Directive): string {
  const { precision, sharp, plus, charge } = directive;
  const shown = precision === undefined ? value : firstCharacters(value, precision);
  if (sharp && canBackquote(shown)) return pad(`\`${shown}\``, directive);
  return pad(quote(shown, plus ? "ascii" : "unicode", charge), directive);
}

function hexadecimal(value: string, directive: Directive): string {
  const { verb, precision, sharp, space, charge } = directive;
  const bytes = toBytes(value).subarray(0, precision ?? Number.POSITIVE_INFINITY);
  const prefix = sharp ? `0${verb}` : "";
  const builder = createTextBuilder(charge);
  for (const [index, byte] of bytes.entries()) {
    const digits = byte.toString(16).padStart(2, "0");
    const begins = index === 0 ? prefix : space ? ` ${prefix}` : "";
    builder.add(begins + (verb === "X" ? digits.toUpperCase() : digits));
  }
  return pad(builder.text(), directive);
}
