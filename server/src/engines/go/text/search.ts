import { type Budget, steps } from "../execute/budget.js";

/** Up to here (characters times characters) even the worst case of the engine's own search is short. */
const shortSearch = 1 << 24;
/** How many characters are searched before somebody looks whether to stop. */
const stride = 1 << 15;

/** Finds a text in others, in linear time whatever they are. It is not empty. */
export interface TextSearch {
  /** UTF-16 offset of the first occurrence at or behind an offset, -1 where there is none. */
  next(from: number): number;
}

/** A search for a part of a text. The search of the engine takes time by the product of both where they repeat themselves (`aaa…`). */
export function createTextSearch(text: string, part: string, budget: Budget): TextSearch {
  if (part.length * text.length <= shortSearch) return { next: (from) => text.indexOf(part, from) };
  const borders = bordersOf(part, budget);
  return { next: (from) => search(text, part, { from, borders, budget }) };
}

interface Search {
  readonly from: number;
  readonly borders: Int32Array;
  readonly budget: Budget;
}

/** The search of Knuth, Morris and Pratt: a text is never gone back in. */
function search(text: string, part: string, { from, borders, budget }: Search): number {
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    if (at % stride === 0) steps(budget, stride >>> 6);
    const unit = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
    if (part.charCodeAt(matched) === unit) matched++;
    if (matched === part.length) return at + 1 - matched;
  }
  return -1;
}

/** For every beginning of a text, the length of its longest shorter beginning that it ends with. */
function bordersOf(part: string, budget: Budget): Int32Array {
  const borders = new Int32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at++) {
    if (at % stride === 0) steps(budget, stride >>> 6);
    const unit = part.charCodeAt(at);
    while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] as number;
    if (part.charCodeAt(length) === unit) length++;
    borders[at] = length;
  }
  return borders;
}
