import { decodeUtf8, encodeUtf8 } from "../../../lua/bytes.js";
import type { Site } from "../../../lua/errors.js";
import { isFunction } from "../../../lua/operations.js";
import type { LuaState } from "../../../lua/state.js";
import { type Data, DataTable } from "../language/data.js";
import { type ProseScope, rootNames } from "../language/resolve.js";
import { Unsure } from "../language/substitute.js";
import { originOf } from "./data-proxy.js";

/** What is known of the names in paths, for people. */
interface PathNames {
  /** Where Lua code set what a path names; undefined where it did not. */
  originOf(path: string): Site | undefined;
  /** Names that a person may have meant by a segment of a path. */
  candidates(path: string, segment: number): readonly string[];
}

/** Beyond so many names that were compared in one evaluation, faults get no suggestions. */
const mostLookedThrough = 20_000;

/** Makes them; `scope` gives what placeholders name at this moment, and only looks. */
export function createPathNames({ state, scope }: { readonly state: LuaState; scope(): ProseScope }): PathNames {
  return {
    originOf(path) {
      const [root = "", ...keys] = path.split(".");
      const { assignedAt } = state.environment;
      if (root !== "var") return (rootNames as readonly string[]).includes(root) ? undefined : assignedAt.get(encodeUtf8(root));
      let at: Data | undefined = scope().var;
      let found: Site | undefined;
      for (const key of keys) {
        if (!(at instanceof DataTable)) break;
        found = originOf(at, key) ?? found;
        at = at.members.get(key);
      }
      return found;
    },
    candidates(path, segment) {
      const names = segment === 0 ? [...rootNames, ...ownGlobals(state)] : keysBeside(path, segment);
      state.lookedThrough += names.length;
      return state.lookedThrough > mostLookedThrough ? [] : names;
    },
  };

  function keysBeside(path: string, segment: number): readonly string[] {
    const [root = "", ...keys] = path.split(".");
    let at: Data | undefined = rootData(root);
    for (const key of keys.slice(0, segment - 1)) at = at instanceof DataTable ? at.members.get(key) : undefined;
    return at instanceof DataTable ? [...at.members.keys()] : [];
  }

  function rootData(root: string): Data | undefined {
    const { var: clipboard, sys, argv, global } = scope();
    if (root === "var") return clipboard;
    if (root === "sys") return sys;
    if (root === "argv") return argv;
    try {
      const found = global(root);
      return found !== undefined && "data" in found ? found.data : undefined;
    } catch (thrown) {
      if (thrown instanceof Unsure) return undefined;
      throw thrown;
    }
  }
}

/** The globals that the document assigned, functions left out. */
function ownGlobals({ environment: { globals, assignedAt } }: LuaState): string[] {
  return [...assignedAt.keys()]
    .filter((name) => {
      const value = globals.get(name);
      return value !== undefined && !isFunction(value);
    })
    .map(decodeUtf8);
}
