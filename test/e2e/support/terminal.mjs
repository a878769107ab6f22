// A real terminal of a fixed size, by tmux: keys go in as a person types them, and what is on the screen comes out.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A screen is looked at every so many ms, for so many ms at most: a busy machine takes its time. */
const interval = 40;
const patience = 40_000;
/** For so many ms a person waits for what a key brings before they press it again. */
const glance = 5000;
/** So many ms nobody types after Escape. */
const afterEscape = 80;

let count = 0;

/**
 * Starts a program in a terminal of its own.
 * @param {{ command: readonly string[], env: Readonly<Record<string, string>>, cwd: string, columns?: number, rows?: number }} options
 */
export function openTerminal({ command, env, cwd, columns = 110, rows = 36 }) {
  const socket = join(env.TMPDIR, `tmux-${++count}`);
  const tmux = (...args) => {
    const { status, stdout, stderr, error } = spawnSync("tmux", ["-S", socket, ...args], { encoding: "utf8", env });
    if (error) throw error;
    return { ok: status === 0, stdout, stderr };
  };
  const config = join(env.TMPDIR, "tmux.conf");
  writeFileSync(config, "set -g status off\nset -g remain-on-exit on\nset -s escape-time 0\nset -g default-terminal tmux-256color\n");
  const size = ["-x", String(columns), "-y", String(rows)];
  const started = tmux("-f", config, "new-session", "-d", "-c", cwd, ...size, "--", ...command);
  if (!started.ok) throw new Error(`tmux could not start: ${started.stderr}`);

  let isClosed = false;
  const terminal = {
    isClosed: () => isClosed,
    /** What is on the screen, without colours. */
    text: () => tmux("capture-pane", "-p").stdout,
    /** The same with the escape sequences of its colours. */
    coloured: () => tmux("capture-pane", "-p", "-e", "-N").stdout,
    /** Where the cursor is, from 0. */
    cursor() {
      const [x, y] = tmux("display-message", "-p", "#{cursor_x} #{cursor_y}").stdout.split(" ").map(Number);
      return { x, y };
    },
    /** Presses keys, by the names that tmux has for them: `Escape`, `C-x`, `Enter`. */
    press(...keys) {
      tmux("send-keys", "--", ...keys);
      // Programs take what follows at once for a key that is pressed together with Alt.
      if (keys.at(-1) === "Escape") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, afterEscape);
    },
    /** Types a text, letter by letter as far as the program can tell. */
    type: (text) => void tmux("send-keys", "-l", "--", text),
    /** Whether the program still runs. */
    isRunning: () => tmux("display-message", "-p", "#{pane_dead}").stdout.trim() === "0",
    /** Resolves as soon as the screen matches; rejects with the screen when it does not in time. */
    shows: (pattern, ms = patience) => until(() => matches(terminal.text(), pattern), { what: `the screen shows ${pattern}`, ms }),
    /**
     * Does something until the screen matches, as a person does who sees that nothing came of it: editors drop answers of their
     * own accord. Only for what changes nothing when it is done once more.
     */
    brings: (act, pattern) =>
      until(
        () => {
          act();
          return terminal.shows(pattern, glance).then(() => true);
        },
        { what: `the screen shows ${pattern}` },
      ),
    /** Resolves as soon as the screen does not match any more. */
    hides: (pattern, ms = patience) => until(() => !matches(terminal.text(), pattern), { what: `the screen hides ${pattern}`, ms }),
    /** Ends the program, however it is. */
    close() {
      if (!isClosed) tmux("kill-server");
      isClosed = true;
    },
  };
  return terminal;
}

function matches(text, pattern) {
  return typeof pattern === "string" ? text.includes(pattern) : pattern.test(text);
}

/**
 * Resolves with the first truthy value of `probe`, which may be a promise.
 * @template T
 * @param {() => T | Promise<T>} probe
 * @param {{ what: string, ms?: number }} options what is waited for, in words, and for so many ms
 */
export async function until(probe, { what, ms = patience }) {
  const end = Date.now() + ms;
  let last;
  for (;;) {
    try {
      const value = await probe();
      if (value) return value;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`Expected that ${what}.${last ? ` ${last.message}` : ""}`);
    await sleep(interval);
  }
}

/** Keeps what a screen shows, for those who look why a step failed; returns the path of the capture. */
export function keepCapture(folder, name, terminal) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name.replaceAll(/[^a-zA-Z0-9]+/g, "-").slice(0, 80)}.txt`);
  writeFileSync(path, terminal.text());
  return path;
}
