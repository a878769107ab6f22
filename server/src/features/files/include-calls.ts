import type { Word, Words } from "../../lua/classify.js";

type WordList = Words["words"];

/** What makes a string a part of a larger value. */
const operators = new Set(["..", "and", "or", "==", "~=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "^"]);

/**
 * Says whether the word at `index`, a string, is all of the path that a call of include() is given. What is joined from
 * pieces is not known before it runs.
 */
export function isIncludePath(words: WordList, index: number): boolean {
  const before = words[index - 1];
  if (isInclude(before)) return true;
  if (before?.token.type !== "(" || !isInclude(words[index - 2])) return false;
  return !operators.has(words[index + 1]?.token.type ?? "");
}

/** Says whether the word at `index` is the value of `[symbols.MIME] =`. */
export function isMimeType(words: WordList, index: number): boolean {
  const types = ["[", "name", ".", "name", "]", "="];
  const before = words.slice(Math.max(0, index - types.length), index).map(({ token }) => token);
  if (before.length < types.length || before.some(({ type }, at) => type !== types[at])) return false;
  return before[1]?.text === "symbols" && before[3]?.text === "MIME" && !operators.has(words[index + 1]?.token.type ?? "");
}

function isInclude(word: Word | undefined): boolean {
  return word?.kind === "variable" && word.local === undefined && word.token.text === "include";
}
