import type { Diagnostic } from "../../base/diagnostic.js";
import { LuaError } from "../../lua/errors.js";

/** Collects diagnostics so that one fault in a loop is one diagnostic with its count (spec/flemma-templates.md §7). */
export interface Repeats {
  /** Counts a fault at a tag; `describe` is asked only the first time. `cause` tells faults at the same tag apart. */
  add(tag: number, cause: unknown, describe: () => Diagnostic): void;
  /** Every different fault once, in the order of their first appearance. */
  list(): Diagnostic[];
}

/** A loop can fail at one place in ever new words: after so many the others only count. */
const mostWords = 20;

/** Makes an empty collection. */
export function createRepeats(): Repeats {
  const counted = new Map<string, { readonly first: Diagnostic; count: number }>();
  const newest = new Map<string, { words: number; entry: { count: number } }>();
  return {
    add(tag, cause, describe) {
      const place = `${tag} ${cause instanceof LuaError ? cause.site?.span.start : ""}`;
      const key = `${place} ${cause instanceof LuaError ? cause.text : ""}`;
      const last = newest.get(place);
      const known = counted.get(key) ?? ((last?.words ?? 0) < mostWords ? undefined : last?.entry);
      if (known !== undefined) known.count++;
      else {
        const entry = { first: describe(), count: 1 };
        counted.set(key, entry);
        newest.set(place, { words: (last?.words ?? 0) + 1, entry });
      }
    },
    list: () => merge([...counted.values()]),
  };
}

/** Different values can fail at one token in different words (`a nil value`, `a table value`): that is one fault. */
function merge(counted: readonly { readonly first: Diagnostic; readonly count: number }[]): Diagnostic[] {
  const merged = new Map<string, { first: Diagnostic; count: number }>();
  for (const { first, count } of counted) {
    const key = `${first.code} ${first.span.start} ${first.span.end}`;
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { first, count });
    else known.count += count;
  }
  return [...merged.values()].map(({ first, count }) => (count === 1 ? first : { ...first, message: `${first.message} (${count} times)` }));
}
