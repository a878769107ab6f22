/** One option of a command, as `parseArguments` and the help see it. */
export interface OptionInfo {
  /** What stands for the value in the help; absent for a switch. */
  readonly value?: string;
  /** The only values allowed. */
  readonly choices?: readonly string[];
  readonly help: string;
}

/** One command: what it takes and how the help explains it. */
export interface CommandInfo {
  /** What follows the options on the usage line. */
  readonly operands: string;
  readonly summary: string;
  readonly details: string;
  readonly options: { readonly [name: string]: OptionInfo };
}

const workspaceOptions = {
  workspace: {
    value: "DIR",
    help: "The workspace folder (default: the nearest parent of FILE with flemma.lua, flemma.json or .git, else its folder).",
  },
  config: {
    value: "FILE",
    help: "Your settings, as JSON (default: $CHATLS_CONFIG, else chat-language-server/config.json in your configuration folder).",
  },
  "no-project-file": { help: "Leave the project file of the workspace folder alone." },
} satisfies CommandInfo["options"];

const documentOptions = {
  ...workspaceOptions,
  "stdin-filename": { value: "PATH", help: 'The place of the document that "-" reads from standard input.' },
} satisfies CommandInfo["options"];

const { workspace } = workspaceOptions;

const proseOptions = {
  item: { value: "N", help: "Of a fanout of a prose document, only the N-th item, counted from 1." },
  input: { value: "TEXT", help: "The input of a prose document, whatever the document says." },
} satisfies CommandInfo["options"];

const providerOptions = {
  provider: { value: "NAME", help: "The provider, whatever the document says." },
  model: { value: "NAME", help: "The model, whatever the document says." },
  set: { value: "PATH=JSON", help: "Set an option, whatever the document says; may be repeated." },
  var: { value: "NAME=JSON", help: "Set a variable of the templates; may be repeated." },
} satisfies CommandInfo["options"];

/** Every command with every option: the one table that parsing and help come from. */
export const commands = {
  check: {
    operands: "PATH…",
    summary: "Report what is wrong in documents.",
    details:
      'PATH is a file, a folder (every .chat file below it that .gitignore does not exclude), a glob in quotes, or "-" for standard input.\n' +
      "Exit code: 0 when nothing blocks a send, 1 for errors or too many warnings, 2 for a wrong invocation.",
    options: {
      format: { value: "FORMAT", choices: ["text", "json", "sarif", "github"], help: "text (default), json, sarif or github." },
      "max-warnings": { value: "N", help: "Exit with 1 when there are more than N warnings." },
      watch: { help: "Check again whenever a file changes, until interrupted." },
      ...documentOptions,
    },
  },
  render: {
    operands: "FILE",
    summary: "Print the conversation as it would be sent.",
    details: 'FILE may be "-" for standard input. A document that cannot be sent is printed too; the exit code is then 1.',
    options: {
      format: {
        value: "FORMAT",
        choices: ["text", "markdown", "json", "request"],
        help: "text (default), markdown, json, or the request as it is sent.",
      },
      message: { value: "N", help: "Only the message of the N-th role marker, counted from 1." },
      ...proseOptions,
      ...providerOptions,
      ...documentOptions,
    },
  },
  send: {
    operands: "FILE",
    summary: "Send the conversation; write the reply to FILE and to standard output.",
    details: "FILE is replaced atomically while the reply comes in. Nothing is sent while an error blocks.",
    options: {
      ...proseOptions,
      ...providerOptions,
      "dry-run": { help: "Print what would be sent, and send nothing." },
      "allow-attachments": { help: "Send also files that lie outside of the workspace or are named like secrets." },
      ...workspaceOptions,
    },
  },
  template: {
    operands: "FILE",
    summary: "Render a template by itself, without a document.",
    details: 'FILE may be "-" for standard input. The result goes to standard output; what is wrong is told with its place.',
    options: {
      engine: { value: "ENGINE", choices: ["go", "prose"], help: "The language of the template: go or prose." },
      data: { value: "FILE", help: "The scope, as JSON (default: an empty one)." },
      "missing-key": {
        value: "MODE",
        choices: ["default", "error"],
        help: "Of go: what a missing key gives: <no value> (default), or an error.",
      },
      "no-code-regions": { help: "Of go: run actions in Markdown code as well." },
      workspace,
    },
  },
} satisfies { readonly [name: string]: CommandInfo };

/** The name of a command. */
export type CommandName = keyof typeof commands;

/** Says whether `name` is a command. */
export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
