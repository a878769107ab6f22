import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { certain, possible, replaced } from "../base/rewrites.js";
import { span } from "../base/span.js";
import { closesFence, openingTicks } from "./fences.js";
import { isBlank, type Line, readLine } from "./lines.js";
import { toolStatus, unknownStatus } from "./tool-status.js";

const almost = /^(\*\*Tool Result:\*\*[ \t]*`[^`]+`[ \t]*)(\S.*)$/;

/** No status is longer, and what follows looks at a line more than once. */
const longest = 300;

/**
 * The warning for a line that begins like the heading of a tool result and has a block below it, but goes on with anything
 * but a status in parentheses: all of it is text. `end` is that of the message's body.
 */
export function nearResultHeading(text: string, line: Line, end: number): Diagnostic | undefined {
  const [, head = "", rest = ""] = text.startsWith("**Tool Result:**", line.start)
    ? (almost.exec(text.slice(line.start, line.end)) ?? [])
    : [];
  const suffix = rest.trimEnd();
  if (suffix === "" || suffix.length > longest || !hasFenceBelow(text, line, end)) return undefined;
  const at = span(line.start + head.length, line.start + head.length + suffix.length);
  const inner = suffix.replace(/^[([{<:–—-]+[ \t]*/, "").replace(/[ \t]*[)\]}>]+$/, "");
  const words = withKnownStatus(inner);
  const message = "The status of a tool result stands in parentheses: what this line goes on with makes all of the block text.";
  if (words === "")
    return diagnostic("tool/heading", at, `${message} Remove it.`, {
      data: { kind: "rewrite", choices: [certain("Remove it", replaced(at, ""))] },
    });
  const make = toolStatus(words) === undefined ? possible : certain;
  const choices = [make(`Write "(${words})"`, replaced(at, `(${words})`))];
  return diagnostic("tool/heading", at, `${message} Write "(${words})".`, { data: { kind: "rewrite", choices } });
}

/** Words with the status that they misspell, if they do, written as it is. */
function withKnownStatus(words: string): string {
  const data = unknownStatus(words, span(0, words.length))?.data;
  if (data?.kind !== "replace" || data.with[0] === undefined) return words;
  return words.slice(0, data.span.start) + data.with[0] + words.slice(data.span.end);
}

/** Says whether a fence opens below, and ends. */
function hasFenceBelow(text: string, heading: Line, end: number): boolean {
  let line = readLine(text, heading.next);
  while (line.start < end && isBlank(text, line)) line = readLine(text, line.next);
  const ticks = line.start < end ? openingTicks(text, line) : 0;
  if (ticks === 0) return false;
  do line = readLine(text, line.next);
  while (line.start < end && !closesFence(text, line, ticks));
  return line.start < end;
}
