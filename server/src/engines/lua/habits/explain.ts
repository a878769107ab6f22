import { certain, inserted, possible } from "../../../base/rewrites.js";
import type { Span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import type { Token } from "../../../lua/lex.js";
import type { LuaProblem } from "../../../lua/parse.js";
import type { Code, Expression, Segment } from "../../../syntax/ast.js";
import type { BlockMark } from "./block-marks.js";
import { blockAdvice, closerAt, type TagBlocks, tagBlocks } from "./blocks.js";
import { type Advice, type Fault, type Habit, isOnNewLine, type LuaPlace, tokensOf } from "./fault.js";
import { foreignStatement } from "./foreign-tags.js";
import { ofTags, ofTexts, ofTokens } from "./habits.js";

/** Says what a syntax problem most likely comes from; undefined when nothing is recognised. */
export type Explainer = (problem: LuaProblem) => Advice | undefined;

const ofMessages = new WeakMap<readonly Segment[], Explainer>();

/** The explainer of a message, from its own text and its segments. What is found out about its tags is kept. */
export function explainMessage(source: string, segments: readonly Segment[]): Explainer {
  const known = ofMessages.get(segments) ?? createExplainer(source, segments.filter(isTag), segments.at(-1)?.span.end ?? 0);
  ofMessages.set(segments, known);
  return known;
}

/** The explainer of Lua frontmatter, from the text between its fences. */
export function explainFrontmatter(source: string): Explainer {
  const whole = { start: 0, end: source.length };
  return createExplainer(source, [{ kind: "frontmatter", span: whole, code: whole }], whole.end);
}

/** Makes an explainer for the Lua places of `source`, in text order; `end` is where the template's text ends. */
function createExplainer(source: string, places: readonly LuaPlace[], end: number): Explainer {
  const known = new Map<LuaPlace, readonly Token[]>();
  let blocks: TagBlocks | undefined;

  function tokens(place: LuaPlace): readonly Token[] {
    const own = known.get(place) ?? tokensOf(source, place.code);
    known.set(place, own);
    return own;
  }

  function inBlock({ problem, place, at }: Fault): Advice | undefined {
    if (place.kind === "frontmatter") return undefined;
    blocks ??= tagBlocks(source, places);
    for (const tag of tagsOf(problem, place, at)) {
      const found = blockAdvice(tag, blocks, ({ marks: [opener] }) => closer(source, (opener as BlockMark).place.span, end));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A statement of another language in the tag right before: its fault is noticed at the first word of this one. */
  function inTagBefore({ problem, place, at, ...fault }: Fault): Advice | undefined {
    const before = at === 0 ? placeAt(places, place.span.start - 1) : undefined;
    if (before?.kind !== "code" || before.span.end !== place.span.start || !problem.message.startsWith("'=' expected")) return undefined;
    return foreignStatement({ ...fault, problem, place: before, tokens: tokens(before), at: -1 });
  }

  /** The tags that a problem may come from, the likeliest first. */
  function tagsOf({ message, related }: LuaProblem, place: LuaPlace, at: number): LuaPlace[] {
    const opener = message.startsWith("'end' expected") ? related?.[0]?.span.start : undefined;
    if (opener !== undefined) return [placeAt(places, opener) ?? place];
    // Where no text stands between two tags, what the first one lacks is noticed at the first word of the second.
    const before = at === 0 && !message.startsWith("unexpected") ? placeAt(places, place.span.start - 1) : undefined;
    return before?.span.end === place.span.start ? [before, place] : [place];
  }

  return (problem) => {
    const place = placeAt(places, problem.span.start);
    if (place === undefined) return undefined;
    const own = tokens(place);
    const at = own.findIndex((token) => token.start === problem.span.start);
    const fault: Fault = { source, problem, place, tokens: own, at };
    const loop = own[0]?.type === "for" ? inBlock(fault) : undefined;
    const byToken = first(ofTexts, fault) ?? loop ?? first(ofTokens, fault) ?? inBlock(fault);
    return byToken ?? inTagBefore(fault) ?? first(ofTags, fault) ?? missingEnd(fault, places, tokens, end);
  };
}

function first(habits: readonly Habit[], fault: Fault): Advice | undefined {
  for (const habit of habits) {
    const found = habit(fault);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isTag(segment: Segment): segment is Expression | Code {
  return segment.kind === "expression" || segment.kind === "code";
}

/** The place that holds an offset; places are in text order. */
function placeAt(places: readonly LuaPlace[], offset: number): LuaPlace | undefined {
  let low = 0;
  let high = places.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((places[middle] as LuaPlace).span.start <= offset) low = middle;
    else high = middle;
  }
  const place = places[low];
  return place !== undefined && place.span.start <= offset && offset <= place.span.end ? place : undefined;
}

/** A block without its `end`: in its own tag when all of it stands there, else in a tag behind the text. */
function missingEnd(
  { source, problem, place, tokens: own }: Fault,
  places: readonly LuaPlace[],
  tokens: (place: LuaPlace) => readonly Token[],
  end: number,
): Advice | undefined {
  const opener = problem.related?.[0]?.span;
  if (!/^'(end|until)' expected/.test(problem.message) || opener === undefined) return undefined;
  const word = source.slice(opener.start, opener.end);
  if (problem.message.startsWith("'until'")) return { says: "Close 'repeat' with 'until' and a condition.", choices: [] };
  const says = `Close '${word}' with 'end'.`;
  const home = placeAt(places, opener.start) ?? place;
  const last = tokens(home).at(-1);
  if (last === undefined) return { says, choices: [] };
  if (home.kind === "frontmatter") {
    const text = isOnNewLine(source, opener.start, last.start) ? "\nend" : " end";
    return { says, choices: [possible("Insert 'end'", inserted(last.end, text))] };
  }
  const isOpen = ["then", "do", "else", "repeat"].includes(last.type) || (last.type === ")" && own !== tokens(home));
  if (!isOpen && home === place) return { says, choices: [certain("Insert 'end'", inserted(last.end, " end"))] };
  return { says, choices: [possible("Close the block with {% end %}", closer(source, home.span, end))] };
}

/** Where the closer of a block belongs: at the end of its line when text follows the opener there, else behind the template. */
function closer(source: string, opener: Span, end: number): TextEdit {
  const rest = /^[^\r\n]*/.exec(source.slice(opener.end, end))?.[0] ?? "";
  return rest.trim() === "" ? closerAt(end, true) : closerAt(opener.end + rest.trimEnd().length, false);
}
