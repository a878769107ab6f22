import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import { basename } from "../../base/paths.js";
import { shift } from "../../base/span.js";
import type { Evaluated } from "../../workspace/snapshot.js";

/** Files that are not any more what they were when the evaluation was told of them: what would be sent is not what was checked. */
export function* changedFiles({ snapshot, result, contents }: Evaluated): Iterable<Diagnostic> {
  if (contents === undefined) return;
  for (const [index, output] of (result?.messages ?? []).entries()) {
    const start = snapshot.document.messages[index]?.start ?? 0;
    for (const piece of output?.pieces ?? []) {
      if (piece.kind !== "file" || contents.has(piece.file.path)) continue;
      const text = `'${basename(piece.file.path)}' changed or went away while the prompt was made. Try again.`;
      yield diagnostic("file/changed", shift(piece.span, start), text);
    }
  }
}
