import type { Span } from "../base/span.js";
import type { ChatDocument, PlacedMessage } from "../syntax/ast.js";
import { type Line, readLine } from "../syntax/lines.js";

/** What the text of a message holds as Markdown. Spans are UTF-16 offsets of the document, without the last line end. */
export type MarkdownBlock =
  | { readonly kind: "heading"; readonly span: Span; readonly level: number; readonly text: string }
  /** From the line that opens it to the line that closes it, or to the end of the text. */
  | { readonly kind: "fence"; readonly span: Span };

const fenceLine = /^ {0,3}(`{3,}|~{3,})([^\r\n]*)$/;
const headingLine = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;

/** The headings and fences of a message's own text, in order; thoughts, tool blocks and what stands in tags are left out. */
export function markdownBlocks({ source }: ChatDocument, { start, message }: PlacedMessage): MarkdownBlock[] {
  const hidden = message.segments.filter(({ kind }) => kind !== "text" && kind !== "file-reference");
  const blocks: MarkdownBlock[] = [];
  const end = start + message.trailing.start;
  let fence: { readonly start: number; readonly mark: string } | undefined;
  let next = 0;
  for (let line = readLine(source, start + message.marker.end); line.start < end; line = readLine(source, line.next)) {
    while (next < hidden.length && start + (hidden[next]?.span.end ?? 0) <= line.start) next++;
    const inside = hidden[next];
    const isHidden =
      inside !== undefined &&
      (start + inside.span.start < line.start || (isBlock(inside.kind) && start + inside.span.start === line.start));
    if (isHidden) continue;
    if (!startsBlock(source, line)) continue;
    const text = source.slice(line.start, line.end);
    const [, mark, info = ""] = fenceLine.exec(text) ?? [];
    if (fence) {
      if (!mark?.startsWith(fence.mark) || info.trim() !== "") continue;
      blocks.push({ kind: "fence", span: { start: fence.start, end: line.end } });
      fence = undefined;
    } else if (mark && !(mark.startsWith("`") && info.includes("`"))) fence = { start: line.start, mark };
    else {
      const [, hashes, title = ""] = headingLine.exec(text) ?? [];
      if (hashes && title !== "")
        blocks.push({ kind: "heading", span: { start: line.start, end: line.end }, level: hashes.length, text: title });
    }
  }
  if (fence) blocks.push({ kind: "fence", span: { start: fence.start, end } });
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
