import { conversation, messageParts } from "../conversation/conversation.js";
import type { Part } from "../conversation/parts.js";
import { partBody, partTitle } from "../features/rendered-text.js";
import type { Evaluated } from "../workspace/snapshot.js";

/** The conversation as plain text: every message that is sent, below a line with its role. */
export function conversationText(evaluated: Evaluated): string {
  const { system, messages } = conversation(evaluated);
  const sections = messages.map(({ role, parts }) => `@${role === "user" ? "You" : "Assistant"}:\n${partsText(parts)}`);
  if (system !== undefined) sections.unshift(`@System:\n${system === "" ? "" : `${system}\n`}`);
  return sections.join("\n");
}

/** The text of the message at a role marker (zero-based), of whatever role. */
export function messageText(evaluated: Evaluated, index: number): string {
  return partsText(messageParts(evaluated, index));
}

function partsText(parts: readonly Part[]): string {
  return parts
    .map((part) => (part.kind === "text" ? part.text : `[${partTitle(part)}]\n${partBody(part)}`))
    .map((text) => (text === "" || text.endsWith("\n") ? text : `${text}\n`))
    .join("");
}
