import type { StreamEvent } from "../providers/provider.js";
import { leadingTicks } from "../syntax/fences.js";
import { createLineTracker } from "../syntax/line-tracker.js";
import { readLine } from "../syntax/lines.js";
import { parseDocument } from "../syntax/parse-document.js";
import { isUse, pendingResult, thinkingBlock, toolUseBlock, type WrittenUse, writtenUse } from "./reply-blocks.js";
import { createReplyText, type ReplyText, wellFormed } from "./reply-text.js";

/** The line that a reply begins with, without its line end. */
export const replyMarker = "@Assistant:";

/** Writes a reply, event by event, in the form it has in the document. */
export interface ReplyWriter {
  /**
   * The document text of the next event; an unfinished line that may be structure is held back. The first text begins with the
   * marker, set off from the text above; white space alone does not start a reply.
   */
  push(event: StreamEvent): string;
  /** What follows a complete reply: a new `@You:` to type in, with an empty result for every use of a tool. */
  finish(): string;
  /** What follows a reply that is cut off here, with the reason: the document can be sent again. Empty when nothing came. */
  abort(reason: string): string;
}

/**
 * Makes the writer for a reply below `text`. Thinking, uses of tools and text stand in the order in which they came. Text that
 * would read as structure gets a leading backslash outside of fences, and a fence that the text or the reply left open is
 * closed (spec/providers-and-send.md §2.1, §2.6, decisions 1 and 4). Line ends are those of the document.
 */
export function createReplyWriter(text: string, lineEnd: string): ReplyWriter {
  const uses: WrittenUse[] = [];
  let isStarted = false;
  let isAtStart = true;
  /** The text that is being written; undefined behind a block and at the start. */
  let run: ReplyText | undefined;
  /** White space that came after the last block, and counts only if text follows. */
  let blank = "";
  /** How the text that was given out ends. */
  let tail = "";

  function begin(): string {
    return isStarted ? "" : `${separator(text, lineEnd)}${replyMarker}${lineEnd}`;
  }

  function give(out: string): string {
    isStarted = true;
    tail = (tail + out).slice(-2 * lineEnd.length);
    return out;
  }

  function pushText(piece: string): string {
    if (run !== undefined) return give(run.push(piece));
    blank += piece;
    if (piece.trim() === "") return "";
    const whole = blank;
    blank = "";
    run = createReplyText(lineEnd);
    const isSetOff = isAtStart || /^[\r\n]/.test(whole);
    isAtStart = false;
    return give(begin() + (isSetOff ? "" : lineEnd) + run.push(whole));
  }

  function pushBlock(block: string): string {
    if (block === "") return "";
    const above = begin() + (run?.rest() ?? "");
    run = undefined;
    blank = "";
    const gap = isAtStart ? "" : (tail + above).endsWith(lineEnd) ? lineEnd : lineEnd + lineEnd;
    isAtStart = false;
    return give(above + gap + block.replaceAll("\n", lineEnd));
  }

  function pushUse(event: Extract<StreamEvent, { kind: "tool-use" }>): string {
    const use = writtenUse(event, uses.length + 1);
    uses.push(use);
    return pushBlock(toolUseBlock(use));
  }

  /** The rest of the reply, and what makes the line after it an empty one. */
  function close(): string {
    const rest = begin() + (run?.rest() ?? "");
    const ends = tail + rest;
    return rest + (ends.endsWith(lineEnd + lineEnd) ? "" : ends.endsWith(lineEnd) ? lineEnd : lineEnd + lineEnd);
  }

  return {
    push(event) {
      switch (event.kind) {
        case "text":
          return pushText(event.text);
        case "thinking":
          return pushBlock(thinkingBlock(event));
        case "tool-use":
          return pushUse(event);
        default:
          return "";
      }
    },
    finish() {
      const results = uses.filter(isUse).map((use) => `\n${pendingResult(use)}`);
      return `${close()}${["@You:\n", ...results].join("").replaceAll("\n", lineEnd)}`;
    },
    abort: (reason) => (isStarted ? `${close()}<!-- flemma:aborted: ${commentText(reason)} -->${lineEnd}` : ""),
  };
}

/** One line that neither ends a comment nor holds its end. */
function commentText(reason: string): string {
  return wellFormed(reason).replace(/--+>/g, "").replace(/\s+/g, " ").trim();
}

/** One empty line between the text above and the marker, behind the fence that the text left open. */
export function separator(text: string, lineEnd: string): string {
  const fence = openFence(text);
  if (fence !== "") return (/[\r\n]$/.test(text) ? "" : lineEnd) + fence + lineEnd + lineEnd;
  if (text === "" || /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)$/.test(text)) return "";
  return /[\r\n]$/.test(text) ? lineEnd : lineEnd + lineEnd;
}

/** The backticks that close the fence in which a document ends: a marker written there would be text. */
export function openFence(text: string): string {
  const last = parseDocument(text).messages.at(-1);
  if (last === undefined) return "";
  const { role, marker } = last.message;
  const kindOf = createLineTracker(role);
  let ticks = 0;
  for (let line = readLine(text, last.start + marker.end); line.start < text.length; line = readLine(text, line.next)) {
    const kind = kindOf(text, line);
    if (kind === "fence-open") ticks = leadingTicks(text, line);
    else if (kind !== "fenced") ticks = 0;
  }
  return "`".repeat(ticks);
}
