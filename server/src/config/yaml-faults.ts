import type { ErrorCode, YAMLError } from "yaml";
import { type Diagnostic, diagnostic, type Rewrite } from "../base/diagnostic.js";
import { inserted, possible, replaced } from "../base/rewrites.js";
import { type Span, span } from "../base/span.js";
import { lineEnd, markAt } from "./yaml-places.js";

/** Turns a fault that the library found into a diagnostic with its place, in our words, and with ways to write it. */
export function yamlFault(text: string, error: YAMLError): Diagnostic {
  const { says, place, choices = [] } = explain(text, error);
  const at = place ?? placeOf(text, error);
  return diagnostic("frontmatter/syntax", at, says, choices.length > 0 ? { data: { kind: "rewrite", choices } } : {});
}

interface Explanation {
  readonly says: string;
  readonly place?: Span;
  readonly choices?: readonly Rewrite[];
}

function explain(text: string, error: YAMLError): Explanation {
  const [start] = error.pos;
  switch (error.code) {
    case "TAB_AS_INDENT":
      return { says: "YAML is not indented with tabs. Use spaces.", place: tabsAt(text, start), choices: [indentWithSpaces(text)] };
    case "BAD_SCALAR_START":
      return { says: noPlainStart(text[start] as string), choices: [quoted(text, start)] };
    case "BLOCK_AS_IMPLICIT_KEY":
      return {
        says: "A second key stands on this line. Put the text in quotes, or write the key on a line of its own.",
        choices: [quoted(text, start)],
      };
    case "BAD_DQ_ESCAPE":
      return {
        says: "This is not an escape of YAML. Write \\\\ for a backslash, or use single quotes.",
        place: span(start, Math.min(text.length, start + 2)),
        choices: [possible("Write \\\\", inserted(start, "\\"))],
      };
    case "TAG_RESOLVE_FAILED": {
      const place = span(...error.pos);
      if (/^![\w$]/.test(text.slice(place.start)) && /^[ \t]*(?:[,\]}\r\n]|$|[ \t]#)/.test(text.slice(place.end, place.end + 200)))
        return { says: noPlainStart("!"), place, choices: [inQuotes(text, place)] };
      const end = place.end + (text[place.end] === " " ? 1 : 0);
      return {
        says: "This tag does not belong to YAML's core, or does not fit its value. Remove it.",
        place,
        choices: [possible("Remove the tag", replaced(span(start, end), ""))],
      };
    }
    case "MISSING_CHAR":
    case "BAD_INDENT":
    case "UNEXPECTED_TOKEN":
      return byMessage(text, error);
    default:
      return { says: texts[error.code] ?? doubt };
  }
}

/** Said of an item such as `!write`, too, which is a tag with nothing behind it. */
function noPlainStart(sign: string): string {
  return `A text without quotes cannot start with ${sign}. Put it in quotes.`;
}

const doubt = "This is not YAML. Check the indentation and the punctuation here.";

const texts: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: "An alias takes neither an anchor nor a tag. Remove them.",
  BAD_ALIAS: "This is not the name of an anchor. Write letters and digits after the sign.",
  BAD_COLLECTION_TYPE: "This tag does not fit what stands behind it. Remove it.",
  BAD_DIRECTIVE: "This directive is not known. Remove the line.",
  BAD_PROP_ORDER: "An anchor or a tag stands behind the sign of its entry. Move it there.",
  BLOCK_IN_FLOW: "Between brackets everything is written with brackets. Do so here, too.",
  KEY_OVER_1024_CHARS: "A key has at most 1024 characters. Shorten it.",
  MULTILINE_IMPLICIT_KEY: "A key stands on one line. Write a colon behind each key.",
  MULTIPLE_ANCHORS: "A value has at most one anchor. Remove the other.",
  MULTIPLE_TAGS: "A value has at most one tag. Remove the other.",
};

/** Codes that the library uses for many things: what is wrong is in its message. */
const messages: readonly (readonly [RegExp, string])[] = [
  [/must start at the same column/, "This line is not indented like those beside it. Give them the same indentation."],
  [/^Missing , or :/, "A comma or a colon is expected here. Insert it."],
  [/^Missing ,/, "A comma is expected here. Insert it."],
  [/followed by map values/, "A colon and a value are expected after this key. Write it as name: value."],
  [/^Comments must be separated/, "A blank is expected before a comment. Insert it."],
  [/separated from the next token|^Missing space after/, "A blank is expected here. Insert it."],
  [/^Sequence item without/, "A dash is expected before this entry. Insert it."],
  [/Unexpected , in/, "Nothing stands before this comma. Remove it, or write a value."],
  [/at node end|extra characters/, "Nothing may follow here. Put the whole text in quotes, or write it on a line of its own."],
  [/directives-end/, "A line --- is expected after the directives. Insert it."],
  [/Block scalar|block scalar|Leading/, "The lines of this text are not indented alike. Give them the same indentation."],
];

function byMessage(text: string, { message, pos: [offset] }: YAMLError): Explanation {
  const quote = /^Missing closing (["'])/.exec(message)?.[1];
  if (quote !== undefined) {
    const start = openQuote(text, quote, offset);
    const end = lineEnd(text, start);
    return {
      says: `This text is never closed. Write ${quote} behind it.`,
      place: span(start, end),
      choices: [possible(`Insert ${quote} at the end of the line`, inserted(end, quote))],
    };
  }
  const closer = /(?:must end with a|end with a|Expected [\w-]+ to end with) ([\]}])/.exec(message)?.[1];
  if (closer !== undefined) {
    const end = text.slice(0, offset).trimEnd().length;
    return {
      says: `A closing ${closer} is expected after this. Insert it.`,
      place: span(Math.max(0, end - 1), end),
      choices: [possible(`Insert '${closer}'`, inserted(end, closer))],
    };
  }
  return { says: messages.find(([pattern]) => pattern.test(message))?.[1] ?? doubt };
}

/** Where the text starts that a quote before `end` opens and nothing closes: at the last one that a value can start with. */
function openQuote(text: string, quote: string, end: number): number {
  const before = text.slice(0, end);
  const starts = [...before.matchAll(/(?:^|[\s:,[{(-])(["'])/g)].filter((match) => match[1] === quote);
  const candidates = starts.map(({ index, 0: found }) => index + found.length - 1);
  return candidates.find((start) => !closes(before, quote, start)) ?? Math.max(0, before.lastIndexOf(quote));
}

function closes(text: string, quote: string, start: number): boolean {
  for (let at = start + 1; at < text.length; at++) {
    if (quote === '"' && text[at] === "\\") at++;
    else if (text[at] === quote && quote === "'" && text[at + 1] === quote) at++;
    else if (text[at] === quote) return true;
  }
  return false;
}

function placeOf(text: string, { pos: [start, end] }: YAMLError): Span {
  const line = /^[^\r\n]*/.exec(text.slice(start, end))?.[0].trimEnd() ?? "";
  return line.length > 1 ? span(start, start + line.length) : markAt(text, start);
}

function quoted(text: string, start: number): Rewrite {
  return inQuotes(text, span(start, lineEnd(text, start)));
}

function inQuotes(text: string, at: Span): Rewrite {
  return possible("Put it in quotes", replaced(at, JSON.stringify(text.slice(at.start, at.end))));
}

/** The tabs at an offset; the library sometimes names a place beside them. */
function tabsAt(text: string, start: number): Span {
  const tabs = /^\t+/.exec(text.slice(start))?.[0];
  return tabs === undefined ? markAt(text, start) : span(start, start + tabs.length);
}

/** Every tab before the first word of a line becomes two spaces: one alone would not be like the lines beside it. */
function indentWithSpaces(text: string): Rewrite {
  const edits = [...text.matchAll(/^ *(\t[ \t]*)/gm)].slice(0, 1000).map(({ index, 0: blanks, 1: tabs = "" }) => {
    const start = index + blanks.length - tabs.length;
    return replaced(span(start, index + blanks.length), tabs.replaceAll("\t", "  "));
  });
  return possible("Indent with spaces", ...edits);
}
