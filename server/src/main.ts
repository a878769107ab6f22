#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { chooseTransport } from "./cli/transport.js";
import { version } from "./cli/version.js";
import { createIsolate } from "./evaluation/isolate.js";
import { stateFolder } from "./send/state-folder.js";

const argv = process.argv.slice(2);
const evaluator = new URL("./evaluator.js", import.meta.url);
const transport = chooseTransport(argv, process.stdin.isTTY === true);
if (transport === undefined) {
  const { runProcess } = await import("./cli/process.js");
  await runProcess(argv, evaluator);
} else {
  // A server idles most of its life: its young generation need not grow with the largest document it ever saw, nor
  // the old one with what is long dead.
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
  // Beside evaluations at work, helping threads get no processor, and the server would wait for them.
  setFlagsFromString("--no-parallel-scavenge");
  // The process for the first document starts while the server itself is still loading.
  const isolate = createIsolate({ childPath: fileURLToPath(evaluator) });
  isolate.warm();
  const { startServer } = await import("./lsp/server.js");
  const makeRoom = (): void => {
    setFlagsFromString("--semi-space-growth-factor=4");
    setFlagsFromString("--heap-growing-percent=100");
  };
  startServer(transport, { isolate, version, stateFolder: stateFolder(process.env), makeRoom });
}
