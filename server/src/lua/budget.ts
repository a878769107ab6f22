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

/** The limits while typing in a text of so many UTF-16 units: a very long one takes its time without any loop. */
export function passiveLimitsFor(length: number): Limits {
  return { ...passiveLimits, timeMs: passiveLimits.timeMs + Math.min(350, Math.floor(length / 4000)) };
}
