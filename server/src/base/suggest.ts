import { distance } from "fastest-levenshtein";

/**
 * The candidates a misspelled `word` may have meant, nearest first, at most three: case-insensitive
 * equality first, then edit distance up to ⌊0.4 × length⌋ + 1 (spec/flemma-templates.md §7).
 */
export function suggest(word: string, candidates: Iterable<string>): string[] {
  const limit = Math.floor(0.4 * word.length) + 1;
  const lower = word.toLowerCase();
  const scored: { name: string; score: number }[] = [];
  for (const name of new Set(candidates)) {
    if (name === word || Math.abs(name.length - word.length) > limit) continue;
    const score = name.toLowerCase() === lower ? 0 : distance(word, name);
    if (score <= limit) scored.push({ name, score });
  }
  scored.sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1));
  return scored.slice(0, 3).map((entry) => entry.name);
}

/** Renders suggestions as the tail of a message: ` Did you mean 'a'?`, or nothing when there is none. */
export function didYouMean(suggestions: readonly string[]): string {
  const [first, ...rest] = suggestions.map((name) => `'${name}'`);
  if (first === undefined) return "";
  const last = rest.pop();
  if (last === undefined) return ` Did you mean ${first}?`;
  return ` Did you mean ${[first, ...rest].join(", ")} or ${last}?`;
}
