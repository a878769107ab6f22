import { compile } from "../../../lua/compile.js";
import type { Chunk } from "../../../lua/errors.js";
import { type ParsedChunk, parseChunk } from "../../../lua/parse.js";
import type { LuaState } from "../../../lua/state.js";
import type { LuaFunction } from "../../../lua/values.js";
import type { SectionBlock, SectionLayout } from "../../../syntax/prose/section-layout.js";

/** A chunk whose name and line are those of the document that runs now. */
type BlockChunk = { -readonly [Key in keyof Chunk]: Chunk[Key] };

/** A Lua block with its program. The source of the chunk is the code of the block alone. */
export interface SectionProgram {
  readonly block: SectionBlock;
  readonly chunk: BlockChunk;
  readonly parsed: ParsedChunk;
  /** How many lines of the section's text stand before the code. */
  readonly line: number;
}

/** The programs of a section's blocks; `id` is the identity of the section, and `lineAt` the line of an offset of its text, from 0 on. */
export function sectionPrograms(
  text: string,
  { blocks }: SectionLayout,
  { id, lineAt }: { readonly id: string; lineAt(offset: number): number },
): SectionProgram[] {
  return blocks.map((block, index) => {
    const code = text.slice(block.code.start, block.code.end);
    const line = lineAt(block.code.start);
    const chunk: Chunk = { id: `${id}/${index}`, name: "", source: code, firstLine: line + 1 };
    return { block, chunk, parsed: parseChunk(code), line };
  });
}

const compiled = new WeakMap<SectionProgram, LuaFunction>();

/** A program without problems, compiled; that is done once. The time it takes is not the document's. */
export function compiledProgram(program: SectionProgram, state: LuaState): LuaFunction {
  const { parsed, chunk } = program;
  const found = compiled.get(program) ?? state.untimed(() => compile(parsed, { chunk }));
  compiled.set(program, found);
  return found;
}
