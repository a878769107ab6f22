import type { InlayHint, InlayHintParams } from "vscode-languageserver";
import { inlayHints } from "../features/inlay-hints.js";
import { forCurrentText } from "./current.js";
import type { Server } from "./handlers.js";
import { placeOf } from "./place.js";

/** Answers `textDocument/inlayHint` for the present text; off unless somebody wants them. */
export async function hintsIn(server: Server, { textDocument, range }: InlayHintParams, signal: AbortSignal): Promise<InlayHint[]> {
  const place = placeOf(server, textDocument);
  if (place === undefined) return [];
  return forCurrentText(server.documents, textDocument.uri, async ({ snapshot, outdated }) => {
    if (!(await server.settings.inlayHintsFor(textDocument.uri))) return [];
    const sent = server.runs.sent(textDocument.uri);
    // Hints of what was sent stay where they are while the reply grows below.
    const known = sent && snapshot.text.text.startsWith(sent.snapshot.text.text) ? sent : undefined;
    const evaluated = known ?? (await server.service.evaluate(snapshot, { signal: AbortSignal.any([signal, outdated]) }));
    if (evaluated === undefined) return [];
    return inlayHints(evaluated, { start: place.offset(range.start), end: place.offset(range.end) }).map(({ offset, label, tooltip }) => ({
      position: place.range({ start: offset, end: offset }).start,
      label,
      tooltip,
      paddingLeft: true,
    }));
  });
}
