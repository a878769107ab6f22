import type { Conversation } from "../conversation/conversation.js";
import type { Part } from "../conversation/parts.js";
import { pause } from "./pause.js";
import type { StreamEvent } from "./provider.js";

/**
 * The embedded provider: it needs no key and no network, and streams back the rendered conversation, so that a
 * person reads in the reply exactly what a model would have been given (spec/providers-and-send.md, decision 7).
 * Ends early, without `done`, when the signal is aborted. `pace` is the pause between pieces in ms.
 */
export async function* echo(conversation: Conversation, signal: AbortSignal, pace = 5): AsyncIterable<StreamEvent> {
  const text = echoText(conversation);
  for (const piece of words(text)) {
    if (signal.aborted) return;
    yield { kind: "text", text: piece };
    await pause(pace, signal);
  }
  if (signal.aborted) return;
  yield { kind: "done", ending: "complete", usage: { inputTokens: estimate(text), outputTokens: estimate(text) } };
}

/** The conversation as text: one paragraph per turn, each named. */
function echoText({ system, messages }: Conversation): string {
  const turns = messages.map(({ role, parts }) => `[${role}]\n${parts.map(partText).join("\n")}`);
  return [...(system === undefined || system === "" ? [] : [`[system]\n${system}`]), ...turns].join("\n\n");
}

function partText(part: Part): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "text_file":
      return `(file ${part.filename}, ${part.mime_type})\n${part.text}`;
    case "image":
    case "pdf":
      return `(${part.kind} ${part.filename}, ${part.mime_type}, ${part.bytes} bytes)`;
    case "thinking":
      return `(thinking: ${part.redacted ? "redacted" : part.content})`;
    case "tool_use":
      return `(tool use ${part.name} ${JSON.stringify(part.input)})`;
    case "tool_result":
      return `(tool result ${part.tool_use_id}${part.is_error ? ", error" : ""}: ${part.parts.map(partText).join("\n")})`;
  }
}

/** About 200 pieces at most, cut between words, so that long prompts stream as fast as short ones. */
function words(text: string): string[] {
  const all = text.match(/\s*\S+\s*$|\s*\S+|\s+/gu) ?? [];
  const size = Math.max(1, Math.ceil(all.length / 200));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size).join(""));
}

/** Four characters are about one token. */
function estimate(text: string): number {
  return Math.ceil(text.length / 4);
}
