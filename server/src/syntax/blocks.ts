import type { Segment } from "./ast.js";

/** Says whether a segment fills whole lines: the line end before such a block is not part of the text above it. */
export function isBlock({ kind }: Segment): boolean {
  return kind === "tool-result" || kind === "tool-use" || kind === "thinking" || kind === "aborted";
}
