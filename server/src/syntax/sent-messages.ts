import type { ChatDocument } from "./ast.js";

/** The index of the message that is the system prompt: the last `@System`; -1 where there is none (spec/flemma-templates.md §1). */
export function systemIndex({ messages }: ChatDocument): number {
  return messages.findLastIndex(({ message }) => message.role === "System");
}

/** The indexes of the messages that are sent, in their order: those of `@You` and `@Assistant`, and the system prompt. */
export function sentMessages(document: ChatDocument): Set<number> {
  const system = systemIndex(document);
  const isSent = (role: string, index: number): boolean => role === "You" || role === "Assistant" || index === system;
  return new Set(document.messages.flatMap(({ message }, index) => (isSent(message.role, index) ? [index] : [])));
}
