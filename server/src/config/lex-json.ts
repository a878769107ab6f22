import { closingQuote } from "../base/typographic-quotes.js";

/** A token of JSON, or of what was meant to be JSON. Offsets are UTF-16 units of the code. */
export interface JsonToken {
  /** `word` is any run that is neither punctuation nor quoted: numbers, literals, keys without quotes. `misquoted` has other quotation marks than JSON's. */
  readonly kind: "{" | "}" | "[" | "]" | "," | ":" | "=" | "string" | "misquoted" | "word" | "comment" | "odd-blank";
  readonly start: number;
  readonly end: number;
  /** False for quotes and block comments that the code leaves open: a string ends at the end of its line. */
  readonly isClosed: boolean;
}

const punctuation = new Set<string>(["{", "}", "[", "]", ",", ":", "="]);
const blanks = new Set([" ", "\t", "\r", "\n"]);

/** Splits code into tokens; what JSON counts as blank lies between them. Never fails: what is no JSON is a token, too. */
export function lexJson(code: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  for (let at = 0; at < code.length; at = tokens.at(-1)?.end ?? at) {
    while (blanks.has(code[at] as string)) at++;
    if (at < code.length) tokens.push(tokenAt(code, at));
    else break;
  }
  return tokens;
}

function tokenAt(code: string, start: number): JsonToken {
  const unit = code[start] as string;
  if (punctuation.has(unit)) return { kind: unit as "{", start, end: start + 1, isClosed: true };
  if (unit === '"' || unit === "'") return quotedAt(code, start);
  const close = closingQuote(code, start);
  if (close !== undefined) return { kind: "misquoted", start, end: close + 1, isClosed: true };
  if (isComment(code, start)) return commentAt(code, start);
  if (/\s|\ufeff/.test(unit)) return { kind: "odd-blank", start, end: start + 1, isClosed: true };
  let end = start + 1;
  while (end < code.length && !/[\s"'{}[\],:=]/.test(code[end] as string) && !isComment(code, end)) end++;
  return { kind: "word", start, end, isClosed: true };
}

function quotedAt(code: string, start: number): JsonToken {
  const quote = code[start];
  const kind = quote === '"' ? "string" : "misquoted";
  let end = start + 1;
  for (; end < code.length && code[end] !== "\n" && code[end] !== "\r"; end++) {
    if (code[end] === quote) return { kind, start, end: end + 1, isClosed: true };
    if (code[end] === "\\" && end + 1 < code.length && !/[\r\n]/.test(code[end + 1] as string)) end++;
  }
  return { kind, start, end, isClosed: false };
}

function isComment(code: string, at: number): boolean {
  return code[at] === "/" && (code[at + 1] === "/" || code[at + 1] === "*");
}

function commentAt(code: string, start: number): JsonToken {
  if (code[start + 1] === "/") {
    let end = start;
    while (end < code.length && code[end] !== "\n" && code[end] !== "\r") end++;
    return { kind: "comment", start, end, isClosed: true };
  }
  const close = code.indexOf("*/", start + 2);
  return { kind: "comment", start, end: close < 0 ? code.length : close + 2, isClosed: close >= 0 };
}
