import type { Span } from "../../../base/span.js";

/**
 * Where a text is a template: all of it, or less, as in the message of a document. Spans are UTF-16 offsets of the text, in
 * their order.
 */
export interface Layout {
  /** Where nothing is an action, whatever it looks like. */
  readonly literals: readonly Span[];
  /** Where the template is interrupted. */
  readonly holes: readonly Hole[];
}

/** A place that is no text of the template. */
export interface Hole {
  readonly span: Span;
  /** What the host puts out there; absent where nothing is. */
  readonly index?: number;
}

/** The first hole that does not end before an offset. */
export function holeFrom(holes: readonly Hole[], at: number): Hole | undefined {
  return holes[holeIndexFrom(holes, at)];
}

/** Its index. */
export function holeIndexFrom(holes: readonly Hole[], at: number): number {
  let low = 0;
  let high = holes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((holes[middle] as Hole).span.end <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
