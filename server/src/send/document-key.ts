import { createHash } from "node:crypto";
import { realpath } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { filePath } from "../workspace/node-host.js";

/**
 * What stands for a document in names of files: the same for every name that leads to one file, symbolic links followed;
 * 16 hexadecimal digits. Never rejects.
 */
export async function documentKey(uri: string): Promise<string> {
  const path = filePath(uri);
  return createHash("sha256")
    .update(path === undefined ? uri : await realPath(path))
    .digest("hex")
    .slice(0, 16);
}

/** Of a file that does not exist yet, the folder counts. */
async function realPath(path: string): Promise<string> {
  const follow = promisify(realpath.native);
  const above = async (): Promise<string> => join(await follow(dirname(path)), basename(path));
  return follow(path)
    .catch(above)
    .catch(() => path);
}
