import type { Site } from "./errors.js";
import type { LuaState } from "./state.js";
import type { LuaTable } from "./table.js";

/**
 * A Lua value. nil is `undefined`. Strings are byte strings: every unit of the JavaScript string is
 * one byte (0–255) of UTF-8; `bytes.ts` converts at the border.
 */
export type LuaValue = undefined | boolean | number | string | LuaTable | LuaFunction | LuaSymbol;

/** What a function of the host or of Lua takes and gives: all values, never fewer than it says. */
export type LuaArguments = readonly LuaValue[];

/** A callable value. `site` is where Lua code defined it; functions of the host have none. */
export interface LuaFunction {
  readonly kind: "function";
  readonly name: string;
  readonly site?: Site;
  /** Calls it. Throws `LuaError` for failures that `pcall` may catch, `LimitError` for those it may not. */
  call(state: LuaState, args: LuaArguments): LuaArguments;
}

/** An opaque value that equals only itself (`symbols.BINARY`); `type()` says "table". */
export interface LuaSymbol {
  readonly kind: "symbol";
  readonly name: string;
}

/** Makes a function of the host. `name` is what "bad argument #1 to 'NAME'" says. */
export function hostFunction(name: string, call: (args: LuaArguments, state: LuaState) => LuaArguments): LuaFunction {
  return { kind: "function", name, call: (state, args) => call(args, state) };
}
