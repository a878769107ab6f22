import type { Diagnostic } from "../base/diagnostic.js";
import { span } from "../base/span.js";
import * as faults from "./json-faults.js";
import type { JsonToken } from "./lex-json.js";

/** What a token means, or is taken to mean; `isCertain` when nothing else can have been meant. */
interface Read<Value> {
  readonly value: Value;
  readonly problem?: Diagnostic;
  readonly isCertain?: boolean;
}

const literals = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Reads a word that stands for a value: a number as JavaScript reads it, or one of JSON's three words. */
export function readJsonWord(code: string, { start, end }: JsonToken): Read<boolean | number | string | null> {
  const word = code.slice(start, end);
  const literal = literals.get(word);
  if (literal !== undefined) return { value: literal };
  if (isNumber(word)) return { value: Number(word) };
  const meant = faults.meantWord(word);
  return { value: word, problem: faults.notAWord(code, span(start, end)), isCertain: meant !== undefined };
}

/** One unit after the other: a pattern would keep a place to go back to for every digit. */
function isNumber(word: string): boolean {
  let at = word[0] === "-" ? 1 : 0;
  const digits = (): boolean => {
    const first = at;
    while (word.charCodeAt(at) >= 48 && word.charCodeAt(at) <= 57) at++;
    return at > first;
  };
  const hasZero = word[at] === "0";
  const whole = at;
  if (!digits() || (hasZero && at > whole + 1)) return false;
  if (word[at] === ".") {
    at++;
    if (!digits()) return false;
  }
  if (word[at] === "e" || word[at] === "E") {
    at++;
    if (word[at] === "+" || word[at] === "-") at++;
    if (!digits()) return false;
  }
  return at === word.length;
}

/** Reads a text in quotes of either kind; the value of a faulty one is its raw text. */
export function readJsonText(code: string, token: JsonToken): Read<string> {
  const written = code.slice(token.start, token.end);
  const raw = written.slice(1, token.isClosed ? -1 : undefined);
  if (!token.isClosed) return { value: raw, problem: faults.unclosedText(code, token) };
  const text = token.kind === "string" ? written : `"${requoted(raw)}"`;
  const value = parsed(text);
  if (value === undefined) return { value: raw, problem: faults.insideText(code, token) };
  if (token.kind === "string") return { value };
  // 'it''s' is one text in YAML and SQL.
  const isDoubled = code[token.end] === "'";
  return { value, problem: faults.singleQuotes(token, isDoubled ? [] : [text]), isCertain: !isDoubled };
}

/** The inside of single quotes as it is written between double ones. */
function requoted(raw: string): string {
  return raw.replace(/\\[\s\S]|"/g, (piece) => (piece === '"' ? '\\"' : piece === "\\'" ? "'" : piece));
}

function parsed(text: string): string | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
