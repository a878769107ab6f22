import type { LuaValue } from "../values.js";
import { baseFunctions } from "./base.js";
import { createMath, createRandomNumbers, type RandomNumbers } from "./math.js";
import { type Clock, createOs } from "./os.js";
import { createStringLibrary } from "./string.js";
import { createTableLibrary } from "./table.js";

/** What the standard library takes from outside. */
interface StandardLibraryOptions {
  /** Where random numbers start, or those of another environment, which go on. */
  readonly seed: number | RandomNumbers;
  readonly clock: Clock;
}

/**
 * The globals of standard Lua that templates see (spec/flemma-templates.md §2), made anew for each
 * evaluation: what a document changes in them is gone with it.
 */
export function createStandardLibrary({ seed, clock }: StandardLibraryOptions): Map<string, LuaValue> {
  return new Map<string, LuaValue>([
    ...baseFunctions(),
    ["string", createStringLibrary()],
    ["table", createTableLibrary()],
    ["math", createMath(typeof seed === "number" ? createRandomNumbers(seed) : seed)],
    ["os", createOs(clock)],
    ["utf8", undefined],
  ]);
}
