import { bash } from "./bash.js";
import type { ToolDefinition } from "./definition.js";
import { edit } from "./edit.js";
import { find } from "./find.js";
import { grep } from "./grep.js";
import { ls } from "./ls.js";
import { read } from "./read.js";
import { write } from "./write.js";

/** The tools that every document has unless it says otherwise, in the order of the default list (spec/flemma-templates.md §6). */
export const builtInTools: readonly ToolDefinition[] = [bash, read, edit, write, grep, find, ls];
