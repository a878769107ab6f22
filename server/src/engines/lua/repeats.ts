import type { Diagnostic } from "../../base/diagnostic.js";

/** Collects diagnostics so that one fault in a loop is one diagnostic with its count (spec/flemma-templates.md §7). */
export interface Repeats {
  add(diagnostic: Diagnostic): void;
  /** Every different fault once, in the order of their first appearance. */
  list(): Diagnostic[];
}

/** Makes an empty collection; faults are the same when code and place are. */
export function createRepeats(): Repeats {
  const counted = new Map<string, { readonly first: Diagnostic; count: number }>();
  return {
    add(diagnostic) {
      const key = `${diagnostic.code} ${diagnostic.span.start} ${diagnostic.span.end}`;
      const known = counted.get(key);
      if (known === undefined) counted.set(key, { first: diagnostic, count: 1 });
      else known.count++;
    },
    list: () =>
      [...counted.values()].map(({ first, count }) => (count === 1 ? first : { ...first, message: `${first.message} (${count} times)` })),
  };
}
