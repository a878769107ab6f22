/** Joins a relative path to a folder; absolute and `~/` paths stand for themselves. POSIX separators. */
export function resolvePath(folder: string, path: string, home: string): string {
  if (path === "~" || path.startsWith("~/")) return normalizePath(home + path.slice(1));
  return normalizePath(isAbsolute(path) ? path : `${folder}/${path}`);
}

/** Says whether a path starts at the root (`/`, or a Windows drive). */
export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);
}

/** Removes `.`, `..`, doubled and trailing slashes, without asking any file system. */
export function normalizePath(path: string): string {
  const drive = /^[A-Za-z]:(?=[\\/])/.exec(path)?.[0] ?? "";
  const rest = drive === "" ? path : path.slice(drive.length).replaceAll("\\", "/");
  const rooted = rest.startsWith("/");
  const parts: string[] = [];
  for (const part of rest.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (!rooted) parts.push("..");
  }
  const joined = parts.join("/");
  return drive + (rooted ? `/${joined}` : joined || ".");
}

/** The folder part of a path: `/a/b` gives `/a`, `b` gives `.`. */
export function dirname(path: string): string {
  const slash = path.lastIndexOf("/");
  if (slash < 0) return ".";
  return slash === 0 ? "/" : path.slice(0, slash);
}

/** The last part of a path. */
export function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The way from a folder to a path, both absolute: `/a/b` to `/a/c/d` is `../c/d`. On another drive there is none but the path. */
export function relativePath(folder: string, path: string): string {
  const [from, to] = [partsOf(folder), partsOf(path)];
  const fork = from.findIndex((part, index) => part !== to[index]);
  const shared = fork < 0 ? from.length : fork;
  if (shared === 0 && from[0]?.endsWith(":")) return normalizePath(path);
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/") || ".";
}

function partsOf(path: string): string[] {
  return normalizePath(path)
    .split("/")
    .filter((part) => part !== "");
}
