import type { DiagnosticCode } from "../base/codes.js";
import type { Diagnostic } from "../base/diagnostic.js";
import { type Span, shift } from "../base/span.js";
import { applyEdits, mapOffset, type TextEdit } from "../base/text-edit.js";
import { messageProgram } from "../engines/lua/program.js";
import { parseChunk } from "../lua/parse.js";
import type { Message } from "../syntax/ast.js";
import { parseMessage } from "../syntax/parse-message.js";
import type { Snapshot } from "../workspace/snapshot.js";

/** `no`: the fault stays, or the new text has faults of its own. `hidden`: it is gone, but more come to light than before. */
export type Outcome = "no" | "hidden" | "clean";

/** Longer messages are not parsed again to try a fix, in UTF-16 units. */
const longest = 500_000;

/**
 * Tries edits on the message or the frontmatter that holds a diagnostic, by its syntax alone. Edits that reach
 * elsewhere do not count as mending.
 */
export function tryEdits(snapshot: Snapshot, diagnostic: Diagnostic, edits: readonly TextEdit[]): Outcome {
  const part = partAt(snapshot, diagnostic.span.start);
  if (part === undefined || part.text.length > longest) return "no";
  if (edits.some(({ span }) => span.start < part.start || span.end > part.start + part.text.length)) return "no";
  const own = edits.map(({ span, newText }) => ({ span: shift(span, -part.start), newText }));
  const after = part.parse(applyEdits(part.text, own));
  if (after === undefined) return "no";
  const place = mapped(diagnostic.span.start - part.start, own);
  const written = writtenSpans(own);
  const isFaulty = after.some(
    ({ code, span }) =>
      (code === diagnostic.code && span.start === place) || written.some((text) => text.start < span.end && span.start < text.end),
  );
  if (isFaulty) return "no";
  return after.length <= (part.parse(part.text)?.length ?? 0) ? "clean" : "hidden";
}

interface Found {
  readonly code: DiagnosticCode;
  readonly span: Span;
}

interface Part {
  readonly start: number;
  readonly text: string;
  /** Every syntax problem of the part with another text; undefined when that text is no such part any more. */
  parse(text: string): readonly Found[] | undefined;
}

function partAt({ document }: Snapshot, offset: number): Part | undefined {
  const { source, frontmatter, messages } = document;
  if (frontmatter !== undefined && offset < frontmatter.span.end) {
    const { start, end } = frontmatter.body;
    const parse = (text: string): Found[] => parseChunk(text).problems.map(({ span }) => ({ code: "frontmatter/syntax", span }));
    return { start, text: source.slice(start, end), parse };
  }
  const placed = messages.findLast(({ start }) => start <= offset);
  if (placed === undefined) return undefined;
  const { start, message } = placed;
  return { start, text: source.slice(start, start + message.span.end), parse: (text) => parseAs(message.role, text) };
}

function parseAs(role: string, text: string): Found[] | undefined {
  const message = parseMessage(text);
  return message.role === role ? [...message.problems, ...luaProblems(message, text)] : undefined;
}

function luaProblems(message: Message, source: string): Found[] {
  if (message.role === "Assistant") return [];
  const { parsed } = messageProgram(message, { source, firstLine: 1 });
  const inCode = parsed?.problems ?? [];
  const inHoles = (parsed?.holes ?? []).flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  return [
    ...inCode.map(({ span }): Found => ({ code: "template/syntax", span })),
    ...inHoles.map(({ span }): Found => ({ code: "expression/syntax", span })),
  ];
}

/** Where an offset of the old text is in the new one. */
function mapped(offset: number, edits: readonly TextEdit[]): number {
  const last = [...edits].sort((a, b) => b.span.start - a.span.start);
  return last.reduce((at, edit) => mapOffset(at, edit, "right"), offset);
}

/** The spans of the replacements in the new text. */
function writtenSpans(edits: readonly TextEdit[]): Span[] {
  let grown = 0;
  return [...edits]
    .sort((a, b) => a.span.start - b.span.start)
    .map(({ span, newText }) => {
      const start = span.start + grown;
      grown += newText.length - (span.end - span.start);
      return { start, end: start + newText.length };
    });
}
