import { type ConfigNode, dataOf } from "../../config/config-node.js";
import type { Config } from "../../config/resolve.js";
import { IncludedParts } from "../../engines/lua/include/included-parts.js";
import { luaFromConfig } from "../../engines/lua/json.js";
import { type Data, dataOfJson } from "../../engines/prose/language/data.js";
import { argvOf } from "../../engines/prose/section/argv.js";
import { createWorld, type World } from "../../engines/prose/section/world.js";
import type { LuaState } from "../../lua/state.js";
import type { LuaValue } from "../../lua/values.js";

/** Names that frontmatter of a prose document cannot give to its sections: they are something else there. */
export const reservedProseNames: readonly string[] = ["prose", "item", "sys", "args", "_G"];

const worlds = new WeakMap<LuaState, World>();

/** Makes the world of a document's sections before its frontmatter runs; `config` are the options that count when something asks for them. */
export function makeWorld(state: LuaState, config: () => Config): void {
  worlds.set(state, createWorld({ state, input: createInput(config), isOpaque: (table) => table instanceof IncludedParts }));
}

/** The world that was made for a state. */
export function worldOf(state: LuaState): World {
  return worlds.get(state) as World;
}

/** What a value of frontmatter that is data is in Lua: putting it out gives the same data. */
export function luaOfNode(node: ConfigNode, world: World): LuaValue {
  const data = dataOfJson(dataOf(node));
  // What nests too deeply is told where somebody uses it.
  return data === undefined ? luaFromConfig(node) : world.luaOf(data);
}

/** The run's input, parsed once as long as options say the same of it. */
function createInput(config: () => Config): () => { readonly args: string; readonly argv: Data | undefined } {
  let known: { readonly args: string; readonly isDeclared: boolean; readonly argv: Data | undefined } | undefined;
  return () => {
    const options = config();
    const value = options.get("templating.prose.input")?.value;
    const args = typeof value === "string" ? value : "";
    const isDeclared = options.get("templating.prose.args") !== undefined;
    if (known?.args !== args || known.isDeclared !== isDeclared) known = { args, isDeclared, argv: argvOf(args, isDeclared) };
    return known;
  };
}
