import { type Diagnostic, mostShown } from "../../../base/diagnostic.js";
import type { Segment } from "../../../syntax/ast.js";
import type { OutputPiece } from "../../engine.js";
import { createOutput } from "../../output.js";
import { messageReferences } from "../../references/message-references.js";
import type { ProseRead } from "../section/run-section.js";
import { literalReferences, type ReferenceSegments } from "./literal-references.js";
import type { ProseMessageScope } from "./run-message.js";

/** Puts the files of typed references into their places, and tells what is wrong with those. */
export function withFiles(
  pieces: readonly OutputPiece[],
  { message, chunk, start, resolve, crowd, world }: ProseMessageScope,
  reads: readonly ProseRead[],
): { readonly pieces: readonly OutputPiece[]; readonly problems: readonly Diagnostic[] } {
  const segments = referencesOf(message.segments);
  if (resolve === undefined || segments.length === 0) return { pieces, problems: [] };
  const output = createOutput();
  const isBrief = (): boolean => ++world.state.faults > mostShown;
  const references = messageReferences({ source: chunk.source, start, output, isBrief, resolve, ...(crowd && { crowd }) });
  let offset = 0;
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] as OutputPiece;
    if (piece.kind === "segment") output.segment(piece.index);
    else if (piece.kind === "file") {
      output.at(piece.span);
      output.file(piece.file, piece.literal);
    } else {
      const run = textRun(pieces, index);
      index += run.length - 1;
      const text = run.map((part) => part.text).join("");
      putRun(run, literalReferences({ text, offset }, reads, segments));
      offset += text.length;
    }
  }
  return { pieces: output.close().pieces, problems: references.faults() };

  function putRun(run: readonly TextPiece[], found: ReturnType<typeof literalReferences>): void {
    let at = 0;
    let next = 0;
    for (const { text, span } of run) {
      output.at(span);
      for (let from = 0; from < text.length; ) {
        const reference = found[next];
        if (reference === undefined || reference.start >= at + text.length) {
          output.text(text.slice(from));
          break;
        }
        const begin = reference.start - at;
        if (begin > from) output.text(text.slice(from, begin));
        const segment = message.segments[reference.index];
        if (begin >= from && segment?.kind === "file-reference") {
          output.at(segment.span);
          references.emit(reference.index, segment);
          output.at(span);
        }
        from = Math.min(text.length, reference.end - at);
        if (reference.end <= at + text.length) next++;
        else break;
      }
      at += text.length;
    }
  }
}

type TextPiece = Extract<OutputPiece, { kind: "text" }>;

function textRun(pieces: readonly OutputPiece[], from: number): TextPiece[] {
  const run: TextPiece[] = [];
  for (let index = from; index < pieces.length; index++) {
    const piece = pieces[index] as OutputPiece;
    if (piece.kind !== "text") break;
    run.push(piece);
  }
  return run;
}

function referencesOf(segments: readonly Segment[]): ReferenceSegments {
  return segments.flatMap(({ kind, span }, index) => (kind === "file-reference" ? [{ index, span }] : []));
}
