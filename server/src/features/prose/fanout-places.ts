import type { Span } from "../../base/span.js";
import { usesItem } from "../../engines/prose/message/uses-item.js";
import type { ChatDocument } from "../../syntax/ast.js";

/** A message that is rendered once for each item: its number from 1 on, and its role marker (document offsets). */
export interface FanoutPlace {
  readonly message: number;
  readonly span: Span;
}

/** The messages of a prose document that look at the item of a fanout. */
export function fanoutPlaces({ engine, messages, source }: ChatDocument): FanoutPlace[] {
  if (engine !== "prose") return [];
  return messages.flatMap(({ start, message }, index) => {
    const text = source.slice(start, start + message.span.end);
    return usesItem(message, text) ? [{ message: index + 1, span: { start, end: start + message.roleSpan.end + 1 } }] : [];
  });
}
