import type { Rewrite } from "./diagnostic.js";
import type { Span } from "./span.js";
import type { TextEdit } from "./text-edit.js";

/** Replaces a span. */
export function replaced({ start, end }: Span, newText: string): TextEdit {
  return { span: { start, end }, newText };
}

/** Inserts at an offset. */
export function inserted(at: number, newText: string): TextEdit {
  return { span: { start: at, end: at }, newText };
}

/** A rewrite that nothing else can have been meant by. */
export function certain(title: string, ...edits: TextEdit[]): Rewrite {
  return { title, edits, certain: true };
}

/** A rewrite that a person should look at first. */
export function possible(title: string, ...edits: TextEdit[]): Rewrite {
  return { title, edits, certain: false };
}
