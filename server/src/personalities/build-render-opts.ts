import { languageId } from "../../../shared/language.js";
import { relativePath } from "../base/paths.js";
import type { Surroundings } from "../engines/engine.js";
import { calendarTime, formatTime } from "../lua/library/calendar.js";
import type { ToolDefinition } from "../tools/definitions/definition.js";
import { gitBranch, type Told } from "./git-branch.js";
import { projectContext } from "./project-context.js";
import type { Environment, RenderOpts, ToolEntry } from "./render-opts.js";

/** What options are built from: a document's place in the world, the tools that it has, and what is told of files. */
export interface PersonalityWorld {
  readonly surroundings: Surroundings;
  readonly tools: readonly ToolDefinition[];
  readonly told: Told;
}

/** Gathers what the personality of that name builds its prompt from (seed 003). */
export function buildRenderOpts(name: string, { surroundings, tools, told }: PersonalityWorld): RenderOpts {
  return {
    tools: toolEntries(name, tools),
    environment: environmentOf(surroundings, told),
    projectContext: projectContext(contextFolder(surroundings), told),
  };
}

/** Where the files of the project are looked for: beside the document; for one without a file, in the working directory. */
export function contextFolder({ filename, dirname, cwd }: Surroundings): string {
  return filename === undefined ? cwd : dirname;
}

function toolEntries(personality: string, tools: readonly ToolDefinition[]): ToolEntry[] {
  const entries = tools.map(({ name, personalities }) => ({ name, parts: ownMember(personalities, personality) ?? {} }));
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The names of personalities are anybody's: `constructor` must find nothing. */
function ownMember<T>(members: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function environmentOf({ filename, cwd, now, timeZone }: Surroundings, told: Told): Environment {
  const branch = gitBranch(cwd, told);
  const wall = calendarTime(Math.floor(now / 1000), timeZone);
  const shown = (format: string): string => (wall === undefined ? "" : formatTime(format, wall));
  return {
    cwd,
    ...(filename !== undefined && { currentFile: relativePath(cwd, filename) }),
    filetype: languageId,
    ...(branch !== undefined && { gitBranch: branch }),
    date: shown("%Y-%m-%d"),
    time: shown("%H:%M"),
  };
}
