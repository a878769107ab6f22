import type { ToolDefinition } from "./definition.js";
import { optional, required, strictInput } from "./strict-input.js";

/** Finds files by name. */
export const find: ToolDefinition = {
  name: "find",
  description:
    "Finds files whose path fits a glob pattern and returns their relative paths, sorted. Folders such as .git and node_modules are left out.",
  inputSchema: strictInput({
    pattern: required("string", 'The pattern, such as "*.md" or "src/**/*.test.ts".'),
    path: optional("string", "The folder to look in. Null for the folder of the document."),
    limit: optional("integer", "How many paths to return. Null for 500."),
  }),
  enabled: true,
  personalities: {
    "coding-assistant": {
      snippet: ["Find files by name"],
      guidelines: ["Use find when you know something of a file's name, and grep when you know something of its text."],
    },
  },
};
