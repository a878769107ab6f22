import { type RunState, stateText } from "./run-state.js";

/** Tells a person what a run is doing. */
export interface StateTeller {
  enter(state: RunState): void;
  /** Nothing more is told. */
  done(): void;
}

/** Nobody reads more than four messages a second. */
const leastPause = 250;
/** A text with seconds in it is told anew after so many ms. */
const tick = 1000;

/** Makes a teller: the newest state counts, at most four times a second, and time goes by though nothing happens. */
export function createStateTeller(tell: (text: string) => void): StateTeller {
  let state: RunState = { kind: "checking" };
  let since = performance.now();
  let told = { text: "", at: Number.NEGATIVE_INFINITY };
  let timer: NodeJS.Timeout | undefined;

  function tellNow(): void {
    const now = performance.now();
    const text = stateText(state, now - since);
    if (text !== told.text) {
      told = { text, at: now };
      tell(text);
    }
    timer = setTimeout(tellNow, tick);
  }

  return {
    enter(next) {
      const now = performance.now();
      if (next.kind !== state.kind) since = now;
      state = next;
      clearTimeout(timer);
      const rest = told.at + leastPause - now;
      if (rest <= 0) tellNow();
      else timer = setTimeout(tellNow, rest);
    },
    done: () => clearTimeout(timer),
  };
}
