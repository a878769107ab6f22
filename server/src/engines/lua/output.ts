import type { Span } from "../../base/span.js";
import { decodeUtf8 } from "../../lua/bytes.js";
import type { ExpressionValue, OutputPiece } from "../engine.js";

/** Collects what a message puts out, with the source span of every piece. */
export interface Output {
  /** Where the pieces that follow come from. */
  at(span: Span): void;
  /** Adds a byte string; nothing happens once the output is closed. */
  bytes(text: string): void;
  text(text: string): void;
  segment(index: number): void;
  value(value: Omit<ExpressionValue, "count">): void;
  /** A mark, and the text that was added since. */
  mark(): number;
  since(mark: number): string;
  close(): { readonly pieces: readonly OutputPiece[]; readonly values: readonly ExpressionValue[] };
}

/** Makes an empty output. `charge` is told the bytes of every addition and may throw. */
export function createOutput(charge: (bytes: number) => void): Output {
  const pieces: OutputPiece[] = [];
  const values = new Map<number, ExpressionValue>();
  let span: Span = { start: 0, end: 0 };
  let open = true;

  function text(added: string): void {
    if (!open || added === "") return;
    charge(added.length);
    pieces.push({ kind: "text", text: added, span });
  }

  return {
    at: (next) => {
      span = next;
    },
    bytes: (added) => text(decodeUtf8(added)),
    text,
    segment: (index) => pieces.push({ kind: "segment", index }),
    value: (value) => {
      values.set(value.span.start, { ...value, count: (values.get(value.span.start)?.count ?? 0) + 1 });
    },
    mark: () => pieces.length,
    since: (mark) =>
      pieces
        .slice(mark)
        .map((piece) => (piece.kind === "text" ? piece.text : ""))
        .join(""),
    close: () => {
      open = false;
      return { pieces, values: [...values.values()] };
    },
  };
}
