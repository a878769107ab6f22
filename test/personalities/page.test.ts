import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runAlone, runBeside, textsOf } from "../evaluation/project/support.js";

const page = readFileSync(new URL("../../docs/personalities.md", import.meta.url), "utf8");

/** The files that the page shows, by the name in their first line; parts of one file are joined. */
function shownFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [, name = "", code = ""] of page.matchAll(/^```lua\n-- (\S+)\n([\s\S]*?)^```$/gm)) files[name] = (files[name] ?? "") + code;
  return files;
}

test("the examples of docs/personalities.md work as it says", () => {
  const files = { ...shownFiles(), "AGENTS.md": "Use tabs.", ".git/HEAD": "ref: refs/heads/main\n" };
  expect(Object.keys(files)).toEqual(["lua/project/reviewer.lua", "flemma.lua", "lua/project/assistant.lua", "AGENTS.md", ".git/HEAD"]);
  const alone = runAlone(files);
  expect(alone.problems).toEqual([]);
  expect(alone.data.personalities).toEqual({ reviewer: "project.reviewer", "coding-assistant": "project.assistant" });
  const document = /^```chat\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? "";
  const result = runBeside(files, `${document}@You:\n{{ include("urn:flemma:personality:reviewer") }}\n`);
  expect(result.problems).toEqual([]);
  const [assistant, reviewer] = textsOf(result);
  expect(assistant).toMatch(/^You are a coding agent\.[\s\S]*\n- Time: 03:04\n- Office hours: 9 to 17$/);
  expect(assistant).toContain("- deploy: Deploy to the test system\n");
  expect(assistant).toContain("- Run the tests before you deploy.\n- Say what you deployed.\n");
  expect(reviewer).toBe("You review changes on main.\n\n- deploy: needs a green build\n\nFrom AGENTS.md:\nUse tabs.");
});

test("the page names the files of a project in the order they are looked for", () => {
  const listed = [...page.matchAll(/^\d\. `([^`]+)`$/gm)].map(([, name]) => name);
  const files = Object.fromEntries([...listed].reverse().map((name) => [String(name), `of ${name}`]));
  const module = 'return { render = function(opts) return require("flemma.utilities.json").encode(opts.project_context) end }';
  const project = { "flemma.lua": 'require("flemma.personalities").register("files", "files")', "lua/files.lua": module };
  const [found] = textsOf(runBeside({ ...files, ...project }, "@You:\n{{ include('urn:flemma:personality:files') }}\n"));
  expect(JSON.parse(String(found)).map(({ path }: { path: string }) => path)).toEqual(listed);
  expect(listed).toHaveLength(5);
});
