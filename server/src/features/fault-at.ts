import { type Diagnostic, placeInDocument } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { diagnostics } from "./diagnostics.js";

/** What is wrong within a span of the document; a warning in an included file says nothing against what is there. */
export function faultOf(evaluated: Evaluated, within: Span): Diagnostic | undefined {
  return diagnostics(evaluated).find(
    (entry) => isInside(placeInDocument(entry), within) && entry.severity !== "hint" && (entry.file === undefined || entry.blocks),
  );
}

/** Says whether a span lies in another one. */
export function isInside(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
