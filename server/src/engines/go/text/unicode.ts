const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const wordCharacter = /^[\p{L}\p{Nd}_]$/u;

/** Says whether Go prints a code point as itself: letters, marks, numbers, punctuation, symbols and the ASCII blank. */
export function isPrintable(codePoint: number): boolean {
  if (codePoint < 0x7f) return codePoint >= 0x20;
  return codePoint <= 0x10ffff && printable.test(String.fromCodePoint(codePoint));
}

/** Says whether a code point may be part of a name: letters, decimal digits and the underscore. */
export function isWordCharacter(codePoint: number): boolean {
  if (codePoint < 0x80) {
    return (
      (codePoint >= 0x61 && codePoint <= 0x7a) ||
      (codePoint >= 0x41 && codePoint <= 0x5a) ||
      (codePoint >= 0x30 && codePoint <= 0x39) ||
      codePoint === 0x5f
    );
  }
  return wordCharacter.test(String.fromCodePoint(codePoint));
}

const spaceClass = "[\\t\\n\\v\\f\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const outerSpace = new RegExp(`^${spaceClass}+|(?<!${spaceClass})${spaceClass}+$`, "g");
const onlySpace = new RegExp(`^${spaceClass}*$`);

/** A text without the white space around it, by Unicode. */
export function trimSpace(text: string): string {
  return text.replace(outerSpace, "");
}

/** Says whether a text holds nothing but white space, by Unicode. */
export function isSpace(text: string): boolean {
  return onlySpace.test(text);
}

/** A code point as Go's `%U` prints it: `U+00E9`. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A code point as Go's `%#U` prints it: `U+00E9 'é'`. */
export function namedCharacter(codePoint: number): string {
  const name = codePointName(codePoint);
  return isPrintable(codePoint) ? `${name} '${String.fromCodePoint(codePoint)}'` : name;
}
