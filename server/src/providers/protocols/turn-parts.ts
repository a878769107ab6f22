import type { PromptContent, PromptPart, PromptTurn } from "../../conversation/prompt.js";
import { type BodyValue, rawJson } from "./stable-json.js";

/** The parts of an assistant's turn in the order in which they were thought, said and called. */
export function orderedParts({ parts }: PromptTurn): readonly PromptPart[] {
  return isThoughtLast(parts) ? [...parts.filter(isThinking), ...parts.filter((part) => !isThinking(part))] : parts;
}

/** Other programs write all thinking of a reply below it: no provider ends a reply with it. */
function isThoughtLast(parts: readonly PromptPart[]): boolean {
  const first = parts.findIndex(isThinking);
  return first > 0 && parts.slice(first).every(isThinking);
}

function isThinking({ kind }: PromptPart): boolean {
  return kind === "thinking";
}

/** The input of a tool use as the document has it. Every provider wants an object: any other value becomes a member of one. */
export function toolInput(json: string): BodyValue {
  return /^\s*\{/.test(json) ? rawJson(json) : { input: rawJson(json) };
}

/** All the text of contents that is not blank, each on lines of its own; what is no text is named. */
export function textOf(parts: readonly PromptContent[]): string {
  const texts = parts.map((part) => ("text" in part ? part.text : unreadable(part)));
  return texts.filter((text) => text.trim() !== "").join("\n");
}

/** What is said of a tool that failed without a word. */
export const failedTool = "Tool execution failed";

/** What stands for a file on a wire that has no place for it. */
function unreadable({ filename, mimeType }: { readonly filename: string; readonly mimeType: string }): string {
  return `[binary file: ${filename} (${mimeType})]`;
}
