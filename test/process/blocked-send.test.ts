import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { mainPath } from "../support/built.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir();

afterAll(() => dir.remove());

/** Runs `send --provider echo` on a file with this text. */
function send(name: string, text: string): Promise<{ code: unknown; stdout: string; stderr: string; after: string }> {
  const file = dir.write(name, text);
  return new Promise((resolve) => {
    execFile(process.execPath, [mainPath, "send", "--provider", "echo", file], { cwd: dir.path }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr, after: readFileSync(file, "utf8") });
    });
  });
}

test("a document goes through parse, evaluation and send, and the reply is appended to it", async () => {
  const text = "```lua\nname = 'Ann'\n```\n@You:\nHi {{ name }}.\n";
  const { code, stdout, after } = await send("fine.chat", text);
  expect(code).toBe(0);
  expect(stdout).toContain("Hi Ann.");
  expect(after.startsWith(text)).toBe(true);
  expect(after.slice(text.length)).toMatch(/^\n?@Assistant:\n[\s\S]*Hi Ann\.[\s\S]*\n@You:\s*$/);
});

test("warnings do not hold a send back; the raw text is sent", async () => {
  const { code, stdout } = await send("warned.chat", "@You:\nHi {{ nobody }}.\n");
  expect(code).toBe(0);
  expect(stdout).toContain("Hi {{ nobody }}.");
});

for (const [what, text, line] of [
  ["frontmatter", "```lua\nname = \n```\n@You:\nx\n", 2],
  ["a code tag", "@You:\na\n{% error('no') %}\n", 3],
  ["an unknown parser", "```toml\na = 1\n```\n@You:\nx\n", 1],
] as const) {
  test(`an error in ${what} refuses the send with file and line, and leaves the file alone`, async () => {
    const { code, stderr, stdout, after } = await send(`${what.replaceAll(" ", "-")}.chat`, text);
    expect(code).toBe(1);
    expect(stderr + stdout).toContain(`${what.replaceAll(" ", "-")}.chat:${line}`);
    expect(after).toBe(text);
  });
}
