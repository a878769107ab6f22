// tap-ipc.mjs?folder=FOLDER is imported by a language server before anything else, where it speaks over the channel of its
// process: every message is written to a file of the folder, as tap.mjs does for one that speaks over standard streams.
import { mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

const folder = new URL(import.meta.url).searchParams.get("folder");
mkdirSync(folder, { recursive: true });
const file = openSync(join(folder, `${Date.now()}-${process.pid}.jsonl`), "a");

function record(from, message) {
  writeSync(file, `${JSON.stringify({ from, message })}\n`);
}

// A listener of one's own would take the messages that come before the server listens.
const { emit, send } = process;
process.emit = function (name, ...values) {
  if (name === "message") record("client", values[0]);
  return emit.call(this, name, ...values);
};
process.send = function (message, ...rest) {
  record("server", message);
  return send.call(this, message, ...rest);
};
