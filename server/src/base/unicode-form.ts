import type { FolderNames } from "./file-answers.js";

/** The names in a folder by its absolute path; those of folders end with `/`. */
export type FolderLookup = (path: string) => FolderNames;

/**
 * Finds the path that is the same text in another Unicode form: file systems and editors do not agree on one. `known` is a
 * folder that is there as it is written. Both are absolute; undefined where no such path is.
 */
export function otherForm(path: string, known: string, folder: FolderLookup): string | undefined {
  const search = searchForm(path, known);
  let step = search.next();
  while (!step.done) step = search.next(folder(step.value));
  return step.value;
}

/** As `otherForm`, where folders take their time. */
export async function otherFormLater(
  path: string,
  known: string,
  folder: (path: string) => Promise<FolderNames>,
): Promise<string | undefined> {
  const search = searchForm(path, known);
  let step = search.next();
  while (!step.done) step = search.next(await folder(step.value));
  return step.value;
}

/** Asks for the names in the folders that matter, from the outermost in; ASCII has one form only. */
function* searchForm(path: string, known: string): Generator<string, string | undefined, FolderNames> {
  const parts = path.split("/");
  const sure = known.split("/");
  let found = parts[0] as string;
  let isSure = found === sure[0];
  for (const [index, part] of parts.entries()) {
    if (index === 0) continue;
    isSure &&= part === sure[index];
    let name: string | undefined = part;
    if (!isSure && !/^[ -~]*$/.test(part)) name = nameIn(yield found === "" ? "/" : found, index === parts.length - 1 ? part : `${part}/`);
    if (name === undefined) return undefined;
    found += `/${name.replace(/\/$/, "")}`;
  }
  return found === path ? undefined : found;
}

function nameIn(names: FolderNames, wanted: string): string | undefined {
  if (names?.includes(wanted)) return wanted;
  const form = wanted.normalize();
  return names?.find((name) => name.normalize() === form);
}
