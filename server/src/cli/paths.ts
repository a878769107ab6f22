import { isAbsolute, relative, sep } from "node:path";

/** How results name an absolute path: relative to `cwd` with `/`, absolute when outside. */
export function displayPath(path: string, cwd: string): string {
  const local = relative(cwd, path);
  const isOutside = local === ".." || local.startsWith(`..${sep}`) || isAbsolute(local);
  return (isOutside ? path : local || ".").replaceAll(sep, "/");
}
