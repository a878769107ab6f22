import type { Surroundings } from "../engines/engine.js";
import type { FileFact } from "../evaluation/types.js";

/** The only door to files, clock and environment. Implemented for Node; tests and other hosts bring their own. */
export interface Host {
  /** What templates of the document at `uri` see of the world, clock and seed excepted. */
  surroundings(uri: string): Omit<Surroundings, "now" | "seed">;
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** What templates may know of an absolute path. Never rejects: what may not be seen is not readable. */
  fact(path: string): Promise<FileFact>;
}
