import { type EngineName, engineNames } from "../base/engine-name.js";
import type { Layer } from "../config/operations.js";
import { resolveConfig } from "../config/resolve.js";
import { documentEngine, type EngineOutside, luaOutside } from "../engines/document-engine.js";
import { chosenEngine } from "../engines/engine-choice.js";
import { parseFrontmatter } from "../syntax/parse-document.js";
import { outsideOf } from "./project/outside-of.js";
import { emptyProject, type ProjectData } from "./project/types.js";
import type { BaseOptions, EvaluationRequest } from "./types.js";

const path = "templating.engine";

/** What is known of a document beside its text. */
type Known = Pick<EvaluationRequest, "project" | "options" | "lastGood">;

/**
 * What settings, project file, command line, and the frontmatter that stands in for a broken one, say of the template
 * language of a document (spec/flemma-templates.md §6).
 */
export function engineOutside({ project, options, lastGood }: Known): EngineOutside {
  const said = saidOutside(project?.data, options);
  const chosen = lastGood && chosenEngine(lastGood.language, lastGood.code);
  return chosen === undefined ? said : { ...said, lastGood: chosen };
}

function saidOutside(project: ProjectData = emptyProject, options?: BaseOptions): EngineOutside {
  const all = [project.layer, ...(options?.below ?? []), ...(options?.above ?? [])];
  // Nearly nobody says anything, and this is asked at every keystroke.
  if (!all.some(mayChoose)) return luaOutside;
  const { below, above } = outsideOf(project, options).options;
  const chosen = above.some(mayChoose) ? resolveConfig([...below, ...above]).get(path) : undefined;
  return {
    below: engineNamed(resolveConfig(below).get(path)?.value),
    ...(chosen?.origin === "command line" && { above: engineNamed(chosen.value) }),
  };
}

/** The template language of the document of a request, found without parsing all of it. */
export function requestedEngine(request: EvaluationRequest): EngineName {
  const { text } = request;
  const frontmatter = parseFrontmatter(text);
  return documentEngine({ source: text, ...(frontmatter && { frontmatter }) }, engineOutside(request));
}

/** The engine of a name; Lua where there is none of that name. */
function engineNamed(value: unknown): EngineName {
  return engineNames.find((name) => name === value) ?? "lua";
}

function mayChoose({ operations }: Layer): boolean {
  return operations.some((operation) => operation.path === path || path.startsWith(`${operation.path}.`));
}
