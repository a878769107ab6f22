import { distance } from "fastest-levenshtein";

/**
 * The candidates a misspelled `word` may have meant, nearest first, at most three: case-insensitive
 * equality first, then edit distance up to ⌊0.4 × length⌋ + 1 (spec/flemma-templates.md §7).
 */
export function suggest(word: string, candidates: Iterable<string>): string[] {
  const limit = Math.floor(0.4 * word.length) + 1;
  const scored: { name: string; score: number }[] = [];
  for (const name of new Set(candidates)) {
    if (name === word || Math.abs(name.length - word.length) > limit) continue;
    const score = remoteness(word, name);
    if (score <= limit) scored.push({ name, score });
  }
  scored.sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1));
  return scored.slice(0, 3).map((entry) => entry.name);
}

/** Says whether the first suggestion for `word` is nearer than every other: only then may a fix be applied unseen. */
export function isClearlyNearest(word: string, [first, second]: readonly string[]): boolean {
  if (first === undefined) return false;
  return second === undefined || remoteness(word, first) < remoteness(word, second);
}

function remoteness(word: string, name: string): number {
  return name.toLowerCase() === word.toLowerCase() ? 0 : distance(word, name);
}

/** Renders suggestions as the tail of a message: ` Did you mean 'a'?`, or nothing when there is none. */
export function didYouMean(suggestions: readonly string[]): string {
  const [first, ...rest] = suggestions.map((name) => `'${name}'`);
  if (first === undefined) return "";
  const last = rest.pop();
  if (last === undefined) return ` Did you mean ${first}?`;
  return ` Did you mean ${[first, ...rest].join(", ")} or ${last}?`;
}
