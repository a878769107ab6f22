import type { PromptRules } from "./prompt.js";

/** Gives the uses of tools, in the order of the document, the ids that they have on a wire. */
export interface ToolIds {
  /** From here on the uses are those of another turn. */
  nextTurn(): void;
  of(id: string): string;
}

/** So long an id may be on wires that take plain ones only. */
const longest = 64;

/**
 * Makes the ids of one request. Each use gets one of its own; where two would be the same, the later one changes, so that the
 * ids of earlier turns are the same in every request (spec/providers-and-send.md §1.1).
 */
export function createToolIds(kind: PromptRules["ids"]): ToolIds {
  const taken = new Set<string>();
  return {
    nextTurn() {
      if (kind === "any") taken.clear();
    },
    of(id) {
      const own = kind === "any" ? id : plainId(id);
      for (let count = 1; ; count++) {
        const tail = count === 1 ? "" : `_${count}`;
        const wanted = (kind === "any" ? own : own.slice(0, longest - tail.length)) + tail;
        if (taken.has(wanted)) continue;
        taken.add(wanted);
        return wanted;
      }
    },
  };
}

function plainId(id: string): string {
  const plain = id
    .replace(/[^A-Za-z0-9_-]/g, "_")
    .slice(0, longest)
    .replace(/_+$/, "");
  return plain === "" ? "tool" : plain;
}
