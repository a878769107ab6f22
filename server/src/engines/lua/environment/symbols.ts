import { LuaTable } from "../../../lua/table.js";
import type { LuaSymbol } from "../../../lua/values.js";

/** Opaque keys of include()'s second argument: they equal no key that anybody else can write. */
export const symbols = {
  BINARY: { kind: "symbol", name: "symbols.BINARY" },
  MIME: { kind: "symbol", name: "symbols.MIME" },
} as const satisfies Record<string, LuaSymbol>;

/** The table `symbols` of an environment. */
export function symbolTable(): LuaTable {
  const table = new LuaTable();
  for (const [name, symbol] of Object.entries(symbols)) table.set(name, symbol);
  return table;
}
