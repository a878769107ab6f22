import { isAbsolute, normalizePath, resolvePath } from "../../../base/paths.js";
import { decodeUtf8, encodeUtf8 } from "../../../lua/bytes.js";
import { stringArgument as byteArgument } from "../../../lua/library/arguments.js";
import { LuaTable } from "../../../lua/table.js";
import { hostFunction, type LuaArguments, type LuaFunction } from "../../../lua/values.js";
import { fnamemodify, type PathWorld } from "./fnamemodify.js";

/** The curated `vim` table: path functions of `vim.fn` and `vim.fs` (seed A142). */
export function vimTable(world: PathWorld): LuaTable {
  const { cwd, home } = world;
  const fn = new LuaTable();
  fn.set(
    "fnamemodify",
    pathFunction("fnamemodify", (path, args) => fnamemodify(path, stringArgument(args, 2, "fnamemodify"), world)),
  );
  fn.set(
    "getcwd",
    hostFunction("getcwd", () => [encodeUtf8(cwd)]),
  );
  fn.set(
    "filereadable",
    hostFunction("filereadable", (args) => [world.fact(resolvePath(cwd, stringArgument(args, 1, "filereadable"), home)).readable ? 1 : 0]),
  );
  fn.set("simplify", pathFunction("simplify", simplify));
  const fs = new LuaTable();
  fs.set(
    "normalize",
    pathFunction("normalize", (path) => normalize(path, home)),
  );
  fs.set(
    "abspath",
    pathFunction("abspath", (path) => absolute(path, world)),
  );
  const vim = new LuaTable();
  vim.set("fn", fn);
  vim.set("fs", fs);
  return vim;
}

function pathFunction(name: string, change: (path: string, args: LuaArguments) => string): LuaFunction {
  return hostFunction(name, (args, state) => {
    const path = stringArgument(args, 1, name);
    // A modifier looks at the whole path, and a substitution can write its text in place of every character.
    const modifiers = typeof args[1] === "string" ? args[1].length : 1;
    state.charge((path.length * (modifiers + 1)) >> 3);
    state.allocateString(path.length);
    return [encodeUtf8(change(path, args))];
  });
}

function stringArgument(args: LuaArguments, position: number, name: string): string {
  return decodeUtf8(byteArgument(args, position, name));
}

/** `vim.fs.normalize`: `~` and `$HOME` expanded, `.`, `..`, doubled and trailing slashes removed. */
function normalize(path: string, home: string): string {
  if (path === "") return "";
  const expanded = path.replace(/^~/, home).replace(/\$HOME(?![A-Za-z0-9_])/g, home);
  return keepDouble(expanded, normalizePath(expanded));
}

/** `vim.fs.abspath`: makes a path absolute, keeping `.` and `..` as written. */
function absolute(path: string, { cwd, home }: PathWorld): string {
  const expanded = path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
  if (isAbsolute(expanded)) return expanded;
  return expanded === "." || expanded === "" ? cwd : `${cwd}/${expanded}`.replace(/\/+/g, "/");
}

/** `simplify()`: like `normalizePath`, but a leading `./` and a trailing slash stay. */
function simplify(path: string): string {
  if (path === "") return "";
  const short = normalizePath(path);
  if (short === ".") return path.endsWith("/") ? "./" : ".";
  const leading = path.startsWith("./") && !short.startsWith("..") ? "./" : "";
  const trailing = path.endsWith("/") && short !== "/" ? "/" : "";
  return keepDouble(path, leading + short + trailing);
}

/** Exactly two slashes at the start have a meaning of their own in POSIX, and stay. */
function keepDouble(path: string, short: string): string {
  return /^\/\/(?!\/)/.test(path) ? `/${short}` : short;
}
