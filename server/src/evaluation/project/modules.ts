import type { FileText } from "../../base/file-answers.js";
import { didYouMean, suggest } from "../../base/suggest.js";
import { decodeUtf8, encodeUtf8 } from "../../lua/bytes.js";
import { LuaError, LuaFault } from "../../lua/errors.js";
import { stringArgument } from "../../lua/library/arguments.js";
import type { LuaProblem } from "../../lua/parse.js";
import type { Environment, LuaState } from "../../lua/state.js";
import type { LuaTable } from "../../lua/table.js";
import { hostFunction, type LuaFunction, type LuaValue } from "../../lua/values.js";
import { fileProgram } from "./file-program.js";

/** Raised where a module that is not well-formed is required; `pcall` catches it. */
export class ModuleSyntaxError extends LuaError {
  readonly problem: LuaProblem;

  constructor(problem: LuaProblem, site: NonNullable<LuaError["site"]>) {
    super(encodeUtf8(`${site.chunk.name}: ${problem.message}`), problem.message, site);
    this.problem = problem;
  }
}

/** Where modules come from. */
interface ModuleSources {
  /** The folder of the project file, absolute. */
  readonly folder: string;
  /** Folders relative to it, in the order they are looked in; asked at every `require`. */
  roots(): readonly string[];
  /** The modules that the product brings. */
  readonly builtIn: ReadonlyMap<string, LuaTable>;
  /** What modules run in. */
  readonly environment: Environment;
  read(path: string): FileText;
}

/** Dots stand between the parts of a name: nothing in it can lead out of the folder. */
const moduleName = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;

/**
 * Makes the `require` of a project: built-in modules, then `lua/a/b.lua` and `lua/a/b/init.lua` for `a.b`. Each module
 * runs once. A module that requires itself, directly or by others, is an error that names the chain.
 */
export function createRequire({ folder, roots, builtIn, environment, read }: ModuleSources): LuaFunction {
  const loaded = new Map<string, LuaValue>();
  const loading: string[] = [];

  function load(name: string, state: LuaState): LuaValue {
    const known = builtIn.get(name) ?? loaded.get(name);
    if (known !== undefined) return known;
    if (!moduleName.test(name))
      throw faultOf(`'${name}' is no module. Write names of letters, digits, '_' and '-' with dots between them, such as 'my.module'`);
    if (loading.includes(name))
      throw faultOf(
        `circular require: ${[...loading.slice(loading.indexOf(name)), name].join(" → ")}. Let one of them do without the other`,
      );
    const { path, text } = find(name);
    loading.push(name);
    try {
      const value = run(path, text, { name, state }) ?? true;
      loaded.set(name, value);
      return value;
    } finally {
      loading.pop();
    }
  }

  function find(name: string): { path: string; text: string } {
    const tried = roots().flatMap((root) =>
      ["", "/init"].map((end) => `${root.replace(/^\.\/|\/+$/g, "")}/${name.replaceAll(".", "/")}${end}.lua`),
    );
    for (const path of tried) {
      const found = read(`${folder}/${path}`);
      if (found.kind === "text") return { path, text: found.text };
      if (found.kind === "too-large") throw faultOf(`module '${name}' is larger than 1 MB. Move data out of "${path}"`);
      if (found.kind === "not-text") throw faultOf(`module '${name}' is no text in UTF-8. Save "${path}" as UTF-8`);
    }
    const places = tried.map((path) => `"${path}"`).join(" or ");
    const meant = didYouMean(suggest(name, builtIn.keys())) || " Create one of these files, or correct the name.";
    throw faultOf(`no module '${name}' at ${places}.${meant}`);
  }

  function run(path: string, source: string, { name, state }: { name: string; state: LuaState }): LuaValue {
    const { chunk, main, parsed } = state.untimed(() => fileProgram({ path: `${folder}/${path}`, name: path, source }));
    const [problem] = parsed.problems;
    if (problem !== undefined) throw new ModuleSyntaxError(problem, { chunk, span: problem.span });
    return state.within(environment, () => main?.call(state, [encodeUtf8(name)])[0]);
  }

  return hostFunction("require", (args, state) => {
    state.charge(10);
    return [load(decodeUtf8(stringArgument(args, 1, "require")), state)];
  });
}

function faultOf(text: string): LuaFault {
  return new LuaFault(encodeUtf8(text), text);
}
