import { didYouMean, suggest } from "../base/suggest.js";
import { parseArguments } from "./arguments.js";
import { check } from "./check.js";
import { commandHelp, programHelp } from "./help.js";
import { Interrupted, type Io, RunError, UsageError } from "./io.js";
import { type CommandName, commands, isCommand } from "./options.js";
import { render } from "./render.js";
import { send } from "./send.js";
import { template } from "./template.js";
import { version } from "./version.js";

const runs = { check, render, send, template } as const satisfies { readonly [name in CommandName]: unknown };

/** Runs the command line. Gives the exit code: 0 fine, 1 something blocks or failed, 2 wrong invocation, 130 interrupted. Never rejects. */
export async function runCli(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (error instanceof Interrupted) return 130;
    const isExpected = error instanceof UsageError || error instanceof RunError;
    io.stderr.write(isExpected ? `${error.message}\n` : `Internal error: ${error instanceof Error ? error.stack : String(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name.startsWith("-")) return programOption(argv, io);
  if (!isCommand(name)) {
    const suggestions = suggest(name, Object.keys(commands));
    throw new UsageError(`Unknown command '${name}'.${didYouMean(suggestions) || ` Choose one of ${Object.keys(commands).join(", ")}.`}`);
  }
  const args = parseArguments(rest, commands[name].options);
  if (!args.has("help")) return runs[name](args, io);
  io.stdout.write(commandHelp(name));
  return 0;
}

/** The options of the whole program; those of the server are here only to be known. */
const programOptions = {
  version: { help: "" },
  stdio: { help: "" },
  "node-ipc": { help: "" },
  socket: { value: "PORT", help: "" },
};

function programOption(argv: readonly string[], io: Io): number {
  const args = parseArguments(argv, programOptions);
  if (args.has("socket")) throw new UsageError("Option --socket needs the number of a port: --socket=PORT.");
  io.stdout.write(args.has("version") ? `${version}\n` : programHelp());
  return 0;
}
