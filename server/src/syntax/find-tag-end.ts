/** Where a tag's code ends, where the tag itself ends, and whether `-` stands before the closing delimiter. */
export interface TagEnd {
  readonly codeEnd: number;
  readonly end: number;
  readonly trimAfter: boolean;
}

/** The closing delimiters of expression and code tags. */
export type Closer = "}}" | "%}";

const whiteSpace = /[ \t\n\v\f\r]/;

/**
 * Finds the end of a tag whose code starts at `from`, by Lua tokens: strings, long brackets and braces are skipped, a
 * `--` comment ends at the end of its line or at the closing delimiter. Undefined when there is no end before `limit`
 * or a string is unfinished (spec/flemma-templates.md §3). UTF-16 offsets.
 */
export function findTagEnd(text: string, from: number, rules: { limit: number; closer: Closer }): TagEnd | undefined {
  const { limit, closer } = rules;
  let depth = 0;
  let at = from;
  while (at < limit) {
    if (depth === 0) {
      const end = closeAt(text, at, rules);
      if (end) return end;
    }
    const unit = text[at];
    if (unit === "{") depth++;
    else if (unit === "}") depth = Math.max(0, depth - 1);
    else if (unit === '"' || unit === "'") at = shortStringEnd(text, at, limit) - 1;
    else if (unit === "[") at = longBracketEnd(text, at, limit) - 1;
    else if (unit === "-" && text[at + 1] === "-") {
      const afterLong = text[at + 2] === "[" ? longBracketEnd(text, at + 2, limit) : at + 3;
      if (afterLong !== at + 3) at = afterLong - 1;
      else at = shortCommentEnd(text, at + 2, { limit, closer, depth }) - 1;
    }
    at++;
  }
  return undefined;
}

/** The tag end whose delimiter, or the dash before it, stands at `at`. */
function closeAt(text: string, at: number, { limit, closer }: { limit: number; closer: Closer }): TagEnd | undefined {
  const trimAfter = text[at] === "-";
  const end = at + (trimAfter ? 3 : 2);
  if (text[end - 1] !== "}" || text[end - 2] !== closer[0] || end > limit) return undefined;
  return { codeEnd: at, end, trimAfter };
}

/** The offset behind a short string; beyond `limit` when a raw line end or the limit comes first. */
function shortStringEnd(text: string, open: number, limit: number): number {
  const quote = text[open];
  let at = open + 1;
  while (at < limit) {
    const unit = text[at];
    if (unit === quote) return at + 1;
    if (unit === "\n" || unit === "\r") break;
    if (unit !== "\\") at++;
    else if (text[at + 1] === "z") {
      at += 2;
      while (at < limit && whiteSpace.test(text[at] as string)) at++;
    } else at += text[at + 1] === "\r" && text[at + 2] === "\n" ? 3 : 2;
  }
  return limit + 1;
}

/** The offset behind a long bracket; beyond `limit` when it is unfinished; one past `open` when none opens there. */
function longBracketEnd(text: string, open: number, limit: number): number {
  let at = open + 1;
  while (text[at] === "=") at++;
  if (text[at] !== "[") return open + 1;
  const closing = `]${text.slice(open + 1, at)}]`;
  const found = text.indexOf(closing, at + 1);
  return found < 0 || found + closing.length > limit ? limit + 1 : found + closing.length;
}

/** Where a `--` comment stops: at its line's end or, outside braces, at the closing delimiter (its dash included). */
function shortCommentEnd(text: string, from: number, rules: { limit: number; closer: Closer; depth: number }): number {
  let at = from;
  while (at < rules.limit && text[at] !== "\n" && text[at] !== "\r") {
    if (rules.depth === 0 && closeAt(text, at, rules)) break;
    at++;
  }
  return at;
}
