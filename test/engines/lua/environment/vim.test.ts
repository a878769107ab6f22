import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { normalizePath } from "../../../../server/src/base/paths.js";
import { vimTable } from "../../../../server/src/engines/lua/environment/vim.js";
import { passiveLimits } from "../../../../server/src/lua/budget.js";
import { decodeUtf8, encodeUtf8 } from "../../../../server/src/lua/bytes.js";
import { createState } from "../../../../server/src/lua/state.js";
import type { LuaTable } from "../../../../server/src/lua/table.js";
import type { LuaFunction } from "../../../../server/src/lua/values.js";

// [function, path, modifiers, result], recorded from Neovim 0.12.4 with the home folder /root and the cwd /tmp.
const recorded: [string, string, string, string][] = JSON.parse(
  readFileSync(new URL("../../../conformance/vim/paths.json", import.meta.url), "utf8"),
);
const folders = ["/", "/tmp", "/root", "/usr"];

/** As a file system does it: every folder on the way must exist, also one that `..` leaves again. */
function isFolder(path: string): boolean {
  const steps = path.split("/").map((_, index, all) => normalizePath(`/${all.slice(0, index + 1).join("/")}`));
  return steps.every((step) => folders.includes(step));
}

const vim = vimTable({
  cwd: "/tmp",
  home: "/root",
  fact: (path) => ({ readable: path === "/tmp/note.md", isFolder: isFolder(path) }),
});

function call(space: "fn" | "fs", name: string, args: readonly (string | number)[]): unknown {
  const fn = (vim.get(space) as LuaTable).get(name) as LuaFunction;
  const [result] = fn.call(
    createState({ limits: passiveLimits }),
    args.map((arg) => (typeof arg === "string" ? encodeUtf8(arg) : arg)),
  );
  return typeof result === "string" ? decodeUtf8(result) : result;
}

describe("the vim path functions do what Neovim does", () => {
  for (const path of new Set(recorded.map(([, given]) => given))) {
    test(JSON.stringify(path), () => {
      const cases = recorded.filter(([, given]) => given === path);
      const results = cases.map(([name, , modifiers]) => [
        name,
        modifiers,
        call(name === "fnamemodify" || name === "simplify" ? "fn" : "fs", name, [path, modifiers]),
      ]);
      expect(results).toEqual(cases.map(([name, , modifiers, result]) => [name, modifiers, result]));
    });
  }

  test("getcwd() is the cwd, and filereadable() asks the host about the absolute path", () => {
    expect(call("fn", "getcwd", [])).toBe("/tmp");
    expect(call("fn", "filereadable", ["note.md"])).toBe(1);
    expect(call("fn", "filereadable", ["~/note.md"])).toBe(0);
  });

  test("a number is the path that Lua prints for it", () => {
    expect([12, 1e15, 1 / 0, -1 / 0].map((path) => call("fs", "normalize", [path]))).toEqual(["12", "1e+15", "inf", "-inf"]);
  });
});
