/** What a clock of a run reads, in ms. */
export interface TimeSources {
  wall(): number;
  /** The processor time of the whole process. */
  processor(): number;
}

/** So often, in ms, a run looks up, wherever it is. */
const lookEvery = 5;
/** So many ms of a run are timed by the wall alone: no limit is as short. */
const wallOnly = 40;

/**
 * Starts a clock of the time in ms that a run itself takes: processor time, so that a busy machine stops nobody, but no more
 * than has passed on the wall, for the threads that collect garbage and compile in the background count as well. At first and
 * between two looks it is the wall's alone, for a template asks for the time more often than the system should be asked; it
 * never goes back. At every look `onLook` is called, which may throw.
 */
export function startRunClock({ wall, processor }: TimeSources, onLook: () => void): () => number {
  const began = wall();
  const used = processor();
  let lookAt = began + lookEvery;
  /** The time of the last look, and what was used until then. */
  let lookedAt = began;
  let usedThen = 0;
  let last = 0;
  return () => {
    const now = wall();
    if (now >= lookAt) {
      onLook();
      lookAt = now + lookEvery;
      lookedAt = now;
      const passed = now - began;
      usedThen = passed < wallOnly ? passed : Math.min(passed, processor() - used);
    }
    last = Math.max(last, usedThen + (now - lookedAt));
    return last;
  };
}
