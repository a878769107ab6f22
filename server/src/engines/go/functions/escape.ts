import type { Run } from "../execute/run.js";
import type { Charge } from "../format/directive.js";
import { sprint } from "../format/print.js";
import { characterOf } from "../text/quote.js";
import { convertInPieces } from "../text/text-builder.js";
import { isPrintable } from "../text/unicode.js";
import { isLoneByte, toBytes } from "../text/utf8.js";
import type { GoValue } from "../values/go-value.js";

/** The text that `html`, `js` and `urlquery` escape: nil counts as the text `<no value>`. */
export function escapable(values: readonly GoValue[], { budget }: Run): string {
  return sprint(
    values.map((value) => (value === null || value === undefined ? "<no value>" : value)),
    budget.charge,
  );
}

const entities: { readonly [character: string]: string } = {
  "\0": "\ufffd",
  '"': "&#34;",
  "&": "&amp;",
  "'": "&#39;",
  "<": "&lt;",
  ">": "&gt;",
};

/** Escapes what HTML gives a meaning. */
export function escapeHtml(text: string, charge?: Charge): string {
  return convertInPieces(text, (piece) => piece.replace(/[\0"&'<>]/g, (character) => entities[character] as string), charge);
}

/** Escapes a text for a JavaScript string literal. */
export function escapeJs(text: string, charge?: Charge): string {
  return convertInPieces(text, (piece) => piece.replace(/[\0-\x1f\\'"<>&=]|[^\0-\x7f]/gu, escapedForJs), charge);
}

function escapedForJs(character: string): string {
  if (character === "\\" || character === "'" || character === '"') return `\\${character}`;
  const codePoint = character.codePointAt(0) as number;
  if (codePoint >= 0x80 && (isLoneByte(codePoint) || isPrintable(codePoint))) return character;
  return `\\u${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Escapes a text for the query of a URL; blanks become `+`. */
export function escapeQuery(text: string, charge?: Charge): string {
  return convertInPieces(text, (piece) => piece.replace(/[^A-Za-z0-9\-_.~]/gu, percent), charge);
}

function percent(character: string): string {
  if (character === " ") return "+";
  const codePoint = character.codePointAt(0) as number;
  const bytes = toBytes(isLoneByte(codePoint) ? character : characterOf(codePoint));
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}
