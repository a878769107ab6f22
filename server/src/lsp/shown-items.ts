import type { Evaluated } from "../workspace/snapshot.js";

/** The items of fanouts that people look at: what the lenses of a document go on from. */
export interface ShownItems {
  /** How many items a document runs for, as far as that is known; 0 where it is no fanout. */
  count(uri: string): number;
  /** The item that was looked at last, counted from 1. */
  shown(uri: string): number;
  show(uri: string, item: number): void;
  /** Must be told every evaluation that is the newest of its document. */
  evaluated(evaluated: Evaluated): void;
  /** The document was closed. */
  forget(uri: string): void;
}

/** Makes them; `changed` is told when lenses would be others now. */
export function createShownItems(changed: () => void): ShownItems {
  const counts = new Map<string, number>();
  const shown = new Map<string, number>();
  const count = (uri: string): number => counts.get(uri) ?? 0;
  return {
    count,
    shown: (uri) => Math.min(shown.get(uri) ?? 1, Math.max(1, count(uri))),
    show(uri, item) {
      if (shown.get(uri) === item) return;
      shown.set(uri, item);
      changed();
    },
    evaluated({ snapshot: { uri }, result }) {
      const items = result?.items ?? 0;
      if (items === count(uri)) return;
      counts.set(uri, items);
      changed();
    },
    forget(uri) {
      counts.delete(uri);
      shown.delete(uri);
    },
  };
}

/** Of a fanout, the item that was looked at last: what is sent unless another one is named. */
export function itemOf({ shownItems }: { readonly shownItems: ShownItems }, uri: string): number | undefined {
  return shownItems.count(uri) > 0 ? shownItems.shown(uri) : undefined;
}
