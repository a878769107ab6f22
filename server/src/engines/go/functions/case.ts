import type { Charge } from "../format/directive.js";
import { convertInPieces } from "../text/text-builder.js";

/*
 * Case mapping goes character by character, as in Go: a character whose capital is several characters (ß) stays as it is.
 * A few have a single capital beside that; JavaScript knows only the long ones.
 */

const longAsWell = /[\u1f80-\u1f87\u1f90-\u1f97\u1fa0-\u1fa7\u1fb3\u1fc3\u1ff3]/;
/** Two letters in one character: these begin a word with the first one large only. */
const digraphs = new Map(
  [0x1c4, 0x1c7, 0x1ca, 0x1f1].flatMap((base) =>
    [0, 1, 2].map((offset) => [String.fromCharCode(base + offset), String.fromCharCode(base + 1)] as const),
  ),
);

/** One character in upper case. */
function upperCharacter(character: string): string {
  if (longAsWell.test(character)) {
    const codePoint = character.charCodeAt(0);
    return String.fromCharCode(codePoint + (codePoint < 0x1fb0 ? 8 : 9));
  }
  const upper = character.toUpperCase();
  return [...upper].length === 1 ? upper : character;
}

/** A text in upper case. `charge` is told of its pieces, as with the other two. */
export function upper(text: string, charge: Charge): string {
  return convertInPieces(text, upperPiece, charge);
}

function upperPiece(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text.toUpperCase() : [...text].map(upperCharacter).join("");
}

/** A text in lower case. */
export function lower(text: string, charge: Charge): string {
  return convertInPieces(text, lowerPiece, charge);
}

function lowerPiece(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : [...text].map(lowerCharacter).join("");
}

function lowerCharacter(character: string): string {
  // The dotted capital I has a small letter of its own in JavaScript only together with its dot.
  return character === "\u0130" ? "i" : character.toLowerCase();
}

/** A text whose words begin with a capital; letters, digits and underscores make words. */
export function title(text: string, charge: Charge): string {
  let isInside = false;
  const titled = (character: string): string => {
    const shown = isInside ? character : (digraphs.get(character) ?? upperCharacter(character));
    isInside = isWordPart(character);
    return shown;
  };
  return convertInPieces(text, (piece) => [...piece].map(titled).join(""), charge);
}

/** Go takes every character beyond ASCII for a part of a word but white space. */
function isWordPart(character: string): boolean {
  return /^[\p{L}\p{Nd}_]$/u.test(character) || !/^[\0-\x7f\s\x85]$/u.test(character);
}
