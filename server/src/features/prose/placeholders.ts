import { type Span, shift, touches } from "../../base/span.js";
import type { ChatDocument, PlacedMessage } from "../../syntax/ast.js";

/** A placeholder of prose. Spans are UTF-16 offsets of the document. */
export interface PlacedPlaceholder {
  /** With its braces. */
  readonly span: Span;
  readonly segments: readonly { readonly name: string; readonly span: Span }[];
  /** The message that holds it, and its index. */
  readonly placed: PlacedMessage;
  readonly index: number;
}

const known = new WeakMap<ChatDocument, readonly PlacedPlaceholder[]>();

/** So many placeholders are looked at: more of them no person wrote. */
const mostPlaceholders = 20_000;

/** The placeholders of a document, in the order of the text; none in documents of other languages. */
export function placeholders(document: ChatDocument): readonly PlacedPlaceholder[] {
  const found = known.get(document) ?? (document.engine === "prose" ? collect(document) : []);
  known.set(document, found);
  return found;
}

/** The placeholder at a UTF-16 offset, a cursor at its end included. */
export function placeholderAt(document: ChatDocument, offset: number): PlacedPlaceholder | undefined {
  return placeholders(document).find(({ span }) => touches(span, offset));
}

function collect({ source, messages }: ChatDocument): PlacedPlaceholder[] {
  const found: PlacedPlaceholder[] = [];
  for (const [index, placed] of messages.entries()) {
    const { start, message } = placed;
    for (const segment of message.segments) {
      if (segment.kind !== "placeholder") continue;
      if (found.length >= mostPlaceholders) return found;
      const path = shift(segment.path, start);
      found.push({ span: shift(segment.span, start), segments: segmentsOf(source, path), placed, index });
    }
  }
  return found;
}

/** Only dots divide a path (spec/prose-substitution.md §4). */
function segmentsOf(source: string, { start, end }: Span): PlacedPlaceholder["segments"] {
  let at = start;
  return source
    .slice(start, end)
    .split(".")
    .map((name) => {
      const span = { start: at, end: at + name.length };
      at = span.end + 1;
      return { name, span };
    });
}
