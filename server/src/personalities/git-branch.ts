import type { FileText } from "../base/file-answers.js";
import { dirname, isAbsolute, normalizePath } from "../base/paths.js";

/** What is known of the text of a file by its absolute path; undefined as long as the host has not answered. */
export type Told = (path: string) => FileText | undefined;

/**
 * The branch of the repository that a folder lies in, as its `HEAD` names it; undefined outside of every repository, and
 * where a commit rather than a branch is checked out. Work trees and submodules, whose `.git` is a file, count as well.
 */
export function gitBranch(folder: string, told: Told): string | undefined {
  const start = normalizePath(folder);
  const own = headOf(start, told);
  if (own.kind !== "none") return branchOf(own);
  // The folders above are asked about all at once: every round of questions is another evaluation.
  const above = parentsOf(start).map((parent) => headOf(parent, told));
  const nearest = above.find(({ kind }) => kind !== "none");
  return nearest && branchOf(nearest);
}

type Head = { readonly kind: "head"; readonly text: string } | { readonly kind: "none" | "unknown" };

function headOf(folder: string, told: Told): Head {
  const git = normalizePath(`${folder}/.git`);
  const head = told(`${git}/HEAD`);
  const link = told(git);
  if (head?.kind === "text") return { kind: "head", text: head.text };
  if (head === undefined || link === undefined) return { kind: "unknown" };
  if (link.kind !== "text") return { kind: "none" };
  const [, path] = /^gitdir: (.+?)\s*$/.exec(link.text) ?? [];
  if (path === undefined) return { kind: "none" };
  const linked = told(normalizePath(`${isAbsolute(path) ? path : `${folder}/${path}`}/HEAD`));
  if (linked === undefined) return { kind: "unknown" };
  return { kind: "head", text: linked.kind === "text" ? linked.text : "" };
}

function branchOf(head: Head): string | undefined {
  const [, branch] = head.kind === "head" ? (/^ref: refs\/heads\/(.+?)\s*$/.exec(head.text) ?? []) : [];
  // Where git keeps its references in another way, HEAD holds this instead.
  return branch === ".invalid" ? undefined : branch;
}

function parentsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder || parent === "." ? [] : [parent, ...parentsOf(parent)];
}
