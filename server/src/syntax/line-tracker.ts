import { closesFence, openingTicks } from "./fences.js";
import type { Line } from "./lines.js";
import { closesThinking, readThinkingTag } from "./structure.js";

/** What a line is with regard to column-1 fences and, in an assistant message, thinking blocks. */
export type LineKind = "plain" | "fence-open" | "fenced" | "fence-close" | "thinking-open" | "thinking-close";

/**
 * Follows the lines of one message body. A fence hides structure until it is closed; one opened inside a thinking
 * block also ends with the block, so that a thought cut in the middle of its code does not swallow the conversation.
 */
export function createLineTracker(role: string): (text: string, line: Line) => LineKind {
  let ticks = 0;
  let thinking = false;
  return (text, line) => {
    if (thinking && closesThinking(text, line)) {
      thinking = false;
      ticks = 0;
      return "thinking-close";
    }
    if (ticks > 0) {
      if (!closesFence(text, line, ticks)) return "fenced";
      ticks = 0;
      return "fence-close";
    }
    ticks = openingTicks(text, line);
    if (ticks > 0) return "fence-open";
    if (role !== "Assistant" || thinking) return "plain";
    thinking = readThinkingTag(text, line)?.selfClosing === false;
    return thinking ? "thinking-open" : "plain";
  };
}
