import { chooseTransport } from "./cli/transport.js";

const argv = process.argv.slice(2);
const transport = chooseTransport(argv, process.stdin.isTTY === true);
if (transport === undefined) {
  const { runProcess } = await import("./cli/process.js");
  await runProcess(argv, new URL("./evaluator.js", import.meta.url));
} else {
  const { startServer } = await import("./lsp/server.js");
  startServer(transport);
}
