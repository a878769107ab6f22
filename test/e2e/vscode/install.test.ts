import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, inject, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "chatls-install-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The commands below a heading of docs/editors.md, as a person copies them. */
function commandsBelow(heading: string): string {
  const page = readFileSync(join(root, "docs/editors.md"), "utf8");
  const section = page.slice(page.indexOf(`\n## ${heading}\n`)).split(/\n## /)[1] ?? "";
  const [block = ""] = /(?:^ {4}.+\n)+/m.exec(section) ?? [];
  return block.replaceAll(/^ {4}/gm, "");
}

test("the commands of docs/editors.md pack the extension in a clone, and install it into a VS Code that has nothing", {
  timeout: 180_000,
}, () => {
  const clone = join(home, "a clone");
  const run = (program: string, args: readonly string[], cwd: string): string => {
    const env = { ...process.env, HOME: home, PATH: `${join(home, "bin")}:${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
    expect(status, `${program} ${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
    return stdout;
  };
  run("git", ["clone", "--quiet", "--no-hardlinks", root, clone], home);
  // What `npm install` gives, which is tested by everything else.
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  const { node, entry } = inject("program");
  mkdirSync(join(home, "bin"));
  const folders = `--config '${home}/config.yaml' --user-data-dir '${home}/data' --extensions-dir '${home}/extensions'`;
  writeFileSync(join(home, "bin/code"), `#!/bin/sh\nexec '${node}' '${entry}' ${folders} "$@"\n`);
  chmodSync(join(home, "bin/code"), 0o755);

  const commands = commandsBelow("Visual Studio Code");
  expect(commands).toContain("code --install-extension");
  run("bash", ["-euo", "pipefail", "-c", commands], clone);

  expect(run("code", ["--list-extensions"], home)).toContain("chat-language.chat-language");
  const [extension = ""] = readdirSync(join(home, "extensions")).filter((name) => name.startsWith("chat-language."));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const server = join(home, "extensions", extension, "dist/server/main.js");
  expect(run(process.execPath, [server, "--version"], home)).toContain(version);
});
