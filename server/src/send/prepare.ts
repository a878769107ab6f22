import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { type Conversation, conversation, isRendered } from "../conversation/conversation.js";
import { echoProvider } from "../providers/catalogue.js";
import { type Evaluated, settledOptions } from "../workspace/snapshot.js";

/**
 * Says why there is nothing for a model to answer: the last turn must be `@You` with content or a tool result. Of a turn
 * that could not be rendered nothing is known; what made it fail is in the way already.
 */
export function nothingToSend(evaluated: Evaluated, { messages }: Conversation = conversation(evaluated)): Diagnostic | undefined {
  const { document, text } = evaluated.snapshot;
  const last = messages.at(-1);
  if (last?.role === "user" && !isRendered(evaluated, last.index)) return undefined;
  if (last?.role === "user" && last.parts.some((part) => part.kind !== "text" || part.text.trim() !== "")) return undefined;
  const placed = last === undefined ? undefined : document.messages[last.index];
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
  return [nothingToSend(evaluated, prompt), unsupportedProvider(evaluated)].filter((fault) => fault !== undefined);
}

/** Says that nobody here talks to the chosen provider, at the first line: where it was chosen may be outside of the document. */
function unsupportedProvider(evaluated: Evaluated): Diagnostic | undefined {
  const provider = settledOptions(evaluated)?.config.provider;
  if (provider === undefined || provider === echoProvider.name) return undefined;
  const { lineStarts, text } = evaluated.snapshot.text;
  const lineEnd = text.slice(0, lineStarts[1] ?? text.length).trimEnd().length;
  const use = `Set provider = "${echoProvider.name}" in the frontmatter (flemma.opt.provider) or in your settings.`;
  return diagnostic("provider/unsupported", { start: 0, end: lineEnd }, `This version cannot send to '${provider}' yet. ${use}`);
}
