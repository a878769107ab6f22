import type { OutputPiece } from "../engines/engine.js";

/** So many pieces of a message keep their own place in the document. */
const mostPieces = 10_000;

/**
 * Of very many pieces of one message, neighbouring texts beyond a certain number as one piece from all of their places:
 * nobody looks for the origin of every word there, and handing them over takes longer than rendering them.
 */
export function coarsePieces(pieces: readonly OutputPiece[]): readonly OutputPiece[] {
  if (pieces.length <= mostPieces) return pieces;
  const result = pieces.slice(0, mostPieces);
  let texts: string[] = [];
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const piece of pieces.slice(mostPieces)) {
    if (piece.kind === "text") {
      texts.push(piece.text);
      start = Math.min(start, piece.span.start);
      end = Math.max(end, piece.span.end);
      continue;
    }
    flush();
    result.push(piece);
  }
  flush();
  return result;

  function flush(): void {
    if (texts.length === 0) return;
    result.push({ kind: "text", text: texts.join(""), span: { start, end } });
    texts = [];
    start = Number.POSITIVE_INFINITY;
    end = 0;
  }
}
