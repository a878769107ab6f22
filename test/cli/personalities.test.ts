import { describe, expect, test } from "vitest";
import { createFolder, run } from "./support.js";

const document = (name: string): string => `@System:\n{{ include("urn:flemma:personality:${name}") }}\n\n@You:\nHello\n`;

describe("a personality on the command line", () => {
  test("is rendered from the folder it was started in, and from the files beside the document", async () => {
    const folder = createFolder({
      "sub/a.chat": document("coding-assistant"),
      "sub/AGENTS.md": "Beside the document.\n",
      "AGENTS.md": "Above it.\n",
      ".git/HEAD": "ref: refs/heads/main\n",
    });
    const { exitCode, stdout } = await run(folder, ["render", "sub/a.chat"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('<file path="AGENTS.md">\nBeside the document.\n</file>');
    expect(stdout).not.toContain("Above it.");
    expect(stdout).toContain(`- Working directory: ${folder}\n- File of this conversation: sub/a.chat (chat)\n- Git branch: main\n`);
  });

  test("that fails is an error with its place in the project", async () => {
    const folder = createFolder({
      "a.chat": document("mine"),
      "flemma.lua": 'require("flemma").setup{ personalities = { mine = "mine" } }',
      "lua/mine.lua": 'return {\n  render = function()\n    error("no good")\n  end,\n}\n',
    });
    const { exitCode, stdout } = await run(folder, ["check", "a.chat"]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("personality/failed");
    expect(stdout).toContain("The personality 'mine' failed: no good.");
    expect(stdout).toMatch(/lua\/mine\.lua:3:5/);
  });

  test("of a project file that does not count is unknown", async () => {
    const folder = createFolder({
      "a.chat": document("mine"),
      "flemma.lua": 'require("flemma").setup{ personalities = { mine = "mine" } }',
      "lua/mine.lua": 'return { render = function() return "Mine." end }',
    });
    expect((await run(folder, ["render", "a.chat"])).stdout).toContain("Mine.");
    const { exitCode, stdout } = await run(folder, ["check", "--no-project-file", "a.chat"]);
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining("There is no personality 'mine'.")]);
  });
});
