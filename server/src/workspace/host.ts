import type { Surroundings } from "../engines/engine.js";
import type { BaseOptions, FileFact } from "../evaluation/types.js";

/** The only door to files, clock and environment. Implemented for Node; tests and other hosts bring their own. */
export interface Host {
  /** What templates of the document at `uri` see of the world, clock and seed excepted. */
  surroundings(uri: string): Omit<Surroundings, "now" | "seed">;
  /** What is said of options outside of the document at `uri`; without it the defaults alone count. Never rejects. */
  options?(uri: string): Promise<BaseOptions>;
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  /** What templates may know of an absolute path. Never rejects: what may not be seen is not readable. */
  fact(path: string): Promise<FileFact>;
}
