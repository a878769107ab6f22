import type { Span } from "../../base/span.js";
import { complete, type Steps } from "../../base/steps.js";
import { type Line, readLine } from "../lines.js";
import { createMarkdown } from "./markdown-lines.js";
import { trimmed } from "./white-space.js";

/** A Lua block of a section, and the prose that belongs to it. Spans are UTF-16 offsets of the text. */
export interface SectionBlock {
  /** From the line that opens it to the line that closes it, without the last line end. */
  readonly fence: Span;
  readonly code: Span;
  readonly isClosed: boolean;
  /** The first line in it that closes the fence for Markdown, but is not the one that does here; without the line end. */
  readonly nearClose?: Span;
  /** What `prose` is in it: since the last block, heading or thematic break, without white space around it. */
  readonly prose: Span;
  /** What stands before that heading or break, it included: nobody reads it. Empty where there is none. */
  readonly dropped: Span;
}

/** A fence that looks like a Lua block and is prose. */
export interface NearMiss {
  /** Its first line, without the line end. */
  readonly span: Span;
  /** The line that would close it; absent where nothing does. */
  readonly close?: Span;
  readonly reason: "case" | "indented" | "tildes" | "words" | "space";
}

/** A section as it runs: its blocks in file order, and what follows the last one (spec/prose-substitution.md §1). */
export interface SectionLayout {
  readonly blocks: readonly SectionBlock[];
  /** From the end of the last block (or from the start) to the end, white space included; empty after a block that nothing closes. */
  readonly trailing: Span;
  readonly nearMisses: readonly NearMiss[];
}

const opening = "```lua";
const closing = "```";

/** So many lines and blocks are looked at in one step. */
const linesInStep = 25;

/** Divides the part of a text between two offsets into Lua blocks and prose. `start` must be the start of a line. */
export function sectionLayout(text: string, within: Span): SectionLayout {
  return complete(sectionLayoutInSteps(text, within));
}

/** The same, in steps of about a millisecond. */
export function* sectionLayoutInSteps(text: string, { start, end }: Span): Steps<SectionLayout> {
  const within = text.length === end ? text : text.slice(0, end);
  if (!mayHoldBlocks(within, start)) return { blocks: [], trailing: { start, end }, nearMisses: [] };
  const blocks: SectionBlock[] = [];
  const nearMisses: NearMiss[] = [];
  let markdown = createMarkdown();
  /** Where the prose that is pending starts, and where the stretch since the last block does. */
  let pending = start;
  let stretch = start;
  /** A near miss that is still open. */
  let open: NearMiss | undefined;
  let count = 0;
  for (let line = start; line < end; ) {
    if (++count % linesInStep === 0) yield;
    const here = readLine(within, line);
    const event = markdown.line(within, here);
    line = here.next;
    if (event === "fence" && is(within, here, opening)) {
      const block = blockAt(within, { here, pending, stretch, end });
      blocks.push(block);
      markdown = createMarkdown();
      open = undefined;
      line = pending = stretch = block.isClosed ? readLine(within, block.fence.end).next : end;
    } else if (event === "fence" || event === "nested-fence") {
      const reason = event === "fence" ? missReason(within.slice(here.start, here.end)) : undefined;
      if (reason !== undefined) {
        open = { span: { start: here.start, end: here.end }, reason };
        nearMisses.push(open);
      }
    } else if (event === "fence-end" && open !== undefined) {
      nearMisses[nearMisses.length - 1] = { ...open, close: { start: here.start, end: here.end } };
      open = undefined;
    } else if (event === "heading" || event === "break") pending = here.next;
  }
  const last = blocks.at(-1);
  const trailing = { start: last === undefined ? start : last.fence.end, end };
  return { blocks, trailing, nearMisses };
}

/** Most texts hold no fence that says Lua, and finding that out costs nearly nothing. */
function mayHoldBlocks(text: string, start: number): boolean {
  const sign = /(?:```|~~~)[ \t]*(?:\{[ \t]*)?\.?lua/gi;
  sign.lastIndex = start;
  return sign.test(text);
}

/** The block that a line opens: the first line that is exactly the closing one ends it. */
function blockAt(
  text: string,
  { here, pending, stretch, end }: { readonly here: Line; readonly pending: number; readonly stretch: number; readonly end: number },
): SectionBlock {
  const prose = trimmed(text, { start: pending, end: here.start });
  const dropped = trimmed(text, { start: stretch, end: pending });
  let near: Span | undefined;
  const made = (fenceEnd: number, codeEnd: number): Omit<SectionBlock, "isClosed"> => ({
    fence: { start: here.start, end: fenceEnd },
    code: { start: here.next, end: codeEnd },
    prose,
    dropped,
    ...(near && { nearClose: near }),
  });
  for (let at = here.next; at < end; ) {
    const line = readLine(text, at);
    if (is(text, line, closing)) return { ...made(line.end, line.start), isClosed: true };
    near ??= closesInMarkdown(text, line) ? { start: line.start, end: line.end } : undefined;
    at = line.next;
  }
  return { ...made(end, end), isClosed: false };
}

function closesInMarkdown(text: string, { start, end }: Line): boolean {
  return end - start < 100 && /^ {0,3}`{3,}[ \t]*$/.test(text.slice(start, end));
}

function is(text: string, { start, end }: Line, line: string): boolean {
  return end - start === line.length && text.startsWith(line, start);
}

/**
 * Why the line of a fence that is none of ours opens no Lua block, though it says Lua: also with attributes (`lua{1}`,
 * `{.lua}`, `lua,run`). More backticks are how code is shown.
 */
function missReason(line: string): NearMiss["reason"] | undefined {
  const [, indent = "", mark = "", gap = "", before = "", language = "", rest = ""] =
    /^([ \t]*)(`{3,}|~{3,})([ \t]*)(\{?[ \t]*\.?)(lua(?![\w.+-]))?(.*)$/i.exec(line) ?? [];
  if (language === "" || mark.length > 3) return undefined;
  if (indent !== "") return "indented";
  if (mark.startsWith("~")) return "tildes";
  if (before !== "" || rest.trim() !== "") return "words";
  return gap !== "" || rest !== "" ? "space" : "case";
}
