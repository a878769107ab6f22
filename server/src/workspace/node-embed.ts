import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { mostTextBytes } from "../base/file-answers.js";
import type { EmbedSource } from "../engines/go/execute/embed-source.js";

/**
 * A source of files below `root` (a path): a reference is relative to the file that embeds it, or to the root where that
 * is no file. Absolute references, and files outside of the root once symbolic links are resolved, are none of its own. The key is the
 * real path. Reads regular files of at most 1 MB; what is no UTF-8 in them is U+FFFD.
 */
export function fileEmbedSource({ root }: { readonly root: string }): EmbedSource {
  return {
    read: (ref, from) => {
      if (isAbsolute(ref) || /^[A-Za-z]:/.test(ref) || ref.startsWith("\\")) return undefined;
      const key = realFile(resolve(dirname(resolve(root, from)), ref));
      if (key === undefined || !isBelow(root, key)) return undefined;
      return { key, text: readFileSync(key, "utf8").replace(/^\ufeff/, "") };
    },
  };
}

/** The real path of a regular file that is not too large. */
function realFile(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    const stats = statSync(real);
    return stats.isFile() && stats.size <= mostTextBytes ? real : undefined;
  } catch {
    return undefined;
  }
}

function isBelow(root: string, path: string): boolean {
  const way = relative(realpathSync(root), path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
