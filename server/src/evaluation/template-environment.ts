import type { Surroundings } from "../engines/engine.js";
import { copyEnvironment, createEnvironment } from "../engines/lua/environment/environment.js";
import type { Faults } from "../engines/lua/include/faults.js";
import { createInclude } from "../engines/lua/include/include.js";
import type { RenderPersonality } from "../engines/lua/include/include-world.js";
import type { ChunkOffsets } from "../engines/lua/problems.js";
import { createRandomNumbers } from "../lua/library/math.js";
import { LuaTable } from "../lua/table.js";
import type { LuaValue } from "../lua/values.js";
import type { Project } from "./project/project.js";
import type { Questions } from "./questions.js";

/** What the environment of a document and those of the files it includes have in common. */
export interface TemplateWorld {
  readonly questions: Questions;
  /** Where the chunks of the document stand in it. */
  readonly offsets: ChunkOffsets;
  /** Takes the warnings of included files. */
  readonly faults: Faults;
  /** Changes the environments of included files. */
  readonly populate?: Project["populate"];
  /** Without it there are no personalities. */
  readonly personality?: RenderPersonality;
}

/** The globals of a template, not yet populated by a project; include() renders other files in environments like it. */
export function templateGlobals(
  surroundings: Surroundings,
  { questions, offsets, faults, populate, personality }: TemplateWorld,
): Map<string, LuaValue> {
  const random = createRandomNumbers(surroundings.seed);
  let pristine: Map<string, LuaValue> | undefined;
  const include = createInclude({
    surroundings,
    files: questions,
    offsets,
    faults,
    random,
    isSteady: populate === undefined,
    ...(personality && { personality }),
    environment(place) {
      pristine ??= createEnvironment(surroundings, world);
      const globals = copyEnvironment(pristine, place);
      const strings = globals.get("string");
      populate?.(globals);
      return { globals, assignedAt: new Map(), ...(strings instanceof LuaTable && { strings }) };
    },
  });
  const world = { fact: questions.fact, include, random };
  return createEnvironment(surroundings, world);
}
