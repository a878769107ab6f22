import { type Diagnostic, diagnostic, type FixData } from "../base/diagnostic.js";
import { span } from "../base/span.js";
import { leadingTicks } from "./fences.js";
import { type Line, ownLineEnd, readLine, skipLineEndsBack } from "./lines.js";
import { roleOf } from "./structure.js";

/** The warning for a column-1 fence that `opener` opens and nothing closes before `end`. */
export function unclosedFence(text: string, opener: Line, end: number): Diagnostic {
  const data = closeFence(text, opener, end);
  const message = `This fence is never closed, so every role line after it is text. Close it with "${data.text.trim()}".`;
  return diagnostic("document/unclosed-fence", span(opener.start, opener.end), message, { data });
}

/** The warning for a frontmatter that `opener` opens and nothing closes. */
export function unclosedFrontmatter(text: string, opener: Line): Diagnostic {
  const data = closeFence(text, opener, text.length, "Close the frontmatter");
  const message = 'The frontmatter is never closed, so the document has none. Close it with a line "```".';
  return diagnostic("frontmatter/unclosed", span(opener.start, opener.end), message, { data });
}

/** The fix that closes a fence: behind the last line with content before the next role line in it, or before `end`. */
export function closeFence(text: string, opener: Line, end: number, title = "Close the fence"): Extract<FixData, { kind: "insert" }> {
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
  return diagnostic("thinking/unclosed", span(opener.start, opener.end), message, { data });
}
