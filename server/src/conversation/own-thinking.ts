import type { ThinkingPart } from "./parts.js";
import type { PromptPart, PromptRules, PromptThinking } from "./prompt.js";

/** The thinking that a wire takes as its own; undefined for what another provider wrote. */
export function ownThinking({ content, signature, redacted }: ThinkingPart, rules: PromptRules): PromptThinking | undefined {
  if (signature?.provider !== rules.signature) return redacted ? { kind: "thinking", content, redacted } : undefined;
  return { kind: "thinking", content, ...(signature && { signature: signature.value }), ...(redacted && { redacted }) };
}

/**
 * The parts of an assistant's turn with the thinking of others as one text before all that is said or called: what was
 * thought stays in the conversation, but no provider takes the signature of another (spec/providers-and-send.md §1.1).
 */
export function withForeignThinking(parts: readonly PromptPart[], foreign: readonly string[]): readonly PromptPart[] {
  const thoughts = foreign.filter((content) => content.trim() !== "");
  if (thoughts.length === 0) return parts;
  const text = { kind: "text", text: `<thinking>\n${thoughts.join("\n\n")}\n</thinking>` } as const;
  return parts.toSpliced(beforeAllElse(parts), 0, text);
}

/** The place before the first that is said, or before the thinking that a call follows: nothing may come between these. */
function beforeAllElse(parts: readonly PromptPart[]): number {
  const first = parts.findIndex(({ kind }) => kind !== "thinking");
  if (first < 0) return parts.length;
  return parts[first]?.kind === "tool_use" ? 0 : first;
}
