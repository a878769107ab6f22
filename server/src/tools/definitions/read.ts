import type { ToolDefinition } from "./definition.js";
import { optional, required, strictInput } from "./strict-input.js";

/** Reads a file. */
export const read: ToolDefinition = {
  name: "read",
  description:
    "Reads a file. Text comes in pieces of at most 2000 lines or 50 KB, and the last line of a piece says where the next one starts. " +
    "Images and PDFs are returned as such.",
  inputSchema: strictInput({
    path: required("string", "The file. A relative path starts at the folder of the document."),
    offset: optional("integer", "The first line wanted, counted from 1. Null for the start."),
    limit: optional("integer", "How many lines are wanted. Null for as many as one piece holds."),
  }),
  enabled: true,
  personalities: {
    "coding-assistant": {
      snippet: ["Read a file, or some of its lines"],
      guidelines: ["Read a file before you change it or say what is in it.", "Read long files in pieces, with offset and limit."],
    },
  },
};
