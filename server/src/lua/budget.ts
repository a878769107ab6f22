/** What one evaluation may use; see `Budget`. Times in ms, sizes in bytes. */
export interface Limits {
  readonly timeMs: number;
  readonly steps: number;
  readonly memoryBytes: number;
  readonly stringBytes: number;
  readonly depth: number;
}

/** Limits while typing, and for a send (design/architecture.md, "One keystroke"). */
export const passiveLimits: Limits = { timeMs: 200, steps: 20_000_000, memoryBytes: 64 << 20, stringBytes: 16 << 20, depth: 190 };
export const sendLimits: Limits = { ...passiveLimits, timeMs: 2000, steps: 200_000_000 };
/** Limits of a project file: what it takes comes on top of every evaluation. */
export const projectLimits: Limits = { ...passiveLimits, timeMs: 100, steps: 10_000_000, memoryBytes: 32 << 20 };
/** Limits where nothing is evaluated, but a very large text is parsed. */
export const syntaxLimits: Limits = { ...passiveLimits, timeMs: 1000 };

/**
 * How much one frontmatter or message may hold: more would take more memory than the process has, and nobody wrote it by hand. Words
 * and signs of Lua, actions of Go, references to files.
 */
export const mostCode = { luaTokens: 500_000, goActions: 250_000, references: 150_000 } as const;

/** A very long text takes its time without any loop: while typing in one, so many ms more at most. */
const mostExtraMs = 350;

/** The limits while typing in a text of so many UTF-16 units. */
export function passiveLimitsFor(length: number): Limits {
  return { ...passiveLimits, timeMs: passiveLimits.timeMs + Math.min(mostExtraMs, Math.floor(length / 1000)) };
}
