import type { Span } from "../base/span.js";
import { decodeUtf8 } from "../lua/bytes.js";
import type { EmittedFile, ExpressionValue, OutputPiece } from "./engine.js";

/** Collects what a message puts out, with the source span of every piece. */
export interface Output {
  /** Where the pieces that follow come from. */
  at(span: Span): void;
  /** Adds a byte string; nothing happens once the output is closed. */
  bytes(text: string): void;
  text(text: string): void;
  segment(index: number): void;
  /** Adds a file; `literal` stands in its place where it is not taken. */
  file(file: EmittedFile, literal: string): void;
  /** What an expression gave; `index` is that of its segment. Of very many, nothing is kept of those that are not among the first. */
  value(index: number, value: ExpressionValue): void;
  /** A mark (how much text there is, in UTF-16 units), and the text that was added since. */
  mark(): number;
  since(mark: number): string;
  close(): { readonly pieces: readonly OutputPiece[]; readonly values: readonly ExpressionValue[] };
}

/** What a piece takes beside its text: loops put out many small ones. */
const pieceBytes = 128;

/**
 * So many pieces of a message keep their own place in the document. Neighbouring texts beyond are one piece from all of
 * their places: nobody looks for the origin of every word there, and keeping them takes longer than rendering them.
 */
const mostPieces = 10_000;
/** So many expressions of one message tell what they gave, unless one is asked about: nobody looks at more. */
const mostValues = 10_000;

/** What is told of an output while it is made, and which values it keeps. */
export interface OutputOptions {
  /** Is told the bytes of every addition; may throw. */
  charge?(bytes: number): void;
  /** Says whether what the expression at a span of the message gave is of interest. */
  wantsValue?(span: Span): boolean;
}

/** Makes an empty output. */
export function createOutput({ charge = () => {}, wantsValue = () => true }: OutputOptions = {}): Output {
  const pieces: OutputPiece[] = [];
  const values: ExpressionValue[] = [];
  /** Places in `values` by the segment. */
  const places: number[] = [];
  let span: Span = { start: 0, end: 0 };
  /** Where the last text came from: what follows from there is part of the same piece. */
  let lastSpan: Span | undefined;
  let open = true;
  let units = 0;

  function text(added: string): void {
    if (!open || added === "") return;
    charge(added.length);
    units += added.length;
    const last = pieces.at(-1);
    const isSame = span === lastSpan;
    if (!isSame) charge(pieceBytes);
    lastSpan = span;
    if (last?.kind === "text" && (isSame || pieces.length > mostPieces))
      pieces[pieces.length - 1] = { kind: "text", text: last.text + added, span: isSame ? last.span : around(last.span, span) };
    else pieces.push({ kind: "text", text: added, span });
  }

  return {
    at: (next) => {
      span = next;
    },
    bytes(added) {
      charge(added.length);
      text(decodeUtf8(added));
    },
    text,
    segment(index) {
      charge(pieceBytes);
      lastSpan = undefined;
      pieces.push({ kind: "segment", index });
    },
    file(file, literal) {
      if (!open) return;
      charge(pieceBytes + literal.length);
      lastSpan = undefined;
      pieces.push({ kind: "file", file, literal, span });
    },
    value: (index, value) => {
      const known = places[index];
      if (known === undefined) {
        if (values.length < mostValues && wantsValue(value.span)) places[index] = values.push(value) - 1;
      } else values[known] = { ...value, count: value.count + (values[known] as ExpressionValue).count };
    },
    mark: () => units,
    since(mark) {
      let tail = "";
      for (let index = pieces.length - 1; index >= 0 && tail.length < units - mark; index--) {
        const piece = pieces[index];
        if (piece?.kind === "text") tail = piece.text + tail;
      }
      return tail.slice(tail.length - (units - mark));
    },
    close: () => {
      open = false;
      return { pieces, values };
    },
  };
}

function around(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}
