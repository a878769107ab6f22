import { otherFormLater } from "../base/unicode-form.js";
import type { NamedFile } from "../features/files/named-files.js";
import type { FileDoor } from "../workspace/host.js";

/** The absolute path of the file that is named; it may have another form of Unicode. Undefined where none can be read. */
export async function readablePath(files: FileDoor, { path, folder, prompt }: NamedFile): Promise<string | undefined> {
  if ((await files.fact(path)).readable) return path;
  const other = await otherFormLater(path, folder, files.folder);
  if (other !== undefined && (await files.fact(other)).readable) return other;
  return prompt !== undefined && (await files.fact(prompt)).readable ? prompt : undefined;
}
