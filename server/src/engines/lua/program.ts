import type { Span } from "../../base/span.js";
import type { Chunk } from "../../lua/errors.js";
import { type ParsedChunk, parseTemplate } from "../../lua/parse.js";
import type { Message, Segment } from "../../syntax/ast.js";
import { isBlock } from "../../syntax/blocks.js";
import { literalText } from "../../syntax/literal.js";

/** What is rendered of a message, or of a file that is included. */
export type Template = Pick<Message, "segments">;

/** A template as a Lua chunk. `pieces[i]` belongs to `segments[i]`; `literals[i]` is the trimmed text of text-like segments. */
export interface MessageProgram {
  readonly literals: readonly (string | undefined)[];
  /** Absent when the template has no tags: then nothing has to run. */
  readonly parsed?: ParsedChunk;
  /** The line numbers in syntax problems count from here. */
  readonly firstLine: number;
}

const programs = new WeakMap<Template, MessageProgram>();

/** The program of a template, parsed once per object. The chunk's source is the text of the template alone. */
export function messageProgram(
  template: Template,
  { source, firstLine, isPassing }: Pick<Chunk, "source" | "firstLine" | "isPassing">,
): MessageProgram {
  const known = programs.get(template);
  if (known !== undefined && (known.firstLine === firstLine || !hasProblems(known))) return known;
  const { segments } = template;
  const literals = segments.map((_, index) => literal(segments, index, source));
  const hasTags = segments.some(({ kind }) => kind === "expression" || kind === "code");
  // What is cheap to make is not kept: there can be very many messages that are text alone.
  if (!hasTags) return { literals, firstLine };
  const program: MessageProgram = { literals, parsed: parseTemplate(source, segments, firstLine), firstLine };
  if (!isPassing) programs.set(template, program);
  return program;
}

function hasProblems({ parsed }: MessageProgram): boolean {
  return parsed !== undefined && (parsed.problems.length > 0 || parsed.holes.some(({ problem }) => problem !== undefined));
}

/** The text a literal segment puts into the prompt, after trimming by its neighbours; undefined for other segments. */
function literal(segments: readonly Segment[], index: number, source: string): string | undefined {
  const segment = segments[index] as Segment;
  if (segment.kind === "file-reference") return text(source, segment.span);
  if (segment.kind !== "text") return undefined;
  const before = segments[index - 1];
  const after = segments[index + 1];
  let result = literalText(source, 0, segment);
  if (after !== undefined && isBlock(after)) result = result.replace(/\n$/, "");
  if (before !== undefined && isTag(before) && before.trimAfter) result = trimStart(result);
  if (after !== undefined && isTag(after) && after.trimBefore) result = trimEnd(result);
  return result;
}

function text(source: string, { start, end }: Span): string {
  return source.slice(start, end);
}

function isTag(segment: Segment): segment is Extract<Segment, { trimAfter: boolean }> {
  return segment.kind === "expression" || segment.kind === "code";
}

/** Strips blanks up to and including the nearest newline (seed A211). */
function trimStart(of: string): string {
  return of.replace(/^[ \t\r\v\f]*\n?/, "");
}

/** Strips blanks back to and including the nearest newline (seed A210). */
function trimEnd(of: string): string {
  let end = of.length;
  while (end > 0 && " \t\r\v\f".includes(of[end - 1] as string)) end--;
  return of.slice(0, of[end - 1] === "\n" ? end - 1 : end);
}
