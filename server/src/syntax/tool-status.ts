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
  for (const word of tokens(suffix)) {
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

/** The words of a suffix; quotes hold white space together, and a backslash in them holds the next unit. */
function* tokens(suffix: string): Iterable<string> {
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
    if (at > start) yield suffix.slice(start, at);
  }
}
