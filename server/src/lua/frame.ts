import { LimitError, type Site } from "./errors.js";
import type { Environment, LuaState } from "./state.js";
import type { LuaArguments, LuaFunction, LuaValue } from "./values.js";

/** A local that an inner function shares. */
export interface Cell {
  value: LuaValue;
}

/** One call in progress. */
export class Frame {
  readonly state: LuaState;
  readonly environment: Environment;
  readonly upvalues: readonly Cell[];
  readonly slots: LuaValue[];
  readonly cells: Cell[];
  /** Arguments beyond the named ones. */
  readonly varargs: LuaArguments;
  /** What `return` gives, or the arguments of a tail call. */
  result: LuaArguments = nothing;
  tail: Closure | undefined = undefined;

  constructor(state: LuaState, closure: Closure, slots: LuaValue[], cells: Cell[], varargs: LuaArguments) {
    this.state = state;
    this.environment = closure.environment;
    this.upvalues = closure.upvalues;
    this.slots = slots;
    this.cells = cells;
    this.varargs = varargs;
  }
}

/** No values. */
export const nothing: LuaArguments = [];

/** Evaluates to one value. */
export type Run = (frame: Frame) => LuaValue;
/** Evaluates to any number of values. */
export type RunMany = (frame: Frame) => LuaArguments;
/** Runs a statement; gives a signal: one of those below, or the number of a label to go to. */
export type Exec = (frame: Frame) => number;

/** Signals: go on, leave the loop, leave the function, call another function in its place. */
export const normal = 0;
export const broke = 1;
export const returned = 2;
export const tailed = 3;

/** A compiled function, before it has its upvalues and its environment. */
export interface Prototype {
  readonly name: string;
  readonly site: Site;
  /** Makes the frame of a call. */
  enter(state: LuaState, closure: Closure, args: LuaArguments): Frame;
  readonly body: Exec;
}

/** LuaJIT's stack holds no more values than this. */
const mostArguments = 65_000;

/** Passing many arguments on and on is work of its own. */
function chargeArguments(state: LuaState, count: number): void {
  if (count > mostArguments) throw new LimitError("depth", "stack overflow");
  state.charge(count >> 4);
}

/** A Lua function. */
export class Closure implements LuaFunction {
  readonly kind = "function";
  readonly prototype: Prototype;
  readonly upvalues: readonly Cell[];
  readonly environment: Environment;

  constructor(prototype: Prototype, upvalues: readonly Cell[], environment: Environment) {
    this.prototype = prototype;
    this.upvalues = upvalues;
    this.environment = environment;
  }

  get name(): string {
    return this.prototype.name;
  }

  get site(): Site {
    return this.prototype.site;
  }

  call(state: LuaState, args: LuaArguments): LuaArguments {
    if (++state.depth > state.limits.depth) throw new LimitError("depth", "stack overflow");
    const { calledAt } = state;
    let closure: Closure = this;
    let given = args;
    for (;;) {
      if (given.length > 64) chargeArguments(state, given.length);
      const frame = closure.prototype.enter(state, closure, given);
      const signal = closure.prototype.body(frame);
      if (signal === tailed && frame.tail) {
        closure = frame.tail;
        given = frame.result;
        continue;
      }
      state.depth--;
      state.calledAt = calledAt;
      return signal === returned ? frame.result : nothing;
    }
  }
}
