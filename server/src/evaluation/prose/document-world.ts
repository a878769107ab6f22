import { type Diagnostic, diagnostic } from "../../base/diagnostic.js";
import { type Span, shift } from "../../base/span.js";
import { nodeOfData } from "../../config/config-node.js";
import type { Config } from "../../config/resolve.js";
import { IncludedParts } from "../../engines/lua/include/included-parts.js";
import { type Data, DataTable, dataOfJson } from "../../engines/prose/language/data.js";
import { argvOf } from "../../engines/prose/section/argv.js";
import { createWorld, type World } from "../../engines/prose/section/world.js";
import { encodeUtf8 } from "../../lua/bytes.js";
import type { LuaState } from "../../lua/state.js";

/** Names that frontmatter of a prose document cannot give to its sections: they are something else there. */
export const reservedProseNames: readonly string[] = ["prose", "item", "sys", "args", "_G"];

/** The world of a document's sections, made before its frontmatter runs; `config` are the options that count when something asks for them. */
export function documentWorld(state: LuaState, config: () => Config): World {
  return createWorld({ state, input: createInput(config), isOpaque: (table) => table instanceof IncludedParts });
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
