import { basename, dirname, isAbsolute, normalizePath, resolvePath } from "../../../base/paths.js";
import { decodeUtf8, encodeUtf8 } from "../../../lua/bytes.js";
import { badArgument } from "../../../lua/library/arguments.js";
import { LuaTable } from "../../../lua/table.js";
import { hostFunction, type LuaArguments, type LuaFunction } from "../../../lua/values.js";

/** What the path functions need to know of the world. `readable` may throw to ask the host for a fact. */
export interface PathWorld {
  readonly cwd: string;
  readonly home: string;
  readable(path: string): boolean;
}

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
    hostFunction("filereadable", (args) => [world.readable(resolvePath(cwd, stringArgument(args, 1, "filereadable"), home)) ? 1 : 0]),
  );
  fn.set("simplify", pathFunction("simplify", simplify));
  const fs = new LuaTable();
  fs.set(
    "normalize",
    pathFunction("normalize", (path) => (path === "" ? "" : normalizePath(expandHome(path, home)))),
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
  return hostFunction(name, (args) => [encodeUtf8(change(stringArgument(args, 1, name), args))]);
}

function stringArgument(args: LuaArguments, position: number, name: string): string {
  const value = args[position - 1];
  if (typeof value !== "string" && typeof value !== "number") throw badArgument(args, position, name, "string");
  return decodeUtf8(String(value));
}

function expandHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
}

/** `vim.fs.abspath`: makes a path absolute, keeping `..` as written. */
function absolute(path: string, { cwd, home }: PathWorld): string {
  const expanded = expandHome(path, home);
  if (isAbsolute(expanded)) return expanded;
  return expanded === "." || expanded === "" ? cwd : `${cwd.replace(/\/$/, "")}/${expanded.replace(/^\.\//, "")}`;
}

/** `simplify()`: like `normalizePath`, but a leading `./` and a trailing slash stay. */
function simplify(path: string): string {
  if (path === "") return "";
  const short = normalizePath(path);
  const leading = path.startsWith("./") && !short.startsWith("..") && short !== "." ? "./" : "";
  const trailing = path.endsWith("/") && short !== "/" ? "/" : "";
  return leading + short + trailing;
}

/** `fnamemodify()` with the modifiers :p :~ :. :h :t :r :e, applied from left to right. */
function fnamemodify(path: string, modifiers: string, world: PathWorld): string {
  let name = path;
  for (const match of modifiers.matchAll(/:(8|~|\.|p|h|t|r|e)/g)) name = modify(name, match[1] as string, world);
  return name;
}

function modify(path: string, modifier: string, world: PathWorld): string {
  switch (modifier) {
    case "p":
      return absolute(path, world);
    case "~":
      return within(path, world.home) ? `~${path.slice(world.home.length)}` : path;
    case ".":
      return within(path, world.cwd) ? path.slice(world.cwd.length + 1) : path;
    case "h":
      return head(path);
    case "t":
      return basename(path);
    case "r":
      return path.slice(0, path.length - extension(path).length);
    case "e":
      return extension(path).slice(1);
    default:
      return path;
  }
}

function within(path: string, folder: string): boolean {
  return folder !== "" && folder !== "/" && path.startsWith(`${folder}/`);
}

function head(path: string): string {
  if (path.length > 1 && path.endsWith("/")) return path.replace(/\/+$/, "") || "/";
  return dirname(path);
}

/** The last extension with its dot; a leading dot is no extension. */
function extension(path: string): string {
  const name = basename(path);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot) : "";
}
