import type { Rewrite } from "../../../base/diagnostic.js";
import { type Span, span } from "../../../base/span.js";
import { tagBlocks } from "./blocks.js";
import type { Advice, Fault, LuaPlace } from "./fault.js";
import { foreignStatement } from "./foreign-tags.js";

/** So much text is looked at for tags, in UTF-16 units. */
const longest = 20_000;

/** `{% if (x) { %} … {% } %}`: in Lua the brace opens a table, so that all of it is one tag. */
export function bracedTags(fault: Fault): Advice | undefined {
  const { source, place } = fault;
  if (place.kind !== "code" || !/\{\s*-?%\}/.test(source.slice(place.code.start, place.code.end))) return undefined;
  const says = "Lua blocks have no braces: 'then' or 'do' opens them, and 'end' closes them.";
  const rewrite = bracedBlockRewrite(source, place.span);
  if (rewrite !== undefined) return { says, choices: [rewrite] };
  return foreignStatement(fault) ?? { says, choices: [] };
}

/** Writes the block with braces that starts at a span in Lua, as far as it is closed there; undefined where none starts. */
export function bracedBlockRewrite(source: string, { start, end }: Span): Rewrite | undefined {
  const places = tagsIn(source, span(start, Math.min(end, start + longest)));
  const block = tagBlocks(source, places).get(start);
  const isBraced = block?.marks.some(({ place: { code } }) => source.slice(code.start, code.end).trimEnd().endsWith("{"));
  if (block === undefined || !block.isClosed || !isBraced) return undefined;
  return { title: "Write this block in Lua", edits: block.edits, certain: block.marks.every(({ isCertain }) => isCertain) };
}

/** The tags of a text as other languages read them: up to the next closing delimiter, whatever braces say. */
function tagsIn(source: string, { start, end }: Span): LuaPlace[] {
  const places: LuaPlace[] = [];
  const text = source.slice(start, end);
  for (let at = nextOpener(text, 0); at >= 0; ) {
    const isCode = text[at + 1] === "%";
    const close = text.indexOf(isCode ? "%}" : "}}", at + 2);
    if (close < 0) break;
    const from = at + (text[at + 2] === "-" ? 3 : 2);
    const to = Math.max(from, text[close - 1] === "-" ? close - 1 : close);
    places.push({ kind: isCode ? "code" : "expression", span: span(start + at, start + close + 2), code: span(start + from, start + to) });
    at = nextOpener(text, close + 2);
  }
  return places;
}

function nextOpener(text: string, from: number): number {
  const found = /\{[{%]/.exec(text.slice(from));
  return found === null ? -1 : from + found.index;
}
