/** Something to do for a key. The signal is aborted as soon as newer work arrives. */
export type Work = (signal: AbortSignal) => Promise<void>;

/** Runs work per key so that only the newest counts. */
export interface Scheduler {
  /**
   * Starts `work` for `key`, or after the run that is going on, which is aborted, or may go on for `patience` ms where it
   * serves this work too; work that waits is replaced by newer work.
   * Work that was cheap last time starts at once, dear work a little later: see `delayAfter`. Work that followed so
   * closely that the run before it was aborted starts once nothing newer comes for a moment.
   */
  schedule(key: string, work: Work, patience?: number): void;
  /** Aborts what runs for `key` and drops what waits. */
  cancel(key: string): void;
}

interface Lane {
  /** How long the last run took, in ms; an aborted one would have taken at least so long. */
  cost: number;
  timer: NodeJS.Timeout | undefined;
  abort: AbortController | undefined;
  /** Ends the patience with the run that is going on. */
  ending: NodeJS.Timeout | undefined;
  waiting: Work | undefined;
  /** When the newest work came, in ms. */
  newestAt: number;
  /** The last run was aborted by newer work. */
  isSuperseded: boolean;
}

/** A burst is over once no newer work has come for so many ms: until then nothing follows a superseded run. */
const quiet = 10;

/** The pause before the next run of work that took `cost` ms: none while it is cheap, growing with it up to 250 ms. */
export function delayAfter(cost: number): number {
  return Math.min(250, Math.max(0, (cost - 20) / 2));
}

function newLane(): Lane {
  return { cost: 0, timer: undefined, abort: undefined, ending: undefined, waiting: undefined, newestAt: 0, isSuperseded: false };
}

/** Makes a latest-wins scheduler: of a burst, at most the first and the last run. `onError` is told about bugs. */
export function createScheduler(onError: (error: unknown) => void): Scheduler {
  const lanes = new Map<string, Lane>();

  /** Starts what waits, now or after the pause; newer work meanwhile takes its place, without a new pause. */
  function advance(key: string, lane: Lane): void {
    if (lane.waiting === undefined || lane.abort !== undefined || lane.timer !== undefined) return;
    startAfter(delayAfter(lane.cost), key, lane);
  }

  function startAfter(delay: number, key: string, lane: Lane): void {
    const burst = lane.isSuperseded ? lane.newestAt + quiet - performance.now() : 0;
    const rest = Math.max(delay, burst);
    if (rest > 0) lane.timer = setTimeout(startAfter, rest, 0, key, lane);
    else void run(key, lane);
  }

  async function run(key: string, lane: Lane): Promise<void> {
    const { waiting } = lane;
    const abort = new AbortController();
    Object.assign(lane, { timer: undefined, waiting: undefined, abort });
    const from = performance.now();
    try {
      await waiting?.(abort.signal);
    } catch (error) {
      onError(error);
    }
    const took = performance.now() - from;
    lane.cost = abort.signal.aborted ? Math.max(lane.cost, took) : took;
    lane.isSuperseded = abort.signal.aborted;
    lane.abort = undefined;
    clearTimeout(lane.ending);
    lane.ending = undefined;
    advance(key, lane);
  }

  return {
    schedule(key, work, patience = 0) {
      const lane = lanes.get(key) ?? newLane();
      lanes.set(key, lane);
      lane.waiting = work;
      lane.newestAt = performance.now();
      const { abort } = lane;
      if (patience === 0) abort?.abort();
      else if (abort !== undefined) lane.ending ??= setTimeout(() => abort.abort(), patience);
      advance(key, lane);
    },
    cancel(key) {
      const lane = lanes.get(key);
      if (lane === undefined) return;
      clearTimeout(lane.timer);
      lane.abort?.abort();
      Object.assign(lane, { timer: undefined, waiting: undefined });
      lanes.delete(key);
    },
  };
}
