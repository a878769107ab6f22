/** Quotation marks that word processors and keyboards put in place of straight ones, and the marks that close them. */
const closers: ReadonlyMap<string, string> = new Map([
  ["“", "”“"],
  ["„", "“”"],
  ["”", "”"],
  ["«", "»"],
  ["»", "«"],
  ["‘", "’"],
  ["‚", "‘’"],
  ["’", "’"],
  ["‹", "›"],
  ["›", "‹"],
  ["「", "」"],
  ["＂", "＂"],
  ["＇", "＇"],
]);

/** So far a text in quotes reaches, in UTF-16 units: hostile documents are full of marks that nothing closes. */
const longest = 1000;

/** Says whether a UTF-16 unit is a quotation mark that no program takes for one. */
export function isTypographicQuote(unit: string): boolean {
  return closers.has(unit) || unit === "」";
}

/** The offset of the mark that closes the quotation mark at `open` on its line; undefined when there is none. An apostrophe in a word closes nothing. */
export function closingQuote(text: string, open: number): number | undefined {
  const marks = closers.get(text[open] as string);
  if (marks === undefined) return undefined;
  const rest = text.slice(open + 1, open + longest);
  for (const { 0: mark, index } of rest.matchAll(new RegExp(`[${marks}\\r\\n]`, "g"))) {
    if (mark === "\n" || mark === "\r") return undefined;
    if (!isApostrophe(text, open + 1 + index)) return open + 1 + index;
  }
  return undefined;
}

function isApostrophe(text: string, at: number): boolean {
  return text[at] === "’" && /\p{L}/u.test(text[at - 1] ?? "") && /\p{L}/u.test(text[at + 1] ?? "");
}
