import { inserted } from "../../../base/rewrites.js";
import type { TextEdit } from "../../../base/text-edit.js";
import { type BlockMark, readBlockMark } from "./block-marks.js";
import { type Advice, type LuaPlace, tokensOf } from "./fault.js";

/** More edits than this make no fix: such a text is not slightly wrong. */
const mostEdits = 400;

/** A block over several tags, from its opener to its closer. */
export interface TagBlock {
  readonly marks: readonly BlockMark[];
  readonly isClosed: boolean;
  /** Its edits and those of the closed blocks in it: what is wrong in one of them can hide behind a tag of this one. */
  readonly edits: readonly TextEdit[];
}

/** The block that each tag belongs to, by the offset of the tag. */
export type TagBlocks = ReadonlyMap<number, TagBlock>;

interface OpenBlock {
  readonly marks: BlockMark[];
  readonly inner: TextEdit[];
}

/** Pairs the tags of a template that open, divide and close blocks; blocks inside one tag do not count. */
export function tagBlocks(source: string, places: readonly LuaPlace[]): TagBlocks {
  const found = new Map<number, TagBlock>();
  const open: (OpenBlock | undefined)[] = [];
  for (const place of places) {
    const mark = readBlockMark(source, place);
    if (mark === undefined) followCode(source, place, open);
    else if (mark.role === "open") open.push({ marks: [mark], inner: [] });
    else if (mark.role === "middle") open.at(-1)?.marks.push(mark);
    else {
      const block = open.pop();
      block?.marks.push(mark);
      if (block === undefined) continue;
      const edits = finish(block, "closed");
      const outer = open.at(-1);
      if (outer !== undefined && outer.inner.length <= mostEdits) outer.inner.push(...edits);
    }
  }
  for (const block of open) if (block !== undefined) finish(block, "open");
  return found;

  function finish({ marks, inner }: OpenBlock, state: "open" | "closed"): readonly TextEdit[] {
    const edits = [...marks.flatMap((mark) => mark.edits), ...inner];
    const block: TagBlock = { marks, isClosed: state === "closed", edits };
    for (const { place } of marks) found.set(place.span.start, block);
    return edits;
  }
}

/** Code that is no mark may open or close blocks of its own. */
function followCode(source: string, { kind, code }: LuaPlace, open: (OpenBlock | undefined)[]): void {
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

/** The advice for a problem of `tag` in a block that is not written in Lua; `end` makes the edit that closes a block. */
export function blockAdvice(tag: LuaPlace, blocks: TagBlocks, end: (block: TagBlock) => TextEdit): Advice | undefined {
  const block = blocks.get(tag.span.start);
  const foreign = block?.marks.filter((mark) => mark.edits.length > 0) ?? [];
  if (block === undefined || foreign.length === 0) return undefined;
  const says = (foreign.find((mark) => mark.place.span.start === tag.span.start) ?? foreign[0])?.says ?? "";
  if (block.marks[0]?.isLoop && block.marks.some(({ role }) => role === "middle"))
    return { says: "A loop of Lua has no 'else': test the list with 'if' in front of it.", choices: [] };
  if (block.edits.length > mostEdits) return { says, choices: [] };
  if (!block.isClosed) {
    const title = "Write this block in Lua and close it";
    return { says, choices: [{ title, edits: [...block.edits, end(block)], certain: false }] };
  }
  const isOneTag = foreign.length === 1 && foreign[0]?.edits.length === block.edits.length;
  const title = isOneTag ? "Write this tag in Lua" : "Write this block in Lua";
  return { says, choices: [{ title, edits: block.edits, certain: block.marks.every((mark) => mark.isCertain) }] };
}

/** The edit that closes a block behind everything. */
export function closerAt(at: number, isOwnLine: boolean): TextEdit {
  return inserted(at, isOwnLine ? "\n{% end %}" : "{% end %}");
}
