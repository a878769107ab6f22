import type { Diagnostic } from "../base/diagnostic.js";
import type { Steps } from "../base/steps.js";
import { replacement } from "../base/text-edit.js";
import type { ChatDocument, PlacedMessage } from "./ast.js";
import { createLineTracker } from "./line-tracker.js";
import { type Line, readLine } from "./lines.js";
import { messageIndexAt } from "./message-at.js";
import { textAfterMarker } from "./roles.js";
import { roleOf } from "./structure.js";
import { unclosedFence } from "./unclosed.js";

/** Where messages begin, and what is wrong in the text before the first. */
export interface Split {
  /** UTF-16 offsets of the role markers; each message goes to the next one, the last to the end of the text. */
  readonly starts: readonly number[];
  readonly problems: readonly Diagnostic[];
  /** So many messages at the beginning are those at the beginning of the earlier document. */
  readonly head: number;
  /** So many at the end are those at its end; none of them is counted in `head`. */
  readonly tail: number;
}

/** So many lines are looked at in one step. */
const linesInStep = 2000;

/**
 * Finds the messages from the line start `from` on, behind frontmatter. What follows a marker depends on nothing before it:
 * where an earlier document is known, only messages that changed are looked at, and the one before them.
 */
export function* splitMessages(text: string, from: number, previous?: ChatDocument): Steps<Split> {
  const change = previous && changeSince(previous, text);
  const before = change ? messagesBefore(change, from) : [];
  const last = before.at(-1);
  const starts = before.map(({ start }) => start);
  const problems = last ? [...(previous?.problems ?? [])] : [];
  let kindOf = createLineTracker(last?.message.role ?? "");
  let fence: Line | undefined;
  let behind: readonly PlacedMessage[] = [];
  let count = 0;
  for (const line of structuralLines(text, last ? last.start + last.message.marker.end : from)) {
    if (++count % linesInStep === 0) yield;
    const kind = kindOf(text, line);
    if (kind === "fence-open") fence = line;
    else if (kind === "fence-close") fence = undefined;
    if (kind !== "plain") continue;
    const role = roleOf(text, line);
    if (role !== undefined) {
      behind = change ? messagesFrom(change, line.start) : [];
      if (behind.length > 0) break;
      starts.push(line.start);
      kindOf = createLineTracker(role);
    } else if (starts.length === 0) problems.push(...found(textAfterMarker(text, line)));
  }
  for (const { start } of behind) starts.push(start + (change?.growth ?? 0));
  if (starts.length === 0 && fence) problems.unshift(unclosedFence(text, fence, text.length));
  problems.sort((a, b) => a.span.start - b.span.start);
  return { starts, problems, head: Math.max(0, before.length - 1), tail: behind.length };
}

/** All that a text and an earlier document differ in. */
interface Change {
  readonly messages: readonly PlacedMessage[];
  /** Where the difference begins, in both. */
  readonly start: number;
  /** Where it ends in the text, which is longer by `growth`. */
  readonly end: number;
  readonly growth: number;
}

function changeSince({ source, messages }: ChatDocument, text: string): Change {
  const { span, newText } = replacement(source, text);
  return { messages, start: span.start, end: span.start + newText.length, growth: text.length - source.length };
}

/**
 * The earlier messages that are sure to begin where they began: the one that the change is in, or touches, may have lost
 * its marker. There are none where frontmatter, which now ends at `from`, was not closed before.
 */
function messagesBefore({ messages, start }: Change, from: number): readonly PlacedMessage[] {
  const before = messages.slice(0, Math.max(0, messageIndexAt(messages, start - 1)));
  return (before.at(-1)?.start ?? 0) < from ? [] : before;
}

/** The earlier messages from a marker on that stands at `start` in the text, if both have the same one and nothing differs behind it. */
function messagesFrom({ messages, end, growth }: Change, start: number): readonly PlacedMessage[] {
  const index = messageIndexAt(messages, start - growth);
  const isSame = start >= end && messages[index]?.start === start - growth;
  return isSame ? messages.slice(index) : [];
}

/**
 * The lines from the line start `from` on that can be markers, fences or thinking tags: all others are text wherever
 * they stand, and the search for these is the engine's own.
 */
function* structuralLines(text: string, from: number): Iterable<Line> {
  if (from < text.length && "@`<".includes(text.charAt(from))) yield readLine(text, from);
  const lineStart = /[\r\n][@`<]/g;
  lineStart.lastIndex = from;
  while (lineStart.test(text)) yield readLine(text, lineStart.lastIndex - 1);
}

function found(problem: Diagnostic | undefined): Diagnostic[] {
  return problem ? [problem] : [];
}
