import { diagnostic } from "../../base/diagnostic.js";
import { dirname } from "../../base/paths.js";
import { isFunctionValue, type Layer } from "../../config/operations.js";
import { parseData } from "../../config/parse-data.js";
import { createFaults } from "../../engines/lua/include/faults.js";
import type { ParsedChunk } from "../../lua/ast.js";
import type { Limits } from "../../lua/budget.js";
import { encodeUtf8 } from "../../lua/bytes.js";
import { type Chunk, LuaError, type Site } from "../../lua/errors.js";
import { moduleFunctions } from "../../lua/library/module-functions.js";
import { isFunction } from "../../lua/operations.js";
import { createState, type LuaState } from "../../lua/state.js";
import { LuaTable } from "../../lua/table.js";
import { hostFunction, type LuaFunction, type LuaValue } from "../../lua/values.js";
import type { Questions } from "../questions.js";
import { templateGlobals } from "../template-environment.js";
import type { EvaluationRequest } from "../types.js";
import { fileProblem, fileSyntaxProblem } from "./file-problem.js";
import { fileProgram } from "./file-program.js";
import { flemmaModules } from "./flemma-modules.js";
import { createRequire } from "./modules.js";
import type { PersonalityModule } from "./personality-module.js";
import type { Populator } from "./populate.js";
import { createRegistry, type Registry } from "./registry.js";
import type { FileProblem, ProjectData, ProjectFile } from "./types.js";

/** A project file that has run: what it registered, its functions among it. */
export interface ProjectRun {
  readonly ok: boolean;
  readonly data: ProjectData;
  readonly parsers: ReadonlyMap<string, LuaFunction>;
  /** In the order of `templating.modules`. */
  readonly populators: readonly Populator[];
  readonly problems: readonly FileProblem[];
  /** By name. */
  readonly personalities: ReadonlyMap<string, PersonalityModule>;
}

/** What a project file runs with. */
interface ProjectWorld {
  readonly request: EvaluationRequest;
  readonly questions: Questions;
  readonly limits: Limits;
  /** Measures the time limit, in ms. */
  readonly clock: () => number;
}

/**
 * Runs a project file in an environment and a budget of its own, and loads the modules that populate the environment of
 * templates (spec/flemma-templates.md §6). Nothing that it does fails the evaluation.
 */
export function runProject(file: ProjectFile, { request, questions, limits, clock }: ProjectWorld): ProjectRun {
  const folder = dirname(file.path);
  const name = file.path.slice(folder.length + 1);
  const surroundings = { ...request.surroundings, filename: file.path, dirname: folder };
  const globals = templateGlobals(surroundings, { questions, offsets: new Map(), faults: createFaults() });
  const state = createState({ limits, globals, now: clock });
  const registry = createRegistry(request.options?.below ?? []);
  const chunk: Chunk = file.language === "lua" ? fileProgram({ ...file, name }).chunk : dataChunk(file, name);
  const {
    boundaries,
    surroundings: { editor },
  } = request;
  const main = { chunk, span: { start: 0, end: 0 } };
  const flemma = flemmaModules(registry, { main, boundaries, ...(editor !== undefined && { editor }) });
  const require = createRequire({
    folder,
    roots: () => ["lua", ...namesOf(registry, "templating.roots")],
    builtIn: flemma.modules,
    environment: state.environment,
    read: questions.text,
  });
  extend(globals, require);

  const own = file.language === "lua" ? runLua(file, { name, state }) : readJson(chunk, registry);
  const ok = !own.some(({ problem }) => problem.severity === "error");
  const problems: FileProblem[] = [];

  function load(module: string, site: Site): LuaValue {
    try {
      return state.call(require, [encodeUtf8(module)])[0];
    } catch (error) {
      problems.push(fileProblem(error, site));
      return undefined;
    }
  }

  const populators = namesOf(registry, "templating.modules").flatMap((module): Populator[] => {
    const site = registry.placeOf("templating.modules", module) ?? { chunk, span: { start: 0, end: 0 } };
    const before = problems.length;
    const value = load(module, site);
    if (problems.length > before) return [];
    const priority = value instanceof LuaTable ? value.get("priority") : undefined;
    const populate = value instanceof LuaTable ? value.get("populate") : undefined;
    if (typeof priority === "number" && isFunction(populate)) return [{ priority, populate, site }];
    const text = `module '${module}' is no populator. Let it return a table with 'name', 'priority' (a number) and 'populate' (a function)`;
    problems.push(fileProblem(new LuaError(text, text), site));
    return [];
  });
  flemma.close();

  return {
    ok,
    data: registry.data(),
    parsers: registry.parsers,
    populators,
    personalities: new Map([...registry.personalities].map(([name, personality]) => [name, { ...personality, require, globals }])),
    problems: [...own, ...registry.problems(), ...problems],
  };
}

function namesOf(registry: Registry, path: string): readonly string[] {
  const value = registry.config().get(path)?.value;
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** What project code has beyond the environment of templates. */
function extend(globals: Map<string, LuaValue>, require: LuaFunction): void {
  for (const [name, value] of moduleFunctions()) globals.set(name, value);
  const table = globals.get("table");
  if (table instanceof LuaTable) globals.set("unpack", table.get("unpack"));
  globals.set("require", require);
  const vim = globals.get("vim");
  const fn = vim instanceof LuaTable ? vim.get("fn") : undefined;
  if (fn instanceof LuaTable) fn.set("system", noSystem);
}

const noSystem = hostFunction("system", () => {
  const text = "vim.fn.system does not exist here: no other program can be run";
  throw new LuaError(text, text);
});

function runLua(file: ProjectFile, { name, state }: { name: string; state: LuaState }): FileProblem[] {
  const { chunk, parsed, main } = state.untimed(() => fileProgram({ ...file, name }));
  if (main === undefined) return parsed.problems.slice(0, 1).map((problem) => fileSyntaxProblem(problem, chunk));
  try {
    const [value] = main.call(state, []);
    return value instanceof LuaTable ? [returned(file.path, parsed)] : [];
  } catch (error) {
    return [fileProblem(error, { chunk, span: { start: 0, end: 0 } })];
  }
}

/** What a project file returns would be lost without a word. */
function returned(path: string, { body }: ParsedChunk): FileProblem {
  const last = body.statements.at(-1);
  const span = (last?.kind === "return" && last.values[0]?.span) || { start: 0, end: 0 };
  const text = 'What flemma.lua returns is not read. Give the options to setup: require("flemma").setup({ … }).';
  return { path, problem: diagnostic("project/not-read", span, text) };
}

function dataChunk({ path, source }: ProjectFile, name: string): Chunk {
  return { id: `file:${path}`, name, source, firstLine: 1, file: path };
}

/** The options of `flemma.json`: its root is what `setup` takes. */
function readJson(chunk: Chunk, registry: Registry): FileProblem[] {
  const { root, problems = [] } = parseData("json", chunk.source) ?? {};
  if (root !== undefined && problems.length === 0) registry.options(root, chunk);
  return problems.map((problem) => ({
    path: chunk.file ?? "",
    problem: {
      ...problem,
      code: "project/syntax",
      blocks: false,
      message: problem.message.replace(/^The frontmatter/, "The project file"),
    },
  }));
}

/** The layer without its functions. */
export function plainLayer({ origin, operations }: Layer): Layer {
  return { origin, operations: operations.filter((operation) => operation.kind !== "set" || !isFunctionValue(operation.value)) };
}
