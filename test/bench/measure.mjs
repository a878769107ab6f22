// Measures a language server over stdio: time from an edit to the diagnostics of its version, and memory.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";

/** Starts `args` with node, opens `text`, makes `edits` one-character edits; times in ms, memory in MB of PSS. */
export async function measure(args, text, edits) {
  const started = performance.now();
  const server = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const waiting = new Map();
  connection.onNotification("textDocument/publishDiagnostics", ({ version }) => waiting.get(version)?.());
  connection.listen();
  const uri = "file:///bench/document.chat";
  const published = (version) => new Promise((resolve) => waiting.set(version, resolve));
  await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
  await connection.sendNotification("initialized", {});
  const startup = performance.now() - started;
  const first = await timed(published(1), () =>
    connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "chat", version: 1, text } }),
  );
  const lines = text.split("\n");
  const times = [];
  for (let index = 0; index < edits; index++) {
    const version = index + 2;
    const line = (index * 7919) % lines.length;
    const change = index % 2 === 0 ? insertion(line) : deletion(((index - 1) * 7919) % lines.length);
    times.push(
      await timed(published(version), () =>
        connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [change] }),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const memory = [server.pid, ...childrenOf(server.pid)].reduce((sum, pid) => sum + pss(pid), 0);
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  connection.dispose();
  server.kill();
  times.sort((a, b) => a - b);
  return { startup, first, p50: at(times, 0.5), p95: at(times, 0.95), max: at(times, 1), memory };
}

async function timed(answer, send) {
  const from = performance.now();
  await send();
  await answer;
  return performance.now() - from;
}

function insertion(line) {
  return { range: { start: { line, character: 0 }, end: { line, character: 0 } }, text: "x" };
}

function deletion(line) {
  return { range: { start: { line, character: 0 }, end: { line, character: 1 } }, text: "" };
}

function at(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function childrenOf(pid) {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid)
    .map(Number);
}

function parentOf(pid) {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return 0;
  }
}

function pss(pid) {
  try {
    return Number(/^Pss:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
