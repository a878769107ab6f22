import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Io, Output } from "./io.js";
import { runCli } from "./run.js";

/** Runs the command line on this process; `evaluator` is the program file of the evaluation child. Sets the exit code. */
export async function runProcess(argv: readonly string[], evaluator: URL): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => interrupted.abort());
  process.exitCode = await runCli(argv, {
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    stdin: () => buffer(process.stdin),
    cwd: process.cwd(),
    env: process.env,
    evaluatorPath: fileURLToPath(evaluator),
    interrupted: interrupted.signal,
  } satisfies Io);
}

/** A reader that went away (`| head`) is no failure: the rest is not shown, but files are still written. */
function outputOf(stream: NodeJS.WriteStream): Output {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  return {
    write: (text) => {
      if (text !== "") stream.write(text);
    },
    isTTY: stream.isTTY === true,
  };
}
