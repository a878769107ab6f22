import type { LimitError } from "../lua/errors.js";

/** What is said of a run that asks the host about ever more files. */
export const tooManyFiles = "too many questions about files";

/** What a spent budget means for the person, and what to look for. */
export function limitText({ limit, message }: Pick<LimitError, "limit" | "message">): string {
  if (message === tooManyFiles) return "This asks for more files than one document may, and was stopped. Include or reference fewer.";
  switch (limit) {
    case "time":
      return "This took too long and was stopped. Look for a loop without end, or do less at once.";
    case "steps":
      return "This took too many steps and was stopped. Look for a loop without end, or do less at once.";
    case "memory":
      return `This needs more memory than a template may use (${message}). Look for a value that grows without end.`;
    case "depth":
      return `Calls nest too deeply here (${message}). Look for a function that calls itself without end.`;
  }
}
