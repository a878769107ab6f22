import type { FileFact } from "../../../base/file-answers.js";
import { isAbsolute, normalizePath } from "../../../base/paths.js";

/** What the path functions need to know of the world. */
export interface PathWorld {
  readonly cwd: string;
  readonly home: string;
  fact(path: string): FileFact;
}

/**
 * Vim's `fnamemodify()`. Modifiers count only in Vim's own order: :p, then :~ and :., :h, :t, :e and :r, :s and :gs,
 * :S; what stands after them in another order is ignored. A substitution lets all of them begin anew.
 */
export function fnamemodify(path: string, modifiers: string, world: PathWorld): string {
  let name = path;
  let rest = modifiers;
  for (;;) {
    ({ name, rest } = expand(name, rest, world));
    ({ name, rest } = cut(name, rest));
    const substituted = substitute(name, rest);
    if (substituted === undefined) return rest.startsWith(":S") ? `'${name.replaceAll("'", "'\\''")}'` : name;
    ({ name, rest } = substituted);
  }
}

interface Step {
  readonly name: string;
  readonly rest: string;
}

/** :p, and then any number of :~ :. */
function expand(path: string, modifiers: string, world: PathWorld): Step {
  let name = path;
  let rest = modifiers;
  let isFull = false;
  let isHomeRelative = false;
  if (rest.startsWith(":p")) {
    rest = rest.slice(2);
    name = fullName(name, world);
    if (!name.endsWith("/") && world.fact(name).isFolder) name += "/";
    isFull = true;
  }
  for (let match = /^:([~.8])/.exec(rest); match !== null; match = /^:([~.8])/.exec(rest)) {
    rest = rest.slice(2);
    if (match[1] === "8") continue;
    const full = isFull || isHomeRelative ? name : fullName(name, world);
    isFull = false;
    if (match[1] === ".") name = isHomeRelative ? name : below(full, world.cwd, "", name);
    else {
      name = full === world.home ? "~" : below(full, world.home, "~/", name);
      isHomeRelative ||= name.startsWith("~");
    }
  }
  return { name, rest };
}

/** :h, :t, :e and :r, each as often as it stands there, in this order. */
function cut(path: string, modifiers: string): Step {
  let rest = modifiers;
  let name = path;
  let tail = name.lastIndexOf("/") + 1;
  while (rest.startsWith(":h")) {
    rest = rest.slice(2);
    const root = name.startsWith("/") ? 1 : 0;
    let end = tail;
    while (end > root && name[end - 1] === "/") end--;
    name = end === 0 ? "." : name.slice(0, end);
    tail = Math.max(root, name.lastIndexOf("/", end - 1) + 1);
    if (name === ".") tail = 0;
  }
  if (rest.startsWith(":t")) {
    rest = rest.slice(2);
    name = name.slice(tail);
    tail = 0;
  }
  let start = 0;
  let end = name.length;
  for (let match = /^:([er])/.exec(rest); match !== null; match = /^:([er])/.exec(rest)) {
    rest = rest.slice(2);
    ({ start, end } = match[1] === "e" ? extension(name, { tail, start, end }) : root(name, { tail, start, end }));
  }
  return { name: name.slice(start, end), rest };
}

interface Stretch {
  readonly tail: number;
  readonly start: number;
  readonly end: number;
}

/** :e keeps the last extension; once more, also the one before it. A leading dot of the tail is none. */
function extension(name: string, { tail, start, end }: Stretch): { start: number; end: number } {
  const isAgain = start > tail;
  const dot = name.lastIndexOf(".", isAgain ? start - 2 : end - 1);
  if (dot > tail) return { start: dot + 1, end };
  return isAgain ? { start, end } : { start, end: start };
}

/** :r removes the last extension. */
function root(name: string, { tail, start, end }: Stretch): { start: number; end: number } {
  const dot = name.lastIndexOf(".", end - 1);
  return dot > Math.max(tail, start) ? { start, end: dot } : { start, end };
}

/** :s?pattern?text? and :gs; undefined when neither stands there. */
function substitute(name: string, modifiers: string): Step | undefined {
  const head = /^:(g?)s(.)/su.exec(modifiers);
  if (head === null) return undefined;
  const [pattern, text, ...after] = modifiers.slice(head[0].length).split(head[2] as string);
  if (pattern === undefined || text === undefined || after.length === 0) return undefined;
  const rest = after.join(head[2]);
  return { name: replaceMatches(name, { pattern, text, isGlobal: head[1] === "g" }), rest };
}

/** Replaces the first match or all. Of Vim's patterns: letters, `\` escapes, `.` for any character, `^` and `$`. */
function replaceMatches(name: string, { pattern, text, isGlobal }: { pattern: string; text: string; isGlobal: boolean }): string {
  const isAtStart = pattern.startsWith("^");
  const isAtEnd = /(?:^|[^\\])\$$/.test(pattern);
  const units = [...pattern.slice(isAtStart ? 1 : 0, isAtEnd ? -1 : undefined).matchAll(/\\?./gsu)].map(([unit]) => unit);
  const matches = (at: number): boolean =>
    units.every((unit, index) => (unit === "." ? at + index < name.length : name[at + index] === unit.at(-1)));
  let result = "";
  let at = 0;
  let isDone = false;
  while (at < name.length) {
    const fits: boolean =
      !isDone && (!isAtStart || at === 0) && (!isAtEnd || at + units.length === name.length) && units.length > 0 && matches(at);
    result += fits ? text.replace(/\\(.)/g, "$1") : name[at];
    at += fits ? units.length : 1;
    isDone ||= fits && !isGlobal;
  }
  return result;
}

/** The full path: `~/` expanded, relative paths below cwd; `.` and `..` are resolved where their folder exists. */
function fullName(path: string, { cwd, home, fact }: PathWorld): string {
  const expanded = path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
  const full = isAbsolute(expanded) ? expanded : `${cwd === "/" ? "" : cwd}/${expanded}`;
  const folder = /\/\.\.?$/.test(full) ? full : full.slice(0, full.lastIndexOf("/") + 1);
  if (/\/\.\.?(?:\/|$)/.test(full) && fact(folder).isFolder) return keepSlash(full, normalizePath(full));
  return expanded === "" ? cwd : full;
}

function keepSlash(path: string, normal: string): string {
  return path.endsWith("/") && !normal.endsWith("/") ? `${normal}/` : normal;
}

function below(path: string, folder: string, prefix: string, otherwise: string): string {
  return folder !== "" && folder !== "/" && path.startsWith(`${folder}/`) ? prefix + path.slice(folder.length + 1) : otherwise;
}
