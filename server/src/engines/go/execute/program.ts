import type { ReadText } from "../read-text.js";
import type { EmbedSource } from "./embed-source.js";
import type { GoFunction } from "./parameter.js";

/** How templates are run: the same for a template and everything it embeds. */
export interface Program {
  /** Every function by its name: builtins, standard ones and those of the host, which may replace the others. */
  readonly functions: ReadonlyMap<string, GoFunction>;
  readonly missingKey: "default" | "error";
  readonly now: () => Date;
  readonly embed: readonly EmbedSource[];
  readonly maxEmbedDepth: number;
  /** Reads a text as the host wants texts read. */
  readonly read: (text: string, name: string) => ReadText;
  /** Does work that is no run of a template, such as compiling; absent where nobody counts its time. */
  readonly untimed?: <T>(work: () => T) => T;
}
