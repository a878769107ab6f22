import type { EngineName } from "../base/engine-name.js";
import { type Span, span } from "../base/span.js";
import { complete, type Steps } from "../base/steps.js";
import type { ChatDocument, Frontmatter } from "./ast.js";
import { closesFrontmatter } from "./fences.js";
import { type Line, readLine } from "./lines.js";
import { placeMessages } from "./place-messages.js";
import { splitMessages } from "./split-messages.js";
import { unclosedFrontmatter } from "./unclosed.js";

const frontmatterLine = /^```([A-Za-z0-9]+)[ \t\v\f]*$/;

/**
 * Parses a `.chat` text, whatever it is: never fails, loses nothing, takes time linear in the length. With `previous`,
 * messages whose text is the same are the same objects, also where they moved; the result equals a fresh parse. `engine`
 * is the language that messages are read in: that of `previous`, or else Lua.
 */
export function parseDocument(text: string, previous?: ChatDocument, engine?: EngineName): ChatDocument {
  return complete(parseInSteps(text, previous, engine));
}

/** The frontmatter of a `.chat` text; undefined where it has none, or one that is never closed. */
export function parseFrontmatter(text: string): Frontmatter | undefined {
  return readHead(text).frontmatter;
}

/** As `parseDocument`, in steps of less than a millisecond or so: a long text need not hold up anything else. */
export function* parseInSteps(text: string, previous?: ChatDocument, engine: EngineName = previous?.engine ?? "lua"): Steps<ChatDocument> {
  const { bom, opener, language, frontmatter } = readHead(text);
  const preambleStart = frontmatter?.span.end ?? bom.end;
  const isUnclosed = language !== undefined && !frontmatter;
  const split = yield* splitMessages(text, preambleStart, previous);
  const { starts, problems } = split;
  return {
    kind: "document",
    engine,
    source: text,
    span: span(0, text.length),
    bom,
    ...(frontmatter && { frontmatter }),
    preamble: span(preambleStart, starts[0] ?? text.length),
    messages: yield* placeMessages(text, split, { engine, previous }),
    problems: isUnclosed ? [unclosedFrontmatter(text, opener), ...problems.filter(({ span: at }) => at.start !== opener.start)] : problems,
  };
}

interface Head {
  readonly bom: Span;
  /** The first line, and its language where it opens frontmatter. */
  readonly opener: Line;
  readonly language: string | undefined;
  readonly frontmatter: Frontmatter | undefined;
}

function readHead(text: string): Head {
  const bom = span(0, text.startsWith("\uFEFF") ? 1 : 0);
  const opener = readLine(text, bom.end);
  const language = frontmatterLine.exec(text.slice(opener.start, opener.end))?.[1];
  return { bom, opener, language, frontmatter: language === undefined ? undefined : readFrontmatter(text, opener, language) };
}

function readFrontmatter(text: string, opener: Line, language: string): Frontmatter | undefined {
  for (let line = readLine(text, opener.next); line.start < text.length; line = readLine(text, line.next)) {
    if (!closesFrontmatter(text, line)) continue;
    const word = opener.start + 3;
    return {
      kind: "frontmatter",
      span: span(opener.start, line.next),
      open: span(opener.start, opener.next),
      language,
      languageSpan: span(word, word + language.length),
      body: span(opener.next, line.start),
      close: span(line.start, line.next),
    };
  }
  return undefined;
}
