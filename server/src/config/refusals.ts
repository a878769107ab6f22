import type { Diagnostic } from "../base/diagnostic.js";

/** Collects what is wrong with writes, so that one that is refused over and over is one diagnostic with its count (spec/flemma-templates.md §7). */
export interface Refusals {
  /** Adds all faults of one write; each of them is a fault of its own, for one expression can give many options. */
  add(problems: readonly Diagnostic[]): void;
  /** Every fault as it was first told, in the order of their first appearance. */
  list(): readonly Diagnostic[];
}

/** Makes an empty collection. */
export function createRefusals(): Refusals {
  const counted = new Map<string, { readonly first: Diagnostic; count: number }>();
  return {
    add(problems) {
      const here = new Map<string, Set<string>>();
      for (const problem of problems) {
        const place = `${problem.code} ${problem.span.start} ${problem.span.end}`;
        const texts = here.get(place) ?? new Set();
        if (texts.has(problem.message)) continue;
        here.set(place, texts.add(problem.message));
        // A loop is refused in ever new words: the faults that a write has at one place are told apart by their order.
        const key = `${place} ${texts.size}`;
        const known = counted.get(key);
        if (known === undefined) counted.set(key, { first: problem, count: 1 });
        else known.count++;
      }
    },
    list: () =>
      [...counted.values()].map(({ first, count }) => (count === 1 ? first : { ...first, message: `${first.message} (${count} times)` })),
  };
}
