import { cutText } from "../base/cut-text.js";
import { type Diagnostic, diagnostic, type FixData, type Related, type Rewrite } from "../base/diagnostic.js";
import { inserted, possible } from "../base/rewrites.js";
import { span } from "../base/span.js";
import { leadingTicks } from "./fences.js";
import type { HidingFence } from "./hidden-lines.js";
import { type Line, ownLineEnd, readLine, skipLineEndsBack } from "./lines.js";
import { nearFenceEnd, nearThinkingEnd } from "./near-closers.js";
import { roleOf } from "./structure.js";

/** The warning for a column-1 fence that `opener` opens and nothing closes before `end`; `other` is one that may lack its end instead. */
export function unclosedFence(text: string, opener: Line, end: number, other?: HidingFence): Diagnostic {
  const close = closeFence(text, opener, end);
  const message = `This fence is never closed, so every role line after it is text. Close it with "${close.text.trim()}".`;
  return diagnostic("document/unclosed-fence", span(opener.start, opener.end), message, waysToClose(text, { opener, close, other }));
}

/**
 * The fix of the unclosed fence that `opener` opens: `close`, what makes a line that was meant to close it do so, or that of
 * an earlier fence, which hides lines and may be the one that lacks its end.
 */
export function waysToClose(
  text: string,
  { opener, close, other }: { opener: Line; close: Insert; other: HidingFence | undefined },
): { data: FixData; related?: readonly Related[] } {
  if (other === undefined) return { data: nearOr(nearFenceEnd(text, opener, close.at), close) };
  const hidden = text.slice(other.line.start, other.line.end).trimEnd();
  const related = [
    { span: span(other.open.start, other.open.end), message: `Or this one is not closed: it hides "${cutText(hidden, 40)}".` },
  ];
  const early = closeFence(text, other.open, other.line.start, `Close the fence before "${cutText(hidden, 40)}"`);
  return { data: { kind: "rewrite", choices: [early, close].map(asRewrite) }, related };
}

/** A line that almost closes is most likely what was meant. */
function nearOr(near: Rewrite | undefined, close: Insert): FixData {
  return near === undefined ? close : { kind: "rewrite", choices: [near, asRewrite(close)] };
}

function asRewrite({ at, text, title }: Insert): Rewrite {
  return possible(title, inserted(at, text.replaceAll(/\r\n?/g, "\n")));
}

type Insert = Extract<FixData, { kind: "insert" }>;

/** The warning for a frontmatter that `opener` opens and nothing closes. */
export function unclosedFrontmatter(text: string, opener: Line): Diagnostic {
  const data = closeFence(text, opener, text.length, "Close the frontmatter");
  const message = 'The frontmatter is never closed, so the document has none. Close it with a line "```".';
  return diagnostic("frontmatter/unclosed", span(opener.start, opener.end), message, { data });
}

/** The fix that closes a fence: behind the last line with content before the next role line in it, or before `end`. */
export function closeFence(text: string, opener: Line, end: number, title = "Close the fence"): Insert {
  let stop = end;
  for (let line = readLine(text, opener.next); line.start < end; line = readLine(text, line.next)) {
    if (roleOf(text, line) === undefined) continue;
    stop = line.start;
    break;
  }
  const at = skipLineEndsBack(text, stop, opener.end);
  return { kind: "insert", at, text: ownLineEnd(text) + "`".repeat(leadingTicks(text, opener)), title };
}

/** The warning for a thinking block that `opener` opens and nothing closes before `end`. */
export function unclosedThinking(text: string, opener: Line, end: number): Diagnostic {
  const at = skipLineEndsBack(text, end, opener.end);
  const data = { kind: "insert", at, text: `${ownLineEnd(text)}</thinking>`, title: "Close the thinking block" } as const;
  const message = 'This thinking block is never closed, so it stays text. Close it with a line "</thinking>".';
  const near = nearThinkingEnd(text, span(opener.next, end));
  return diagnostic("thinking/unclosed", span(opener.start, opener.end), message, { data: nearOr(near, data) });
}
