import { offsetAt, positionAt, sourceText } from "../base/source-text.js";
import type { Span } from "../base/span.js";
import type { TextEdit } from "../base/text-edit.js";

/** An edit that an editor was asked for, and the text it was asked for. */
export interface Asked {
  readonly edit: TextEdit;
  readonly text: string;
}

/**
 * Whether `change` (of the text `before`) is what replacing `place` by `newText` comes to, and then as which edit: editors
 * report an edit in their own way, and may write its line ends in their own.
 */
export function landsAt(before: string, change: TextEdit, { span, newText }: TextEdit): TextEdit | undefined {
  for (const variant of variants(newText)) {
    const edit = { span, newText: variant };
    if (isSame(before, change, edit)) return edit;
  }
  return undefined;
}

/**
 * The same insertion, said to be at an offset before or behind its own, where the text between begins or ends it: editors find
 * out what has changed by comparing, and "\na" before a line end is "a\n" behind it. Any other change as it is.
 */
export function insertionAt(before: string, change: TextEdit, offset: number): TextEdit {
  const { span, newText } = change;
  const by = offset - span.start;
  if (span.start < span.end || by === 0 || Math.abs(by) > newText.length) return change;
  const between = before.slice(Math.min(offset, span.start), Math.max(offset, span.start));
  const moved = by > 0 ? newText.slice(by) + between : between + newText.slice(0, by);
  const isSame = by > 0 ? newText.startsWith(between) : newText.endsWith(between);
  return isSame ? { span: { start: offset, end: offset }, newText: moved } : change;
}

/** Whether a change may be the insertion of a text, by how much the document grows. */
export function mayBe(change: TextEdit, { newText }: TextEdit): boolean {
  return variants(newText).some((variant) => variant.length === growth(change));
}

/** Where an editor makes an edit that was meant for an older text, and which nobody kept it from making: at its lines and characters. */
export function misplaced({ edit, text }: Asked, before: string): Span {
  const [old, now] = [sourceText(text), sourceText(before)];
  const place = (offset: number): number => offsetAt(now, positionAt(old, offset));
  return { start: place(edit.span.start), end: place(edit.span.end) };
}

/** Says whether text is the same but for white space and characters that nobody sees, which some editors change as they write. */
export function looksLike(a: string, b: string): boolean {
  const bare = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, "");
  return bare(a).length >= leastPart && bare(a) === bare(b);
}

/** Shorter texts may be a part of what somebody typed. */
const leastPart = 4;
const leastScattered = 8;

/** Where `text` ends in an insertion that holds it, in one piece or with something else in it; undefined when it does not. */
export function endWithin(inserted: string, text: string): number | undefined {
  const end = endOf(inserted, 0, text);
  if (end !== undefined || text.length < leastPart) return end;
  const at = inserted.indexOf(text);
  if (at >= 0) return at + text.length;
  if (text.length < leastScattered) return undefined;
  let next = 0;
  for (const unit of text.split("")) {
    next = inserted.indexOf(unit, next) + 1;
    if (next === 0) return undefined;
  }
  return next;
}

/** Where `text` ends that stands at an offset of `whole`, whatever the line ends; undefined when it does not stand there. */
export function endOf(whole: string, offset: number, text: string): number | undefined {
  for (const variant of variants(text)) if (whole.startsWith(variant, offset)) return offset + variant.length;
  return undefined;
}

/** A text, and what editors make of its line ends. */
function variants(text: string): readonly string[] {
  const lf = text.replace(/\r\n?/g, "\n");
  return lf.includes("\n") ? [text, lf, lf.replaceAll("\n", "\r\n")] : [text];
}

/** Whether two edits of one text have the same result. */
function isSame(before: string, a: TextEdit, b: TextEdit): boolean {
  if (growth(a) !== growth(b)) return false;
  const start = Math.min(a.span.start, b.span.start);
  const end = Math.max(a.span.end, b.span.end);
  const result = ({ span, newText }: TextEdit): string => before.slice(start, span.start) + newText + before.slice(span.end, end);
  return result(a) === result(b);
}

function growth({ span, newText }: TextEdit): number {
  return newText.length - (span.end - span.start);
}
