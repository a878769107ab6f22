import { lineAt, lineEnd } from "../base/source-text.js";
import { type Span, shift, touches } from "../base/span.js";
import { visitBlock } from "../lua/visit.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { goSelections } from "./go/structure.js";
import { inDocument, type LuaPlace, luaPlace } from "./lua/chunks.js";
import { markdownBlocks } from "./markdown-blocks.js";

/**
 * What a selection at a UTF-16 offset grows through, innermost first: word, expressions and statements, tag, line,
 * block, message, document. Each contains the one before it and is larger.
 */
export function selectionRanges(snapshot: Snapshot, offset: number): Span[] {
  const { document, text } = snapshot;
  const spans: Span[] = [wordAt(text.text, offset)];
  const place = luaPlace(document, offset);
  if (place) spans.push(...luaSpans(place, offset));
  spans.push(...goSelections(document, offset));
  const line = lineAt(text, offset);
  spans.push(trimmed(text.text, text.lineStarts[line] as number, lineEnd(text, line)), {
    start: text.lineStarts[line] as number,
    end: lineEnd(text, line),
  });
  spans.push(...blockSpans(snapshot, offset));
  return growing([...spans.filter((span) => touches(span, offset)), document.span]);
}

function wordAt(text: string, offset: number): Span {
  const isWord = (at: number): boolean => /[\p{L}\p{N}\p{M}_]/u.test(text.charAt(at)) || /[\ud800-\udfff]/.test(text.charAt(at));
  let start = offset;
  while (start > 0 && isWord(start - 1)) start--;
  let end = offset;
  while (end < text.length && isWord(end)) end++;
  return { start, end };
}

function luaSpans({ chunk, words }: LuaPlace, offset: number): Span[] {
  const spans: Span[] = words.words.map(({ token: { start, end } }) => ({ start, end }));
  spans.push(...words.comments, words.piece.span);
  visitBlock(chunk.parsed.body, { statement: ({ span }) => spans.push(span), expression: ({ span }) => spans.push(span) });
  return spans.map((span) => inDocument(chunk, span)).filter((span) => touches(span, offset));
}

function blockSpans({ document }: Snapshot, offset: number): Span[] {
  const { frontmatter, messages } = document;
  if (frontmatter && touches(frontmatter.span, offset)) return [frontmatter.body, frontmatter.span];
  const placed = messages.findLast(({ start }) => start <= offset);
  if (placed === undefined) return [document.preamble];
  const { start, message } = placed;
  const segments = message.segments.filter(({ kind }) => kind !== "text").map(({ span }) => shift(span, start));
  const blocks = markdownBlocks(document, placed).map(({ span }) => shift(span, start));
  const body = shift({ start: message.marker.end, end: message.trailing.start }, start);
  return [...segments, ...blocks, body, shift({ start: 0, end: message.trailing.start }, start), shift(message.span, start)];
}

function trimmed(text: string, start: number, end: number): Span {
  const line = text.slice(start, end);
  const from = start + (line.length - line.trimStart().length);
  return { start: from, end: Math.max(from, start + line.trimEnd().length) };
}

/** Sorts by length and keeps those that contain the one before and are larger. */
function growing(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.end - a.start - (b.end - b.start))) {
    const last = kept.at(-1);
    const isLarger =
      last === undefined || (span.start <= last.start && last.end <= span.end && span.end - span.start > last.end - last.start);
    if (isLarger && span.start <= span.end) kept.push(span);
  }
  return kept;
}
