import type { Diagnostic } from "../../../base/diagnostic.js";
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
import { type PlaceholderValue, valuesOf } from "../language/substitute.js";
import type { SectionProgram } from "../section/programs.js";
import { type ProseRead, runSection, type SectionFault } from "../section/run-section.js";
import type { World } from "../section/world.js";
import { withFiles } from "./message-files.js";
import { messagePrograms, type StretchPrograms } from "./message-programs.js";
import { createValues } from "./message-values.js";
import { putStatic } from "./put-static.js";
import { sectionFaults } from "./section-faults.js";
import { openTool, type Stretch, stretches } from "./stretches.js";

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
  /** The code of frontmatter in Lua, whose functions blocks can call; empty where there is none. */
  readonly frontmatter: string;
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
    const faults = sectionFaults(scope, { layout, proseAt });
    const result = runSection({
      text: source,
      proseAt,
      layout,
      programs,
      world,
      output,
      ...(probe && { watch: (program) => watchOf(probe, program) }),
      afterBlock: (read) => {
        for (const problem of faults.ofRead(read)) problems.push(problem);
        if (read.outcome === "raised" || read.outcome === "failed") values.add(lookedUp(read.prose));
      },
    });
    for (const read of result.reads) reads.push(read);
    values.add(result.values);
    for (const problem of faults.ofRun(result)) problems.push(problem);
    hasFailed ||= result.fault !== undefined;
    stopped ??= limitOf(result.fault);
    return result.fault !== undefined || result.returned !== undefined;
  }

  /** What the other placeholders of prose would have given where one of them failed. */
  function lookedUp(prose: Span): PlaceholderValue[] {
    const { text, inSource } = proseAt(prose);
    return [...valuesOf(text, world.glimpse())].map((value) => ({ ...value, span: inSource(value.span) }));
  }

  return { run };
}

/** A probe at an offset of the message, as one at an offset of a block's code. */
function watchOf({ offset, record }: Watch, { block: { code } }: SectionProgram): Watch | undefined {
  if (offset < code.start || offset > code.end) return undefined;
  return { offset: offset - code.start, record: (found) => record({ ...found, span: shift(found.span, code.start) }) };
}

function limitOf(fault: SectionFault | undefined): LimitError | undefined {
  if (fault?.kind !== "raised" && fault?.kind !== "trailing") return undefined;
  return fault.error instanceof LimitError ? fault.error : undefined;
}
