import { type Diagnostic, diagnostic, mostShown } from "../../../base/diagnostic.js";
import { type Span, shift } from "../../../base/span.js";
import type { Watch } from "../../../lua/compile.js";
import { type Chunk, LimitError } from "../../../lua/errors.js";
import type { LuaProblem } from "../../../lua/parse.js";
import type { Message } from "../../../syntax/ast.js";
import type { Crowd } from "../../crowd.js";
import type { ExpressionValue, OutputPiece } from "../../engine.js";
import { createOutput, type Output } from "../../output.js";
import type { ReferenceResolver } from "../../references/reference-resolver.js";
import type { DataTable } from "../language/data.js";
import { type ProseText, proseText } from "../language/prose-text.js";
import { faultsOf } from "../language/substitute.js";
import type { SubstitutionError } from "../language/substitution-error.js";
import type { SectionProgram } from "../section/programs.js";
import { type ProseRead, ProseReadError, placedError, runSection, type SectionFault } from "../section/run-section.js";
import type { World } from "../section/world.js";
import { withFiles } from "./message-files.js";
import { messagePrograms, type StretchPrograms } from "./message-programs.js";
import { createValues } from "./message-values.js";
import { putStatic } from "./put-static.js";
import { openTool, type Stretch, stretches } from "./stretches.js";
import { asHint, type FaultPlace, substitutionProblem } from "./substitution-problem.js";

/** What the language leaves to whoever evaluates documents: how Lua code writes, and how its faults are told. */
export interface LuaHost {
  /** Lets `print` and `__emit` write into the output. */
  bindWriters(output: Output): void;
  /** What is told of an error of Lua code in a chunk that stands at a document offset. */
  raised(error: unknown, chunk: Chunk, offset: number): readonly Diagnostic[];
  syntax(problem: LuaProblem, chunk: Chunk, offset: number): Diagnostic;
  /** What is told of a spent budget at a place in the document. */
  limit(error: LimitError, at: Span): Diagnostic;
}

/** Everything a message runs with. */
export interface ProseMessageScope {
  readonly message: Message;
  /** The chunk of the whole message, and its offset in the document. */
  readonly chunk: Chunk;
  readonly start: number;
  /** Takes the offsets of the chunks of blocks, by their ids. */
  readonly offsets: Map<string, number>;
  readonly world: World;
  /** What the section is told of itself. */
  readonly sys: DataTable;
  readonly host: LuaHost;
  /** Finds the files of references; without it they are text. */
  readonly resolve?: ReferenceResolver;
  readonly crowd?: Crowd;
  /** Watches the name at an offset of the message. */
  readonly probe?: Watch;
  wantsValue?(span: Span): boolean;
}

/** What running a message gave. Spans of pieces and values are relative to the message, those of problems are document offsets. */
export interface ProseMessageRun {
  readonly failed: boolean;
  readonly stopped?: LimitError;
  readonly pieces: readonly OutputPiece[];
  readonly values: readonly ExpressionValue[];
  readonly problems: readonly Diagnostic[];
}

/** Renders a message of a prose document: its Lua blocks in order, and the prose that nobody but the renderer reads (spec/prose-substitution.md). */
export function runProseMessage(scope: ProseMessageScope): ProseMessageRun {
  const { world, sys, message, chunk } = scope;
  try {
    const kind = isStatic(message, chunk.source) ? "static" : "running";
    if (kind === "running") world.startSection(sys);
    return createRun(scope).run(kind);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    const at = shift(scope.message.marker, scope.start);
    return { failed: true, stopped: error, pieces: [], values: [], problems: [scope.host.limit(error, at)] };
  }
}

/** Says whether nothing in a message runs: then it is rendered though no budget is left. */
function isStatic({ segments, marker, trailing }: Message, source: string): boolean {
  const isText = segments.every(({ kind }) => kind !== "lua-block" && kind !== "placeholder");
  return isText && !source.slice(marker.end, trailing.start).includes("{{");
}

function createRun(scope: ProseMessageScope) {
  const { message, chunk, start, world, host, offsets, probe } = scope;
  const { source } = chunk;
  const escapes = message.segments.flatMap((segment) => (segment.kind === "text" ? (segment.escapes ?? []) : []));
  const output = createOutput({ charge: (bytes) => world.state.allocate(bytes) });
  const proseAt = (span: Span): ProseText => proseText(source, span, escapes);
  const values = createValues(scope);
  const problems: Diagnostic[] = [];
  const reads: ProseRead[] = [];
  let stopped: LimitError | undefined;
  let hasFailed = false;

  function run(kind: "static" | "running"): ProseMessageRun {
    if (kind === "running") host.bindWriters(output);
    let isOver = false;
    const all: readonly (Stretch | StretchPrograms)[] = kind === "static" ? stretches(message) : messagePrograms(message, chunk);
    for (const stretch of all) {
      const { span, block } = stretch;
      if (!("programs" in stretch)) reads.push(putStatic(source, span, { output, proseAt }));
      else if (!isOver) isOver = runStretch(stretch);
      if (block !== undefined) output.segment(block);
    }
    putLiteral(openTool(message));
    const { pieces } = output.close();
    const files = hasFailed ? { pieces: [], problems: [] } : withFiles(pieces, scope, reads);
    return {
      failed: hasFailed,
      ...(stopped && { stopped }),
      pieces: files.pieces,
      values: values.list(),
      problems: [...problems, ...files.problems],
    };
  }

  /** From a tool result on that is never closed, nothing runs. */
  function putLiteral(at: number | undefined): void {
    if (at === undefined) return;
    const span = { start: at, end: message.trailing.start };
    output.at(span);
    output.text(proseAt(span).text);
  }

  /** Says whether nothing behind it runs. */
  function runStretch({ layout, programs }: StretchPrograms): boolean {
    for (const program of programs) offsets.set(program.chunk.id, start + program.block.code.start);
    const blocks = new Map(layout.blocks.map((block) => [block.prose, block]));
    const codeOf = (prose: Span): FaultPlace["code"] => {
      const block = blocks.get(prose);
      return block === undefined ? { at: lineStart(source, prose.start), isBlock: false } : { at: block.code.start, isBlock: true };
    };
    const result = runSection({
      text: source,
      proseAt,
      layout,
      programs,
      world,
      output,
      ...(probe && { watch: (program) => watchOf(probe, program) }),
      afterBlock: (read) => tellUnread(read, codeOf(read.prose)),
    });
    for (const { dropped } of layout.blocks) if (dropped.end > dropped.start) problems.push(unread(shift(dropped, start)));
    // Behind a block that ended the message with a text, nothing is sent.
    if (result.returned !== undefined)
      for (const { prose, outcome } of result.reads)
        if (outcome === "unreached" && prose.end > prose.start) problems.push(unread(shift(prose, start)));
    for (const read of result.reads) reads.push(read);
    values.add(result.values);
    if (result.fault !== undefined) tell(result.fault, result.reads, codeOf);
    return result.fault !== undefined || result.returned !== undefined;
  }

  function tell(fault: SectionFault, of: readonly ProseRead[], codeOf: (prose: Span) => FaultPlace["code"]): void {
    hasFailed = true;
    switch (fault.kind) {
      case "unclosed":
        // The text alone tells it.
        return;
      case "syntax":
        problems.push(host.syntax(fault.problem, fault.program.chunk, start + fault.program.block.code.start));
        return;
      case "result": {
        const text = `A block returns text, a number or a boolean, not a ${fault.type}. Print it, or turn it into text.`;
        problems.push(diagnostic("prose/result", shift(fault.program.block.code, start), text));
        return;
      }
      case "prose": {
        const prose = of.at(-1)?.prose as Span;
        problems.push(...substitutionProblems(prose, codeOf(prose), fault.error));
        return;
      }
      case "trailing":
        if (fault.error instanceof LimitError) {
          stopped = fault.error;
          problems.push(host.limit(fault.error, shift(fault.prose, start)));
        } else problems.push(diagnostic("prose/placeholder", shift(fault.prose, start), `${sentence(fault.error.text)}`));
        return;
      case "raised":
        raised(fault.error, fault.program, codeOf);
    }
  }

  function raised(error: unknown, { block, chunk: own }: SectionProgram, codeOf: (prose: Span) => FaultPlace["code"]): void {
    if (error instanceof LimitError) stopped = error;
    if (!(error instanceof ProseReadError)) {
      problems.push(...host.raised(error, own, start + block.code.start));
      return;
    }
    const found = substitutionProblems(block.prose, codeOf(block.prose), error.substitution);
    const { site } = error;
    const readAt = site && offsets.get(site.chunk.id);
    const related = site && readAt !== undefined ? [{ span: shift(site.span, readAt), message: "The prose is read here." }] : [];
    problems.push(...found.map((problem) => ({ ...problem, related })));
  }

  /** The fault that was raised, and those behind it: all are told at once. */
  function substitutionProblems(prose: Span, code: FaultPlace["code"], first: SubstitutionError): Diagnostic[] {
    const others = listFaults(prose).filter(({ span }) => span.start > first.span.start);
    return [first, ...others].map((error) => substitutionProblem(error, placeOf(code)));
  }

  function placeOf(code: FaultPlace["code"]): FaultPlace {
    return { source, start, code, isBrief: ++world.state.faults > mostExplained, candidates: world.candidates };
  }

  function listFaults(prose: Span): SubstitutionError[] {
    const { text, inSource } = proseAt(prose);
    const found: SubstitutionError[] = [];
    for (const error of faultsOf(text, world.glimpse())) {
      if (found.push(placedError(error, inSource)) >= mostShown) break;
    }
    return found;
  }

  /** Prose that nobody read is faded, and what would be wrong with it is a hint, as is what was caught. */
  function tellUnread({ prose, outcome }: ProseRead, code: FaultPlace["code"]): void {
    if (prose.start === prose.end) return;
    const isCaught = outcome === "failed";
    if (outcome !== "failed" && outcome !== "unread") return;
    if (!isCaught) problems.push(unread(shift(prose, start)));
    const why = isCaught ? "This error is caught" : "Nobody reads this prose, but if somebody did";
    for (const error of listFaults(prose)) problems.push(asHint(substitutionProblem(error, placeOf(code)), why));
  }

  return { run };
}

/** So many faults of a document are told with what may mend them. */
const mostExplained = 200;

function unread(at: Span): Diagnostic {
  return diagnostic(
    "prose/unread",
    at,
    "Nobody reads this prose: it is neither evaluated nor sent. A Lua block reads what stands before it as `prose`.",
  );
}

/** A probe at an offset of the message, as one at an offset of a block's code. */
function watchOf({ offset, record }: Watch, { block: { code } }: SectionProgram): Watch | undefined {
  if (offset < code.start || offset > code.end) return undefined;
  return { offset: offset - code.start, record: (found) => record({ ...found, span: shift(found.span, code.start) }) };
}

function lineStart(source: string, at: number): number {
  return Math.max(source.lastIndexOf("\n", at - 1), source.lastIndexOf("\r", at - 1)) + 1;
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}.`;
}
