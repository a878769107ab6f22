// run.mjs NVIM: plays session.lua in a real Neovim with our plugin and the built server, each time in a fresh workspace.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const nvim = process.argv[2] ?? "nvim";

const conversation = `\`\`\`lua
name = "World"
\`\`\`

@System:
You greet {{ nmae }}.

@You:
Hello {{ name }}!
{% for i = 1, 150 do %} word{{ i }}{% end %}
`;

const home = mkdtempSync(join(tmpdir(), "chatls-nvim-"));
try {
  const folder = join(home, "wörk spacé 🎈");
  const file = join(folder, "my chat é 🎈.chat");
  mkdirSync(join(folder, ".git"), { recursive: true });
  writeFileSync(file, conversation);
  const environment = {
    ...process.env,
    CHATLS_MAIN: join(root, "dist/main.js"),
    CHATLS_NODE: process.execPath,
    CHATLS_FILE: file,
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_DATA_HOME: join(home, "data"),
    XDG_STATE_HOME: join(home, "state"),
    XDG_CACHE_HOME: join(home, "cache"),
    LC_ALL: "C.UTF-8",
  };
  // The plugin is on the runtime path before Neovim looks for plugins and file types, as with a plugin manager.
  const plugin = `set runtimepath^=${join(root, "client-nvim").replaceAll(/[ \\,]/g, "\\$&")}`;
  const session = fileURLToPath(new URL("./session.lua", import.meta.url));
  const args = ["--headless", "--clean", "-n", "--cmd", plugin, "-c", `luafile ${session.replaceAll(" ", "\\ ")}`];
  const { status, signal, error } = spawnSync(nvim, args, { env: environment, stdio: ["ignore", "inherit", "inherit"], timeout: 300_000 });
  if (error) console.error(error.message);
  if (signal) console.error(`Neovim was ended by ${signal}.`);
  process.exitCode = status ?? 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
