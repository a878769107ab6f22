import { type Line, skipBlanks } from "./lines.js";

const BACKTICK = 96;

/**
 * The number of backticks with which a line opens a fence, or 0 when it opens none. Only fences in column 1 count:
 * three or more backticks, and no backtick in the info string (spec/flemma-templates.md §1).
 */
export function openingTicks(text: string, line: Line): number {
  const ticks = leadingTicks(text, line);
  if (ticks < 3) return 0;
  for (let at = line.start + ticks; at < line.end; at++) if (text.charCodeAt(at) === BACKTICK) return 0;
  return ticks;
}

/** Says whether a line closes a fence of `ticks` backticks: at least as many, then only blanks. */
export function closesFence(text: string, line: Line, ticks: number): boolean {
  const own = leadingTicks(text, line);
  return own >= ticks && skipBlanks(text, line.start + own, line.end) === line.end;
}

/** Says whether a line closes a frontmatter: exactly three backticks, then only blanks. */
export function closesFrontmatter(text: string, line: Line): boolean {
  return leadingTicks(text, line) === 3 && closesFence(text, line, 3);
}

/** The backticks a line starts with, in UTF-16 units. */
export function leadingTicks(text: string, { start, end }: Line): number {
  let at = start;
  while (at < end && text.charCodeAt(at) === BACKTICK) at++;
  return at - start;
}
