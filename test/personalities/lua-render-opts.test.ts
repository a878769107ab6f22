import { expect, test } from "vitest";
import { jsonOf } from "../../server/src/engines/lua/inspect.js";
import { LuaTable, tableOf } from "../../server/src/lua/table.js";
import { luaRenderOpts, renderOptsOf } from "../../server/src/personalities/lua-render-opts.js";
import type { RenderOpts } from "../../server/src/personalities/render-opts.js";

const opts: RenderOpts = {
  tools: [
    { name: "a", parts: { größe: ["é", "b"] } },
    { name: "b", parts: {} },
  ],
  environment: { cwd: "/w", currentFile: "ü.chat", filetype: "chat", gitBranch: "main", date: "2026-01-02", time: "03:04" },
  projectContext: [{ path: "AGENTS.md", content: "✓" }],
};
const bare: RenderOpts = { tools: [], environment: { cwd: "/", date: "d", time: "t" }, projectContext: [] };

test("options have the members of the seed in Lua, and no others", () => {
  expect(jsonOf(luaRenderOpts(opts))).toEqual({
    tools: [
      { name: "a", parts: { größe: ["é", "b"] } },
      { name: "b", parts: [] },
    ],
    environment: { cwd: "/w", current_file: "ü.chat", filetype: "chat", git_branch: "main", date: "2026-01-02", time: "03:04" },
    project_context: [{ path: "AGENTS.md", content: "✓" }],
  });
  expect(jsonOf(luaRenderOpts(bare))).toEqual({ tools: [], environment: { cwd: "/", date: "d", time: "t" }, project_context: [] });
});

test.each([opts, bare])("options can be read back: %j", (given) => {
  expect(renderOptsOf(luaRenderOpts(given))).toEqual(given);
});

test("what is no text and no table is left out", () => {
  const empty = { tools: [], environment: { cwd: "", date: "", time: "" }, projectContext: [] };
  expect(renderOptsOf(new LuaTable())).toEqual(empty);
  expect(renderOptsOf(tableOf({ tools: true, environment: 3, project_context: "x" }))).toEqual(empty);
  const tools = new LuaTable();
  tools.list.push(7, tableOf({ name: 1, parts: tableOf({ a: "text" }) }));
  expect(renderOptsOf(tableOf({ tools })).tools).toEqual([
    { name: "", parts: {} },
    { name: "", parts: { a: ["text"] } },
  ]);
});
