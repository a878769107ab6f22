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

/** The advice for a problem in a tag of a block that is not written in Lua; `end` is the offset of a missing closer. */
export function blockAdvice(problem: LuaProblem, blocks: readonly TagBlock[], end: (block: TagBlock) => TextEdit): Advice | undefined {
  const isMissingEnd = /^'end' expected/.test(problem.message);
  const opener = isMissingEnd ? problem.related?.[0]?.span.start : undefined;
  const at = opener ?? problem.span.start;
  const block = blocks.find(({ marks }) => marks.some((mark) => holds(mark, at)));
  if (block === undefined) return undefined;
  const edits = block.marks.flatMap((mark) => mark.edits);
  if (edits.length === 0) return undefined;
  const own = block.marks.find((mark) => holds(mark, at) && mark.edits.length > 0) ?? block.marks.find((mark) => mark.edits.length > 0);
  const isWhole = block.marks.filter((mark) => mark.edits.length > 0).length > 1;
  const title = isWhole ? "Write this block in Lua" : "Write this tag in Lua";
  const rewrite: Rewrite = { title, edits: [...edits], certain: block.isClosed && block.marks.every((mark) => mark.isCertain) };
  const closed: Rewrite = { title: "Write this block in Lua and close it", edits: [...edits, end(block)], certain: false };
  return { says: own?.says ?? "", choices: block.isClosed ? [rewrite] : [closed] };
}

/** The edit that closes a block behind everything. */
export function closerAt(at: number, isOwnLine: boolean): TextEdit {
  return inserted(at, isOwnLine ? "\n{% end %}" : "{% end %}");
}

function holds({ place }: BlockMark, at: number): boolean {
  return place.span.start <= at && at < place.span.end;
}
