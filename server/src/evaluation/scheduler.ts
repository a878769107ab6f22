/** Runs work per key so that only the newest counts. */
export interface Scheduler {
  /**
   * Starts `work` for `key`, or after the run that is going on; work that waits is replaced by newer work.
   * The signal of a run is aborted as soon as newer work arrives.
   */
  schedule(key: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Aborts what runs for `key` and drops what waits. */
  cancel(key: string): void;
}

interface Lane {
  readonly abort: AbortController;
  waiting: ((signal: AbortSignal) => Promise<void>) | undefined;
}

/** Makes a latest-wins scheduler: of a burst, at most the first and the last run. `onError` is told about bugs. */
export function createScheduler(onError: (error: unknown) => void): Scheduler {
  const lanes = new Map<string, Lane>();

  async function run(key: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const lane: Lane = { abort: new AbortController(), waiting: undefined };
    lanes.set(key, lane);
    try {
      await work(lane.abort.signal);
    } catch (error) {
      onError(error);
    }
    lanes.delete(key);
    if (lane.waiting !== undefined) void run(key, lane.waiting);
  }

  return {
    schedule(key, work) {
      const lane = lanes.get(key);
      if (lane === undefined) void run(key, work);
      else {
        lane.waiting = work;
        lane.abort.abort();
      }
    },
    cancel(key) {
      const lane = lanes.get(key);
      if (lane === undefined) return;
      lane.waiting = undefined;
      lane.abort.abort();
    },
  };
}
