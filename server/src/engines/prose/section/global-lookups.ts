import { encodeUtf8 } from "../../../lua/bytes.js";
import { LimitError, LuaError } from "../../../lua/errors.js";
import type { LuaState } from "../../../lua/state.js";
import type { LuaValue } from "../../../lua/values.js";
import type { GlobalData } from "../language/resolve.js";
import { Unsure } from "../language/substitute.js";
import type { GlobalTable } from "./globals.js";
import { type Conversion, dataOfLua } from "./lua-data.js";

/** What globals are for placeholders (spec/prose-substitution.md §10). */
interface GlobalLookups {
  /** The data of a global, or why it is none; undefined where nobody set it. An author's metatable runs, and a spent budget is thrown. */
  find(name: string): GlobalData | undefined;
  /** As `find`, for who only looks: metatables of the author are not asked, and large tables not copied, but `Unsure` is thrown. */
  glimpse(name: string): GlobalData | undefined;
}

/** So many values of a global are looked at. */
const mostGlimpsed = 2000;

/** Makes them for the globals of a section and the table that stands for those. */
export function createGlobalLookups(
  table: GlobalTable,
  globals: ReadonlyMap<string, LuaValue>,
  { state, conversion }: { readonly state: LuaState; readonly conversion: Conversion },
): GlobalLookups {
  return {
    find(name) {
      try {
        return globalData(name, table.lookUp(encodeUtf8(name), state), conversion);
      } catch (error) {
        if (error instanceof LimitError || !(error instanceof LuaError)) throw error;
        return { cause: `Looking it up fails: ${error.text}.` };
      }
    },
    glimpse(name) {
      const value = globals.get(encodeUtf8(name));
      if (value === undefined && table.author !== undefined) throw new Unsure();
      let left = mostGlimpsed;
      const charge = (): void => {
        if (--left < 0) throw new Unsure();
      };
      return globalData(name, value, { ...conversion, charge });
    },
  };
}

function globalData(name: string, value: LuaValue, conversion: Conversion): GlobalData | undefined {
  if (value === undefined) return undefined;
  const made = dataOfLua(value, conversion);
  return "data" in made ? made : { cause: causeOf(name, made) };
}

function causeOf(name: string, { keys, what }: { readonly keys: readonly string[]; readonly what: string }): string {
  return keys.length === 0 ? `It is ${what}.` : `'${[name, ...keys].join(".")}' is ${what}.`;
}
