import { normalizePath } from "../base/paths.js";
import type { Told } from "./git-branch.js";
import type { ProjectContextFile } from "./render-opts.js";

/** The files that say how to work in a project, in the order they are looked for (seed 003, "Project Context Discovery"). */
const contextFiles = ["AGENTS.md", "CLAUDE.md", ".claude/CLAUDE.md", ".cursorrules", ".github/copilot-instructions.md"];

/** Finds these files in a folder; of those with the same text the first one counts. */
export function projectContext(folder: string, told: Told): ProjectContextFile[] {
  const contents = new Map<string, string>();
  for (const path of contextFiles) {
    const found = told(normalizePath(`${folder}/${path}`));
    if (found?.kind !== "text") continue;
    const content = found.text.replace(/\r\n?/g, "\n");
    if (!contents.has(content)) contents.set(content, path);
  }
  return [...contents].map(([content, path]) => ({ path, content }));
}
