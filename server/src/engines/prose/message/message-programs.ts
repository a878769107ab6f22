import { lineAt, sourceText } from "../../../base/source-text.js";
import type { Chunk } from "../../../lua/errors.js";
import type { Message } from "../../../syntax/ast.js";
import { type SectionLayout, sectionLayout } from "../../../syntax/prose/section-layout.js";
import { type SectionProgram, sectionPrograms } from "../section/programs.js";
import { type Stretch, stretches } from "./stretches.js";

/** A stretch of a message with what runs in it. */
export interface StretchPrograms extends Stretch {
  readonly layout: SectionLayout;
  readonly programs: readonly SectionProgram[];
}

/** The programs of a message, and the identity of the chunk that they belong to. */
interface Known {
  readonly id: string;
  readonly all: readonly StretchPrograms[];
}

const known = new WeakMap<Message, Known>();

/**
 * The stretches of a message and their programs. They are made once as long as the message stays the same object, for all
 * evaluations and all items of a fanout; `chunk` is that of the whole message, whose name and line count anew each time.
 */
export function messagePrograms(message: Message, chunk: Chunk): readonly StretchPrograms[] {
  const before = known.get(message);
  const { all } = before?.id === chunk.id ? before : { all: makePrograms(message, chunk) };
  if (!chunk.isPassing) known.set(message, { id: chunk.id, all });
  for (const { programs } of all)
    for (const program of programs) {
      program.chunk.name = chunk.name;
      program.chunk.firstLine = chunk.firstLine + program.line;
    }
  return all;
}

function makePrograms(message: Message, { id, source }: Chunk): StretchPrograms[] {
  const lines = sourceText(source);
  return stretches(message).map((stretch, index) => {
    const layout = sectionLayout(source, stretch.span);
    const programs = sectionPrograms(source, layout, { id: `${id}/${index}`, lineAt: (offset) => lineAt(lines, offset) });
    return { ...stretch, layout, programs };
  });
}
