import { closesFence, leadingTicks, openingTicks } from "../syntax/fences.js";
import { createLineTracker } from "../syntax/line-tracker.js";
import { readLine } from "../syntax/lines.js";
import { parseDocument } from "../syntax/parse-document.js";
import { escapeLine } from "../syntax/structure.js";

/** Writes a reply, piece by piece, in the form it has in the document. */
export interface ReplyWriter {
  /** What stands before the first piece: the `@Assistant:` marker, set off from the text above. */
  readonly opening: string;
  /** The document text of the next piece of the reply (an unfinished line that may be structure is held back). */
  push(piece: string): string;
  /** What follows a complete reply: a new `@You:` to type in. */
  finish(): string;
  /** What follows a reply that was cut off, with the reason; the document can be sent again. */
  abort(reason: string): string;
}

/**
 * Makes the writer for a reply below `text`. Model text that would read as structure gets a leading backslash
 * outside of fences, and a fence that the text or the reply left open is closed (spec/providers-and-send.md §2.6,
 * decision 4). Pieces may be cut anywhere; line ends are those of the document.
 */
export function createReplyWriter(text: string, lineEnd: string): ReplyWriter {
  let line = "";
  /** Backticks of the fence that is open, 0 when none is. */
  let ticks = 0;
  let isEmpty = true;
  /** True when the text of the current line has been given out already, so it can no longer be escaped. */
  let isOut = false;
  /** The half of a line end or of a character that the next piece may complete. */
  let half = "";
  /** How many line ends the text given out ends with. */
  let lineEnds = 1;

  function endLine(): string {
    const isFenced = ticks > 0;
    ticks = ticksAfter(ticks, line);
    const out = isOut ? "" : isFenced ? line : escapeLine(line);
    line = "";
    isOut = false;
    return out;
  }

  /** Gives out what cannot become structure any more, though its line is not complete. */
  function release(from: number): string {
    if (isOut) return line.slice(from);
    if (mayBeStructure(line)) return "";
    isOut = true;
    return line;
  }

  function push(piece: string): string {
    if (piece !== "") isEmpty = false;
    const whole = half + piece;
    const end = /[\r\ud800-\udbff]$/.test(whole) ? whole.length - 1 : whole.length;
    half = whole.slice(end);
    return take(whole.slice(0, end));
  }

  function take(piece: string): string {
    let out = "";
    let from = line.length;
    for (const part of wellFormed(piece).split(/(\n)/)) {
      if (part === "\n") {
        lineEnds = line === "" ? lineEnds + 1 : 1;
        out += endLine() + lineEnd;
        from = 0;
      } else {
        line += part;
        out += release(from);
        from = line.length;
      }
    }
    return out;
  }

  /** The rest of the reply, its open fence closed, and what makes the line after it an empty one. */
  function close(): string {
    let rest = take(wellFormed(half));
    half = "";
    if (line !== "") lineEnds = 0;
    rest += endLine();
    if (ticks > 0) {
      rest += (lineEnds === 0 ? lineEnd : "") + "`".repeat(ticks);
      ticks = 0;
      lineEnds = 0;
    }
    return rest + lineEnd.repeat(Math.max(0, 2 - lineEnds));
  }

  return {
    opening: `${separator(text, lineEnd)}@Assistant:${lineEnd}`,
    push,
    finish: () => `${close()}@You:${lineEnd}`,
    abort: (reason) => `${isEmpty ? "" : close()}<!-- flemma:aborted: ${commentText(reason)} -->${lineEnd}`,
  };
}

/** Line ends as LF; halves of characters, which no editor can hold, become the replacement character. */
function wellFormed(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/\p{Surrogate}/gu, "\ufffd");
}

/** One line that neither ends a comment nor holds its end. */
function commentText(reason: string): string {
  return reason.replace(/--+>/g, "").replace(/\s+/g, " ").trim();
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

const heads = ["**Tool Use:**", "**Tool Result:**", "<thinking", "</thinking>", "<!-- flemma:aborted:"];

/** Says whether an unfinished line could still turn into structure. */
function mayBeStructure(line: string): boolean {
  const text = line.replace(/^\\+/, "");
  return (
    text === "" ||
    /^@[A-Za-z0-9]*(?::|$)/.test(text) ||
    heads.some((head) => head.startsWith(text) || text.startsWith(head)) ||
    text.startsWith("<!--")
  );
}

/** The backticks of the fence that is open after a line. */
function ticksAfter(open: number, line: string): number {
  const whole = { start: 0, end: line.length, next: line.length };
  if (open > 0) return closesFence(line, whole, open) ? 0 : open;
  return openingTicks(line, whole);
}
