import { counted, type Diagnostic, type DiagnosticSketch } from "../../base/diagnostic.js";
import { LuaError } from "../../lua/errors.js";
import type { Crowd } from "../crowd.js";

/** Collects diagnostics so that one fault in a loop is one diagnostic with its count (spec/flemma-templates.md §7). */
export interface Repeats {
  /** Counts a fault at a tag; it is described only the first time. `cause` tells faults at the same tag apart. */
  add(tag: number, cause: unknown, fault: Described): void;
  /** Every different fault once, in the order of their first appearance. */
  list(): Diagnostic[];
}

/** What can be told of a fault. */
export interface Described {
  describe(): Diagnostic;
  /** The sketch of what `describe` gives, where that is known without it: of very many faults, most need no words. */
  sketch?(): DiagnosticSketch | undefined;
}

/** A loop can fail at one place in ever new words: after so many the others only count. */
const mostWords = 20;

/** A fault, the place and the words that tell it apart, and how often it was there. */
interface Counted {
  readonly place: number | undefined;
  readonly text: string;
  readonly first: Diagnostic;
  count: number;
  /** At the first fault of a tag: the others there. */
  others?: Counted[];
}

/** A fault that is counted elsewhere, and not listed; at the first one of a tag: the others there. */
interface Passed {
  readonly fault: DiagnosticSketch;
  others?: DiagnosticSketch[];
}

/** Makes an empty collection; those that `crowd` passes over are not listed. */
export function createRepeats(crowd?: Crowd): Repeats {
  /** By tag, for there can be very many tags with one fault each. */
  const byTag = new Map<number, Counted>();
  const passed = new Map<number, Passed>();

  function addFirst(tag: number, cause: unknown, { describe, sketch }: Described): void {
    const fault = crowd && sketch?.();
    if (fault !== undefined && crowd?.passes(fault)) {
      passed.set(tag, { fault });
      return;
    }
    const first = describe();
    if (fault === undefined && crowd?.passes(first)) passed.set(tag, { fault: first });
    else byTag.set(tag, { ...apart(cause), first, count: 1 });
  }

  function addPassed(own: Passed, { describe, sketch }: Described): void {
    const fault = sketch?.() ?? describe();
    if (isSame(own.fault, fault) || own.others?.some((other) => isSame(other, fault))) return;
    crowd?.count(fault);
    own.others = [...(own.others ?? []), fault];
  }

  return {
    add(tag, cause, fault) {
      const own = byTag.get(tag);
      const gone = own === undefined ? passed.get(tag) : undefined;
      if (gone !== undefined) addPassed(gone, fault);
      else if (own === undefined) addFirst(tag, cause, fault);
      else {
        const { place, text } = apart(cause);
        const known = find(faultsAt(own), place, text);
        if (known) known.count++;
        else own.others = [...(own.others ?? []), { place, text, first: fault.describe(), count: 1 }];
      }
    },
    list() {
      const all: Diagnostic[] = [];
      for (const own of byTag.values()) all.push(...(own.others === undefined ? [counted(own.first, own.count)] : merge(faultsAt(own))));
      return all;
    },
  };
}

function apart(cause: unknown): Pick<Counted, "place" | "text"> {
  return cause instanceof LuaError ? { place: cause.site?.span.start, text: cause.text } : { place: undefined, text: "" };
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

function isSame(a: DiagnosticSketch, b: DiagnosticSketch): boolean {
  return a.code === b.code && a.span.start === b.span.start && a.span.end === b.span.end;
}
