import { type CommandName, commands, type OptionInfo } from "./options.js";

const serverLines = [
  ["--stdio", "Start the language server on standard input and output."],
  ["--node-ipc", "Start it on the channel of the Node process that started this one."],
  ["--socket=PORT", "Start it and connect to a port of this machine."],
  ["--version", "Print the version."],
  ["--help", "Print this help; also after a command."],
] as const;

/** The help of the whole program. */
export function programHelp(): string {
  const lines = Object.entries(commands).map(([name, { operands, summary }]) => [`${name} ${operands}`, summary] as const);
  return [
    "Language server and command line for .chat files.",
    "",
    "Usage: chat-language-server COMMAND [OPTION…] …",
    "       chat-language-server [--stdio | --node-ipc | --socket=PORT]",
    "",
    "Commands:",
    ...columns(lines),
    "",
    "Options:",
    ...columns(serverLines),
    "",
    "Without arguments, and when standard input is not a terminal, the language server starts.",
    "",
  ].join("\n");
}

/** The help of one command. */
export function commandHelp(name: CommandName): string {
  const { operands, summary, details, options } = commands[name];
  const lines = Object.entries<OptionInfo>(options).map(
    ([option, { value, help }]) => [`--${option}${value === undefined ? "" : `=${value}`}`, help] as const,
  );
  return [
    `Usage: chat-language-server ${name} [OPTION…] ${operands}`,
    "",
    summary,
    details,
    "",
    "Options:",
    ...columns([...lines, ["--help", "Print this help."]]),
    "",
  ].join("\n");
}

function columns(lines: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
