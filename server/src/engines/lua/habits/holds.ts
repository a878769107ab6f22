/** What was found out last: a text can have very many faults that ask the same of it. */
const known = new Map<string, { readonly source: string; readonly holds: boolean }>();
/** So many patterns are remembered. */
const most = 100;

/** Says whether a pattern (without flags) finds anything in a text. */
export function holds(source: string, pattern: RegExp): boolean {
  const last = known.get(pattern.source);
  if (last?.source === source) return last.holds;
  const found = pattern.test(source);
  if (known.size >= most) known.clear();
  known.set(pattern.source, { source, holds: found });
  return found;
}
