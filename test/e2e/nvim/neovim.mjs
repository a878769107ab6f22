// A real Neovim in a terminal, whose keys are pressed and whose state is asked over its own socket.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openTerminal, until } from "../support/terminal.mjs";

/** The folder of the plugin. */
export const plugin = fileURLToPath(new URL("../../../client-nvim", import.meta.url));
const init = fileURLToPath(new URL("init.lua", import.meta.url));

let count = 0;

/**
 * Opens a file of a session's workspace.
 * @param {{ program: string, session: object, file: string, settings?: object, isTrusted?: boolean, columns?: number, rows?: number }} options
 */
export function openNeovim({ program, session, file, settings = {}, isTrusted = true, columns, rows }) {
  const socket = join(session.env.TMPDIR, `nvim-${++count}`);
  const env = {
    ...session.env,
    CHATLS_PLUGIN: plugin,
    ...(!isTrusted && { CHATLS_UNTRUSTED: "1" }),
    CHATLS_SETTINGS: JSON.stringify({ ...session.settings, ...settings }),
  };
  const command = [program, "-u", init, "-i", "NONE", "--listen", socket, file];
  const terminal = session.watch(openTerminal({ command, env, cwd: session.workspace, columns, rows }));

  /** The value of a Lua function's body in the editor, over JSON. */
  function lua(body) {
    const quoted = `(function() ${body} end)()`.replaceAll("'", "''");
    const expression = `json_encode(luaeval('${quoted}'))`;
    const { stdout, stderr, status } = spawnSync(program, ["--server", socket, "--remote-expr", expression], {
      env,
      encoding: "utf8",
      // While it asks something it answers nothing.
      timeout: 15_000,
    });
    // Neovim of Debian 12 writes the answer where errors go.
    const text = stdout.trim() || stderr.trim();
    if (status !== 0) throw new Error(`Neovim does not answer. ${text}`);
    return JSON.parse(text);
  }

  const lines = () => lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)");
  const editor = {
    ...terminal,
    lua,
    lines,
    /** What is wrong, as `code line:column-column`, in bytes. */
    diagnostics: () =>
      lua(`return vim.tbl_map(function(d) return ("%s %d:%d-%d"):format(d.code, d.lnum + 1, d.col, d.end_col) end, vim.diagnostic.get(0))`),
    /** Runs a command of the command line, typed. */
    command(text) {
      terminal.press("Escape");
      terminal.type(`:${text}`);
      terminal.press("Enter");
    },
    /** Resolves when the diagnostics are those. */
    finds: (expected) =>
      until(() => JSON.stringify(editor.diagnostics()) === JSON.stringify(expected), { what: `there are ${JSON.stringify(expected)}` }),
    /** Resolves when the text satisfies a predicate. */
    reads: (isWanted, what) => until(() => isWanted(lines().join("\n")), { what }),
    /** Resolves when the server serves the document. */
    isServed: () =>
      until(() => lua(`local c = require("chat.client").of(0); return c ~= nil and c.initialized == true`), {
        what: "the server attaches",
      }),
  };
  return editor;
}
