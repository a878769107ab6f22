import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { currentNeovim, oldNeovim } from "../support/editors.mjs";
import { plugin } from "./neovim.mjs";

const script = fileURLToPath(new URL("parts.lua", import.meta.url)).replaceAll(" ", "\\ ");

for (const [name, program] of [
  ["Neovim", currentNeovim()],
  ["old Neovim", oldNeovim()],
]) {
  const path = `set runtimepath^=${plugin.replaceAll(/[ \\,]/g, "\\$&")}`;
  const { stdout, stderr } = spawnSync(program, ["--headless", "-u", "NONE", "-i", "NONE", "--cmd", path, "-c", `luafile ${script}`], {
    encoding: "utf8",
  });
  const told = JSON.parse(stdout.trim() || stderr.trim());

  test(`${name}: an option that does not exist, or of another kind, is an error that says what there is`, () => {
    assert.equal(
      told.unknown.problem,
      'chat.setup: there is no option "cmdd"; there are cmd, folding, keys, lenses, progress, settings, trusted',
    );
    assert.equal(told.kind.problem, 'chat.setup: "keys" takes a boolean or a table, not a string');
  });

  test(`${name}: words behind :Chat switch are read as what they are`, () => {
    assert.deepEqual(told.provider.value, { provider: "openai" });
    assert.deepEqual(told.both.value, {
      provider: "openai",
      model: "gpt-5",
      parameters: { thinking: false, temperature: 0.5, max_tokens: "50%", idle_timeout: null },
    });
    assert.deepEqual(told.model.value, { model: "some/other-model" });
    assert.deepEqual(told.preset.value, { model: "$fast" });
    assert.deepEqual(told.named.value, { provider: null, model: "x" });
    assert.equal(told.all.problem, undefined);
    assert.match(told.nothing.problem, /say what to switch/);
    assert.deepEqual(told.own, { providers: ["local"], read: { provider: "local", model: "llama" } });
  });

  test(`${name}: messages, frontmatter and thinking fold, and code holds no messages`, () => {
    const expected = [">1", "1", "<1", "0", ">1", "1", "1", "1", "1", "1", ">1", ">2", "2", "<2", "1"];
    assert.deepEqual(told.folds, expected);
    assert.deepEqual(told.empty, ["0"]);
  });
}
