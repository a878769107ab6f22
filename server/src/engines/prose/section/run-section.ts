import { utf8Length } from "../../../base/source-text.js";
import type { Span } from "../../../base/span.js";
import { decodeUtf8, encodeUtf8 } from "../../../lua/bytes.js";
import { compile, type Watch } from "../../../lua/compile.js";
import { LimitError, LuaError, type Site } from "../../../lua/errors.js";
import { luaToString } from "../../../lua/library/base.js";
import { typeName } from "../../../lua/operations.js";
import type { LuaProblem } from "../../../lua/parse.js";
import type { LuaArguments, LuaValue } from "../../../lua/values.js";
import type { SectionBlock, SectionLayout } from "../../../syntax/prose/section-layout.js";
import { trimmed } from "../../../syntax/prose/white-space.js";
import type { ProseText } from "../language/prose-text.js";
import { type PlaceholderValue, type SubstitutedPiece, substitute } from "../language/substitute.js";
import type { SubstitutionError } from "../language/substitution-error.js";
import { compiledProgram, type SectionProgram } from "./programs.js";
import type { World } from "./world.js";

/** Takes what a section puts out; `at` says where the text that follows comes from. */
export interface SectionOutput {
  at(span: Span): void;
  text(text: string): void;
  /** How much there is, in UTF-16 units. */
  mark(): number;
}

/** The error of reading prose whose placeholder cannot be replaced: `pcall` catches it. */
export class ProseReadError extends LuaError {
  readonly substitution: SubstitutionError;

  constructor(substitution: SubstitutionError, text: string, site: Site | undefined) {
    super(encodeUtf8(text), text, site);
    this.substitution = substitution;
  }
}

/** Why a section ended. */
export type SectionFault =
  /** Lua code raised what nothing caught, or a budget is spent. */
  | { readonly kind: "raised"; readonly error: unknown; readonly program: SectionProgram }
  | { readonly kind: "syntax"; readonly problem: LuaProblem; readonly program: SectionProgram }
  /** A placeholder of the prose behind the last block. */
  | { readonly kind: "prose"; readonly error: SubstitutionError }
  /** A budget is spent, or `var` is not the clipboard any more, at the prose behind the last block. */
  | { readonly kind: "trailing"; readonly error: LimitError | LuaError; readonly prose: Span }
  /** `return` of something that is no text. */
  | { readonly kind: "result"; readonly type: string; readonly program: SectionProgram }
  | { readonly kind: "unclosed"; readonly block: SectionBlock };

/** What became of the prose of a block, or of the prose behind the last one. Spans are offsets of the section's text. */
export interface ProseRead {
  readonly prose: Span;
  /** `failed`: the last read of it failed, and that was caught; `raised`: it was not; `unreached`: its block never ran. */
  readonly outcome: "read" | "failed" | "raised" | "unread" | "unreached";
  /** What it was when it was read. */
  readonly pieces?: readonly SubstitutedPiece[];
  /** Where the output of its block began, in UTF-16 units. */
  readonly mark: number;
}

/** What running a section gave. */
export interface SectionRun {
  readonly fault?: SectionFault;
  readonly reads: readonly ProseRead[];
  readonly values: readonly PlaceholderValue[];
  /** What it returned, where it did: then nothing behind that block ran. */
  readonly returned?: string;
}

/** What a section runs with. */
interface SectionScope {
  readonly text: string;
  /** The prose at a span of the text. */
  proseAt(span: Span): ProseText;
  readonly layout: SectionLayout;
  readonly programs: readonly SectionProgram[];
  readonly world: World;
  readonly output: SectionOutput;
  /** What is watched in a program. */
  watch?(program: SectionProgram): Watch | undefined;
  /** Is called after each block that ran, and after the prose behind the last one, while values are as they were then. */
  afterBlock?(read: ProseRead): void;
}

/**
 * Runs the blocks of a section in order, in one state; then reads the prose behind the last one and puts it out
 * (spec/prose-substitution.md §2, "Our deviations"). A block that returns a text ends the section with it.
 */
export function runSection(scope: SectionScope): SectionRun {
  const { layout, programs } = scope;
  const reads: ProseRead[] = [];
  const values: PlaceholderValue[] = [];
  const run = createBlockRun(scope, values);
  let fault: SectionFault | undefined;
  let returned: string | undefined;
  const note = (read: ProseRead): void => {
    reads.push(read);
    scope.afterBlock?.(read);
  };
  for (const program of programs) {
    const { prose } = program.block;
    const mark = scope.output.mark();
    if (fault !== undefined || returned !== undefined) {
      note({ prose, outcome: "unreached", mark });
      continue;
    }
    const { fault: own, returned: text, outcome, pieces } = run(program);
    fault = own;
    returned = text;
    const isRaised = own?.kind === "raised" && own.error instanceof ProseReadError;
    // Who failed before reading it might have read it.
    const isOpen = own !== undefined && outcome === "unread" && /\bprose\b/.test(program.chunk.source);
    note({ prose, outcome: isRaised ? "raised" : isOpen ? "unreached" : outcome, mark, ...(pieces && { pieces }) });
  }
  const trailing = trimmed(scope.text, layout.trailing);
  if (fault !== undefined || returned !== undefined) note({ prose: trailing, outcome: "unreached", mark: scope.output.mark() });
  else {
    const read = putTrailing(scope, trailing, values);
    fault = read.fault;
    note({ prose: trailing, outcome: fault === undefined ? "read" : "raised", ...read.note });
  }
  return { ...(fault && { fault }), reads, values, ...(returned !== undefined && { returned }) };
}

/** What one block did. */
interface BlockRun {
  readonly outcome: ProseRead["outcome"];
  readonly fault?: SectionFault;
  readonly returned?: string;
  readonly pieces?: readonly SubstitutedPiece[];
}

function createBlockRun(
  { proseAt, world, output, watch }: SectionScope,
  values: PlaceholderValue[],
): (program: SectionProgram) => BlockRun {
  const { state } = world;

  /** The lazy `prose` of a block: kept once it was read well (spec/prose-substitution.md §2.1–§2.3). */
  function createProse(prose: Span): { read(): LuaValue; state(): Pick<BlockRun, "outcome" | "pieces"> } {
    let kept: string | undefined;
    let pieces: readonly SubstitutedPiece[] | undefined;
    let outcome: ProseRead["outcome"] = "unread";
    return {
      state: () => ({ outcome, ...(pieces && { pieces }) }),
      read() {
        if (kept !== undefined) return kept;
        outcome = "failed";
        const own = proseAt(prose);
        const result = substituted(own, world);
        if (!result.ok) throw readError(result.error, result.offset);
        const bytes = encodeUtf8(textOf(result.pieces));
        state.allocateString(bytes.length);
        kept = bytes;
        outcome = "read";
        pieces = result.pieces;
        addValues(pieces, values);
        return kept;
      },
    };
  }

  function readError(error: SubstitutionError, offset: number): ProseReadError {
    return new ProseReadError(error, `${error.message} [${error.kind} at byte ${offset}]`, state.calledAt);
  }

  return (program) => {
    const { block, chunk, parsed } = program;
    if (!block.isClosed) return { outcome: "unreached", fault: { kind: "unclosed", block } };
    const [problem] = parsed.problems;
    if (problem !== undefined) return { outcome: "unreached", fault: { kind: "syntax", problem, program } };
    const prose = createProse(block.prose);
    world.readProse = prose.read;
    output.at(block.fence);
    const probe = watch?.(program);
    try {
      const main = probe === undefined ? compiledProgram(program, state) : compile(parsed, { chunk, probe });
      const result = main.call(state, []);
      return { ...prose.state(), ...resultOf(result, program) };
    } catch (error) {
      if (!(error instanceof LuaError) && !(error instanceof LimitError)) throw error;
      return { ...prose.state(), fault: { kind: "raised", error, program } };
    } finally {
      world.readProse = undefined;
    }
  };

  function resultOf(result: LuaArguments, program: SectionProgram): Pick<BlockRun, "fault" | "returned"> {
    const [value] = result;
    if (value === undefined) return {};
    if (typeof value === "object") return { fault: { kind: "result", type: typeName(value), program } };
    const returned = decodeUtf8(luaToString(value, state));
    output.at(program.block.fence);
    output.text(returned);
    return { returned };
  }
}

/** Reads the prose behind the last block. What blocks printed and that prose are as far apart as in the document. */
function putTrailing(
  { proseAt, layout, world, output }: SectionScope,
  prose: Span,
  values: PlaceholderValue[],
): { readonly fault?: SectionFault; readonly note: Pick<ProseRead, "mark" | "pieces"> } {
  const start = output.mark();
  if (prose.start === prose.end) return { note: { mark: start } };
  try {
    if (output.mark() > 0) {
      const gap = { start: layout.trailing.start, end: prose.start };
      output.at(gap);
      output.text(proseAt(gap).text);
    }
    const mark = output.mark();
    const result = substituted(proseAt(prose), world);
    if (!result.ok) return { fault: { kind: "prose", error: result.error }, note: { mark } };
    for (const piece of result.pieces) {
      output.at(piece.span);
      output.text(piece.text);
    }
    addValues(result.pieces, values);
    return { note: { mark, pieces: result.pieces } };
  } catch (error) {
    if (error instanceof LimitError || error instanceof LuaError)
      return { fault: { kind: "trailing", error, prose }, note: { mark: start } };
    throw error;
  }
}

type Substituted =
  | { readonly ok: true; readonly pieces: readonly SubstitutedPiece[] }
  /** `offset` counts UTF-8 bytes from the start of the prose. */
  | { readonly ok: false; readonly error: SubstitutionError; readonly offset: number };

/** Substitutes prose; all places in what it gives are those of the source. */
function substituted({ text, inSource }: ProseText, world: World): Substituted {
  const result = substitute(text, { start: 0, end: text.length }, world.scope(), world.meter);
  if (!result.ok) {
    const { error } = result;
    return { ok: false, offset: utf8Length(text, 0, error.span.start), error: placedError(error, inSource) };
  }
  const pieces = result.pieces.map((piece): SubstitutedPiece => {
    const span = inSource(piece.span);
    return { ...piece, span, ...(piece.value && { value: { ...piece.value, span } }) };
  });
  return { ok: true, pieces };
}

/** An error whose places are those of the source. */
export function placedError(error: SubstitutionError, inSource: ProseText["inSource"]): SubstitutionError {
  return { ...error, span: inSource(error.span), at: inSource(error.at) };
}

function textOf(pieces: readonly SubstitutedPiece[]): string {
  return pieces.map(({ text }) => text).join("");
}

function addValues(pieces: readonly SubstitutedPiece[], values: PlaceholderValue[]): void {
  for (const { value } of pieces) if (value !== undefined) values.push(value);
}
