import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { currentNeovim } from "../support/editors.mjs";

test("a session of Neovim without a screen, with files that are included and changed outside", () => {
  const run = fileURLToPath(new URL("run.mjs", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [run, currentNeovim()], { encoding: "utf8" });
  assert.equal(status, 0, stdout);
});
