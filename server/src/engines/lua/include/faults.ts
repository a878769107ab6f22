import type { Diagnostic } from "../../../base/diagnostic.js";

/** Collects what is wrong in included files: the same fault of the same place once, whoever includes the file and how often. */
export interface Faults {
  add(fault: Diagnostic): void;
  list(): Diagnostic[];
}

/** Makes an empty collection; of equal faults the first one counts. */
export function createFaults(): Faults {
  const known = new Map<string, Diagnostic>();
  return {
    add(fault) {
      const { file = "", code, span } = fault;
      const key = `${code} ${span.start} ${span.end} ${file}`;
      if (!known.has(key)) known.set(key, fault);
    },
    list: () => [...known.values()],
  };
}
