import { distance } from "fastest-levenshtein";
import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { type Span, span } from "../base/span.js";
import { didYouMean } from "../base/suggest.js";
import type { ToolStatus } from "./ast.js";

const words: ReadonlyMap<string, ToolStatus> = new Map([
  ["pending", "pending"],
  ["approved", "approved"],
  ["rejected", "rejected"],
  ["reject", "rejected"],
  ["denied", "denied"],
  ["deny", "denied"],
  ["aborted", "aborted"],
  ["error", "error"],
]);

/**
 * The status that the suffix of a tool result names: `status=word` when the word is known, else the first bare known
 * word. Other words and `key=value` pairs mean nothing here (spec/providers-and-send.md §2.2).
 */
export function toolStatus(suffix: string): ToolStatus | undefined {
  let bare: ToolStatus | undefined;
  for (const { word } of tokens(suffix)) {
    if (word.startsWith("status=")) {
      const named = words.get(unquote(word.slice("status=".length)));
      if (named) return named;
    }
    bare ??= words.get(word);
  }
  return bare;
}

function unquote(value: string): string {
  const quote = value[0];
  const isQuoted = value.length > 1 && (quote === "'" || quote === '"') && value.endsWith(quote);
  return isQuoted ? value.slice(1, -1).replace(/\\(.)/gs, "$1") : value;
}

/** What others call the states of a tool call. */
const aliases: ReadonlyMap<string, ToolStatus> = new Map([
  ["approve", "approved"],
  ["accept", "approved"],
  ["accepted", "approved"],
  ["allow", "approved"],
  ["allowed", "approved"],
  ["refused", "rejected"],
  ["declined", "denied"],
  ["abort", "aborted"],
  ["cancelled", "aborted"],
  ["canceled", "aborted"],
  ["failed", "error"],
  ["errored", "error"],
  ["err", "error"],
  ["failure", "error"],
  ["waiting", "pending"],
]);

/**
 * The warning for a status that the suffix at `at` (UTF-16 offsets of `text`) misspells: without a known word the
 * result would count as final. Words that resemble none are remarks, and say nothing.
 */
export function unknownStatus(text: string, at: Span): Diagnostic | undefined {
  const suffix = text.slice(at.start, at.end);
  if (toolStatus(suffix) !== undefined) return undefined;
  for (const { word, start } of tokens(suffix)) {
    const isNamed = word.startsWith("status=");
    const meantKey = isNamed ? undefined : almostNamed.exec(word)?.[1];
    if (meantKey !== undefined) return misspelled(word, span(at.start + start, at.start + start + word.length), namedLike(meantKey));
    const skipped = isNamed ? "status=".length + (/["']/.test(word["status=".length] ?? "") ? 1 : 0) : 0;
    const value = isNamed ? unquote(word.slice("status=".length)) : word;
    const meant = nearest(value) ?? (isNamed && value !== "" ? [] : undefined);
    if (meant === undefined) continue;
    const place = span(at.start + start + skipped, at.start + start + skipped + value.length);
    return misspelled(value, place, meant);
  }
  return undefined;
}

/** `STATUS=error`, `state=error`, `status:error`: the key is not written as it must be. */
const almostNamed = /^(?:status|state)[=:](["']?[A-Za-z]+["']?)$/i;

function namedLike(value: string): readonly string[] {
  return (nearest(unquote(value)) ?? []).map((status) => `status=${status}`);
}

function misspelled(value: string, place: Span, meant: readonly string[]): Diagnostic {
  const message = `Unknown status "${value}": this result counts as final and is sent.`;
  if (meant.length === 0)
    return diagnostic("tool/unknown-status", place, `${message} Use ${[...new Set(words.values())].join(", ")}, or none.`);
  return diagnostic("tool/unknown-status", place, message + didYouMean(meant), {
    suggestions: meant,
    data: { kind: "replace", span: place, with: meant },
  });
}

/** The statuses that a word may misspell, nearest first: two slips at most, one in short words. */
function nearest(word: string): readonly string[] | undefined {
  const lower = word.toLowerCase();
  const alias = aliases.get(lower) ?? words.get(lower);
  if (alias !== undefined) return [alias];
  const near = [...new Set(words.values())]
    .map((status) => ({ status, slips: distance(lower, status) }))
    .filter(({ status, slips }) => slips <= (Math.min(lower.length, status.length) < 6 ? 1 : 2))
    .sort((a, b) => a.slips - b.slips);
  return near.length === 0 ? undefined : near.map(({ status }) => status);
}

/** The words of a suffix and where they start in it; quotes hold white space together, and a backslash in them holds the next unit. */
function* tokens(suffix: string): Iterable<{ readonly word: string; readonly start: number }> {
  for (let at = 0; at < suffix.length; at++) {
    const start = at;
    let quote = "";
    for (; at < suffix.length; at++) {
      const unit = suffix[at] as string;
      if (quote && unit === "\\") at++;
      else if (quote) quote = unit === quote ? "" : quote;
      else if (unit === "'" || unit === '"') quote = unit;
      else if (/\s/.test(unit)) break;
    }
    if (at > start) yield { word: suffix.slice(start, at), start };
  }
}
