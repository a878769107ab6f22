/** The lines of a text, as an editor gives them. */
export interface Lines {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/** A line that opens a fence which nothing closes. */
export interface OpenedFence {
  /** Its backticks. */
  readonly ticks: string;
  /** What stands behind them. */
  readonly info: string;
  /** It opens the frontmatter. */
  readonly isFrontmatter: boolean;
}

const opening = /^(`{3,})([^`]*)$/;
const closing = /^(`{3,})[ \t]*$/;
const roleMarker = /^@[A-Za-z0-9]+:[ \t]*$/;

/**
 * The fence that a line opens up to a column, if nothing stands behind that and no line below closes it; undefined for a line
 * that closes a fence, and within one.
 * @param line and `column` count from 0
 */
export function openedFence(lines: Lines, line: number, column: number): OpenedFence | undefined {
  const { text } = lines.lineAt(line);
  const [, ticks = "", info = ""] = opening.exec(text.slice(0, column)) ?? [];
  if (ticks === "" || text.slice(column).trim() !== "" || isInFence(lines, line) || isClosed(lines, line, ticks)) return undefined;
  return { ticks, info, isFrontmatter: line === 0 && ticks.length === 3 };
}

/** Says whether a fence above a line is still open there. */
function isInFence(lines: Lines, line: number): boolean {
  let ticks = 0;
  for (let above = 0; above < line; above++) {
    const { text } = lines.lineAt(above);
    if (!text.startsWith("```")) continue;
    if (ticks === 0) ticks = opening.exec(text)?.[1]?.length ?? 0;
    else if ((closing.exec(text)?.[1]?.length ?? 0) >= ticks) ticks = 0;
  }
  return ticks > 0;
}

/** Says whether a line below, in the same message, closes a fence before another one opens. */
function isClosed(lines: Lines, line: number, ticks: string): boolean {
  for (let below = line + 1; below < lines.lineCount; below++) {
    const { text } = lines.lineAt(below);
    if (roleMarker.test(text)) return false;
    if (text.startsWith(ticks)) return closing.test(text);
  }
  return false;
}
