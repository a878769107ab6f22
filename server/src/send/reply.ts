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
 * outside of fences, and a fence the reply left open is closed (spec/providers-and-send.md §2.6, decision 4).
 * Line ends are those of the document.
 */
export function createReplyWriter(text: string, lineEnd: string): ReplyWriter {
  let line = "";
  let fence: string | undefined;
  let isEmpty = true;
  /** True when the text of the current line has been given out already, so it can no longer be escaped. */
  let isOut = false;

  function endLine(): string {
    const isFenced = fence !== undefined;
    fence = fenceAfter(fence, line);
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
    let out = "";
    let from = line.length;
    for (const part of piece.replace(/\r\n?/g, "\n").split(/(\n)/)) {
      if (part === "\n") {
        out += endLine() + lineEnd;
        from = 0;
      } else {
        line += part;
        out += release(from);
        from = line.length;
      }
    }
    if (piece !== "") isEmpty = false;
    return out;
  }

  function close(): string {
    const hadLine = line !== "";
    const rest = endLine();
    const open = fence;
    fence = undefined;
    return rest + (open === undefined ? "" : (hadLine ? lineEnd : "") + open);
  }

  return {
    opening: `${separator(text, lineEnd)}@Assistant:${lineEnd}`,
    push,
    finish: () => `${close()}${lineEnd}${lineEnd}@You:${lineEnd}`,
    abort(reason) {
      const rest = close();
      return `${rest}${isEmpty ? "" : lineEnd}<!-- flemma:aborted: ${reason.replace(/-->/g, "")} -->${lineEnd}`;
    },
  };
}

/** One empty line between the text above and the marker. */
function separator(text: string, lineEnd: string): string {
  if (text === "" || /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)$/.test(text)) return "";
  return /[\r\n]$/.test(text) ? lineEnd : lineEnd + lineEnd;
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

/** The fence that is open after a line: backticks in column 1, closed by at least as many. */
function fenceAfter(open: string | undefined, line: string): string | undefined {
  const ticks = /^`{3,}/.exec(line)?.[0];
  if (ticks === undefined) return open;
  const rest = line.slice(ticks.length);
  if (open === undefined) return rest.includes("`") ? undefined : ticks;
  return ticks.length >= open.length && rest.trim() === "" ? undefined : open;
}
