import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { type Span, span } from "../base/span.js";
import type { Steps } from "../base/steps.js";
import type { Code, Expression, Text } from "./ast.js";
import { type Closer, findTagEnd } from "./find-tag-end.js";

/** About so many pieces are found in one step. */
const piecesInStep = 1000;

/** Pieces that tile the scanned span. When a tag is unclosed, the text from `unclosed` (UTF-16 offset) on is literal. */
export interface TagScan {
  readonly pieces: readonly (Text | Expression | Code)[];
  readonly unclosed?: number;
}

/**
 * Splits template text into literal text and tags. Also for included files, which are templates without structure.
 * Offsets are those of `text`; a tag must end within the span.
 */
export function* scanTags(text: string, within: Span): Steps<TagScan> {
  const pieces: (Text | Expression | Code)[] = [];
  let done = within.start;
  for (let at = nextOpener(text, done, within.end); at < within.end; at = nextOpener(text, done, within.end)) {
    const tag = readTag(text, at, within.end);
    if (!tag) {
      pieces.push({ kind: "text", span: span(done, within.end) });
      return { pieces, unclosed: at };
    }
    if (done < at) pieces.push({ kind: "text", span: span(done, at) });
    pieces.push(tag);
    if (pieces.length % piecesInStep < 2) yield;
    done = tag.span.end;
  }
  if (done < within.end) pieces.push({ kind: "text", span: span(done, within.end) });
  return { pieces };
}

/** The warning for a tag that opens at `opener` and never ends; `whole` is what the text is. */
export function unclosedTag(text: string, opener: number, whole: "message" | "file"): Diagnostic {
  const closer = closerOf(text, opener);
  const message = `This tag is never closed, so the rest of the ${whole} is literal text. Close it with "${closer}".`;
  return diagnostic("template/unclosed-tag", span(opener, opener + 2), message, { data: { kind: "close-tag", opener } });
}

function readTag(text: string, start: number, limit: number): Expression | Code | undefined {
  const closer = closerOf(text, start);
  const trimBefore = text[start + 2] === "-" && start + 2 < limit;
  const codeStart = start + (trimBefore ? 3 : 2);
  const found = findTagEnd(text, codeStart, { limit, closer });
  if (!found) return undefined;
  const kind = closer === "}}" ? "expression" : "code";
  return { kind, span: span(start, found.end), code: span(codeStart, found.codeEnd), trimBefore, trimAfter: found.trimAfter };
}

const BRACE = 123;
const PERCENT = 37;

/** The next `{{` or `{%` that lies before `limit`, else `limit`; never looks further, so that many spans cost no more than one. */
function nextOpener(text: string, from: number, limit: number): number {
  for (let at = from; at + 1 < limit; at++) {
    if (text.charCodeAt(at) !== BRACE) continue;
    const second = text.charCodeAt(at + 1);
    if (second === BRACE || second === PERCENT) return at;
  }
  return limit;
}

function closerOf(text: string, opener: number): Closer {
  return text[opener + 1] === "{" ? "}}" : "%}";
}
