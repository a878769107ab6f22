import type { Span } from "../base/span.js";
import type { ChatDocument } from "./ast.js";

/** Writes a document back from its leaf nodes. Equal to its source, whatever that was: nodes lose and share nothing. */
export function printDocument(document: ChatDocument): string {
  return [...leafSpans(document)].map(({ start, end }) => document.source.slice(start, end)).join("");
}

function* leafSpans({ bom, frontmatter, preamble, messages }: ChatDocument): Iterable<Span> {
  yield bom;
  if (frontmatter) yield* [frontmatter.open, frontmatter.body, frontmatter.close];
  yield preamble;
  for (const { start, message } of messages) {
    for (const part of [message.marker, ...message.segments.map((segment) => segment.span), message.trailing]) {
      yield { start: start + part.start, end: start + part.end };
    }
  }
}
