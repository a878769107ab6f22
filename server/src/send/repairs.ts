import type { Span } from "../base/span.js";
import { mapOffset, type TextEdit } from "../base/text-edit.js";

/** An edit that takes back what an editor did in the wrong place: text goes, or comes back. Carried through all other edits. */
export type Repair = TextEdit;

/** What has to be taken back, in the order in which it went wrong. */
export interface Repairs {
  next(): Repair | undefined;
  add(repair: Repair): void;
  /** It is done, or given up. */
  remove(repair: Repair): void;
  /** Carries all through an edit; where somebody wrote into a text that has to go, what they wrote stays. */
  follow(edit: TextEdit): void;
  /** The text between two offsets, without what has to go. */
  wanted(text: string, within: Span): string;
  /** The present form of a repair; undefined when it is done or in pieces. */
  present(repair: Repair): Repair | undefined;
}

/** Makes an empty list. */
export function createRepairs(): Repairs {
  /** By the form in which each was given out. */
  let waiting: { readonly given: Repair; readonly now: Repair }[] = [];
  return {
    next() {
      const [first] = waiting;
      if (first === undefined) return undefined;
      waiting[0] = { given: first.now, now: first.now };
      return first.now;
    },
    add(repair) {
      waiting.push({ given: repair, now: repair });
    },
    remove(repair) {
      waiting = waiting.filter(({ given }) => given !== repair);
    },
    follow(edit) {
      waiting = waiting.flatMap(({ given, now }) => {
        const [only, ...others] = followed(now, edit);
        if (only === undefined) return [];
        return others.length === 0 ? [{ given, now: only }] : [only, ...others].map((piece) => ({ given: piece, now: piece }));
      });
    },
    wanted(text, { start, end }) {
      const going = waiting.map(({ now }) => now.span).sort((a, b) => a.start - b.start);
      let kept = "";
      let at = start;
      for (const span of going) {
        kept += text.slice(at, Math.max(at, Math.min(end, span.start)));
        at = Math.max(at, Math.min(end, span.end));
      }
      return kept + text.slice(at, end);
    },
    present: (repair) => waiting.find(({ given }) => given === repair)?.now,
  };
}

/** A repair behind an edit: of a text that has to go, the parts that the edit left. */
function followed(repair: Repair, edit: TextEdit): Repair[] {
  const { start, end } = repair.span;
  if (start === end) {
    const at = mapOffset(start, edit);
    return [{ ...repair, span: { start: at, end: at } }];
  }
  const grown = edit.newText.length - (edit.span.end - edit.span.start);
  const left = { start, end: Math.min(end, edit.span.start) };
  const right = { start: Math.max(start, edit.span.end) + grown, end: end + grown };
  return [left, right].filter((part) => part.start < part.end).map((span) => ({ ...repair, span }));
}
