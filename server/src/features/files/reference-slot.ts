import { decodePath } from "../../base/percent-encoding.js";
import type { Span } from "../../base/span.js";
import type { ChatDocument, FileReference, Segment } from "../../syntax/ast.js";
import { messageAt } from "../../syntax/message-at.js";
import { findReferences } from "../../syntax/references.js";
import { fileSlot, type PathSlot } from "./slots.js";

/** Stands for the letter that may come next: with it a reference is complete, and keeps its last dot. */
const next = "x";
/** Where a reference may be begun: an `@` inside of a word is an address. */
const opening = /(?:^|[\s([{<>"'`*_:,;=|“‘«-])(@(?:\.{0,2}|~|\/)?)$/;

/** What is being named at a UTF-16 offset in the text of a message, where it would be a reference. */
export function referenceSlot(document: ChatDocument, offset: number): PathSlot | undefined {
  const start = textStart(document, offset);
  if (start === undefined) return undefined;
  const { source } = document;
  const written = source.slice(start, offset);
  const last = [...findReferences(written + next, { start: 0, end: written.length + 1 })].at(-1);
  const sign = opening.exec(written)?.[1];
  if (last?.span.end === written.length + 1) return slotIn(source, { last: shiftAll(last, start), start, offset });
  return sign === undefined ? undefined : { kind: "prefix", word: { start: offset - sign.length, end: offset } };
}

/** Where the text begins that holds an offset: with its line, or behind a tag. Undefined where no reference is read. */
function textStart({ source, messages }: ChatDocument, offset: number): number | undefined {
  const placed = messageAt(messages, offset - 1);
  if (placed === undefined || placed.message.role === "Assistant") return undefined;
  const at = offset - 1 - placed.start;
  const { segments, problems } = placed.message;
  if (problems.some(({ code, span }) => code === "template/unclosed-tag" && span.start <= at)) return undefined;
  let index = segments.findIndex(({ span }) => span.start <= at && at < span.end);
  if (!isText(segments[index])) return undefined;
  while (isText(segments[index - 1])) index--;
  const line = Math.max(source.lastIndexOf("\n", offset - 1), source.lastIndexOf("\r", offset - 1)) + 1;
  return Math.max(line, placed.start + (segments[index] as Segment).span.start);
}

function isText(segment: Segment | undefined): boolean {
  return segment?.kind === "text" || segment?.kind === "file-reference";
}

interface Written {
  /** The reference up to the cursor, and the letter that may come next. */
  readonly last: FileReference;
  /** Where the text begins that holds it. */
  readonly start: number;
  readonly offset: number;
}

function slotIn(source: string, { last, start, offset }: Written): PathSlot | undefined {
  const option = last.options.at(-1);
  const path = decodePath(source.slice(last.path.start, Math.min(last.path.end, offset)));
  if (option !== undefined) {
    if (source.slice(option.key.start, option.key.end) !== "type") return undefined;
    const quoted = /^["']/.test(source.slice(option.value.start, offset)) ? 1 : 0;
    return { kind: "type", word: { start: option.value.start + quoted, end: wordEnd(source, offset, /[\w/+-]|\.(?=\w)/) }, path };
  }
  const key = /;[A-Za-z0-9_-]*$/.exec(source.slice(last.path.start, offset));
  if (key !== null) {
    const end = wordEnd(source, offset, /[\w-]/);
    return { kind: "option", word: { start: last.path.start + key.index + 1, end }, isFollowed: source[end] === "=" };
  }
  const lineEnd = wordEnd(source, offset, /[^\r\n]/);
  const whole = [...findReferences(source, { start, end: lineEnd })].find(({ span }) => span.start === last.span.start);
  const end = Math.max(offset, whole?.path.end ?? offset);
  return fileSlot(source, { path: { start: last.path.start, end }, offset }, { kind: "reference", quote: "", decode: decodePath });
}

function wordEnd(source: string, from: number, letter: RegExp): number {
  const word = new RegExp(`(?:${letter.source})*`, "y");
  word.lastIndex = from;
  return word.test(source) ? word.lastIndex : from;
}

function shiftAll({ kind, span, path, options }: FileReference, by: number): FileReference {
  const move = ({ start, end }: Span): Span => ({ start: start + by, end: end + by });
  return { kind, span: move(span), path: move(path), options: options.map(({ key, value }) => ({ key: move(key), value: move(value) })) };
}
