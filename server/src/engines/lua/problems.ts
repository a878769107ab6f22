import type { DiagnosticCode } from "../../base/codes.js";
import { type Diagnostic, type DiagnosticSketch, diagnostic, type FixData, type Related, sketch } from "../../base/diagnostic.js";
import { type Span, shift, span } from "../../base/span.js";
import { didYouMean, isSlip, suggest } from "../../base/suggest.js";
import { type Chunk, LimitError, LuaError, type Site, type UnknownName } from "../../lua/errors.js";
import { type LuaProblem, tooManyLevels, tooMuchCode } from "../../lua/parse.js";
import { shiftRewrite } from "../../syntax/problems.js";
import { limitText } from "../limit-text.js";
import { fittingNames } from "./fitting-names.js";
import type { Explainer } from "./habits/explain.js";
import type { Advice } from "./habits/fault.js";
import { absentFlemma, foreignNames, runtimeAdvice } from "./habits/runtime.js";
import { unknownName } from "./habits/unknown-name.js";
import { IncludeError, nestedFaults } from "./include/include-error.js";
import { missingEnd } from "./missing-end.js";
import { suspenseOf, suspenseProblem } from "./suspense.js";

/** Which family of codes a fault gets, by where the Lua stands. */
export type Area = "expression" | "template" | "frontmatter" | "project";

/** Where faults of a run are placed: the chunk, its offset in the document, and the tag spans inside it. */
export interface Place {
  readonly area: Area;
  readonly chunk: Chunk;
  /** Document offset of the first unit of the chunk's source. */
  readonly offset: number;
  /** Span of the tag (relative to the chunk) that holds an offset; the whole chunk for frontmatter. */
  tagAt(offset: number): Span;
  /** Says whether a fault is told without advice: of very many, those that are not shown. */
  isBrief?(): boolean;
}

/** Document offsets of every chunk of a run, by chunk id. */
export type ChunkOffsets = ReadonlyMap<string, number>;

/** Turns a syntax problem into a diagnostic, with what `explain` makes of it. */
export function syntaxProblem(problem: LuaProblem, place: Place, explain: Explainer): Diagnostic {
  const { area, chunk, offset, isBrief } = place;
  const { span, message, related } = problem;
  const at = shift(span, offset);
  if (message === tooManyLevels) return diagnostic("limit/depth", at, `${message}. Simplify the nesting.`);
  if (message === tooMuchCode) return diagnostic("limit/memory", at, `${message}. Compute in a loop what repeats itself.`);
  const advice = isBrief?.() ? undefined : withMissingEnd(explain(problem), problem, place);
  const text = advice === undefined ? sentence(message) : `${sentence(message)} ${advice.says}`;
  const file = area !== "project" && chunk.file !== undefined ? { file: chunk.file } : {};
  return diagnostic(`${area}/syntax`, at, text, {
    ...(related && { related: related.map((entry) => ({ span: shift(entry.span, offset), message: entry.message, ...file })) }),
    ...rewrites(advice, offset),
  });
}

/** The sketch of what `syntaxProblem` gives without advice. */
export function syntaxSketch({ span, message }: LuaProblem, { area, offset }: Place): DiagnosticSketch {
  const code = message === tooManyLevels ? "limit/depth" : message === tooMuchCode ? "limit/memory" : (`${area}/syntax` as const);
  return sketch(code, shift(span, offset));
}

/** What the indentation tells comes before what the words alone do. */
function withMissingEnd(advice: Advice | undefined, problem: LuaProblem, { chunk, tagAt }: Place): Advice | undefined {
  const found = advice && missingEnd(chunk.source, tagAt(problem.span.start), problem);
  return advice && found ? { ...advice, choices: [found, ...advice.choices] } : advice;
}

/** The fix data of an advice whose offsets are those of a chunk at `offset`. */
function rewrites(advice: Advice | undefined, offset: number): { data?: FixData } {
  if (advice === undefined || advice.choices.length === 0) return {};
  return { data: { kind: "rewrite", choices: advice.choices.map((choice) => shiftRewrite(choice, offset)) } };
}

/** Turns whatever a run threw into a diagnostic; bugs of ours are thrown on. `tag` is where it ran, when known. */
export function runtimeProblem(error: unknown, place: Place, offsets: ChunkOffsets, tag?: Span): Diagnostic {
  if (error instanceof LimitError) return limitProblem(error, place, tag);
  if (!(error instanceof LuaError)) throw error;
  const { span: own, elsewhere } = placeOf(error, place, tag);
  const at = shift(own, place.offset);
  const related = elsewhere === undefined ? [] : relatedPlace(elsewhere, error.text, offsets);
  const { unknown } = error;
  const suspense = suspenseOf(error);
  if (suspense !== undefined) return suspenseProblem(suspense, at, related);
  if (error instanceof IncludeError) return includeProblem(error, at, { related, offsets, place });
  const isBrief = place.isBrief?.() ?? false;
  const advice = elsewhere === undefined && !isBrief ? runtimeAdvice(place.chunk.source, own, error.text) : undefined;
  const suggestions = unknown === undefined || isBrief ? [] : suggestName(unknown);
  const isMisspelled = suggestions[0] !== undefined && (unknown?.object === undefined || isNear(unknown.name, suggestions[0]));
  if (unknown === undefined || (advice !== undefined && !isMisspelled)) {
    const text = advice === undefined ? sentence(error.text) : `${sentence(error.text)} ${advice.says}`;
    return diagnostic(`${place.area}/runtime`, at, text, { related, ...rewrites(advice, place.offset) });
  }
  const inDocument = offsets.get(unknown.site.chunk.id);
  const fitting = fittingNames(unknown, suggestions);
  const instead = unknown.object === undefined && !isBrief ? insteadOf(unknown, fitting, place) : undefined;
  if (instead !== undefined) {
    return diagnostic(unknownCode(place.area, undefined), at, `Undefined variable '${unknown.name}'. ${instead.says}`, {
      related,
      suggestions: [],
      ...(inDocument !== undefined && rewrites(instead, inDocument)),
    });
  }
  const data: { data?: FixData } =
    fitting.length > 0 && inDocument !== undefined
      ? {
          data: {
            kind: "replace",
            span: shift(unknown.site.span, inDocument),
            with: fitting,
            ...(isGuess(unknown, suggestions, fitting) && { isGuess: true }),
          },
        }
      : {};
  const text = unknown.object === undefined ? `Undefined variable '${unknown.name}'.` : sentence(error.text);
  return diagnostic(unknownCode(place.area, unknown.object), at, text + didYouMean(suggestions), { related, suggestions, ...data });
}

/** The sketch of what `runtimeProblem` gives without advice; undefined for what is waited for. */
export function runtimeSketch(error: unknown, place: Place, tag: Span): DiagnosticSketch | undefined {
  if (!(error instanceof LuaError) || suspenseOf(error) !== undefined) return undefined;
  return sketch(runtimeCode(error, place.area), shift(placeOf(error, place, tag).span, place.offset));
}

/**
 * The faults of included files that tell of an error already; undefined where it is still to be told of. Where the call
 * of include() stands outside of the tag that runs, they belong to the call in the tag.
 */
export function nestedProblems(error: unknown, place: Place, tag?: Span): readonly Diagnostic[] | undefined {
  const faults = nestedFaults(error);
  if (faults === undefined || place.chunk.file !== undefined || !(error instanceof LuaError)) return faults;
  const { span, elsewhere } = placeOf(error, place, tag);
  if (elsewhere === undefined) return faults;
  const call = { span: shift(span, place.offset), message: "This led there." };
  return faults.map((fault) => ({ ...fault, related: [...(fault.related ?? []), call] }));
}

/** A call of include() that fails: it has a code of its own wherever it stands, except in a project's code. */
function includeProblem(
  error: IncludeError,
  at: Span,
  { related, offsets, place: { area, chunk } }: { related: readonly Related[]; offsets: ChunkOffsets; place: Place },
): Diagnostic {
  const { fault, site } = error;
  const { message, suggestions = [], data, missing } = fault;
  const places = [...(fault.related ?? []), ...related];
  // A fix is one of the text that the diagnostic stands in.
  const offset = chunk.file === undefined ? site && offsets.get(site.chunk.id) : site?.chunk === chunk ? 0 : undefined;
  return diagnostic(runtimeCode(error, area), at, message, {
    ...(places.length > 0 && { related: places }),
    ...(suggestions.length > 0 && { suggestions }),
    ...(missing && { missing }),
    ...(data && offset !== undefined && { data: { ...data, span: shift(data.span, offset) } }),
  });
}

/** What to write for a name that means something elsewhere. */
function insteadOf(unknown: UnknownName, fitting: readonly string[], { area, chunk, tagAt }: Place): Advice | undefined {
  const { name, site } = unknown;
  if (name === "flemma" && fitting.length === 0) return { says: absentFlemma(area), choices: [] };
  if (site.chunk !== chunk) return unknownName(unknown, fitting, { kind: "frontmatter", whole: span(0, site.chunk.source.length) });
  const kind = area === "expression" ? "expression" : area === "template" ? "code" : "frontmatter";
  return unknownName(unknown, fitting, { kind, whole: tagAt(site.span.start) });
}

/** Says whether a member is misspelled rather than one of another language. */
function isNear(name: string, other: string): boolean {
  return isSlip(name, other) && Math.abs(name.length - other.length) < 2;
}

/** Says whether another name was meant as likely: what lies nearest of all does not fit at this place. */
function isGuess({ name, object }: UnknownName, [nearest]: readonly string[], [first = ""]: readonly string[]): boolean {
  if (object === undefined && foreignNames.get(name) === first) return false;
  return nearest !== first;
}

/** Names that other languages have for values of Lua come before those that are only spelled alike. */
function suggestName({ name, object, candidates }: UnknownName): string[] {
  const found = suggest(name, candidates());
  const foreign = object === undefined ? foreignNames.get(name) : undefined;
  return foreign === undefined ? found : [foreign];
}

function runtimeCode(error: LuaError, area: Area): DiagnosticCode {
  if (error instanceof IncludeError) return area === "project" ? "project/runtime" : error.fault.code;
  return error.unknown === undefined ? `${area}/runtime` : unknownCode(area, error.unknown.object);
}

function unknownCode(area: Area, object: string | undefined): DiagnosticCode {
  return area === "frontmatter" || area === "project" || object !== undefined ? `${area}/runtime` : `${area}/undefined-variable`;
}

/** A fault in the tag itself is shown at its token; one in a function defined elsewhere at the call in the tag. */
function placeOf(error: LuaError, { chunk, tagAt }: Place, tag?: Span): { span: Span; elsewhere?: Site } {
  const { site } = error;
  if (tag !== undefined && site?.chunk === chunk && inside(site.span, tag)) return { span: site.span };
  const calls = error.trace.filter((call) => call.chunk === chunk);
  const outermost = tag === undefined ? calls.at(-1) : calls.findLast((call) => inside(call.span, tag));
  const current = tag ?? (outermost === undefined ? undefined : tagAt(outermost.span.start));
  if (site !== undefined && site.chunk === chunk && (current === undefined || inside(site.span, current))) return { span: site.span };
  const span = outermost?.span ?? current ?? tagAt(0);
  return site === undefined ? { span } : { span, elsewhere: site };
}

function limitProblem(error: LimitError, { chunk, offset, tagAt }: Place, tag?: Span): Diagnostic {
  const { site, trace } = error;
  const isHere = site !== undefined && site.chunk === chunk && (tag === undefined || inside(site.span, tag));
  const call = trace.findLast((entry) => entry.chunk === chunk && (tag === undefined || inside(entry.span, tag)));
  const at = isHere ? site.span : (call?.span ?? tag ?? tagAt(site?.chunk === chunk ? site.span.start : 0));
  return diagnostic(`limit/${error.limit}`, shift(at, offset), limitText(error));
}

function relatedPlace(site: Site, message: string, offsets: ChunkOffsets): Related[] {
  const { id, file } = site.chunk;
  if (file !== undefined) return [{ span: site.span, message: sentence(message), file }];
  const offset = offsets.get(id);
  return offset === undefined ? [] : [{ span: shift(site.span, offset), message: sentence(message) }];
}

function inside(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function sentence(text: string): string {
  const line = text.trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
