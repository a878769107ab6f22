import type { Span } from "../../base/span.js";
import { usesItem } from "../../engines/prose/message/uses-item.js";
import type { ChatDocument } from "../../syntax/ast.js";

/** A message that is rendered once for each item: its number from 1 on, and its role marker (document offsets). */
export interface FanoutPlace {
  readonly message: number;
  readonly span: Span;
}

/** The messages of a prose document that look at the item of a fanout. */
export function fanoutPlaces(document: ChatDocument): FanoutPlace[] {
  if (document.engine !== "prose") return [];
  return document.messages.flatMap((placed, index) => {
    const { start, message } = placed;
    return usesItem(document, placed) ? [{ message: index + 1, span: { start, end: start + message.roleSpan.end + 1 } }] : [];
  });
}
