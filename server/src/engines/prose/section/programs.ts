import { lineAt, sourceText } from "../../../base/source-text.js";
import type { Chunk } from "../../../lua/errors.js";
import { parseChunk } from "../../../lua/parse.js";
import type { SectionLayout } from "../../../syntax/prose/section-layout.js";
import type { SectionProgram } from "./run-section.js";

/** The programs of a section's blocks. `name` and `id` are those of the chunk of the section, whose first line counts as `firstLine`. */
export function sectionPrograms(
  text: string,
  { blocks }: SectionLayout,
  { id, name, firstLine }: Pick<Chunk, "id" | "name" | "firstLine">,
): SectionProgram[] {
  const source = sourceText(text);
  return blocks.map((block, index) => {
    const code = text.slice(block.code.start, block.code.end);
    const chunk: Chunk = { id: `${id}/${index}`, name, source: code, firstLine: firstLine + lineAt(source, block.code.start) };
    return { block, chunk, parsed: parseChunk(code) };
  });
}
