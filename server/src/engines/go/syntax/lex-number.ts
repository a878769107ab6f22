import { isWordCharacter } from "../text/unicode.js";

/** Where the number that begins at an offset ends, and whether that is a place where a number may end. */
export interface NumberEnd {
  readonly end: number;
  readonly isGood: boolean;
}

const shape =
  /[+-]?(?:0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?|0[oO][0-7_]*(?:\.[0-7_]*)?|0[bB][01_]*(?:\.[01_]*)?|[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?)i?/y;

/** Finds the end of a number, well written or not; one more character is taken where a letter follows. */
export function numberEnd(text: string, at: number): NumberEnd {
  shape.lastIndex = at;
  const end = at + (shape.exec(text)?.[0].length ?? 0);
  const next = text.codePointAt(end);
  if (next === undefined || !isWordCharacter(next)) return { end, isGood: true };
  return { end: end + (next > 0xffff ? 2 : 1), isGood: false };
}
