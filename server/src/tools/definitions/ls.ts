import type { ToolDefinition } from "./definition.js";
import { optional, strictInput } from "./strict-input.js";

/** Lists a folder. */
export const ls: ToolDefinition = {
  name: "ls",
  description: "Lists what is in a folder: first its folders, each with a slash at its end, then its files.",
  inputSchema: strictInput({
    path: optional("string", "The folder. Null for the folder of the document."),
    max_depth: optional("integer", "How many levels to list, 1 to 10. Null for 1."),
    limit: optional("integer", "How many entries to return. Null for 500."),
  }),
  enabled: true,
  personalities: {
    "coding-assistant": {
      snippet: ["List a folder"],
      guidelines: ["Look around in a project you do not know with ls before you guess at paths."],
    },
  },
};
