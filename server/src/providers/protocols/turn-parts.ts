import type { PromptContent, PromptPart, PromptToolResult, PromptTurn } from "../../conversation/prompt.js";
import { type BodyValue, rawJson } from "./stable-json.js";

/** The parts of an assistant's turn in the order in which they were thought, said and called. */
export function orderedParts({ parts }: PromptTurn): readonly PromptPart[] {
  return isThoughtLast(parts) ? [...parts.filter(isThinking), ...parts.filter((part) => !isThinking(part))] : parts;
}

/** Says whether thinking stands below everything else: other programs write it there, and no provider ends a reply with it. */
export function isThoughtLast(parts: readonly PromptPart[]): boolean {
  const first = parts.findIndex(isThinking);
  return first > 0 && parts.slice(first).every(isThinking);
}

function isThinking({ kind }: PromptPart): boolean {
  return kind === "thinking";
}

/** Stands where a conversation begins with the assistant, which no provider takes. */
const opening: PromptTurn = { role: "user", parts: [{ kind: "text", text: "(The conversation begins with the assistant.)" }] };

/** The turns with one of the user before them where there is none. */
export function openedTurns(turns: readonly PromptTurn[]): readonly PromptTurn[] {
  return turns[0]?.role === "assistant" ? [opening, ...turns] : turns;
}

/** The turns with those of one role that follow each other made one, for wires on which roles alternate; `isEmpty` tells which are none. */
export function alternatingTurns(turns: readonly PromptTurn[], isEmpty: (turn: PromptTurn) => boolean): readonly PromptTurn[] {
  const all: PromptTurn[] = [];
  for (const turn of turns) {
    const last = all.at(-1);
    if (isEmpty(turn)) continue;
    if (last?.role === turn.role) all[all.length - 1] = { role: turn.role, parts: [...last.parts, ...turn.parts] };
    else all.push(turn);
  }
  return openedTurns(all);
}

/** Says whether a part is said or called: neither thought nor blank. */
export function isSaid(part: PromptPart): boolean {
  return part.kind === "text" ? part.text.trim() !== "" : part.kind !== "thinking";
}

/** The input of a tool use as the document has it. Every provider wants an object: any other value becomes a member of one. */
export function toolInput(json: string): BodyValue {
  return isObject(json) ? rawJson(json) : { input: rawJson(json) };
}

/** The same on wires on which it is a text. */
export function toolArguments(json: string): string {
  return isObject(json) ? json : `{"input":${json}}`;
}

function isObject(json: string): boolean {
  return json.trimStart().startsWith("{");
}

/** Says whether a content is plain text on every wire. */
export function isText(part: PromptContent): part is Extract<PromptContent, { readonly text: string }> {
  return part.kind === "text" || part.kind === "text_file";
}

/** All that contents say, each on lines of its own; what is no text is named. */
export function textOf(parts: readonly PromptContent[]): string {
  const texts = parts.map((part) => (isText(part) ? part.text : `[binary file: ${part.filename} (${part.mimeType})]`));
  return texts.filter((text) => text.trim() !== "").join("\n");
}

/** What is said of a tool that failed without a word. */
export const failedTool = "Tool execution failed";

/** What a tool answered, as text for wires that cannot say otherwise that it failed. */
export function answerText({ isError, parts }: PromptToolResult): string {
  const text = textOf(parts);
  return isError ? `Error: ${text || failedTool}` : text;
}
