import { distance } from "fastest-levenshtein";

/** Nobody misspells a longer word, and comparing two of them takes time by the product of their lengths. */
const longest = 100;

/**
 * The candidates a misspelled `word` may have meant, nearest first, at most three: case-insensitive
 * equality first, then edit distance up to ⌊0.4 × length⌋ + 1 (spec/flemma-templates.md §7). Of equally
 * near ones, those made of the same letters come first, then those that `candidates` names earlier.
 */
export function suggest(word: string, candidates: Iterable<string>): string[] {
  if (word.length > longest) return [];
  const limit = Math.floor(0.4 * word.length) + 1;
  const near = [...new Set(candidates)]
    .filter((name) => name !== word && Math.abs(name.length - word.length) <= limit)
    .map((name) => ({ name, ...nearness(word, name) }))
    .filter((entry) => entry.edits <= limit);
  return near
    .sort(compareNearness)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Says whether the first suggestion for `word` is nearer than every other: only then may a fix be applied unseen. */
export function isClearlyNearest(word: string, [first, second]: readonly string[]): boolean {
  if (first === undefined) return false;
  return second === undefined || compareNearness(nearness(word, first), nearness(word, second)) < 0;
}

/** Says whether two words are the same but for a slip: they differ in less than half of their letters, or in the order of them. */
export function isSlip(word: string, name: string): boolean {
  const { edits, foreign } = nearness(word, name);
  return edits * 2 < Math.max(word.length, name.length) || (foreign === 0 && word.length === name.length);
}

interface Nearness {
  readonly edits: number;
  /** Letters of the word that the name has not. */
  readonly foreign: number;
}

function nearness(word: string, name: string): Nearness {
  const edits = name.toLowerCase() === word.toLowerCase() ? 0 : distance(word, name);
  let rest = name.toLowerCase();
  for (const letter of word.toLowerCase()) rest = rest.replace(letter, "");
  return { edits, foreign: rest.length };
}

function compareNearness(a: Nearness, b: Nearness): number {
  return a.edits - b.edits || a.foreign - b.foreign;
}

/** Renders suggestions as the tail of a message: ` Did you mean 'a'?`, or nothing when there is none. */
export function didYouMean(suggestions: readonly string[]): string {
  const [first, ...rest] = suggestions.map((name) => `'${name}'`);
  if (first === undefined) return "";
  const last = rest.pop();
  if (last === undefined) return ` Did you mean ${first}?`;
  return ` Did you mean ${[first, ...rest].join(", ")} or ${last}?`;
}
