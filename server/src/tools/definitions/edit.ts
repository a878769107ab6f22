import type { ToolDefinition } from "./definition.js";
import { required, strictInput } from "./strict-input.js";

/** Replaces one passage of a file. */
export const edit: ToolDefinition = {
  name: "edit",
  description:
    "Replaces one passage of a text file. The old text must stand in the file exactly once, blanks and line breaks included, " +
    "and must differ from the new one.",
  inputSchema: strictInput({
    path: required("string", "The file. A relative path starts at the folder of the document."),
    oldText: required("string", "The passage as it stands in the file, with enough around it to be the only one."),
    newText: required("string", "What stands there afterwards. Empty to remove the passage."),
  }),
  enabled: true,
  personalities: {
    "coding-assistant": {
      snippet: ["Replace one passage of a file"],
      guidelines: [
        "Change existing files with edit, in small passages; copy the old text from the file, never from memory.",
        "When edit says that a passage occurs more than once, give more of the lines around it.",
      ],
    },
  },
};
