/** A half-open range of UTF-16 offsets, `start` included, `end` excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Makes the span from `start` (included) to `end` (excluded), UTF-16 offsets. */
export function span(start: number, end: number): Span {
  return { start, end };
}

/** Moves a span by `by` UTF-16 units: message-relative spans become document spans so. */
export function shift(of: Span, by: number): Span {
  return by === 0 ? of : { start: of.start + by, end: of.end + by };
}

/** Says whether `offset` lies in the span or directly at its end (where a cursor still touches it). */
export function touches(of: Span, offset: number): boolean {
  return of.start <= offset && offset <= of.end;
}

/** Says whether two spans share at least one unit, or touch when one of them is empty. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}
