import type { FileText } from "../base/file-answers.js";
import { normalizePath } from "../base/paths.js";
import type { Told } from "./git-branch.js";
import type { ProjectContextFile } from "./render-opts.js";

/** The files that say how to work in a project, in the order they are looked for (seed 003, "Project Context Discovery"). */
const contextFiles = ["AGENTS.md", "CLAUDE.md", ".claude/CLAUDE.md", ".cursorrules", ".github/copilot-instructions.md"];

/** Finds these files in a folder; of those with the same text the first one counts. */
export function projectContext(folder: string, told: Told): ProjectContextFile[] {
  const contents = new Map<string, string>();
  for (const path of contextFiles) {
    const found = inFolder(folder, path, told);
    if (found?.kind !== "text") continue;
    const content = found.text.replace(/\r\n?/g, "\n");
    if (!contents.has(content)) contents.set(content, path);
  }
  return [...contents].map(([content, path]) => ({ path, content }));
}

/** What is wrong with such files that are there and give no text, in sentences: they would be missed without a word. */
export function contextFaults(folder: string, told: Told): string[] {
  return contextFiles.flatMap((path) => {
    const why = reasonOf(inFolder(folder, path, told));
    return why === undefined ? [] : [`The personality is not told of "${path}", which ${why}.`];
  });
}

function inFolder(folder: string, path: string, told: Told): FileText | undefined {
  return told(normalizePath(`${folder}/${path}`));
}

function reasonOf(found: FileText | undefined): string | undefined {
  switch (found?.kind) {
    case "too-large":
      return "is larger than 1 MB. Shorten it";
    case "not-text":
      return "is no text in UTF-8. Save it as UTF-8";
    case "unreadable":
      return "cannot be read. Look at its permissions";
    case "special":
      return "is no regular file. Put a file in its place";
    case undefined:
    case "text":
    case "missing":
    case "folder":
    case "forbidden":
      return undefined;
  }
}
