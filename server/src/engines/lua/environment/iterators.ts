import { badArgument } from "../../../lua/library/arguments.js";
import { LuaTable } from "../../../lua/table.js";
import { hostFunction, type LuaArguments, type LuaFunction, type LuaValue } from "../../../lua/values.js";

/** `values(t)`: the values of t[1], t[2] … up to the first nil (seed A278). */
export const values: LuaFunction = hostFunction("values", (args) => {
  const list = listArgument(args, "values");
  let index = 0;
  return [
    hostFunction("values", (_args, state) => {
      state.charge(1);
      index++;
      return [list?.get(index)];
    }),
  ];
});

/** `each(t)`: value and loop table; one loop table serves all rounds (seed A280; spec/flemma-templates.md §3). */
export const each: LuaFunction = hostFunction("each", (args) => {
  const list = listArgument(args, "each");
  const length = list?.length ?? 0;
  const loop = new LuaTable();
  let index = 0;
  return [
    hostFunction("each", (_args, state) => {
      state.charge(1);
      index++;
      const value = list?.get(index);
      if (value === undefined) return [undefined];
      const fields: [string, LuaValue][] = [
        ["index", index],
        ["index0", index - 1],
        ["first", index === 1],
        ["last", index === length],
        ["length", length],
      ];
      for (const [name, field] of fields) loop.set(name, field as Exclude<LuaValue, undefined>);
      return [value, loop];
    }),
  ];
});

/** The table to iterate; a string or a map has no list part and iterates nothing. */
function listArgument(args: LuaArguments, name: string): LuaTable | undefined {
  const [value] = args;
  if (value instanceof LuaTable) return value;
  if (typeof value === "string") return undefined;
  throw badArgument(args, 1, name, "table");
}
