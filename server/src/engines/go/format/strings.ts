import { canBackquote, quote } from "../text/quote.js";
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
  const { precision, sharp, plus } = directive;
  const shown = precision === undefined ? value : firstCharacters(value, precision);
  if (sharp && canBackquote(shown)) return pad(`\`${shown}\``, directive);
  return pad(quote(shown, plus ? "ascii" : "unicode"), directive);
}

function hexadecimal(value: string, directive: Directive): string {
  const { verb, precision, sharp, space } = directive;
  const bytes = [...toBytes(value)].slice(0, precision ?? Number.POSITIVE_INFINITY);
  const prefix = sharp && bytes.length > 0 ? `0${verb}` : "";
  const digits = bytes.map((byte) => {
    const text = byte.toString(16).padStart(2, "0");
    return verb === "X" ? text.toUpperCase() : text;
  });
  const text = space ? digits.map((byte) => prefix + byte).join(" ") : prefix + digits.join("");
  return pad(text, directive);
}
