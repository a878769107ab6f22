import type { ToolDefinition } from "./definition.js";
import { optional, required, strictInput } from "./strict-input.js";

/** Runs a command. */
export const bash: ToolDefinition = {
  name: "bash",
  description:
    "Runs a command with bash in the folder of the document and returns what it prints, errors included. " +
    "Of a long output only the end is returned, at most 2000 lines or 50 KB, with the name of a file that holds all of it.",
  inputSchema: strictInput({
    command: required("string", "The command, as it would be typed into bash."),
    timeout: optional("number", "Seconds after which the command is stopped. Null for the default."),
  }),
  enabled: true,
  personalities: {
    "coding-assistant": {
      snippet: ["Run a command: build, test, version control"],
      guidelines: [
        "Use bash for what no other tool does; read, search and change files with the tools made for it.",
        "Give a longer timeout to a command that may take more than half a minute, and never start one that waits for input.",
      ],
    },
  },
};
