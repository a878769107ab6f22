import type { RandomNumbers } from "../../../lua/library/math.js";
import type { Environment, LuaState } from "../../../lua/state.js";
import type { Surroundings } from "../../engine.js";
import type { ChunkOffsets } from "../problems.js";
import type { Faults } from "./faults.js";
import type { IncludeCall } from "./include-call.js";
import type { IncludeFiles } from "./include-files.js";

/** The prompt of a personality, as bytes, and what is to be told of it. */
export interface IncludedPersonality {
  readonly text: string;
  readonly warning?: string;
}

/** Gives the prompt of a personality by its name. Throws an `IncludeError` where there is none. */
export type RenderPersonality = (name: string, call: IncludeCall, state: LuaState) => IncludedPersonality;

/** What include() works with: one for a document and all files that it includes. */
export interface IncludeWorld {
  /** Those of the document. */
  readonly surroundings: Surroundings;
  readonly files: IncludeFiles;
  /** Where the chunks of the document stand in it. */
  readonly offsets: ChunkOffsets;
  /** Takes the warnings. */
  readonly faults: Faults;
  /** Those that all environments draw from. */
  readonly random: RandomNumbers;
  /** Nothing in an environment depends on what was called before. */
  readonly isSteady: boolean;
  /** Makes the environment of a file. */
  environment(place: Required<Pick<Surroundings, "filename" | "dirname">>): Environment;
  /** Without it there are no personalities. */
  readonly personality?: RenderPersonality;
}
