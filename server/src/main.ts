import { fileURLToPath } from "node:url";
import { chooseTransport } from "./cli/transport.js";
import { version } from "./cli/version.js";

const argv = process.argv.slice(2);
const evaluator = new URL("./evaluator.js", import.meta.url);
const transport = chooseTransport(argv, process.stdin.isTTY === true);
if (transport === undefined) {
  const { runProcess } = await import("./cli/process.js");
  await runProcess(argv, evaluator);
} else {
  const { startServer } = await import("./lsp/server.js");
  startServer(transport, { evaluatorPath: fileURLToPath(evaluator), version });
}
