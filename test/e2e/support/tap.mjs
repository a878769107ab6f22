// tap.mjs LOG MAIN ARGUMENT…: runs a language server and passes everything through, byte for byte, in both directions.
// Every message is written to LOG as well, one JSON object a line: { from: "client" | "server", message }. The process id of
// the server is in LOG.pid.
import { spawn } from "node:child_process";
import { openSync, writeFileSync, writeSync } from "node:fs";

const [log, ...command] = process.argv.slice(2);
const file = openSync(log, "a");
const server = spawn(process.execPath, command, { stdio: ["pipe", "pipe", "inherit"] });
writeFileSync(`${log}.pid`, String(server.pid));

/** Cuts a stream into messages and writes them down. */
function recorder(from) {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const headEnd = rest.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(rest.toString("latin1", 0, headEnd))?.[1]);
      const end = headEnd + 4 + length;
      if (!(rest.length >= end)) return;
      writeSync(file, `${JSON.stringify({ from, message: JSON.parse(rest.toString("utf8", headEnd + 4, end)) })}\n`);
      rest = rest.subarray(end);
    }
  };
}

const fromClient = recorder("client");
const fromServer = recorder("server");
process.stdin.on("data", (chunk) => {
  server.stdin.write(chunk);
  fromClient(chunk);
});
process.stdin.on("end", () => server.stdin.end());
server.stdin.on("error", () => {});
server.stdout.on("data", (chunk) => {
  process.stdout.write(chunk);
  fromServer(chunk);
});
process.stdout.on("error", () => {});
server.on("exit", (code, signal) => process.exit(signal ? 1 : code));
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => server.kill(signal));
