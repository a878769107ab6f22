import type { ToolDefinition } from "./definition.js";
import { optional, required, strictInput } from "./strict-input.js";

/** Searches the text of files. */
export const grep: ToolDefinition = {
  name: "grep",
  description:
    "Searches files for a regular expression and returns the lines that match, with path and line number. " +
    "Folders such as .git and node_modules are not searched, and long lines are cut.",
  inputSchema: strictInput({
    pattern: required("string", "The regular expression."),
    path: optional("string", "The file or folder to search. Null for the folder of the document."),
    glob: optional("string", 'Which files to search, such as "*.ts". Null for all.'),
    limit: optional("integer", "How many matching lines to return. Null for 100."),
  }),
  enabled: true,
  personalities: {
    "coding-assistant": {
      snippet: ["Search files for a regular expression"],
      guidelines: ["Find places in the code with grep before you read whole files."],
    },
  },
};
