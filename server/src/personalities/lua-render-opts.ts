import { decodeUtf8, encodeUtf8 } from "../lua/bytes.js";
import { LuaTable, tableOf } from "../lua/table.js";
import type { LuaValue } from "../lua/values.js";
import type { RenderOpts, ToolEntry } from "./render-opts.js";

/** The options as the `render` of a Lua module takes them, with the names of seed 003. */
export function luaRenderOpts({ tools, environment, projectContext }: RenderOpts): LuaTable {
  const { cwd, currentFile, filetype, gitBranch, date, time } = environment;
  return tableOf({
    tools: listOf(tools.map(({ name, parts }) => tableOf({ name: bytes(name), parts: luaParts(parts) }))),
    environment: tableOf({
      cwd: bytes(cwd),
      current_file: bytes(currentFile),
      filetype: bytes(filetype),
      git_branch: bytes(gitBranch),
      date: bytes(date),
      time: bytes(time),
    }),
    project_context: listOf(projectContext.map(({ path, content }) => tableOf({ path: bytes(path), content: bytes(content) }))),
  });
}

/** Reads such options back, as a module may have changed them; what is no text or table is left out. */
export function renderOptsOf(opts: LuaTable): RenderOpts {
  const environment = opts.get("environment");
  const told = (name: string): string | undefined => textOf(member(environment, name));
  const [currentFile, filetype, gitBranch] = [told("current_file"), told("filetype"), told("git_branch")];
  return {
    tools: itemsOf(opts.get("tools")).map((tool) => ({ name: textOf(member(tool, "name")) ?? "", parts: partsOf(member(tool, "parts")) })),
    environment: {
      cwd: told("cwd") ?? "",
      ...(currentFile !== undefined && { currentFile }),
      ...(filetype !== undefined && { filetype }),
      ...(gitBranch !== undefined && { gitBranch }),
      date: told("date") ?? "",
      time: told("time") ?? "",
    },
    projectContext: itemsOf(opts.get("project_context")).map((file) => ({
      path: textOf(member(file, "path")) ?? "",
      content: textOf(member(file, "content")) ?? "",
    })),
  };
}

function bytes(text: string | undefined): LuaValue {
  return text === undefined ? undefined : encodeUtf8(text);
}

function luaParts(parts: ToolEntry["parts"]): LuaTable {
  const table = new LuaTable();
  for (const [part, lines] of Object.entries(parts)) table.set(encodeUtf8(part), listOf(lines.map(encodeUtf8)));
  return table;
}

function listOf(values: readonly LuaValue[]): LuaTable {
  const table = new LuaTable();
  table.list.push(...values);
  return table;
}

function member(value: LuaValue, name: string): LuaValue {
  return value instanceof LuaTable ? value.get(name) : undefined;
}

function itemsOf(value: LuaValue): readonly LuaValue[] {
  return value instanceof LuaTable ? value.list : [];
}

function textOf(value: LuaValue): string | undefined {
  return typeof value === "string" ? decodeUtf8(value) : undefined;
}

function textsOf(value: LuaValue): string[] {
  if (typeof value === "string") return [decodeUtf8(value)];
  return itemsOf(value).flatMap((item) => textOf(item) ?? []);
}

function partsOf(value: LuaValue): ToolEntry["parts"] {
  const members = value instanceof LuaTable ? [...value.hash] : [];
  return Object.fromEntries(members.flatMap(([part, lines]) => (typeof part === "string" ? [[decodeUtf8(part), textsOf(lines)]] : [])));
}
