import { type Span, span } from "../base/span.js";
import type { Steps } from "../base/steps.js";
import type { Action, Text } from "./ast.js";

/** About so many pieces are found in one step. */
const piecesInStep = 1000;

/**
 * Splits the text of a Go template into literal text and actions: `{{` and `}}` in Markdown code (`regions`, in their order)
 * are text, and quotes and comments hide a `}}` (spec/go-templates.md). Offsets are those of `text`. Faults are the
 * engine's to tell: an action that never ends goes to the end of the span.
 */
export function* scanActions(text: string, regions: readonly Span[], within: Span): Steps<{ pieces: (Text | Action)[] }> {
  const pieces: (Text | Action)[] = [];
  let region = firstBehind(regions, within.start);
  let done = within.start;
  for (let at = nextOpener(done); at < within.end; at = nextOpener(done)) {
    if (done < at) pieces.push({ kind: "text", span: span(done, at) });
    done = actionEnd(text, at + 2, within.end);
    pieces.push({ kind: "action", span: span(at, done) });
    if (pieces.length % piecesInStep < 2) yield;
  }
  if (done < within.end) pieces.push({ kind: "text", span: span(done, within.end) });
  return { pieces };

  /** The next `{{` that lies within the span and is no code, else the end of the span. */
  function nextOpener(from: number): number {
    for (let at = from; at + 1 < within.end; at++) {
      if (text.charCodeAt(at) !== brace || text.charCodeAt(at + 1) !== brace) continue;
      while ((regions[region]?.end ?? Number.POSITIVE_INFINITY) <= at) region++;
      const code = regions[region];
      if (code === undefined || at < code.start) return at;
      at = code.end - 1;
    }
    return within.end;
  }
}

const brace = 123;

/** The index of the first region that does not end before an offset. */
function firstBehind(regions: readonly Span[], at: number): number {
  let low = 0;
  let high = regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((regions[middle] as Span).end <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What hides a `}}` in an action, or is one. A string goes on to its end or to the end of the line. */
const significant = /\}\}|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`[^`]*(`|$)/gs;
const comment = /(?:-[ \t\r\n])?\/\*/y;

/** Where the action whose inside starts at `from` ends; `limit` where it does not. */
function actionEnd(text: string, from: number, limit: number): number {
  comment.lastIndex = from;
  if (comment.test(text)) {
    const close = text.indexOf("*/", comment.lastIndex);
    return close < 0 ? limit : closerFrom(text, close + 2, limit);
  }
  significant.lastIndex = from;
  for (let found = significant.exec(text); found !== null && found.index < limit; found = significant.exec(text)) {
    if (found[0] === "}}") return Math.min(limit, found.index + 2);
  }
  return limit;
}

function closerFrom(text: string, from: number, limit: number): number {
  const close = text.indexOf("}}", from);
  return close < 0 ? limit : Math.min(limit, close + 2);
}
