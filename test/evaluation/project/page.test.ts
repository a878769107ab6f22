import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runAlone, runBeside, textsOf } from "./support.js";

const page = readFileSync(new URL("../../../docs/project-file.md", import.meta.url), "utf8");

/** The files that the page shows, by the name in their first line; parts of one file are joined. */
function shownFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [, name = "", code = ""] of page.matchAll(/^```lua\n-- (\S+)\n([\s\S]*?)^```$/gm)) files[name] = (files[name] ?? "") + code;
  return files;
}

test("the examples of docs/project-file.md work as it says", () => {
  const files = shownFiles();
  expect(Object.keys(files)).toEqual(["flemma.lua", "lua/project/templating.lua", "lua/project/reviewer.lua"]);
  const alone = runAlone(files);
  expect(alone.problems).toEqual([]);
  expect(alone.data.personalities).toEqual({ reviewer: "project.reviewer" });
  const document = /^````chat\n([\s\S]*?)^````$/m.exec(page)?.[1] ?? "";
  const result = runBeside(files, `${document}{{ os.time() }}\n`);
  expect(textsOf(result)).toEqual(["HELLO!\n{{ os.time() }}"]);
  expect(result.config.tools).toContain("deploy");
  expect(result.config.approval).toMatchObject({ ls: "approve", write: "require_approval" });
});
