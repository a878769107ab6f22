import { basename, dirname } from "../base/paths.js";
import { sameInOtherForm } from "../engines/references/meant-paths.js";
import type { NamedFile } from "../features/files/named-files.js";
import type { FileDoor } from "../workspace/host.js";

/** The absolute path of the file that is named; of a reference it may have the other form of Unicode. Undefined where none can be read. */
export async function readablePath(files: FileDoor, { place, path }: NamedFile): Promise<string | undefined> {
  if ((await files.fact(path)).readable) return path;
  if (place.kind === "include" || /^[ -~]*$/.test(path)) return undefined;
  const folder = dirname(path);
  const name = sameInOtherForm(basename(path), (await files.folder(folder)) ?? []);
  const other = name === undefined ? undefined : `${folder.replace(/\/$/, "")}/${name}`;
  return other !== undefined && (await files.fact(other)).readable ? other : undefined;
}
