import { LuaTable } from "../table.js";
import { hostFunction, type LuaArguments, type LuaValue } from "../values.js";
import { anyArgument, badArgument, fault, tableArgument } from "./arguments.js";
import { createNext } from "./base.js";

/** The functions of standard Lua that modules of a project have and templates have not (spec/flemma-templates.md §6). */
export function moduleFunctions(): [string, LuaValue][] {
  const functions = [
    hostFunction("setmetatable", setMetatable),
    hostFunction("rawget", (args) => [tableArgument(args, 1, "rawget").get(anyArgument(args, 2, "rawget"))]),
    createNext(),
  ];
  return functions.map((fn) => [fn.name, fn]);
}

function setMetatable(args: LuaArguments): LuaArguments {
  const table = tableArgument(args, 1, "setmetatable");
  const metatable = anyArgument(args, 2, "setmetatable");
  if (metatable !== undefined && !(metatable instanceof LuaTable)) throw badArgument(args, 2, "setmetatable", "nil or table");
  if (table.metatable?.get("__metatable") !== undefined) throw fault("cannot change a protected metatable");
  table.metatable = metatable;
  return [table];
}
