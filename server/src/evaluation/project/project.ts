import { mostProblems } from "../../config/parsed-data.js";
import { createFaults } from "../../engines/lua/include/faults.js";
import { isSuspension } from "../../engines/lua/suspense.js";
import { projectLimits } from "../../lua/budget.js";
import { createState, type LuaState } from "../../lua/state.js";
import type { LuaFunction, LuaValue } from "../../lua/values.js";
import { luaRenderOpts } from "../../personalities/lua-render-opts.js";
import type { RenderOpts } from "../../personalities/render-opts.js";
import type { Questions } from "../questions.js";
import { templateGlobals } from "../template-environment.js";
import type { EvaluationRequest } from "../types.js";
import { fileProblem } from "./file-problem.js";
import { type Outside, outsideOf } from "./outside-of.js";
import { checkPersonality, type PersonalityModule, type PersonalityRun, runPersonality } from "./personality-module.js";
import { type Populator, populate } from "./populate.js";
import { plainLayer, runProject } from "./run-project.js";
import { emptyProject, type FileProblem, type ProjectData, type ProjectInput, type ProjectResult } from "./types.js";

/** What the project brings to the evaluation of a document. */
export interface Project extends Outside {
  /** Parsers of frontmatter by language, in small letters. */
  readonly parsers: ReadonlyMap<string, LuaFunction>;
  /** Lets the populators of the project change a fresh environment of templates; absent when there are none. */
  populate?(globals: Map<string, LuaValue>): void;
  /** Lets the personality of that name make its prompt, in a budget of its own; undefined where the project has none. */
  render(name: string, opts: RenderOpts): PersonalityRun | undefined;
  /** What keeps code of the project from its work so far because it is not ready, in the files of the project. */
  suspensions(): readonly FileProblem[];
}

/** The request, what it asks the host, and the clock of its time limit, in ms. */
interface ProjectContext {
  readonly request: EvaluationRequest;
  readonly questions: Questions;
  readonly clock: () => number;
}

/** A project that ran by itself runs again beside a document: a busy moment may not fail it there. */
const besideLimits = { ...projectLimits, timeMs: 3 * projectLimits.timeMs };

/** What the project of a request brings; the defaults where there is none. Its faults are told elsewhere. */
export function projectOf({ request, questions, clock }: ProjectContext): Project {
  const { project } = request;
  const { data, parsers, populators, personalities, problems } = brought(project, { request, questions, clock });
  const suspended = problems.filter(isSuspended);
  const budget = personalityBudget(clock);
  let isPopulating = false;

  /** Files that a populator includes have environments without any, or it would ask for itself without end. */
  function populateOnce(globals: Map<string, LuaValue>): void {
    if (isPopulating) return;
    isPopulating = true;
    try {
      suspended.push(...populateWith(populators, globals, clock).filter(isSuspended));
    } finally {
      isPopulating = false;
    }
  }

  return {
    ...outsideOf(data, request.options),
    parsers,
    ...(populators.length > 0 && { populate: populateOnce }),
    suspensions: () => suspended,
    render(name, opts) {
      const personality = personalities.get(name);
      if (personality === undefined) return undefined;
      return budget.spend(personality, (state) => runPersonality(personality, luaRenderOpts(opts), state));
    },
  };
}

/** Runs the project file of a request by itself: what it says as plain data, and everything that is wrong with it. */
export function projectAlone(context: ProjectContext): ProjectResult {
  const { request, questions, clock } = context;
  const file = request.project?.file;
  if (file === undefined) return { ok: true, data: emptyProject, hasFunctions: false, problems: [] };
  const run = runProject(file, { ...context, limits: request.limits });
  const globals = templateGlobals(request.surroundings, { questions, offsets: new Map(), faults: createFaults() });
  const problems = populateWith(run.populators, globals, clock);
  const budget = personalityBudget(clock);
  const faults = [...run.personalities.values()].map((personality) =>
    budget.isSpent() ? undefined : budget.spend(personality, (state) => checkPersonality(personality, state)),
  );
  const layer = plainLayer(run.data.layer);
  const found = [...run.problems, ...faults.filter((fault) => fault !== undefined), ...problems];
  return {
    ok: run.ok,
    data: { ...run.data, layer },
    hasFunctions:
      [run.parsers, run.personalities].some(({ size }) => size > 0) ||
      run.populators.length > 0 ||
      found.some(isSuspended) ||
      layer.operations.length < run.data.layer.operations.length,
    problems: told(found.filter((fault) => !isSuspended(fault))),
  };
}

/** What personalities may use: all that one evaluation asks for have the time of one. */
interface PersonalityBudget {
  isSpent(): boolean;
  spend<T>(personality: PersonalityModule, run: (state: LuaState) => T): T;
}

function personalityBudget(clock: () => number): PersonalityBudget {
  let left = besideLimits.timeMs;
  return {
    isSpent: () => left <= 0,
    spend({ globals }, run) {
      const from = clock();
      try {
        return run(createState({ limits: { ...besideLimits, timeMs: left }, globals, now: clock }));
      } finally {
        left = Math.max(0, left - (clock() - from));
      }
    },
  };
}

/** Each fault once, for a loop can make the same one over and over. No fault of a project keeps a document from being sent. */
function told(problems: readonly FileProblem[]): FileProblem[] {
  const once = new Map(
    problems.map((entry) => {
      const { code, span, message } = entry.problem;
      return [JSON.stringify([entry.path, code, span.start, span.end, message]), entry];
    }),
  );
  return [...once.values()].slice(0, mostProblems).map(({ path, problem }) => ({ path, problem: { ...problem, blocks: false } }));
}

/** What is waited for is told in the documents that wait. */
function isSuspended({ problem }: FileProblem): boolean {
  return isSuspension(problem);
}

interface Brought {
  readonly data: ProjectData;
  readonly parsers: ReadonlyMap<string, LuaFunction>;
  readonly populators: readonly Populator[];
  readonly personalities: ReadonlyMap<string, PersonalityModule>;
  readonly problems: readonly FileProblem[];
}

function brought(project: ProjectInput | undefined, context: ProjectContext): Brought {
  const { data, file } = project ?? { data: emptyProject };
  if (file === undefined) return { data, parsers: new Map(), populators: [], personalities: new Map(), problems: [] };
  const run = runProject(file, { ...context, limits: besideLimits });
  return run.ok ? run : { ...run, data };
}

/** Runs populators in a budget of their own; one that fails changes nothing. Gives what is wrong with them. */
function populateWith(populators: readonly Populator[], globals: Map<string, LuaValue>, clock: () => number): readonly FileProblem[] {
  const state = createState({ limits: besideLimits, globals, now: clock });
  const problems: FileProblem[] = [];
  populate(globals, populators, ({ populate: run, site }, env) => {
    try {
      state.call(run, [env]);
      return true;
    } catch (error) {
      problems.push(fileProblem(error, site));
      return false;
    }
  });
  return problems;
}
