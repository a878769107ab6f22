import { type DiagnosticSketch, mostShown, type Tally, tallyOn } from "../base/diagnostic.js";

/** Tells which of very many faults of a document need not be kept. */
export interface Crowd {
  /**
   * Says that so many like it stand before a fault that it will never be shown, and counts it then. To be asked once for
   * each different fault, with its place in the document.
   */
  passes(fault: DiagnosticSketch): boolean;
  /** Counts a fault that is not kept, wherever it stands. */
  count(fault: DiagnosticSketch): void;
  /** How many were counted; absent where all were kept. */
  tally(): Tally | undefined;
}

/** How many of one kind were kept, and the offset that none of them stands behind. */
interface Kept {
  count: number;
  last: number;
}

/** Makes an empty crowd. What blocks a send is shown before all else, so that both kinds are kept apart. */
export function createCrowd(): Crowd {
  const blocking: Kept = { count: 0, last: -1 };
  const others: Kept = { count: 0, last: -1 };
  const sum = { errors: 0, warnings: 0, notes: 0, blocking: 0 };
  let isEmpty = true;

  function count(fault: DiagnosticSketch): void {
    const one = tallyOn([fault]);
    isEmpty = false;
    sum.errors += one.errors;
    sum.warnings += one.warnings;
    sum.notes += one.notes;
    sum.blocking += one.blocking;
  }

  return {
    passes(fault) {
      const { blocks, span } = fault;
      const kept = blocks ? blocking : others;
      if (kept.count > 2 * mostShown && span.start > kept.last) {
        count(fault);
        return true;
      }
      kept.count++;
      kept.last = Math.max(kept.last, span.start);
      return false;
    },
    count,
    tally: () => (isEmpty ? undefined : sum),
  };
}
