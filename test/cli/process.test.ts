import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { mainPath } from "../support/built.js";
import { clean, createFolder, misspelled } from "./support.js";

const execute = promisify(execFile);

test("the program checks, and colors nothing in a pipe", async () => {
  const folder = createFolder({ "ä #%.chat": misspelled });
  const { stdout, stderr } = await execute(process.execPath, [mainPath, "check", "."], { cwd: folder });
  expect(stdout).toMatch(/^ä #%\.chat:5:10: warning\[/);
  expect(stderr).toBe("1 warning in 1 file.\n");
  expect(stdout + stderr).not.toContain("\x1b");
});

test("the program's exit code is that of the command line", async () => {
  const failing = execute(process.execPath, [mainPath, "chekc"], { cwd: createFolder({}) });
  await expect(failing).rejects.toMatchObject({ code: 2, stdout: "", stderr: "Unknown command 'chekc'. Did you mean 'check'?\n" });
});

test("the program reads standard input", async () => {
  const child = spawn(process.execPath, [mainPath, "render", "-"], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end("@You:\n{{ 6 * 7 }}\n");
  let stdout = "";
  for await (const piece of child.stdout) stdout += piece;
  expect(stdout).toBe("@You:\n42\n");
});

test("a reader that goes away is no failure", async () => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${index}.chat`, misspelled]));
  const folder = createFolder(files);
  const child = spawn(process.execPath, [mainPath, "check", "."], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const ended = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));
  let stderr = "";
  for await (const piece of child.stderr) stderr += piece;
  expect(stderr).toMatch(/^[^\n]* in 60 files[^\n]*\n$/);
  expect(await ended).toBe(null);
});

test.each([
  ["SIGINT", 130, "Response interrupted by the user."],
  ["SIGKILL", null, "Connection closed before the reply was complete."],
] as const)("a send that %s ends leaves a complete document", async (signal, exitCode, reason) => {
  const text = `@You:\n${"word ".repeat(2000)}\n`;
  const folder = createFolder({ "a.chat": text });
  const child = spawn(process.execPath, [mainPath, "send", "--provider=echo", "a.chat"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
  child.stdout.resume();
  const isWritten = (): boolean => readFileSync(join(folder, "a.chat"), "utf8").includes("@Assistant:");
  while (child.exitCode === null && !isWritten()) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill(signal);
  expect(await ended).toBe(exitCode);
  const after = readFileSync(join(folder, "a.chat"), "utf8");
  expect(after.startsWith(`${text}\n@Assistant:\n[user]\nword`)).toBe(true);
  expect(after.endsWith(`\n<!-- flemma:aborted: ${reason} -->\n`)).toBe(true);
});

test("two runs on one file never mix", async () => {
  const folder = createFolder({ "a.chat": clean });
  const send = (): Promise<unknown> =>
    execute(process.execPath, [mainPath, "send", "--provider=echo", "a.chat"], { cwd: folder }).catch((error) => error);
  await Promise.all([send(), send()]);
  const after = readFileSync(join(folder, "a.chat"), "utf8");
  expect(after.startsWith(clean)).toBe(true);
  expect(after.match(/^@Assistant:$/gm)).toHaveLength(1);
});
