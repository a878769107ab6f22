import { type Diagnostic, placeInDocument } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import { mapOffset, type TextEdit } from "../base/text-edit.js";

/**
 * Moves diagnostics of an older text along with an edit, so that squiggles stay under their words until the new
 * evaluation is there. What touches the edited stretch is dropped: it may be mended. Those of included files move with
 * the call that led there.
 */
export function carryDiagnostics(old: readonly Diagnostic[], edit: TextEdit): Diagnostic[] {
  const move = ({ start, end }: Span): Span => ({ start: mapOffset(start, edit, "right"), end: mapOffset(end, edit) });
  return old
    .filter((entry) => {
      const { start, end } = placeInDocument(entry);
      return end < edit.span.start || start > edit.span.end;
    })
    .map(({ related, data: _stale, ...rest }) => ({
      ...rest,
      span: rest.file === undefined ? move(rest.span) : rest.span,
      ...(related && { related: related.map((entry) => (entry.file === undefined ? { ...entry, span: move(entry.span) } : entry)) }),
    }));
}
