import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { type Conversation, conversation, isRendered } from "../conversation/conversation.js";
import { isAnswer } from "../syntax/tools-without-result.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { requestFaults } from "./request-faults.js";

/**
 * Says why there is nothing for a model to answer: the last turn must be `@You` with content or a tool result. Of a turn
 * that could not be rendered nothing is known; what made it fail is in the way already.
 */
export function nothingToSend(evaluated: Evaluated, { messages }: Conversation = conversation(evaluated)): Diagnostic | undefined {
  const { document, text } = evaluated.snapshot;
  const last = messages.at(-1);
  if (last?.role === "user" && !isRendered(evaluated, last.index)) return undefined;
  const placed = last === undefined ? undefined : document.messages[last.index];
  const isSaid = last?.parts.some((part) => part.kind !== "text" || part.text.trim() !== "");
  const isAnswered = placed?.message.segments.some((segment) => segment.kind === "tool-result" && isAnswer(segment));
  if (last?.role === "user" && (isSaid || isAnswered)) return undefined;
  const end = text.text.length;
  const at = placed === undefined ? { start: end, end } : { start: placed.start, end: placed.start + placed.message.roleSpan.end + 1 };
  return diagnostic(
    "document/nothing-to-send",
    at,
    'There is nothing to answer: the last turn must be @You with some text or a tool result. Write below "@You:".',
  );
}

/** What stands against a send beside the faults of the document itself. */
export function sendFaults(evaluated: Evaluated, prompt: Conversation = conversation(evaluated)): Diagnostic[] {
  return [nothingToSend(evaluated, prompt), ...requestFaults(evaluated)].filter((fault) => fault !== undefined);
}
