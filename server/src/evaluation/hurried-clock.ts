/** So many times as fast the clock goes then: the run finds out what else it asks at once, or with the next answers. */
const haste = 8;

/**
 * A clock, in ms, for a run that asks: what it gives once something was not known is void, so that little time is left to it
 * from then on. A run that asks again after each answer thus takes hardly longer than one.
 */
export function hurriedClock(clock: () => number, isAsking: () => boolean): () => number {
  let since: number | undefined;
  return () => {
    const now = clock();
    if (since === undefined && isAsking()) since = now;
    return since === undefined ? now : since + haste * (now - since);
  };
}
