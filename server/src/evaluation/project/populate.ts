import type { Site } from "../../lua/errors.js";
import { LuaTable } from "../../lua/table.js";
import type { LuaFunction, LuaValue } from "../../lua/values.js";

/** Adds to the environment of templates, or takes from it (seed "Extending the environment"). */
export interface Populator {
  /** The names that it finds are those of populators with a lower priority. */
  readonly priority: number;
  readonly populate: LuaFunction;
  /** Where it was asked for. */
  readonly site: Site;
}

type Globals = Map<string, LuaValue>;

/** The names that the built-in populators `format` and `iterators` define; all others are those of `stdlib`. */
const formatNames = ["format"];
const iteratorNames = ["values", "each"];

/**
 * Builds a complete environment anew: the built-in populators and those of a project take their turns in the order of
 * their priorities. `run` calls one with a table of the environment; what it does to it counts unless it gives false.
 */
export function populate(globals: Globals, populators: readonly Populator[], run: (populator: Populator, env: LuaTable) => boolean): void {
  const complete = new Map(globals);
  globals.clear();
  const isOther = (name: string): boolean => !formatNames.includes(name) && !iteratorNames.includes(name);
  const define = (names: Iterable<string>) => (): void => {
    for (const name of names) globals.set(name, complete.get(name));
  };
  const steps = [
    { priority: 100, take: define([...complete.keys()].filter(isOther)) },
    { priority: 150, take: define(formatNames) },
    { priority: 200, take: define(iteratorNames) },
    ...populators.map((populator) => ({
      priority: populator.priority,
      take: () => {
        const env = tableOf(globals);
        if (run(populator, env)) takeOver(globals, env);
      },
    })),
  ];
  for (const { take } of steps.sort((a, b) => a.priority - b.priority)) take();
}

function tableOf(globals: Globals): LuaTable {
  const env = new LuaTable();
  for (const [name, value] of globals) env.set(name, value);
  return env;
}

/** Names that are defined as nil were not in the table, and stay. */
function takeOver(globals: Globals, env: LuaTable): void {
  for (const [name, value] of globals) if (value !== undefined && env.get(name) === undefined) globals.delete(name);
  for (const [name, value] of env.hash) if (typeof name === "string") globals.set(name, value);
}
