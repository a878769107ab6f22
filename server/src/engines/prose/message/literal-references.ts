import type { Span } from "../../../base/span.js";
import { findReferences } from "../../../syntax/references.js";
import type { SubstitutedPiece } from "../language/substitute.js";
import type { ProseRead } from "../section/run-section.js";

/** A reference that is typed in prose, its index among the segments of the message, and its text. */
interface Typed {
  readonly index: number;
  readonly text: string;
  /** Where it is in the prose that was read. */
  readonly at: number;
}

/** What was read of prose, and what it came to. */
interface Rendered {
  readonly text: string;
  readonly typed: readonly Typed[];
  /** Where in the output it can be. */
  readonly from: number;
}

/** The segments of a message that are references, in the order of the text: their index and where they are. */
export type ReferenceSegments = readonly { readonly index: number; readonly span: Span }[];

/** A reference in the output: where it ends, and the segment that it was typed as. */
export interface LiteralReference {
  readonly start: number;
  readonly end: number;
  readonly index: number;
}

/**
 * The references in a text that was put out which are typed in prose and stand there unchanged: what came from a substituted
 * value never is one (spec/prose-substitution.md, "In a `.chat` file"). `offset` is where the text begins in all that was put out.
 */
export function literalReferences(
  output: { readonly text: string; readonly offset: number },
  reads: readonly ProseRead[],
  segments: ReferenceSegments,
): LiteralReference[] {
  const rendered = reads.flatMap(({ pieces, mark }) => (pieces === undefined ? [] : [renderedProse(pieces, segments, mark)]));
  const used = rendered.filter(({ typed }) => typed.length > 0);
  if (used.length === 0) return [];
  const values = reads.flatMap(({ pieces = [] }) => pieces.flatMap(({ value }) => (value === undefined ? [] : [value.rendered])));
  const exact = new Map<number, Typed>();
  const changed: Typed[] = [];
  for (const prose of used) {
    const places = placesOf(prose, output);
    for (const place of places) for (const typed of prose.typed) exact.set(place + typed.at, typed);
    // A block that changed the text around it: what it wrote can only be told by its words.
    if (places.length === 0 && prose.typed.length <= mostChanged)
      changed.push(...prose.typed.filter(({ text }) => !values.some((value) => value.includes(text))));
  }
  const found: LiteralReference[] = [];
  for (const { span } of findReferences(output.text, { start: 0, end: output.text.length })) {
    const text = output.text.slice(span.start, span.end);
    const known = exact.get(span.start);
    const typed = known?.text === text ? known : changed.find((other) => other.text === text);
    if (typed !== undefined) found.push({ start: span.start, end: span.end, index: typed.index });
  }
  return found;
}

function renderedProse(pieces: readonly SubstitutedPiece[], segments: ReferenceSegments, from: number): Rendered {
  const typed: Typed[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (piece.value === undefined) {
      let next = firstFrom(segments, piece.span.start);
      for (const { span } of findReferences(piece.text, { start: 0, end: piece.text.length })) {
        // What is escaped or a line end has another length in the source, but no reference holds any of it.
        const size = span.end - span.start;
        while (isInside(segments[next], piece.span) && sizeOf(segments[next]) !== size) next++;
        const segment = segments[next];
        if (segment === undefined || !isInside(segment, piece.span)) break;
        typed.push({ index: segment.index, text: piece.text.slice(span.start, span.end), at: length + span.start });
        next++;
      }
    }
    parts.push(piece.text);
    length += piece.text.length;
  }
  return { text: parts.join(""), typed, from };
}

function sizeOf(segment: ReferenceSegments[number] | undefined): number {
  return segment === undefined ? -1 : segment.span.end - segment.span.start;
}

function isInside(segment: ReferenceSegments[number] | undefined, { end }: Span): boolean {
  return segment !== undefined && segment.span.end <= end;
}

/** The index of the first segment that does not start before an offset. */
function firstFrom(segments: ReferenceSegments, at: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((segments[middle] as ReferenceSegments[number]).span.start < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of prose that a block has changed, no more references than so many are looked for. */
const mostChanged = 200;

/** So many times one prose is looked for: a loop can print it again and again. */
const mostPlaces = 1000;

function placesOf({ text, from }: Rendered, output: { readonly text: string; readonly offset: number }): number[] {
  const places: number[] = [];
  for (let at = output.text.indexOf(text, Math.max(0, from - output.offset)); at >= 0; at = output.text.indexOf(text, at + text.length)) {
    if (places.push(at) >= mostPlaces) break;
  }
  return places;
}
