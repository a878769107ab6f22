import { typeOf } from "../../engines/lua/inspect.js";
import { type Suspense, suspenseOf } from "../../engines/lua/suspense.js";
import { decodeUtf8, encodeUtf8 } from "../../lua/bytes.js";
import { LuaError } from "../../lua/errors.js";
import { isFunction } from "../../lua/operations.js";
import type { LuaState } from "../../lua/state.js";
import { LuaTable } from "../../lua/table.js";
import type { LuaFunction, LuaValue } from "../../lua/values.js";
import { fileProblem } from "./file-problem.js";
import type { Personality } from "./registry.js";
import type { FileProblem } from "./types.js";

/** A personality of a project, and what its module is loaded with. */
export interface PersonalityModule extends Personality {
  readonly require: LuaFunction;
  /** The environment that the project runs in. */
  readonly globals: Map<string, LuaValue>;
}

/** The prompt that a personality made, or why it made none, at its place in the project. */
export type PersonalityRun =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "failed"; readonly fault: FileProblem }
  | { readonly kind: "suspended"; readonly on: Suspense };

/** Loads the module of a personality, and gives what is wrong with it. */
export function checkPersonality(personality: PersonalityModule, state: LuaState): FileProblem | undefined {
  try {
    renderOf(personality, state);
    return undefined;
  } catch (error) {
    return fileProblem(error, personality.site);
  }
}

/** Lets a personality make its prompt. Whatever goes wrong there ends nothing but this. */
export function runPersonality(personality: PersonalityModule, opts: LuaTable, state: LuaState): PersonalityRun {
  let { site } = personality;
  try {
    const render = renderOf(personality, state);
    site = render.site ?? site;
    const [text] = state.call(render, [opts]);
    if (typeof text === "string") return { kind: "text", text: decodeUtf8(text) };
    throw fault(`'render' returned ${typeOf(text)}. Let it return a string`);
  } catch (error) {
    const on = suspenseOf(error);
    return on === undefined ? { kind: "failed", fault: fileProblem(error, site) } : { kind: "suspended", on };
  }
}

function renderOf({ module, require }: PersonalityModule, state: LuaState): LuaFunction {
  const [value] = state.call(require, [encodeUtf8(module)]);
  for (let at = value, links = 0; at instanceof LuaTable && links < mostLinks; at = at.metatable?.get("__index"), links++) {
    const render = at.get("render");
    if (isFunction(render)) return render;
  }
  throw fault(`module '${module}' is no personality. Let it return a table with a function 'render'`);
}

/** A module may take what it lacks from another one, and that from a third. */
const mostLinks = 16;

function fault(text: string): LuaError {
  return new LuaError(encodeUtf8(text), text);
}
