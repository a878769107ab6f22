import type { Rewrite } from "../../../base/diagnostic.js";
import type { TextEdit } from "../../../base/text-edit.js";
import type { LuaProblem } from "../../../lua/parse.js";
import { type BlockMark, readBlockMark } from "./block-marks.js";
import { type Advice, inserted, type LuaPlace, tokensOf } from "./fault.js";

/** A block over several tags, from its opener to its closer. `end` is where a missing closer belongs. */
export interface TagBlock {
  readonly marks: readonly BlockMark[];
  readonly isClosed: boolean;
}

/** Pairs the tags of a template that open, divide and close blocks; blocks inside one tag do not count. */
export function tagBlocks(source: string, places: readonly LuaPlace[]): TagBlock[] {
  const blocks: TagBlock[] = [];
  const open: (BlockMark[] | undefined)[] = [];
  for (const place of places) {
    const mark = readBlockMark(source, place);
    if (mark === undefined) followCode(source, place, open);
    else if (mark.role === "open") open.push([mark]);
    else if (mark.role === "middle") open.at(-1)?.push(mark);
    else {
      const marks = open.pop();
      if (marks !== undefined) blocks.push({ marks: [...marks, mark], isClosed: true });
    }
  }
  for (const marks of open) if (marks !== undefined) blocks.push({ marks, isClosed: false });
  return blocks;
}

/** Code that is no mark may open or close blocks of its own. */
function followCode(source: string, { kind, code }: LuaPlace, open: (BlockMark[] | undefined)[]): void {
  if (kind === "expression") return;
  let isLoop = false;
  for (const { type } of tokensOf(source, code)) {
    if (type === "for" || type === "while") isLoop = true;
    if (type === "if" || type === "function" || type === "repeat" || type === "do" || type === "for" || type === "while") {
      if (type === "do" && isLoop) isLoop = false;
      else open.push(undefined);
    } else if (type === "end" || type === "until") open.pop();
  }
}

/** The advice for a problem of a tag in a block that is not written in Lua; `end` makes the edit that closes a block. */
export function blockAdvice(
  { message, related }: LuaProblem,
  tag: LuaPlace,
  blocks: readonly TagBlock[],
  end: (block: TagBlock) => TextEdit,
): Advice | undefined {
  const at = (message.startsWith("'end' expected") ? related?.[0]?.span.start : undefined) ?? tag.span.start;
  const block = blocks.find(({ marks }) => marks.some((mark) => holds(mark, at)));
  if (block === undefined) return undefined;
  if (block.marks.every((mark) => mark.edits.length === 0)) return undefined;
  // Blocks inside are of the same hand: what is wrong in one of them can hide behind a tag of this one.
  const marks = blocks.filter((inner) => inner.isClosed && isInside(inner, block)).flatMap((inner) => inner.marks);
  const edits = [...new Set([...block.marks, ...marks])].flatMap((mark) => mark.edits);
  const own = block.marks.find((mark) => holds(mark, at) && mark.edits.length > 0) ?? block.marks.find((mark) => mark.edits.length > 0);
  const isWhole = [...new Set([...block.marks, ...marks])].filter((mark) => mark.edits.length > 0).length > 1;
  const title = isWhole ? "Write this block in Lua" : "Write this tag in Lua";
  const rewrite: Rewrite = { title, edits: [...edits], certain: block.isClosed && block.marks.every((mark) => mark.isCertain) };
  const closed: Rewrite = { title: "Write this block in Lua and close it", edits: [...edits, end(block)], certain: false };
  return { says: own?.says ?? "", choices: block.isClosed ? [rewrite] : [closed] };
}

function isInside({ marks: inner }: TagBlock, { marks: outer }: TagBlock): boolean {
  const at = inner[0]?.place.span.start ?? -1;
  return (outer[0]?.place.span.start ?? 0) <= at && at < (outer.at(-1)?.place.span.end ?? 0);
}

/** The edit that closes a block behind everything. */
export function closerAt(at: number, isOwnLine: boolean): TextEdit {
  return inserted(at, isOwnLine ? "\n{% end %}" : "{% end %}");
}

function holds({ place }: BlockMark, at: number): boolean {
  return place.span.start <= at && at < place.span.end;
}
