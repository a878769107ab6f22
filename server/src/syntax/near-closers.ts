import type { Rewrite } from "../base/diagnostic.js";
import { certain, replaced } from "../base/rewrites.js";
import { type Span, span } from "../base/span.js";
import type { TextEdit } from "../base/text-edit.js";
import { leadingTicks } from "./fences.js";
import { createLineTracker } from "./line-tracker.js";
import { type Line, readLine, skipLineEndsBack } from "./lines.js";

const thinkingEnd = "</thinking>";

/** `</thinking` and a blank, `</Thinking>`, `</think>`: a line that says no more than that the thought is over. */
const almostThinkingEnd = /^[ \t]*<[ \t]*\/[ \t]*think(?:ing)?[ \t]*>?[ \t]*$/i;

/** What makes the first line of a thought (`within`) that almost closes it one that does; undefined when there is none. */
export function nearThinkingEnd(text: string, within: Span): Rewrite | undefined {
  const kindOf = createLineTracker("");
  for (let line = readLine(text, within.start); line.start < within.end; line = readLine(text, line.next)) {
    if (kindOf(text, line) !== "plain") continue;
    const written = text.slice(line.start, line.end);
    if (almostThinkingEnd.test(written)) return certain('Write the line as "</thinking>"', replaced(line, thinkingEnd));
    const own = ownLineEdits(written, line.start);
    if (own !== undefined) return certain('Put "</thinking>" on a line of its own', ...own);
  }
  return undefined;
}

/** `…text</thinking> text`: line ends take the place of the blanks around it. */
function ownLineEdits(written: string, start: number): TextEdit[] | undefined {
  const at = written.indexOf(thinkingEnd);
  if (at < 0) return undefined;
  const before = written.slice(0, at).trimEnd().length;
  const behind = written.slice(at + thinkingEnd.length);
  const after = behind.trimStart();
  const edits = [
    replaced(span(start + before, start + at), before === 0 ? "" : "\n"),
    replaced(span(start + at + thinkingEnd.length, start + written.length - after.length), after === "" ? "" : "\n"),
  ];
  return edits.filter(({ span: place, newText }) => newText !== "" || place.end > place.start);
}

/**
 * What makes the last line with content before `end` close the fence that `opener` opens, where it stands further to the
 * right than fences do; undefined when it is another line.
 */
export function nearFenceEnd(text: string, opener: Line, end: number): Rewrite | undefined {
  const last = skipLineEndsBack(text, end, opener.end);
  const start = Math.max(text.lastIndexOf("\n", last - 1), text.lastIndexOf("\r", last - 1)) + 1;
  if (start < opener.next) return undefined;
  const [, blanks = "", ticks = ""] = /^([ \t]+)(`{3,})[ \t]*$/.exec(text.slice(start, last)) ?? [];
  if (ticks === "" || ticks.length < leadingTicks(text, opener)) return undefined;
  return certain(`Move "${ticks}" to the start of its line`, replaced(span(start, start + blanks.length), ""));
}
