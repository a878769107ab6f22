import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { mostTextBytes } from "../base/file-answers.js";

/** The rules of the `.gitignore` files that rule over one folder, outermost first. */
export type IgnoreRules = readonly { readonly folder: string; readonly rules: Ignore }[];

/**
 * The rules for what lies in `folder` (absolute): its own and those of its parents up to the root of the repository,
 * without a repository up to `limit`. Where the parents exclude the folder itself, only its own: whoever names it wants it.
 */
export function rulesOf(folder: string, limit: string): IgnoreRules {
  const parents = parentsUpTo(folder, (parent) => existsSync(join(parent, ".git"))) ??
    parentsUpTo(folder, (parent) => parent === limit) ?? [folder];
  let rules: IgnoreRules = [];
  for (const parent of parents.reverse()) rules = isIgnored(rules, parent, "folder") ? rulesBelow([], folder) : rulesBelow(rules, parent);
  return rules;
}

/** Adds the `.gitignore` of `folder`, if there is one, to the rules of its parent. */
export function rulesBelow(parent: IgnoreRules, folder: string): IgnoreRules {
  try {
    const file = join(folder, ".gitignore");
    // What is no file may keep its reader waiting for ever; a larger one is no list that anybody wrote.
    const stats = statSync(file);
    if (!stats.isFile() || stats.size > mostTextBytes) return parent;
    const text = readFileSync(file, "utf8");
    return [...parent, { folder, rules: ignore().add(text.replace(/^\ufeff/, "")) }];
  } catch {
    return parent;
  }
}

/** Whether the rules exclude a path (absolute) in a folder that they do not exclude; the innermost file that says anything decides. */
export function isIgnored(all: IgnoreRules, path: string, kind: "file" | "folder"): boolean {
  for (const { folder, rules } of [...all].reverse()) {
    const local = relative(folder, path).replaceAll(sep, "/");
    const { ignored, unignored } = rules.test(kind === "folder" ? `${local}/` : local);
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** `folder` and its parents, up to and including the first that passes; undefined when none does. */
function parentsUpTo(folder: string, isLast: (parent: string) => boolean): string[] | undefined {
  const chain = [folder];
  for (let at = folder; !isLast(at); ) {
    const parent = dirname(at);
    if (parent === at) return undefined;
    chain.push(parent);
    at = parent;
  }
  return chain;
}
