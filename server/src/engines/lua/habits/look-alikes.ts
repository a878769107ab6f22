import { isTypographicQuote } from "../../../base/typographic-quotes.js";

/** A character that stands for a sign of Lua. */
export interface Sign {
  readonly name: string;
  readonly lua: string;
}

/** What word processors, keyboards and web pages put in place of the signs of code. Lua takes each of them for a letter. */
const signs: ReadonlyMap<string, Sign> = new Map(
  [
    ["‐", "hyphen", "-"],
    ["‑", "non-breaking hyphen", "-"],
    ["–", "en dash", "-"],
    ["—", "em dash", "-"],
    ["−", "minus sign", "-"],
    ["×", "multiplication sign", "*"],
    ["∗", "asterisk operator", "*"],
    ["÷", "division sign", "/"],
    ["⁄", "fraction slash", "/"],
    ["∕", "division slash", "/"],
    ["≤", "less-than or equal sign", "<="],
    ["≥", "greater-than or equal sign", ">="],
    ["≠", "not equal sign", "~="],
    ["…", "ellipsis", "..."],
    ["\u00a0", "no-break space", " "],
    ["\u1680", "space of Ogham", " "],
    ["\u202f", "narrow no-break space", " "],
    ["\u205f", "mathematical space", " "],
    ["\u3000", "ideographic space", " "],
    ["\u00ad", "soft hyphen", ""],
    ["\u200b", "zero-width space", ""],
    ["\u200e", "left-to-right mark", ""],
    ["\u200f", "right-to-left mark", ""],
    ["\u2060", "word joiner", ""],
    ["\ufeff", "byte order mark", ""],
  ].map(([sign = "", name = "", lua = ""]) => [sign, { name, lua }]),
);

/** What one character stands for in Lua; undefined for letters of any script. */
export function signOf(unit: string): Sign | undefined {
  const code = unit.charCodeAt(0);
  if (code >= 0x2000 && code <= 0x200a) return { name: "typographic space", lua: " " };
  // Forms as wide as an ideogram, but for their digits and letters.
  if (code < 0xff01 || code > 0xff5e || /[\p{L}\p{Nd}＂＇]/u.test(unit)) return signs.get(unit);
  const lua = String.fromCharCode(code - 0xfee0);
  return { name: `fullwidth form of '${lua}'`, lua };
}

/** Says whether a text holds a character that only looks like one of Lua. */
export function hasSign(text: string): boolean {
  return /[^\0-\x7f]/.test(text) && [...text].some((unit) => isTypographicQuote(unit) || signOf(unit) !== undefined);
}

/** The parts of a name between characters that only look like signs. */
export function plainParts(name: string): string[] {
  const spaced = [...name].map((unit) => (isTypographicQuote(unit) || signOf(unit) !== undefined ? " " : unit));
  return spaced
    .join("")
    .split(" ")
    .filter((part) => part !== "");
}

/** How a character is named that may not be seen: `U+00A0`. */
export function codePointName(unit: string): string {
  return `U+${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
