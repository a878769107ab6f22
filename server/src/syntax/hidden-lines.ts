import type { Span } from "../base/span.js";
import { createLineTracker, type LineKind } from "./line-tracker.js";
import { type Line, readLine } from "./lines.js";
import { readToolResultHeading, readToolUseHeading, roleOf } from "./structure.js";

/** A fence, and the first line in it that would be structure outside of it: the fence may have been meant to end before. */
export interface HidingFence {
  readonly open: Line;
  readonly line: Line;
}

/** Follows the fences of one message body and what they hide. */
export interface HiddenLines {
  /** Must be told every line in order, with what it is, and whether it is one of a thought. */
  follow(line: Line, kind: LineKind, within: "thought" | "message"): void;
  /** The fence that is open, if it hides anything. */
  readonly inOpenFence: HidingFence | undefined;
  /**
   * The first closed fence that hides anything, if all fences of the text would be closed had it ended before: then it
   * is the one that lacks its end, though the last one seems to.
   */
  mispaired(end: number): HidingFence | undefined;
}

/** So many UTF-16 units are looked through for the end of a fence: it is somewhere near. */
const longest = 200_000;

/** Says whether a line is a role marker, or the heading of a tool that a message of a role may write. */
function isHeadingLine(text: string, line: Line, role: string): boolean {
  if (text[line.start] === "@") return roleOf(text, line) !== undefined;
  if (text[line.start] !== "*") return false;
  return (role === "Assistant" ? readToolUseHeading(text, line) : readToolResultHeading(text, line)) !== undefined;
}

/** Starts to follow the lines of a body of a role. */
export function createHiddenLines(text: string, role: string): HiddenLines {
  let fence: Line | undefined;
  let inOpenFence: HidingFence | undefined;
  let first: HidingFence | undefined;
  return {
    get inOpenFence() {
      return inOpenFence;
    },
    follow(line, kind, within) {
      if (kind === "fenced") {
        if (fence && !inOpenFence && isHeadingLine(text, line, role)) inOpenFence = { open: fence, line };
        return;
      }
      if (kind === "fence-close" && within === "message") first ??= inOpenFence;
      inOpenFence = undefined;
      fence = kind === "fence-open" ? line : undefined;
    },
    mispaired(end) {
      if (first === undefined || end - first.line.start > longest) return undefined;
      return endsClosed(text, role, { start: first.line.start, end }) ? first : undefined;
    },
  };
}

/** Says whether no fence is open at the end of lines, of which the first stands outside of any. */
function endsClosed(text: string, role: string, { start, end }: Span): boolean {
  let kindOf = createLineTracker(role);
  let isOpen = false;
  for (let line = readLine(text, start); line.start < end; line = readLine(text, line.next)) {
    const kind = kindOf(text, line);
    const next = kind === "plain" ? roleOf(text, line) : undefined;
    if (next !== undefined) kindOf = createLineTracker(next);
    isOpen = kind === "fence-open" || (kind === "fenced" && isOpen);
  }
  return !isOpen;
}
