import { type Diagnostic, diagnostic, mostShown } from "../../base/diagnostic.js";
import { type Span, shift, touches } from "../../base/span.js";
import { mostCode } from "../../lua/budget.js";
import type { HoleHandler, Watch } from "../../lua/compile.js";
import { asRunError, type Chunk, LimitError } from "../../lua/errors.js";
import type { LuaProblem } from "../../lua/parse.js";
import type { LuaState } from "../../lua/state.js";
import { LuaTable } from "../../lua/table.js";
import type { LuaValue } from "../../lua/values.js";
import type { FileReference, Segment } from "../../syntax/ast.js";
import { literalText } from "../../syntax/literal.js";
import type { Crowd } from "../crowd.js";
import type { MessageRun, OutputPiece } from "../engine.js";
import { createOutput } from "../output.js";
import { messageReferences } from "../references/message-references.js";
import type { ReferenceResolver } from "../references/reference-resolver.js";
import { runCompiled } from "./compiled.js";
import { type Explainer, explainMessage } from "./habits/explain.js";
import { createFaults } from "./include/faults.js";
import { IncludedParts } from "./include/included-parts.js";
import { tableListing, typeOf } from "./inspect.js";
import { type ChunkOffsets, nestedProblems, type Place, runtimeProblem, runtimeSketch, syntaxProblem, syntaxSketch } from "./problems.js";
import { type MessageProgram, messageProgram, type Template } from "./program.js";
import { bindWriters, putValue } from "./put-value.js";
import { createRepeats } from "./repeats.js";
import { type TagWatch, watchTag } from "./tag-trace.js";

/** Everything a message runs with. */
export interface MessageScope {
  readonly message: Template;
  readonly chunk: Chunk;
  readonly state: LuaState;
  /** Document offset of the message (0 of a file), and of every other chunk of the document. */
  readonly start: number;
  readonly offsets: ChunkOffsets;
  readonly probe?: Watch;
  /** Says whether what the expression at a span of the message gave is of interest. */
  wantsValue?(span: Span): boolean;
  /** Finds the files of references; without it they are text. */
  readonly resolve?: ReferenceResolver;
  /** Counts those of very many faults that need not be kept; without it all are told. */
  readonly crowd?: Crowd;
}

/** Renders a message: text, expressions and code tags as one Lua chunk (spec/flemma-templates.md §3). */
export function runMessage(scope: MessageScope): MessageRun {
  const { message, chunk } = scope;
  const program = scope.state.untimed(() => messageProgram(message, chunk));
  const { parsed } = program;
  if (parsed === undefined && (scope.resolve === undefined || !message.segments.some(isReference)))
    return { failed: false, pieces: staticPieces(message.segments, program), values: [], problems: [] };
  const tooMany = scope.resolve && message.segments.filter(isReference)[mostCode.references];
  if (tooMany !== undefined) return refused(shift(tooMany.span, scope.start));
  const run = createRun(scope, program);
  if (parsed && parsed.problems.length > 0) return run.fail(parsed.problems.slice(0, 1).map(run.syntaxProblem));
  try {
    const { state, probe } = scope;
    if (parsed) runCompiled(parsed, chunk, { state, holes: run.holes, ...(probe && { probe: run.watched(probe) }) });
    else for (const index of message.segments.keys()) run.literal(index);
    return run.finish();
  } catch (error) {
    const faults = nestedProblems(error, run.codePlace) ?? [runtimeProblem(error, run.codePlace, scope.offsets, run.stoppedAt())];
    return run.fail(faults, error instanceof LimitError ? error : undefined);
  }
}

/** What a reference costs, in steps of Lua. */
const referenceSteps = 50;

function isReference(segment: Segment): segment is FileReference {
  return segment.kind === "file-reference";
}

function refused(at: Span): MessageRun {
  const text = "This message refers to more files than one message may. Reference fewer.";
  return { failed: true, pieces: [], values: [], problems: [diagnostic("limit/steps", at, text)] };
}

function createRun(
  { message, chunk, state, start, offsets, probe, wantsValue, resolve, crowd }: MessageScope,
  { literals, parsed }: MessageProgram,
) {
  const { segments } = message;
  const output = createOutput({ charge: (bytes) => state.allocate(bytes), ...(wantsValue && { wantsValue }) });
  const problems = createRepeats(crowd);
  const nested = createFaults();
  const isCrowded = (): boolean => state.faults > mostShown;
  const isBrief = (): boolean => ++state.faults > mostShown;
  const place = (area: Place["area"]): Place => ({ area, chunk, offset: start, tagAt: (offset) => tagAt(segments, offset), isBrief });
  const codePlace = place("template");
  const expressionPlace = place("expression");
  const explain: Explainer = (problem) => explainMessage(chunk.source, segments)(problem);
  for (const { index, problem } of parsed?.holes ?? [])
    if (problem)
      problems.add(index, problem, {
        describe: () => syntaxProblem(problem, expressionPlace, explain),
        sketch: () => (isCrowded() ? syntaxSketch(problem, expressionPlace) : undefined),
      });
  /** Files of a code tag come from there, not from what stood before it: they may be told of. */
  const atCall = (): void => {
    const { calledAt } = state;
    if (calledAt?.chunk === chunk) output.at(tagAt(segments, calledAt.span.start));
  };
  bindWriters(state, output, atCall);
  const references = resolve && messageReferences({ source: chunk.source, start, output, isBrief, resolve, ...(crowd && { crowd }) });

  function literalAt(index: number): void {
    const segment = segments[index] as Segment;
    output.at(segment.span);
    const text = literals[index];
    if (references && isReference(segment))
      stoppable(segment.span, () => {
        state.charge(referenceSteps);
        references.emit(index, segment);
      });
    else if (text === undefined) output.segment(index);
    else output.text(text);
  }

  const rawText = (span: Span): string => literalText(chunk.source, 0, { span });

  function raw(index: number): void {
    const { span } = segments[index] as Segment;
    output.at(span);
    output.text(rawText(span));
  }

  /** The expression or the reference that spent a budget. */
  let stoppedAt: Span | undefined;

  function stoppable(span: Span, run: () => void): void {
    try {
      run();
    } catch (error) {
      if (error instanceof LimitError) stoppedAt = span;
      throw error;
    }
  }

  function expression(index: number, evaluate: () => LuaValue): void {
    const { span } = segments[index] as Segment;
    output.at(span);
    try {
      const value = evaluate();
      output.at(span);
      const rendered = putValue(value, output, { state, literal: () => rawText(span) });
      if (rendered.isAddress) problems.add(index, undefined, { describe: () => notEncodable(span, start) });
      const type = typeOf(value);
      if (value instanceof LuaTable && !(value instanceof IncludedParts) && isWatched(span))
        output.value(index, { span, type, rendered: rendered.text, count: 1, listing: tableListing(value) });
      else output.value(index, { span, type, rendered: rendered.text, count: 1 });
    } catch (thrown) {
      const error = asRunError(thrown);
      if (error instanceof LimitError) {
        stoppedAt = span;
        throw error;
      }
      failed(index, error);
    }
  }

  function failed(index: number, error: unknown): void {
    const { span } = segments[index] as Segment;
    const faults = nestedProblems(error, expressionPlace, span);
    if (faults) for (const fault of faults) nested.add(fault);
    else
      problems.add(index, error, {
        describe: () => runtimeProblem(error, expressionPlace, offsets, span),
        sketch: () => (isCrowded() ? runtimeSketch(error, expressionPlace, span) : undefined),
      });
    raw(index);
  }

  const isWatched = (span: Span): boolean => probe !== undefined && touches(span, probe.offset);

  let tag: TagWatch | undefined;
  function watched(watch: Watch): Watch {
    tag = watchTag(segments, watch.offset, output);
    return tag ? { ...watch, trace: tag.trace } : watch;
  }

  const holes: HoleHandler = { text: literalAt, expression, failed, broken: raw };
  const seal = (failed: boolean, more: readonly Diagnostic[], stopped?: LimitError): MessageRun => {
    const { pieces, values } = output.close();
    return {
      failed,
      ...(stopped && { stopped }),
      pieces: failed ? [] : pieces,
      values,
      ...(tag && { tag: tag.result() }),
      problems: [...problems.list(), ...nested.list(), ...(references?.faults() ?? []), ...more],
    };
  };
  return {
    holes,
    literal: literalAt,
    watched,
    codePlace,
    stoppedAt: () => stoppedAt,
    syntaxProblem: (problem: LuaProblem) => syntaxProblem(problem, codePlace, explain),
    finish: () => seal(false, []),
    fail: (more: readonly Diagnostic[], stopped?: LimitError) => seal(true, more, stopped),
  };
}

function notEncodable(span: Span, start: number): Diagnostic {
  const text =
    "This table cannot be written as JSON (function, file, cycle, infinity or unfit keys), so its address is printed. Print its fields instead.";
  return diagnostic("expression/not-encodable", shift(span, start), text);
}

function staticPieces(segments: readonly Segment[], { literals }: MessageProgram): readonly OutputPiece[] {
  const output = createOutput();
  for (const [index, { span }] of segments.entries()) {
    const text = literals[index];
    output.at(span);
    if (text === undefined) output.segment(index);
    else output.text(text);
  }
  return output.close().pieces;
}

function tagAt(segments: readonly Segment[], offset: number): Span {
  const tag = segments.find(({ kind, span }) => (kind === "code" || kind === "expression") && span.start <= offset && offset <= span.end);
  return tag?.span ?? (segments.find(({ kind }) => kind === "code" || kind === "expression") as Segment).span;
}
