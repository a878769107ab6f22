import type { Refusal } from "../base/file-answers.js";

/** What tells one state of a path from another: that an editor has a text open there, the facts of a file, or why there is none. */
export type PathStamp = `open ${number}` | `disk ${string}` | Refusal;

/** Says whether something is there. */
export function isPresent(stamp: PathStamp): boolean {
  return stamp.includes(" ");
}
