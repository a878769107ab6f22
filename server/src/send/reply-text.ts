import { closesFence, openingTicks } from "../syntax/fences.js";
import { escapeLine } from "../syntax/structure.js";

/** Text of a model on its way into a document: what would read as structure is escaped, fences are followed. */
export interface ReplyText {
  /** The document text of the next piece; an unfinished line that may be structure is held back. */
  push(piece: string): string;
  /** What is held back, and the line that closes the fence that is open. The text may go on afterwards. */
  rest(): string;
}

/** A line that is held back is looked at anew with every piece up to so many units, then each time it has doubled. */
const alwaysLooked = 200;

/**
 * Makes a text that starts at the start of a line of an assistant's message, outside of fences and thinking. Pieces may be cut
 * anywhere; line ends become `lineEnd` (spec/providers-and-send.md §2.6).
 */
export function createReplyText(lineEnd: string): ReplyText {
  let line = "";
  /** Backticks of the fence that is open, 0 when none is. */
  let ticks = 0;
  /** True when the text of the current line has been given out already, so it can no longer be escaped. */
  let isOut = false;
  let lookAt = 0;
  /** The half of a line end or of a character that the next piece may complete. */
  let half = "";

  /** What a line is in the document, as far as it was not given out. */
  const written = (whole: string): string => (isOut ? whole.slice(line.length) : ticks > 0 ? whole : escapeLine(whole));

  function endLine(): string {
    const out = written(line);
    ticks = ticksAfter(ticks, line);
    line = "";
    isOut = false;
    lookAt = 0;
    return out;
  }

  /** Adds to the line, and gives out what cannot become structure any more. */
  function extend(part: string): string {
    line += part;
    if (isOut) return part;
    if (line.length < lookAt) return "";
    if (mayBeStructure(line)) {
      lookAt = line.length < alwaysLooked ? 0 : line.length * 2;
      return "";
    }
    isOut = true;
    return line;
  }

  return {
    push(piece) {
      const whole = half + piece;
      const end = /[\r\ud800-\udbff]$/.test(whole) ? whole.length - 1 : whole.length;
      half = whole.slice(end);
      const [first = "", ...others] = wellFormed(whole.slice(0, end)).split("\n");
      let out = extend(first);
      for (const other of others) out += endLine() + lineEnd + extend(other);
      return out;
    },
    rest() {
      const isEnded = half === "\r";
      const whole = isEnded ? line : line + wellFormed(half);
      const text = written(whole) + (isEnded ? lineEnd : "");
      const open = ticksAfter(ticks, whole);
      if (open === 0) return text;
      return text + (isEnded || whole === "" ? "" : lineEnd) + "`".repeat(open);
    },
  };
}

/** Line ends as LF; halves of characters, which no editor can hold, become the replacement character. */
export function wellFormed(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/\p{Surrogate}/gu, "\ufffd");
}

/** The backticks of the fence that is open after a line. */
export function ticksAfter(open: number, line: string): number {
  const whole = { start: 0, end: line.length, next: line.length };
  if (open > 0) return closesFence(line, whole, open) ? 0 : open;
  return openingTicks(line, whole);
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
