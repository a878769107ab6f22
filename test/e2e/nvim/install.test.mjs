// A machine that has nothing yet: the server from its package, the plugin as a folder, the configuration as documented.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { currentNeovim } from "../support/editors.mjs";
import { documented, startSession } from "../support/session.mjs";
import { openTerminal, until } from "../support/terminal.mjs";
import { plugin } from "./neovim.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = currentNeovim();
const session = await startSession("neovim-install");
const { step, home, env } = session;
const prefix = join(home, "npm");
const fresh = {
  ...env,
  PATH: [join(prefix, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
  npm_config_prefix: prefix,
  npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? home, ".npm"),
};
let editor;

function run(command, args, cwd = root) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env: fresh, encoding: "utf8" });
  assert.equal(status, 0, `${command} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

step("the server is installed from the package that npm pack makes", () => {
  run("npm", ["pack", "--silent", "--pack-destination", home]);
  const archive = readdirSync(home).find((name) => name.endsWith(".tgz"));
  run("npm", ["install", "--global", "--no-audit", "--no-fund", "--prefer-offline", join(home, archive)], home);
  assert.match(run("chat-language-server", ["--version"], home), /^\d+\.\d+\.\d+/);
});

step("the plugin is a folder, and the configuration is the documented one", async () => {
  const folder = join(home, "a folder/client-nvim");
  cpSync(plugin, folder, { recursive: true });
  const config = join(env.XDG_CONFIG_HOME, "nvim");
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, "init.lua"), documented("Neovim", "lua").replace("/path/to/chat-language-server/client-nvim", folder));
  editor = session.watch(openTerminal({ command: [program, "-n", "greeting.chat"], env: fresh, cwd: session.workspace }));
  await editor.shows(/greet \{\{ nmae \}\}/);
});

step("what is wrong is marked, and the lens is there", async () => {
  await editor.shows(/W You greet \{\{ nmae \}\}/);
  await editor.shows(/Send\s*\n/);
});

step("the quick fix works", async () => {
  editor.type("6G014lgra");
  await editor.shows(/1: Change 'nmae' to 'name'/);
  editor.type("1");
  editor.press("Enter");
  await editor.shows("You greet {{ name }}.");
});

step("a conversation is sent, with the provider that needs no key", async () => {
  editor.type(":Chat switch echo");
  editor.press("Enter");
  editor.type("\\s");
  await editor.shows(/@Assistant:[\s\S]*Hello World!/);
});

step("nothing is missing", async () => {
  editor.type(":checkhealth chat");
  editor.press("Enter");
  await editor.shows(/The server answers: version \d/);
  assert.doesNotMatch(editor.text(), /ERROR|WARNING/);
});

step("the help is found", async () => {
  for (const command of [":helptags ALL", ":help chat.txt"]) {
    editor.type(command);
    editor.press("Enter");
  }
  await editor.shows("Conversations with a model kept as plain text");
  editor.type(":qall!");
  editor.press("Enter");
  await until(() => !editor.isRunning(), { what: "Neovim ends" });
});
