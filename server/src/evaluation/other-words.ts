import type { Diagnostic, FixData } from "../base/diagnostic.js";
import { type Span, span } from "../base/span.js";
import type { Surroundings } from "../engines/engine.js";
import { passiveLimits } from "../lua/budget.js";
import type { LuaState } from "../lua/state.js";
import type { ChatDocument, Message, PlacedMessage, Segment } from "../syntax/ast.js";
import { messageIndexAt } from "../syntax/message-at.js";
import { shiftProblem } from "../syntax/problems.js";
import { hasTags } from "./documents.js";
import type { EvaluationResult, MessageOutput } from "./types.js";

// Lua in tags cannot read the words around them. Words only count against the memory of a run: what a text puts out is
// its length, and something for the piece, as often as its place is passed. That is once where a message has no code, and
// else not more often than the run takes steps. So half of the memory holds whatever is written there, if it is not very long.

/** In bytes: this much of its memory a run leaves to other words. */
const forWords = passiveLimits.memoryBytes / 2;
/** What a piece of output takes beside its text, in bytes, and the text itself, in UTF-16 units. */
const pieceBytes = 128;

/** How often a run has passed any place in it, at most (see `EvaluationResult.passes`); undefined where it spent much memory itself. */
export function passesOf(state: LuaState): number | undefined {
  const { steps, bytes } = state.spent();
  return bytes <= state.limits.memoryBytes - forWords ? steps + 1 : undefined;
}

/** Surroundings that know whether anybody looked at their clock. */
export function watchClock(surroundings: Surroundings): { readonly surroundings: Surroundings; wasClockRead(): boolean } {
  const { now } = surroundings;
  let wasRead = false;
  const watched = {
    ...surroundings,
    get now() {
      wasRead = true;
      return now;
    },
  };
  return { surroundings: watched, wasClockRead: () => wasRead };
}

/**
 * What the evaluation of `to` would give, without it: that of `from`, where both run exactly the same (see `runsSame`).
 * Undefined where that is not so, or not certain.
 */
export function resultOfOtherWords(result: EvaluationResult, from: ChatDocument, to: ChatDocument): EvaluationResult | undefined {
  const { passes, outputOmitted, unlisted } = result;
  if (passes === undefined || !outputOmitted || unlisted !== undefined) return undefined;
  const changed = otherWords(from, to);
  if (changed === undefined) return undefined;
  const spent = [...changed].map(([index, words]) => words * (hasCode((to.messages[index] as PlacedMessage).message) ? passes : 1));
  if (spent.reduce((sum, bytes) => sum + bytes, 0) > forWords) return undefined;
  const problems = result.problems.map((problem) => movedProblem(problem, { from, to, changed }));
  if (!problems.every((problem) => problem !== undefined)) return undefined;
  const messages = result.messages.map((output, index) =>
    output && changed.has(index) ? movedValues(output, index, { from, to }) : output,
  );
  return { ...result, problems, messages };
}

/**
 * Says whether two texts run the same: all is the same but words between tags, that is frontmatter, roles, tags, and the
 * line that each of them stands on, which errors name.
 */
export function runsSame(from: ChatDocument, to: ChatDocument): boolean {
  return otherWords(from, to) !== undefined;
}

/**
 * The indexes of the messages that have other words, with what these take of the memory of a run each time they are put
 * out, in bytes; undefined where more than words differs.
 */
function otherWords(from: ChatDocument, to: ChatDocument): ReadonlyMap<number, number> | undefined {
  if (!hasSameHead(from, to)) return undefined;
  const changed = new Map<number, number>();
  for (const [index, old] of from.messages.entries()) {
    const present = to.messages[index] as PlacedMessage;
    if (old.message === present.message || messageText(from, old) === messageText(to, present)) continue;
    const words = wordsOf([from.source, old], [to.source, present], index === from.messages.length - 1);
    if (words === undefined) return undefined;
    changed.set(index, words);
  }
  return changed;
}

function messageText({ source }: ChatDocument, { start, message }: PlacedMessage): string {
  return source.slice(start, start + message.span.end);
}

/** Says whether all that stands before the first message is the same, and there are as many messages. */
function hasSameHead(from: ChatDocument, to: ChatDocument): boolean {
  const startOf = ({ messages: [first], source }: ChatDocument): number => first?.start ?? source.length;
  return (
    from.engine === to.engine &&
    from.messages.length === to.messages.length &&
    startOf(from) === startOf(to) &&
    from.frontmatter?.span.end === to.frontmatter?.span.end &&
    from.source.startsWith(to.source.slice(0, startOf(to)))
  );
}

type Placed = readonly [source: string, message: PlacedMessage];

/**
 * What the words of a message take of the memory of a run each time they are put out, in bytes; undefined where more than
 * words differs. Nothing stands on the lines behind the last tag of the last message.
 */
function wordsOf([before, old]: Placed, [after, present]: Placed, isLast: boolean): number | undefined {
  const textOf = (source: string, start: number, span: Span): string => source.slice(start + span.start, start + span.end);
  const pair = (a: Span, b: Span): readonly [string, string] => [textOf(before, old.start, a), textOf(after, present.start, b)];
  const isSame = (a: Span, b: Span): boolean => {
    const [one, other] = pair(a, b);
    return one === other;
  };
  const hasSameLines = (a: Span, b: Span): boolean => {
    const [one, other] = pair(a, b).map(lineEnds);
    return one === other;
  };
  const [{ message: was }, { message: is }] = [old, present];
  const hasFaults = was.problems.length > 0 || is.problems.length > 0;
  if (hasFaults || was.segments.length !== is.segments.length || !isSame(was.marker, is.marker)) return undefined;
  if (!isLast && !hasSameLines(wordsAtEnd(was), wordsAtEnd(is))) return undefined;
  const last = was.segments.length - 1;
  let words = 0;
  for (const [index, a] of was.segments.entries()) {
    const b = is.segments[index] as Segment;
    if (a.kind !== b.kind) return undefined;
    if (isSame(a.span, b.span)) continue;
    if (a.kind !== "text" || (index < last && !hasSameLines(a.span, b.span))) return undefined;
    words += pieceBytes + b.span.end - b.span.start;
  }
  // Where nothing runs, words count for nothing.
  return hasTags(is) ? words : 0;
}

/** Where words alone stand in a message, behind all tags: from there it is one, whichever of its lines are empty. */
function wordsAtEnd({ segments, trailing, span: { end } }: Message): Span {
  const last = segments.at(-1);
  return span(last?.kind === "text" ? last.span.start : trailing.start, end);
}

/** Says whether there can be loops or functions in a message. */
function hasCode({ segments }: Message): boolean {
  return segments.some(({ kind }) => kind === "code");
}

function lineEnds(text: string): string {
  return text.match(/\r\n?|\n/g)?.join("|") ?? "";
}

interface Move {
  readonly from: ChatDocument;
  readonly to: ChatDocument;
}

/** Undefined for a problem that may be about words, or whose places do not move together. */
function movedProblem(
  problem: Diagnostic,
  { from, to, changed }: Move & { readonly changed: ReadonlyMap<number, number> },
): Diagnostic | undefined {
  const indexes = placesOf(problem).map(({ start }) => messageIndexAt(from.messages, start));
  const moves = indexes.map((index) => (to.messages[index]?.start ?? 0) - (from.messages[index]?.start ?? 0));
  const [by = 0] = moves;
  const isWhole = problem.file === undefined && moves.every((other) => other === by) && !indexes.some((index) => changed.has(index));
  return isWhole ? shiftProblem(problem, by) : undefined;
}

/** All places in the document that a problem names. */
function placesOf({ span, related = [], data }: Diagnostic): readonly Span[] {
  return [span, ...related.filter(({ file }) => file === undefined).map((entry) => entry.span), ...(data ? placesIn(data) : [])];
}

function placesIn(data: FixData): readonly Span[] {
  switch (data.kind) {
    case "replace":
      return [data.span];
    case "rewrite":
    case "declare-argument":
      return data.choices.flatMap(({ edits }) => edits.map(({ span }) => span));
    case "insert":
      return [{ start: data.at, end: data.at }];
    case "split-marker":
      return [data.marker];
    case "close-tag":
      return [{ start: data.opener, end: data.opener }];
    case "switch-engine":
    case "convert-roles":
      return [];
  }
}

/** What expressions gave is told of with their tags. */
function movedValues(output: MessageOutput, index: number, { from, to }: Move): MessageOutput {
  const segmentsOf = ({ messages }: ChatDocument): readonly Segment[] => (messages[index] as PlacedMessage).message.segments;
  const present = segmentsOf(to);
  const places = new Map(segmentsOf(from).map(({ span }, at) => [span.start, (present[at] as Segment).span]));
  return { ...output, values: output.values.map((value) => ({ ...value, span: places.get(value.span.start) ?? value.span })) };
}
