import { LuaTable } from "../table.js";
import { hostFunction, type LuaArguments } from "../values.js";
import { numberArgument } from "./arguments.js";

/** Random numbers, which several environments of one evaluation may draw from. */
export interface RandomNumbers {
  /** The next one, from 0 to below 1. */
  draw(): number;
  /** Starts anew. */
  reseed(seed: number): void;
  /** How often anybody drew or started anew: while it stays the same, nothing can depend on chance. */
  readonly uses: number;
}

/** Makes random numbers that depend on the seed only. */
export function createRandomNumbers(seed: number): RandomNumbers {
  let next = createRandom(seed);
  let uses = 0;
  return {
    draw() {
      uses++;
      return next();
    },
    reseed(again) {
      uses++;
      next = createRandom(again);
    },
    get uses() {
      return uses;
    },
  };
}

/** The `math` table: the seed's subset only. */
export function createMath(random: RandomNumbers): LuaTable {
  const table = new LuaTable();
  const define = (name: string, call: (args: LuaArguments) => LuaArguments) => table.set(name, hostFunction(name, call));
  const unary = (name: string, compute: (x: number) => number) => define(name, (args) => [compute(numberArgument(args, 1, name))]);
  unary("abs", Math.abs);
  unary("ceil", Math.ceil);
  unary("floor", Math.floor);
  unary("round", Math.floor);
  define("max", (args) => [extreme(args, "max")]);
  define("min", (args) => [extreme(args, "min")]);
  define("random", (args) => [pick(args, random.draw())]);
  define("randomseed", (args) => {
    random.reseed(numberArgument(args, 1, "randomseed"));
    return [];
  });
  table.set("pi", Math.PI);
  return table;
}

function extreme(args: LuaArguments, name: "max" | "min"): number {
  let best = numberArgument(args, 1, name);
  for (let i = 2; i <= args.length; i++) {
    const value = numberArgument(args, i, name);
    // Written so that NaN gives way to what comes after it, as in LuaJIT.
    if (name === "max" ? !(best > value) : !(best < value)) best = value;
  }
  return best;
}

/** As LuaJIT, an empty interval is no error. */
function pick(args: LuaArguments, random: number): number {
  if (args.length === 0) return random;
  const first = numberArgument(args, 1, "random");
  if (args.length === 1) return Math.floor(random * first) + 1;
  const last = numberArgument(args, 2, "random");
  return Math.floor(random * (last - first + 1)) + first;
}

/** Numbers from 0 to below 1 that depend on the seed only (mulberry32). */
function createRandom(seed: number): () => number {
  const words = new Uint32Array(new Float64Array([seed]).buffer);
  let state = ((words[0] as number) ^ Math.imul(words[1] as number, 0x9e3779b1)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
