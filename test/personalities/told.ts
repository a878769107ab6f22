import type { FileText } from "../../server/src/base/file-answers.js";
import type { Told } from "../../server/src/personalities/git-branch.js";

/** Files by absolute path; a string is a text, and folders are those that something lies in. */
export type Disk = Readonly<Record<string, string | FileText>>;

/** Answers as a host with these files does. */
export function toldOf(disk: Disk): Told {
  return (path) => {
    const found = disk[path];
    if (found !== undefined) return typeof found === "string" ? { kind: "text", text: found } : found;
    return { kind: Object.keys(disk).some((name) => name.startsWith(`${path}/`)) ? "folder" : "missing" };
  };
}

/** Answers with `told` what was asked before, and notes what is asked now: one round of questions. */
function round(told: Told, known: Map<string, FileText | undefined>): { told: Told; asked: Set<string> } {
  const asked = new Set<string>();
  return {
    asked,
    told(path) {
      if (!known.has(path)) asked.add(path);
      return known.has(path) ? told(path) : undefined;
    },
  };
}

/** Runs something with the answers of a host until it asks nothing more; gives the result and what each round asked. */
export function answered<T>(disk: Disk, run: (told: Told) => T): { result: T; rounds: string[][] } {
  const known = new Map<string, FileText | undefined>();
  const rounds: string[][] = [];
  for (;;) {
    const { told, asked } = round(toldOf(disk), known);
    const result = run(told);
    if (asked.size === 0) return { result, rounds };
    rounds.push([...asked]);
    for (const path of asked) known.set(path, undefined);
  }
}
