// Measures a language server over stdio: time from an edit to the diagnostics of its version, and memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";

const pauseMs = 20;
/** A single start tells little: they differ by a fifth. */
const starts = 9;

/** @typedef {{folder?: string, args: string[], languageId: string, extension: string, mode: "push" | "pull"}} Server */

/**
 * The times in ms from the start of each server to the first diagnostics of its text, the median of several starts. They
 * start by turns, so that whatever else the machine does slows down all of them.
 * @param {readonly (readonly [server: Server, text: string])[]} servers
 */
export async function measureStarts(servers) {
  const times = servers.map(() => []);
  for (let start = 0; start < starts; start++) {
    for (const [index, [server, text]] of servers.entries()) {
      const started = performance.now();
      const session = await startSession(server, text);
      times[index].push(performance.now() - started);
      await session.stop();
    }
  }
  return times.map((own) => at(own, 0.5));
}

/**
 * Starts a server, opens `text` and edits it. `mode` is "push" (diagnostics come with their version) or "pull".
 * Times in ms: from an edit to its diagnostics, from the last edit of a burst of 20 to its diagnostics. Memory is the summed
 * PSS of the process tree in MB. The document lies in `folder`. Edits are at the beginnings of lines, or behind every `mark`.
 * @param {Server} server
 * @param {string} text
 * @param {{edits: number, bursts: number, mark?: string}} counts
 */
export async function measure(server, text, { edits, bursts, mark }) {
  const session = await startSession(server, text, mark);
  const single = [];
  for (let index = 0; index < edits; index++) {
    single.push(await session.edit(1));
    await pause(pauseMs);
  }
  const burst = [];
  for (let index = 0; index < bursts; index++) {
    burst.push(await session.edit(20));
    await pause(pauseMs);
  }
  await pause(500);
  const memory = session.memory();
  await session.stop();
  return { p50: at(single, 0.5), p95: at(single, 0.95), max: at(single, 1), burst: at(burst, 0.5), memory };
}

async function startSession({ folder = "/bench", args, languageId, extension, mode }, text, mark = "") {
  const server = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const uri = `file://${folder}/document.${extension}`;
  const places = text
    .split("\n")
    .map((content, line) => ({ line, character: content.indexOf(mark) + mark.length }))
    .filter(({ character }) => character >= mark.length);
  const waiting = new Map();
  connection.onNotification("textDocument/publishDiagnostics", ({ version }) => waiting.get(version)?.());
  connection.onRequest("workspace/configuration", ({ items }) => items.map(() => null));
  connection.listen();
  let version = 1;
  const answer = (wanted) =>
    mode === "pull"
      ? connection.sendRequest("textDocument/diagnostic", { textDocument: { uri } })
      : new Promise((resolve) => waiting.set(wanted, resolve));
  const textDocument = { diagnostic: { dynamicRegistration: false }, publishDiagnostics: { versionSupport: true } };
  await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: { textDocument } });
  await connection.sendNotification("initialized", {});
  const first = mode === "push" ? answer(1) : undefined;
  await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version, text } });
  await (first ?? answer(1));

  /** Sends `count` one-character edits (an insertion, then its deletion); gives the time from the last one to its answer. */
  async function edit(count) {
    const change = (index) => {
      const start = places[(Math.floor(index / 2) * 7919 + 3) % places.length];
      const end = { ...start, character: start.character + (index % 2) };
      return { range: { start, end }, text: index % 2 === 0 ? " " : "" };
    };
    for (let left = count; left > 1; left--) await send(change);
    const pushed = mode === "push" ? answer(version + 1) : undefined;
    const from = performance.now();
    await send(change);
    await (pushed ?? answer(version));
    return performance.now() - from;
  }

  async function send(change) {
    version++;
    await connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [change(version)] });
  }

  return {
    edit,
    memory: () => treeOf(server.pid).reduce((sum, pid) => sum + pss(pid), 0),
    async stop() {
      const exited = once(server, "exit");
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      await Promise.race([exited, pause(3000)]);
      connection.dispose();
      server.kill();
    },
  };
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function at(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))];
}

function treeOf(root) {
  const parents = readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map((pid) => [Number(pid), Number(field(pid, "status", "PPid"))]);
  const tree = [root];
  for (const pid of tree) tree.push(...parents.filter(([, parent]) => parent === pid).map(([child]) => child));
  return tree;
}

function pss(pid) {
  return Number(field(pid, "smaps_rollup", "Pss")) / 1024;
}

function field(pid, file, name) {
  try {
    return new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/${file}`, "utf8"))?.[1] ?? 0;
  } catch {
    return 0;
  }
}
