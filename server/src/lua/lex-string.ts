import { type Span, span } from "../base/span.js";
import { encodePoint, encodeUtf8 } from "./bytes.js";

type Report = (where: Span, message: string) => void;

const simple: Record<string, string> = { a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/**
 * Reads a long bracket that starts at `at`, or gives nothing when none starts there. `text` is
 * missing when it is not closed before `end`.
 */
export function readLongBracket(source: string, at: number, end: number): { end: number; text?: string } | undefined {
  if (at >= end || source.charCodeAt(at) !== 91) return undefined;
  let open = at + 1;
  while (open < end && source.charCodeAt(open) === 61) open++;
  if (open >= end || source.charCodeAt(open) !== 91) return undefined;
  const close = source.indexOf(`]${"=".repeat(open - at - 1)}]`, open + 1);
  const after = close + (open - at) + 1;
  if (close < 0 || after > end) return { end };
  const body = source.slice(open + 1, close).replace(/\r\n?|\n\r?/g, "\n");
  return { end: after, text: encodeUtf8(body.startsWith("\n") ? body.slice(1) : body) };
}

/** Reads the quoted string at `at`. An unfinished one ends before the line end (or at `end`) and is reported. */
export function readString(source: string, at: number, end: number, report: Report): { end: number; text: string } {
  const quote = source.charCodeAt(at);
  let text = "";
  let i = at + 1;
  let plain = i;
  let faulty = false;
  const flush = () => {
    if (i > plain) text += encodeUtf8(source.slice(plain, i));
  };
  for (;;) {
    const unit = i < end ? source.charCodeAt(i) : -1;
    if (unit === quote) break;
    if (unit === -1 || unit === 10 || unit === 13) {
      flush();
      if (!faulty) report(span(at, i), `unfinished string near '${unit === -1 ? "<eof>" : source.slice(at, i)}'`);
      return { end: i, text };
    }
    if (unit !== 92) {
      i++;
      continue;
    }
    flush();
    const escaped = readEscape(source, i + 1, end);
    if (escaped) text += escaped.text;
    else if (i + 1 < end) {
      if (!faulty) report(span(i, i + 2), `invalid escape sequence near '${source.slice(at, i)}'`);
      faulty = true;
    }
    i = Math.min(end, escaped?.end ?? i + 2);
    plain = i;
  }
  flush();
  return { end: i + 1, text };
}

/** Reads what follows a backslash at `at`; nothing when it is no escape. */
function readEscape(source: string, at: number, end: number): { end: number; text: string } | undefined {
  if (at >= end) return undefined;
  const letter = source[at] as string;
  const known = simple[letter];
  if (known !== undefined) return { end: at + 1, text: known };
  const rest = source.slice(at, Math.min(end, at + 16));
  switch (letter) {
    case "\\":
    case '"':
    case "'":
      return { end: at + 1, text: letter };
    case "\n":
    case "\r": {
      const next = source[at + 1];
      const pair = at + 1 < end && (next === "\n" || next === "\r") && next !== letter;
      return { end: at + (pair ? 2 : 1), text: "\n" };
    }
    case "z": {
      let after = at + 1;
      while (after < end && /[ \t\n\v\f\r]/.test(source[after] as string)) after++;
      return { end: after, text: "" };
    }
    case "x": {
      const hex = /^x([0-9a-fA-F]{2})/.exec(rest);
      return hex ? { end: at + 3, text: String.fromCharCode(Number.parseInt(hex[1] as string, 16)) } : undefined;
    }
    case "u": {
      const match = /^u\{([0-9a-fA-F]+)\}/.exec(rest);
      const point = match ? Number.parseInt(match[1] as string, 16) : -1;
      const valid = point >= 0 && point < 0x110000 && (point < 0xd800 || point > 0xdfff);
      return valid ? { end: at + (match?.[0].length ?? 0), text: encodePoint(point) } : undefined;
    }
  }
  const digits = /^\d{1,3}/.exec(rest);
  if (!digits || Number(digits[0]) > 255) return undefined;
  return { end: at + digits[0].length, text: String.fromCharCode(Number(digits[0])) };
}
