import type { Diagnostic } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import { mapOffset, type TextEdit } from "../base/text-edit.js";

/**
 * Moves diagnostics of an older text along with an edit, so that squiggles stay under their words until the new
 * evaluation is there. What touches the edited stretch is dropped: it may be mended.
 */
export function carryDiagnostics(old: readonly Diagnostic[], edit: TextEdit): Diagnostic[] {
  const move = ({ start, end }: Span): Span => ({ start: mapOffset(start, edit, "right"), end: mapOffset(end, edit) });
  return old
    .filter(({ span }) => span.end < edit.span.start || span.start > edit.span.end)
    .map(({ related, data: _stale, ...rest }) => ({
      ...rest,
      span: move(rest.span),
      ...(related && { related: related.map((entry) => (entry.file === undefined ? { ...entry, span: move(entry.span) } : entry)) }),
    }));
}
