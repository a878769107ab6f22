import type { Span } from "../base/span.js";
import { complete, type Steps } from "../base/steps.js";
import type { ChatDocument, Message, PlacedMessage } from "../syntax/ast.js";
import { type Line, readLine } from "../syntax/lines.js";

/** What the text of a message holds as Markdown. Spans are UTF-16 offsets of the message, without the last line end. */
export type MarkdownBlock =
  | { readonly kind: "heading"; readonly span: Span; readonly level: number; readonly text: string }
  /** From the line that opens it to the line that closes it, or to the end of the text. */
  | { readonly kind: "fence"; readonly span: Span };

const fenceLine = /^ {0,3}(`{3,}|~{3,})([^\r\n]*)$/;
const headingLine = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;

/** So many lines are looked at in one step. */
const linesInStep = 2000;

/** A message of so many UTF-16 units is worth remembering: of very many short ones that takes longer than looking again. */
const shortest = 1000;

const known = new WeakMap<Message, readonly MarkdownBlock[]>();

/** The headings and fences of a message's own text, in order; thoughts, tool blocks and what stands in tags are left out. */
export function markdownBlocks(document: ChatDocument, placed: PlacedMessage): readonly MarkdownBlock[] {
  return complete(markdownBlocksInSteps(document, placed));
}

/** The same, in steps of about a millisecond. */
export function* markdownBlocksInSteps({ source }: ChatDocument, { start, message }: PlacedMessage): Steps<readonly MarkdownBlock[]> {
  const last = known.get(message);
  if (last !== undefined) return last;
  const blocks = yield* find(source.slice(start, start + message.trailing.start), message);
  if (message.trailing.start >= shortest) known.set(message, blocks);
  return blocks;
}

function* find(text: string, { marker, segments }: Message): Steps<MarkdownBlock[]> {
  const hidden = segments.filter(({ kind }) => kind !== "text" && kind !== "file-reference");
  const blocks: MarkdownBlock[] = [];
  let fence: { readonly start: number; readonly mark: string } | undefined;
  let next = 0;
  let lines = 0;
  for (let line = readLine(text, marker.end); line.start < text.length; line = readLine(text, line.next)) {
    if (++lines % linesInStep === 0) yield;
    while (next < hidden.length && (hidden[next]?.span.end ?? 0) <= line.start) next++;
    const inside = hidden[next];
    const isHidden = inside !== undefined && (inside.span.start < line.start || (isBlock(inside.kind) && inside.span.start === line.start));
    if (isHidden || !startsBlock(text, line)) continue;
    const written = text.slice(line.start, line.end);
    const [, mark, info = ""] = fenceLine.exec(written) ?? [];
    if (fence) {
      if (!mark?.startsWith(fence.mark) || info.trim() !== "") continue;
      blocks.push({ kind: "fence", span: { start: fence.start, end: line.end } });
      fence = undefined;
    } else if (mark && !(mark.startsWith("`") && info.includes("`"))) fence = { start: line.start, mark };
    else {
      const [, hashes, title = ""] = headingLine.exec(written) ?? [];
      if (hashes && title !== "")
        blocks.push({ kind: "heading", span: { start: line.start, end: line.end }, level: hashes.length, text: title });
    }
  }
  if (fence) blocks.push({ kind: "fence", span: { start: fence.start, end: text.length } });
  return blocks;
}

/** Says whether a line can be one of those that the patterns are for: nearly none is. */
function startsBlock(source: string, { start }: Line): boolean {
  let at = start;
  while (source[at] === " ") at++;
  return "`~#".includes(source[at] ?? " ");
}

function isBlock(kind: string): boolean {
  return kind === "thinking" || kind === "tool-use" || kind === "tool-result" || kind === "aborted";
}
