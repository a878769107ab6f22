import type { FileReference } from "../../../syntax/ast.js";
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

/** The segments of a message that are references, by their offset. */
export type ReferenceSegments = ReadonlyMap<number, { readonly index: number; readonly reference: FileReference }>;

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
    if (places.length === 0) changed.push(...prose.typed.filter(({ text }) => !values.some((value) => value.includes(text))));
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
  let text = "";
  for (const piece of pieces) {
    if (piece.value === undefined) {
      for (const { span } of findReferences(piece.text, { start: 0, end: piece.text.length })) {
        const written = piece.text.slice(span.start, span.end);
        const segment = segmentIn(piece, written, segments, typed);
        if (segment !== undefined) typed.push({ index: segment, text: written, at: text.length + span.start });
      }
    }
    text += piece.text;
  }
  return { text, typed, from };
}

/** The segment of a piece with that text; of several alike, the one that nobody has yet. */
function segmentIn({ span }: SubstitutedPiece, written: string, segments: ReferenceSegments, taken: readonly Typed[]): number | undefined {
  for (const [at, { index, reference }] of segments) {
    const isInside = span.start <= at && reference.span.end <= span.end;
    const isAlike = reference.span.end - at === written.length;
    if (isInside && isAlike && !taken.some((other) => other.index === index)) return index;
  }
  return undefined;
}

/** So many times one prose is looked for: a loop can print it again and again. */
const mostPlaces = 1000;

function placesOf({ text, from }: Rendered, output: { readonly text: string; readonly offset: number }): number[] {
  const places: number[] = [];
  for (let at = output.text.indexOf(text, Math.max(0, from - output.offset)); at >= 0; at = output.text.indexOf(text, at + text.length)) {
    if (places.push(at) >= mostPlaces) break;
  }
  return places;
}
