// What every session with a real editor has: a workspace and a home of its own, fake providers, and the built server as
// `chat-language-server` on the path, with a tap between it and the editor.
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadFakeProviders } from "../../support/fake-providers/load.mjs";
import { keepCapture, until } from "./terminal.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Where captures of screens and messages of the protocol are kept, by session. */
export const results = join(root, "node_modules/.cache/e2e");

const keys = { ANTHROPIC_API_KEY: "sk-ant-fake", OPENAI_API_KEY: "sk-openai-fake", MOONSHOT_API_KEY: "sk-moonshot-fake" };

/**
 * Makes a session; everything it made goes when the tests of the file are over, but for captures and messages.
 * @param {string} name of its folder among the results
 */
export async function startSession(name) {
  const kept = join(results, name);
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  const base = mkdtempSync(join(tmpdir(), "chatls-e2e-"));
  const folders = Object.fromEntries(["home", "bin", "tmp", "state"].map((each) => [each, join(base, each)]));
  for (const folder of Object.values(folders)) mkdirSync(folder);
  // Everything that a path has to be escaped for somewhere.
  const workspace = join(base, "wörk spacé #1 100% 🎈");
  cpSync(fileURLToPath(new URL("../workspace", import.meta.url)), workspace, { recursive: true });
  mkdirSync(join(workspace, ".git"));
  for (const [file, text] of Object.entries(generated)) writeFileSync(join(workspace, file), text);
  const { startFakeProviders } = await loadFakeProviders();
  const fake = await startFakeProviders();
  writeServer(folders.bin, kept);
  const env = {
    ...withoutOwn(process.env),
    ...keys,
    PATH: `${folders.bin}:${process.env.PATH}`,
    HOME: folders.home,
    TMPDIR: folders.tmp,
    XDG_CONFIG_HOME: join(folders.home, ".config"),
    XDG_DATA_HOME: join(folders.home, ".local/share"),
    XDG_STATE_HOME: join(folders.home, ".local/state"),
    XDG_CACHE_HOME: join(folders.home, ".cache"),
    CHATLS_STATE: folders.state,
    LC_ALL: "C.UTF-8",
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
  };
  const terminals = new Set();
  after(async () => {
    for (const terminal of terminals) terminal.close();
    await fake.close();
    // Editors write while they end: what comes between looking and removing is seen by looking again.
    await until(() => removed(base), { what: "the folder of the session is removed" });
  });
  return {
    name,
    kept,
    env,
    fake,
    workspace,
    home: folders.home,
    /** The settings that lead to the fake providers. */
    settings: { provider: "anthropic", providers: { anthropic: { base_url: fake.url } } },
    path: (file) => join(workspace, file),
    /**
     * A copy of a document whose replies are labelled with `label`, for what goes wrong with a reply happens once for each;
     * `fault` takes the place of the document's own.
     */
    copy(file, label, fault = "$2") {
      const text = readFileSync(join(workspace, file), "utf8");
      const name = `${label}.chat`;
      writeFileSync(join(workspace, name), text.replace(/(fake:[a-z0-9-]+)\/([a-z0-9-]+)\/[a-z0-9-]+/, `$1/${fault}/${label}`));
      return name;
    },
    read: (file) => readWhole(join(workspace, file)),
    /** The screen of a terminal is kept when a step fails, and the terminal closed at the end. */
    watch(terminal) {
      terminals.add(terminal);
      return terminal;
    },
    /** A step of a person; those of a file follow each other. */
    step(what, act) {
      test(what, { timeout: 180_000 }, async () => {
        try {
          await act();
        } catch (error) {
          const captures = [...terminals]
            .filter((terminal) => !terminal.isClosed())
            .map((terminal) => `${keepCapture(kept, `${name} ${what}`, terminal)}:\n${terminal.text()}`);
          error.message += `\n${captures.join("\n")}`;
          throw error;
        }
      });
    },
    /** The process id of the server that was started last. */
    serverId: () => Number(readFileSync(join(kept, `${lastLog(kept)}.pid`), "utf8")),
    /** Kills that server without a word. */
    async killServer() {
      const id = this.serverId();
      process.kill(id, "SIGKILL");
      await until(() => !isAlive(id), { what: "the server is gone" });
    },
  };
}

function removed(folder) {
  rmSync(folder, { recursive: true, force: true });
  return true;
}

/** So often a file is looked for, 20 ms apart: editors that save put another one in its place, and for a moment there is none. */
const mostLooks = 50;

function readWhole(path) {
  for (let looks = 1; ; looks++) {
    try {
      return readFileSync(path, "utf8");
    } catch (error) {
      if (error.code !== "ENOENT" || looks === mostLooks) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** Files that no version control keeps as they are. */
const generated = {
  "crlf.chat": '```lua\r\nname = "Zoë"\r\n```\r\n@System:\r\nBe brief.\r\n\r\n@You:\r\nHello {{ nmae }}, fake:story/none/crlf\r\n',
};

/** Variables of the machine that would change how the product or an editor behaves. */
function withoutOwn(env) {
  const own = /^(?:CHATLS_|XDG_|.*_API_KEY$|.*_PROXY$|.*_proxy$|NVIM|VIM|EMACS|HELIX|TMUX)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
}

/** The program that people have on their path, with a tap in it: a log for every start. */
function writeServer(bin, kept) {
  const tap = fileURLToPath(new URL("tap.mjs", import.meta.url));
  const quoted = [process.execPath, tap].map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(" ");
  const program = join(bin, "chat-language-server");
  const log = `'${kept}'/$(date +%s%N).jsonl`;
  const main = join(root, "dist/main.js");
  const script = `#!/bin/sh\n[ "$1" = --stdio ] || exec '${process.execPath}' '${main}' "$@"\nexec ${quoted} ${log} '${main}' "$@"\n`;
  writeFileSync(program, script);
  chmodSync(program, 0o755);
}

function lastLog(kept) {
  const logs = existsSync(kept) ? readdirSync(kept).filter((name) => name.endsWith(".jsonl")) : [];
  const last = logs.sort().at(-1);
  if (last === undefined) throw new Error("The editor has not started the server.");
  return last;
}

/** Whether a process is there. */
export function isAlive(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

/** The first fenced block of a language below a heading of docs/editors.md: what is tested is what people are told to write. */
export function documented(heading, language) {
  const page = readFileSync(join(root, "docs/editors.md"), "utf8");
  const from = page.search(new RegExp(`^#+ ${heading.replace(/[()]/g, "\\$&")}$`, "m"));
  const block = new RegExp(`\n\`\`\`${language}\n([\\s\\S]*?\n)\`\`\`\n`).exec(page.slice(from))?.[1];
  if (from < 0 || block === undefined) throw new Error(`docs/editors.md has no ${language} below "${heading}".`);
  return block;
}

/** Whether every line of a text ends with CRLF. */
export function hasOnlyCrlf(text) {
  return !/[\r\n]/.test(text.replaceAll("\r\n", ""));
}
