import type { FileText } from "../base/file-answers.js";
import { didYouMean, suggest } from "../base/suggest.js";
import type { Config } from "../config/resolve.js";
import { type IncludeCall, pathSpan } from "../engines/lua/include/include-call.js";
import { IncludeError, type IncludeFault } from "../engines/lua/include/include-error.js";
import type { IncludedPersonality, RenderPersonality } from "../engines/lua/include/include-world.js";
import type { Suspense } from "../engines/lua/suspense.js";
import { encodeUtf8 } from "../lua/bytes.js";
import { LuaError } from "../lua/errors.js";
import type { LuaState } from "../lua/state.js";
import { buildRenderOpts, contextFolder } from "../personalities/build-render-opts.js";
import { builtInPersonalities } from "../personalities/built-in-personalities.js";
import { contextFaults } from "../personalities/project-context.js";
import { offeredTools } from "../tools/offered-tools.js";
import type { Project } from "./project/project.js";
import type { FileProblem } from "./project/types.js";
import type { Questions } from "./questions.js";
import type { EvaluationRequest } from "./types.js";

/** What personalities of an evaluation are made from. */
export interface PersonalitySources {
  readonly request: EvaluationRequest;
  readonly questions: Questions;
  readonly project: Project;
  /** The options as they stand when one is asked for. */
  config(): Config;
}

/** A prompt, or what is wrong with the personality. */
type Made =
  | ({ readonly kind: "text" } & IncludedPersonality)
  | { readonly kind: "failed"; readonly fault: IncludeFault }
  | { readonly kind: "suspended"; readonly on: Suspense };

/**
 * Makes the renderer of an evaluation: a personality of the project comes before the built-in one of its name. Each is
 * asked once for the same tools. What one of the project takes is its own.
 */
export function createPersonalities({ request, questions, project, config }: PersonalitySources): RenderPersonality {
  const { surroundings } = request;
  const known = new Map<string, Made>();

  function told(path: string): FileText | undefined {
    const text = questions.text(path);
    return questions.isOpen("texts", path) ? undefined : text;
  }

  function make(name: string, state: LuaState): Made {
    const tools = offeredTools(config(), project.definitions);
    const opts = buildRenderOpts(name, { surroundings, tools, told });
    const own = state.untimed(() => project.render(name, opts));
    if (own?.kind === "failed") return { kind: "failed", fault: failure(name, own.fault) };
    if (own?.kind === "suspended") return own;
    const text = own?.text ?? builtInPersonalities.get(name)?.(opts, surroundings.editor);
    if (text === undefined) return { kind: "failed", fault: failure(name) };
    const warning = contextFaults(contextFolder(surroundings), told).join(" ");
    return { kind: "text", text: encodeUtf8(text.replace(/\r\n?/g, "\n")), ...(warning !== "" && { warning }) };
  }

  return (name, call, state) => {
    if (!project.personalities.includes(name)) throw new IncludeError(unknown(name, call, project.personalities), call.site);
    const key = JSON.stringify([name, config().get("tools")?.value]);
    const made = known.get(key) ?? make(name, state);
    known.set(key, made);
    if (made.kind === "failed") throw new IncludeError(made.fault, call.site);
    if (made.kind === "suspended") throw new LuaError(made.on, `waiting for ${made.on.boundary}`, call.site);
    state.allocateString(made.text.length, call.site);
    return made;
  };
}

function unknown(name: string, call: IncludeCall, all: readonly string[]): IncludeFault {
  const suggestions = suggest(name, all);
  const at = pathSpan(call);
  const prefix = call.path.slice(0, call.path.length - name.length);
  const names = all.map((each) => `'${each}'`).join(", ");
  return {
    code: "include/unknown-personality",
    message: `There is no personality '${name}'.${didYouMean(suggestions) || ` There are: ${names}.`}`,
    suggestions,
    ...(at !== undefined &&
      suggestions.length > 0 && { data: { kind: "replace", span: at, with: suggestions.map((each) => prefix + each) } }),
  };
}

/** A fault of the project is shown there; here it is the call that gives nothing because of it. */
function failure(name: string, fault?: FileProblem): IncludeFault {
  const why = fault?.problem.message ?? "The project file ended before it registered it.";
  const related = fault && [{ span: fault.problem.span, message: why, file: fault.path }, ...(fault.problem.related ?? [])];
  return { code: "personality/failed", message: `The personality '${name}' failed: ${why}`, ...(related && { related }) };
}
