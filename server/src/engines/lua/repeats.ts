import { counted, type Diagnostic } from "../../base/diagnostic.js";
import { LuaError } from "../../lua/errors.js";
import type { Crowd } from "../crowd.js";

/** Collects diagnostics so that one fault in a loop is one diagnostic with its count (spec/flemma-templates.md §7). */
export interface Repeats {
  /** Counts a fault at a tag; `describe` is asked only the first time. `cause` tells faults at the same tag apart. */
  add(tag: number, cause: unknown, describe: () => Diagnostic): void;
  /** Every different fault once, in the order of their first appearance. */
  list(): Diagnostic[];
}

/** A loop can fail at one place in ever new words: after so many the others only count. */
const mostWords = 20;

/** A fault, the place and the words that tell it apart, and how often it was there. */
interface Counted {
  readonly place: number | undefined;
  readonly text: string;
  readonly first: Diagnostic;
  count: number;
  /** It is counted elsewhere, and not listed. */
  readonly isPassed: boolean;
  /** At the first fault of a tag: the others there. */
  others?: Counted[];
}

/** Makes an empty collection; those that `crowd` passes over are not listed. */
export function createRepeats(crowd?: Crowd): Repeats {
  /** By tag, for there can be very many tags with one fault each. */
  const byTag = new Map<number, Counted>();
  return {
    add(tag, cause, describe) {
      const place = cause instanceof LuaError ? cause.site?.span.start : undefined;
      const text = cause instanceof LuaError ? cause.text : "";
      const own = byTag.get(tag);
      const known = own && find(faultsAt(own), place, text);
      if (known) {
        known.count++;
        return;
      }
      const first = describe();
      if (own === undefined) byTag.set(tag, { place, text, first, count: 1, isPassed: crowd?.passes(first) ?? false });
      else {
        const { isPassed } = own;
        if (isPassed && !faultsAt(own).some((entry) => isSame(entry.first, first))) crowd?.count(first);
        own.others = [...(own.others ?? []), { place, text, first, count: 1, isPassed }];
      }
    },
    list() {
      const all: Diagnostic[] = [];
      for (const own of byTag.values())
        if (!own.isPassed) all.push(...(own.others === undefined ? [counted(own.first, own.count)] : merge(faultsAt(own))));
      return all;
    },
  };
}

function faultsAt(own: Counted): readonly Counted[] {
  return own.others === undefined ? [own] : [own, ...own.others];
}

/** The fault in the same words at the same place, or the last one there when there are too many different words. */
function find(own: readonly Counted[], place: number | undefined, text: string): Counted | undefined {
  const here = own.filter((entry) => entry.place === place);
  return here.find((entry) => entry.text === text) ?? (here.length < mostWords ? undefined : here.at(-1));
}

/** Different values can fail at one token in different words (`a nil value`, `a table value`): that is one fault. */
function merge(own: readonly Counted[]): Diagnostic[] {
  const merged: { first: Diagnostic; count: number }[] = [];
  for (const { first, count } of own) {
    const known = merged.find((entry) => isSame(entry.first, first));
    if (known === undefined) merged.push({ first, count });
    else known.count += count;
  }
  return merged.map(({ first, count }) => counted(first, count));
}

function isSame(a: Diagnostic, b: Diagnostic): boolean {
  return a.code === b.code && a.span.start === b.span.start && a.span.end === b.span.end;
}
