/** Random choices that depend on a seed only, so that recorded results stay valid. */
export interface Random {
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  chance(percent: number): boolean;
}

/** Starts a sequence (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: (from) => from[below(from.length)] as never, chance: (percent) => next() * 100 < percent };
}
