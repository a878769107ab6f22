/** Values from one who pushes them to one who waits for them. */
export interface Queue<T> {
  push(value: T): void;
  end(): void;
  /** After the values that are there already, the reader fails. */
  readonly fail: (error: Error) => void;
  values(): AsyncGenerator<T>;
}

/** Makes an empty queue. */
export function createQueue<T>(): Queue<T> {
  let waiting: T[] = [];
  let outcome: { readonly error?: Error } | undefined;
  let wake = (): void => {};

  function finish(how: { readonly error?: Error }): void {
    outcome ??= how;
    wake();
  }

  return {
    push(value) {
      waiting.push(value);
      wake();
    },
    end: () => finish({}),
    fail: (error) => finish({ error }),
    async *values() {
      for (;;) {
        const taken = waiting;
        waiting = [];
        yield* taken;
        if (waiting.length > 0) continue;
        if (outcome?.error !== undefined) throw outcome.error;
        if (outcome !== undefined) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
