import type { ToolDefinition } from "./definition.js";
import { required, strictInput } from "./strict-input.js";

/** Writes a whole file. */
export const write: ToolDefinition = {
  name: "write",
  description: "Writes a whole file: makes it and the folders above it if they are missing, and replaces what was in it.",
  inputSchema: strictInput({
    path: required("string", "The file. A relative path starts at the folder of the document."),
    content: required("string", "The whole text of the file."),
  }),
  enabled: true,
  personalities: {
    "coding-assistant": {
      snippet: ["Make a file, or replace all of its text"],
      guidelines: ["Use write for new files and for those that change nearly everywhere; else use edit."],
    },
  },
};
