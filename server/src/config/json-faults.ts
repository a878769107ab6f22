import { type Diagnostic, diagnostic, type Rewrite } from "../base/diagnostic.js";
import { certain, inserted, possible, replaced } from "../base/rewrites.js";
import { type Span, span } from "../base/span.js";
import { didYouMean, suggest } from "../base/suggest.js";
import type { JsonToken } from "./lex-json.js";

function fault(at: Span, message: string, ...choices: readonly Rewrite[]): Diagnostic {
  const place = { start: at.start, end: at.end };
  return diagnostic("frontmatter/syntax", place, message, choices.length > 0 ? { data: { kind: "rewrite", choices } } : {});
}

/** The fault of code with nothing in it. */
export function empty(code: string): Diagnostic {
  const whole = span(0, code.length);
  return fault(whole, "The frontmatter is empty. Write an object: {}.", certain("Write an empty object", replaced(whole, "{}\n")));
}

/** The fault of a comment, or of a blank that JSON does not know. */
export function foreign(code: string, token: JsonToken): Diagnostic {
  if (token.kind === "odd-blank")
    return fault(token, "JSON does not know this blank. Write a space.", certain("Write a space", replaced(token, " ")));
  if (!token.isClosed) return fault(token, "This comment is never closed, and JSON has no comments. Remove it.");
  return fault(token, "JSON has no comments: remove it.", certain("Remove the comment", replaced(withBlanks(code, token), "")));
}

/** A comment with the blanks before it; one that has lines to itself, with those lines. */
function withBlanks(code: string, { start, end }: Span): Span {
  let from = start;
  while (from > 0 && /[ \t]/.test(code[from - 1] as string)) from--;
  const lineEnd = /^[ \t]*(\r\n|\n|\r)/.exec(code.slice(end, end + 200))?.[0];
  const startsLine = from === 0 || /[\r\n]/.test(code[from - 1] as string);
  if (startsLine) return lineEnd === undefined ? span(start, end) : span(from, end + lineEnd.length);
  return span(lineEnd === undefined ? start : from, end);
}

/** The fault of a comma that nothing follows. */
export function trailingComma(comma: JsonToken): Diagnostic {
  return fault(comma, "Nothing follows this comma: remove it.", certain("Remove the comma", replaced(comma, "")));
}

/** The fault of a missing comma before `token`; it is certain when it is known where it belongs. */
export function commaExpected(token: JsonToken, place?: number): Diagnostic {
  const choices = place === undefined ? [] : [certain("Insert a comma", inserted(place, ","))];
  return fault(token, "A comma is expected here.", ...choices);
}

/** The fault of a missing colon before `token`; it is certain when it is known where it belongs. */
export function colonExpected(token: JsonToken, place?: number): Diagnostic {
  const choices = place === undefined ? [] : [certain("Insert a colon", inserted(place, ":"))];
  return fault(token, "A colon is expected here.", ...choices);
}

/** The fault of `=` where JSON has a colon. */
export function equalsSign(token: JsonToken): Diagnostic {
  return fault(token, "A colon is expected here.", certain("Change '=' to ':'", replaced(token, ":")));
}

/** The fault of a member without a name. */
export function nameExpected(token: JsonToken): Diagnostic {
  return fault(token, "A property name in double quotes is expected here.");
}

/** The fault of a name without quotes. */
export function bareName(code: string, key: JsonToken): Diagnostic {
  const quoted = JSON.stringify(code.slice(key.start, key.end));
  return fault(key, "A property name must stand in double quotes.", certain("Put the name in double quotes", replaced(key, quoted)));
}

/** The fault of a missing value. */
export function valueExpected(token: JsonToken): Diagnostic {
  return fault(token, "A value is expected here.", ...(token.kind === "," ? [possible("Remove the comma", replaced(token, ""))] : []));
}

/** The fault of text after the object. */
export function surplus(token: JsonToken): Diagnostic {
  const isCloser = token.kind === "}" || token.kind === "]";
  const removal = possible(`Remove '${token.kind}'`, replaced(token, ""));
  return fault(token, "Nothing may follow the object.", ...(isCloser ? [removal] : []));
}

/** The fault of code that ends within brackets; `open` holds them, the innermost first. */
export function unclosed(last: JsonToken, open: readonly JsonToken[]): Diagnostic {
  const [opener] = open;
  const closers = open.map(closing).join("");
  const word = opener?.kind === "{" ? "closing brace" : "closing bracket";
  const title = open.length === 1 ? `Insert the ${word}` : `Insert '${closers}'`;
  const message = `A ${word} is expected after this.`;
  return diagnostic("frontmatter/syntax", span(last.end - 1, last.end), message, {
    related: opener === undefined ? [] : [{ span: span(opener.start, opener.end), message: "It is opened here." }],
    data: { kind: "rewrite", choices: [certain(title, inserted(last.end, closers))] },
  });
}

/** The fault of a bracket of the other kind. */
export function wrongCloser(token: JsonToken, opener: JsonToken): Diagnostic {
  const closer = closing(opener);
  const message = `A closing ${closer === "}" ? "brace" : "bracket"} is expected here.`;
  return diagnostic("frontmatter/syntax", span(token.start, token.end), message, {
    related: [{ span: span(opener.start, opener.end), message: "What it closes is opened here." }],
    data: {
      kind: "rewrite",
      choices: [
        possible(`Insert '${closer}'`, inserted(token.start, closer)),
        possible(`Change '${token.kind}' to '${closer}'`, replaced(token, closer)),
      ],
    },
  });
}

function closing({ kind }: JsonToken): string {
  return kind === "{" ? "}" : "]";
}

const words = new Map([
  ["True", "true"],
  ["TRUE", "true"],
  ["False", "false"],
  ["FALSE", "false"],
  ["None", "null"],
  ["Null", "null"],
  ["NULL", "null"],
  ["nil", "null"],
  ["undefined", "null"],
  ["NaN", "null"],
]);

/** What a word of another language is in JSON; undefined when that is not plain. */
export function meantWord(word: string): string | undefined {
  return words.get(word);
}

/** The fault of a word that is no value. */
export function notAWord(code: string, at: Span): Diagnostic {
  const word = code.slice(at.start, at.end);
  const meant = words.get(word);
  if (meant !== undefined)
    return fault(at, `JSON has no ${word}. Write ${meant}.`, certain(`Change '${word}' to '${meant}'`, replaced(at, meant)));
  if (/^[-+.]*\d/.test(word)) {
    const number = meantNumber(word);
    const rewrites = number === undefined ? [] : [certain(`Write ${number}`, replaced(at, number))];
    return fault(at, "This is not a JSON number. Write it in digits, or put it in double quotes.", ...rewrites, quoting(word, at));
  }
  const near = suggest(word, ["true", "false", "null"]);
  const rewrites = near.map((name) => possible(`Change '${word}' to '${name}'`, replaced(at, name)));
  return fault(at, `This is not JSON. A text stands in double quotes.${didYouMean(near)}`, ...rewrites, quoting(word, at));
}

/** A number as JSON writes it, for one with a sign, a dot without digits, separators, or in base 16; undefined when it could be something else. */
function meantNumber(word: string): string | undefined {
  const [, sign = "", digits = ""] = /^([-+]?)(.*)$/.exec(word) ?? [];
  const minus = sign === "-" ? "-" : "";
  if (/^0[xX][\dA-Fa-f]{1,8}$/.test(digits)) return `${minus}${Number(digits)}`;
  const plain = digits.replace(/(?<=\d)_(?=\d)/g, "");
  // Zeros in front are of a code or of base 8.
  if (!/^(?:0|[1-9]\d*)?(?:\.\d*)?(?:[eE][-+]?\d+)?$/.test(plain) || !/^\.?\d/.test(plain)) return undefined;
  const whole = plain.startsWith(".") ? `0${plain}` : plain;
  return minus + whole.replace(/\.(?!\d)/, ".0");
}

function quoting(word: string, at: Span): Rewrite {
  return possible("Put it in double quotes", replaced(at, JSON.stringify(word)));
}

/** The fault of a text in single quotes; `texts` holds the same one in double quotes, if it is known. */
export function singleQuotes(token: JsonToken, texts: readonly string[]): Diagnostic {
  const choices = texts.map((text) => certain("Use double quotes", replaced(token, text)));
  return fault(token, "A text stands in double quotes in JSON. Use them.", ...choices);
}

/** The fault of a text that its line does not close. */
export function unclosedText(code: string, token: JsonToken): Diagnostic {
  const written = code.slice(token.start, token.end);
  const quote = written[0] as string;
  const after = /[ \t]*[,\]}][ \t,\]}]*$/.exec(written.slice(-200))?.[0].length ?? 0;
  const ends = after === 0 ? [token.end] : [token.end - after, token.end];
  const marks = [...written.matchAll(/[“”]/g)].map(({ 0: mark, index }) => ({
    mark,
    at: span(token.start + index, token.start + index + 1),
  }));
  const [other] = marks;
  const choices = ends.map((end) =>
    possible(`Insert ${quote} ${end === token.end ? "at the end of the line" : "before the punctuation"}`, inserted(end, quote)),
  );
  if (other !== undefined && marks.length === 1 && quote === '"')
    choices.unshift(certain(`Change ${other.mark} to ${quote}`, replaced(other.at, quote)));
  return fault(token, `This text is never closed. Write ${quote} behind it.`, ...choices);
}

/** The first fault inside a closed text: an escape that JSON does not have, or a character that must be escaped. */
export function insideText(code: string, token: JsonToken): Diagnostic {
  for (let at = token.start + 1; at < token.end - 1; at++) {
    const unit = code[at] as string;
    if (unit < " ") {
      const escaped = JSON.stringify(unit).slice(1, -1);
      return fault(
        span(at, at + 1),
        `This character must be escaped. Write ${escaped}.`,
        certain(`Write ${escaped}`, replaced(span(at, at + 1), escaped)),
      );
    }
    if (unit !== "\\") continue;
    const escaped = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.exec(code.slice(at, at + 6))?.[0];
    if (escaped === undefined && !(code[at + 1] === "'" && token.kind === "misquoted")) return badEscape(code, at);
    at += (escaped?.length ?? 2) - 1;
  }
  return fault(token, "This is not JSON.");
}

function badEscape(code: string, at: number): Diagnostic {
  const place = span(at, at + 2);
  const doubled = possible("Write \\\\", inserted(at, "\\"));
  switch (code[at + 1]) {
    case "'":
      return fault(
        place,
        "A single quote needs no backslash in JSON: remove it.",
        certain("Remove the backslash", replaced(span(at, at + 1), "")),
      );
    case "u":
      return fault(place, "This is not a valid \\u escape. Write four hexadecimal digits.", doubled);
    default:
      return fault(place, "This is not an escape of JSON. Write \\\\ for a backslash.", doubled);
  }
}
