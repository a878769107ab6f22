import { lineAt } from "../base/source-text.js";
import { systemIndex } from "../syntax/sent-messages.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { assistantParts } from "./assistant-parts.js";
import type { Part } from "./parts.js";
import { type PlacedPart, templateParts } from "./template-parts.js";

/** A message as it would be sent. */
export interface Turn {
  readonly role: "user" | "assistant";
  /** One-based line of its role marker, and its zero-based index among all markers of the document. */
  readonly line: number;
  readonly index: number;
  readonly parts: readonly Part[];
}

/** The rendered conversation, before any repair for a provider's wire. */
export interface Conversation {
  /** Text of the last `@System`, trimmed; undefined when there is none. */
  readonly system: string | undefined;
  readonly messages: readonly Turn[];
}

/** Builds the conversation of an evaluated document. A message whose template failed has no parts. */
export function conversation(evaluated: Evaluated): Conversation {
  const { document, text } = evaluated.snapshot;
  const messages: Turn[] = [];
  for (const [index, placed] of document.messages.entries()) {
    const { role } = placed.message;
    const parts = (): Part[] => messageParts(evaluated, index);
    if (role === "You") messages.push({ role: "user", line: lineAt(text, placed.start) + 1, index, parts: parts() });
    else if (role === "Assistant") messages.push({ role: "assistant", line: lineAt(text, placed.start) + 1, index, parts: parts() });
  }
  return { system: systemText(evaluated), messages };
}

/** The text of the last `@System`, trimmed; undefined when there is none (spec/flemma-templates.md §1). */
export function systemText(evaluated: Evaluated): string | undefined {
  const index = systemIndex(evaluated.snapshot.document);
  return index < 0 ? undefined : messageParts(evaluated, index).map(partText).join("").trim();
}

/** Says whether the message at a zero-based index has its parts: its template did not fail, and the evaluation came to its end. */
export function isRendered({ snapshot, result }: Evaluated, index: number): boolean {
  if (snapshot.document.messages[index]?.message.role === "Assistant") return true;
  return result?.messages[index]?.failed === false;
}

/** The parts of the message at a zero-based index, of any role, and where they come from. */
export function placedParts(evaluated: Evaluated, index: number): PlacedPart[] {
  const { document } = evaluated.snapshot;
  const placed = document.messages[index];
  if (placed?.message.role !== "Assistant") return templateParts(evaluated, index);
  return assistantParts(document.source, placed);
}

/** The parts of the message at a zero-based index, of any role. */
export function messageParts(evaluated: Evaluated, index: number): Part[] {
  return placedParts(evaluated, index).map(({ part }) => part);
}

function partText(part: Part): string {
  return part.kind === "text" ? part.text : "";
}
