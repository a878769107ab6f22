/** Lets tests wait for a condition without polling. */
export interface Signal {
  /** Says that something changed: everyone who waits looks again. */
  changed(): void;
  /** Resolves with the first defined value of `probe`; rejects after `timeout` milliseconds with `describe()`. */
  until<T>(probe: () => T | undefined, timeout: number, describe: () => string): Promise<T>;
}

/** Makes a signal that nobody waits for yet. */
export function createSignal(): Signal {
  const waiting = new Set<() => void>();
  return {
    changed() {
      for (const attempt of [...waiting]) attempt();
    },
    until(probe, timeout, describe) {
      return new Promise((resolve, reject) => {
        const finish = (settle: () => void) => {
          clearTimeout(timer);
          waiting.delete(attempt);
          settle();
        };
        const attempt = () => {
          const value = probe();
          if (value !== undefined) finish(() => resolve(value));
        };
        const timer = setTimeout(() => finish(() => reject(new Error(describe()))), timeout);
        waiting.add(attempt);
        attempt();
      });
    },
  };
}
