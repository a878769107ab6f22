import type { Limits } from "./budget.js";
import { asRunError, LimitError, type Site } from "./errors.js";
import { LuaTable } from "./table.js";
import type { LuaArguments, LuaFunction, LuaValue } from "./values.js";

/** Steps between two looks at the clock. */
const slice = 4096;

/** The globals that functions see, and who set them. A function keeps the environment it was made in (Lua 5.1 manual §2.9). */
export interface Environment {
  /** Global variables, by name as a byte string. A present key with an undefined value is a variable defined as nil; an absent key is undefined. */
  readonly globals: Map<string, LuaValue>;
  /** Where Lua code last assigned each global. */
  readonly assignedAt: Map<string, Site>;
  /** The table that strings are indexed through by what runs here; absent: that of whoever lets it run. */
  readonly strings?: LuaTable;
  /**
   * The globals as a table, whose hash they are. With it, a global that is not there is whatever its metatable says, else
   * nil; without it, reading one is an error.
   */
  readonly table?: LuaTable;
}

/** One evaluation in progress: the environment that programs start in, and what is left of the budget. */
export interface LuaState {
  /** What a program sees whose run starts now; functions that exist keep theirs. */
  environment: Environment;
  readonly limits: Limits;
  /** The table that strings are indexed through: the `string` library the state started with, or that of the environment. */
  strings: LuaTable | undefined;
  /** Metamethods for arithmetic on strings that are no numbers; only hosts set it. */
  stringMetatable: LuaTable | undefined;
  /**
   * Where the function of the host that runs was called from: the span is exactly that of the call, of the operation
   * whose metamethod it is (`a.b` read or assigned, `x + y`), or of the template expression whose value is printed.
   * Calls leave it as it was, so functions that a function of the host calls have its place.
   */
  calledAt: Site | undefined;
  /** Lua calls in progress. */
  depth: number;
  /** Steps left before `charge` must look at the budget; only the compiler's own code counts it down. */
  fuel: number;
  /** How many names were looked through so far for did-you-mean: a document full of unknown names gets fewer suggestions. */
  lookedThrough: number;
  /** How many faults were told so far: of very many only the first are explained. */
  faults: number;
  /** The last table that a member was read of and gave nil, and the node that read it, for did-you-mean. */
  readonly missed: { table: LuaTable | undefined; node: object | undefined };
  /** Spends steps, at a place if known. Throws `LimitError` when steps or time ran out. */
  charge(steps: number, site?: Site): void;
  /**
   * Does work of the engine that is no run of Lua, such as compiling: the time it takes is not the template's, as long as all
   * of it takes no longer than the template may.
   */
  untimed<T>(work: () => T): T;
  /** Accounts for memory, in bytes. Throws `LimitError` when there is none left. */
  allocate(bytes: number, site?: Site): void;
  /** What was spent so far. */
  spent(): { readonly steps: number; readonly bytes: number };
  /** Throws `LimitError` if a string of so many bytes may not exist; else accounts for it. */
  allocateString(bytes: number, site?: Site): void;
  /** The address that a table or function prints: eight hexadecimal digits or more, stable within the run. */
  addressOf(value: object): string;
  /** Runs something in another environment: programs that it starts see that one. The present one is back afterwards, also after an error. */
  within<T>(environment: Environment, run: () => T): T;
  /** Calls a function for the host: the depth is as before afterwards, also after an error. */
  call(fn: LuaFunction, args: LuaArguments): LuaArguments;
}

interface StateOptions {
  readonly limits: Limits;
  readonly globals?: Map<string, LuaValue>;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** What was done before, in ms, that is no run of Lua either (see `untimed`). */
  readonly engineMs?: number;
}

/** Starts an evaluation. The time limit counts from now on. */
export function createState({ limits, globals = new Map(), now = () => performance.now(), engineMs = 0 }: StateOptions): LuaState {
  let deadline = now() + limits.timeMs;
  let free = Math.max(0, limits.timeMs - engineMs);
  const addresses = new WeakMap<object, string>();
  const library = globals.get("string");
  let nextAddress = 0x40001000;
  let granted = Math.min(slice, limits.steps);
  let memory = limits.memoryBytes;

  const state: LuaState = {
    environment: { globals, assignedAt: new Map() },
    limits,
    strings: library instanceof LuaTable ? library : undefined,
    stringMetatable: undefined,
    calledAt: undefined,
    depth: 0,
    fuel: granted,
    lookedThrough: 0,
    faults: 0,
    missed: { table: undefined, node: undefined },
    charge(steps, site) {
      state.fuel -= steps;
      if (state.fuel >= 0) return;
      const used = granted - state.fuel;
      if (used > limits.steps) throw new LimitError("steps", "too many steps", site);
      if (now() > deadline) throw new LimitError("time", "took too long", site);
      granted = Math.min(used + slice, limits.steps);
      state.fuel = granted - used;
    },
    untimed(work) {
      const from = now();
      try {
        return work();
      } finally {
        const freed = Math.min(now() - from, free);
        free -= freed;
        deadline += freed;
      }
    },
    allocate(bytes, site) {
      memory -= bytes;
      if (memory < 0) throw new LimitError("memory", "not enough memory", site);
    },
    spent: () => ({ steps: granted - state.fuel, bytes: limits.memoryBytes - memory }),
    allocateString(bytes, site) {
      if (bytes > limits.stringBytes) throw new LimitError("memory", "string too long", site);
      state.allocate(bytes + 32, site);
    },
    addressOf(value) {
      let address = addresses.get(value);
      if (!address) {
        address = `0x${nextAddress.toString(16)}`;
        nextAddress += 32;
        addresses.set(value, address);
      }
      return address;
    },
    within(environment, run) {
      const { environment: before, strings } = state;
      state.environment = environment;
      state.strings = environment.strings ?? strings;
      try {
        return run();
      } finally {
        state.environment = before;
        state.strings = strings;
      }
    },
    call: (fn, args) => guarded(state, () => fn.call(state, args)),
  };
  return state;
}

/** Runs something; afterwards call depth and place are as before, and a spent JavaScript stack has become a `LimitError`. */
export function guarded<T>(state: LuaState, run: () => T): T {
  try {
    return restored(state, run);
  } catch (thrown) {
    throw asRunError(thrown);
  }
}

/** Runs something; afterwards call depth and place are as before. What it throws goes through as it is: to throw again is dear. */
export function restored<T>(state: LuaState, run: () => T): T {
  const { depth, calledAt } = state;
  try {
    return run();
  } finally {
    state.depth = depth;
    state.calledAt = calledAt;
  }
}
