import type { Io, Output } from "./io.js";

/** Wraps text in the escape codes of a style, or leaves it alone. */
export type Paint = (style: keyof typeof styles, text: string) => string;

const styles = { bold: "1", red: "31", yellow: "33", blue: "34", cyan: "36", dim: "2" } as const;

/** Paints only on a terminal, and never where `NO_COLOR` is set or the terminal is dumb. */
export function painter(output: Output, env: Io["env"]): Paint {
  const colored = output.isTTY && !env.NO_COLOR && env.TERM !== "dumb";
  return colored ? (style, text) => (text === "" ? "" : `\x1b[${styles[style]}m${text}\x1b[0m`) : (_, text) => text;
}

/** Matches what a terminal would obey instead of show: control characters, direction marks, lone surrogates. */
const unprintable = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\p{Cs}]/gu;

/** Shows control characters as pictures, so that a document cannot give orders to the terminal. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => {
    const unit = character.charCodeAt(0);
    if (unit === 0xfeff) return "";
    if (unit < 0x20) return String.fromCharCode(0x2400 + unit);
    return unit === 0x7f ? "\u2421" : "\ufffd";
  });
}

const wide =
  /^(?:\p{Emoji_Presentation}|.*\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}])/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]*$/u;

/** Columns that one grapheme takes on a terminal: 0, 1 or 2. */
export function graphemeWidth(grapheme: string): number {
  if (grapheme >= " " && grapheme <= "~") return 1;
  if (invisible.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}
