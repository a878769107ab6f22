import type { Json } from "../base/json.js";
import { lineAt } from "../base/source-text.js";
import type { Span } from "../base/span.js";
import type { MessageOutput } from "../evaluation/types.js";
import type { Message, PlacedMessage, Segment, Thinking, ToolResult, ToolUse } from "../syntax/ast.js";
import { isBlock } from "../syntax/blocks.js";
import { fenceContent, literalText, thinkingText } from "../syntax/literal.js";
import { pairTools, type ToolPairing } from "../syntax/tool-pairing.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { addPart, type Part } from "./parts.js";

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
export function conversation({ snapshot, result }: Evaluated): Conversation {
  const { document, text } = snapshot;
  const tools = pairTools(document);
  const messages: Turn[] = [];
  let system: string | undefined;
  for (const [index, placed] of document.messages.entries()) {
    const { role } = placed.message;
    const parts = (): Part[] => messageParts({ source: document.source, placed, output: result?.messages[index], tools });
    if (role === "System") system = parts().map(partText).join("").trim();
    else if (role === "You") messages.push({ role: "user", line: lineAt(text, placed.start) + 1, index, parts: parts() });
    else if (role === "Assistant") messages.push({ role: "assistant", line: lineAt(text, placed.start) + 1, index, parts: parts() });
  }
  return { system, messages };
}

/** Says whether the message at a zero-based index has its parts: its template did not fail, and the evaluation came to its end. */
export function isRendered({ snapshot, result }: Evaluated, index: number): boolean {
  if (snapshot.document.messages[index]?.message.role === "Assistant") return true;
  return result?.messages[index]?.failed === false;
}

/** A message, the text it stands in, and what its evaluation gave. */
export interface RenderInput {
  readonly source: string;
  readonly placed: PlacedMessage;
  readonly output: MessageOutput | undefined;
  readonly tools: ToolPairing;
}

/** The parts of one message of any role. */
export function messageParts(input: RenderInput): Part[] {
  const { message } = input.placed;
  return message.role === "Assistant" ? assistantParts(input, message) : templateParts(input, message);
}

function templateParts({ source, placed, output, tools }: RenderInput, { segments }: Message): Part[] {
  const parts: Part[] = [];
  for (const piece of output?.pieces ?? []) {
    if (piece.kind === "text") addPart(parts, { kind: "text", text: piece.text });
    else if (piece.kind === "segment") {
      const segment = segments[piece.index];
      if (segment?.kind === "tool-result") for (const part of toolResult(source, placed.start, { segment, tools })) addPart(parts, part);
    }
  }
  return parts;
}

function assistantParts({ source, placed }: RenderInput, { segments }: Message): Part[] {
  const parts: Part[] = [];
  const hasToolUse = segments.some(({ kind }) => kind === "tool-use");
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === "aborted" && hasToolUse) continue;
    addPart(parts, assistantPart(source, placed.start, { segment, next: segments[index + 1] }));
  }
  return parts;
}

function assistantPart(source: string, start: number, { segment, next }: { segment: Segment; next: Segment | undefined }): Part {
  const slice = (span: Span): string => source.slice(start + span.start, start + span.end);
  switch (segment.kind) {
    case "thinking":
      return thinking(source, start, segment);
    case "tool-use":
      return toolUse(source, start, segment);
    case "aborted":
      return { kind: "text", text: `<!-- ${slice(segment.message).trim()} -->` };
    case "text": {
      const text = literalText(source, start, segment);
      return { kind: "text", text: next !== undefined && isBlock(next) ? text.replace(/\n$/, "") : text };
    }
    default:
      return { kind: "text", text: slice(segment.span) };
  }
}

function thinking(source: string, start: number, segment: Thinking): Part {
  const { signature, redacted } = segment;
  return {
    kind: "thinking",
    content: thinkingText(source, start, segment),
    ...(signature && {
      signature: { provider: signature.provider, value: source.slice(start + signature.value.start, start + signature.value.end) },
    }),
    ...(redacted && { redacted: true as const }),
  };
}

function toolUse(source: string, start: number, { id, name, fence }: ToolUse): Part {
  return { kind: "tool_use", id, name, input: JSON.parse(fenceContent(source, start, fence)) as Json };
}

/** A final result is one part; a placeholder (pending, approved, rejected, denied, aborted) is none. */
function toolResult(source: string, start: number, { segment, tools }: { segment: ToolResult; tools: ToolPairing }): Part[] {
  const { id, status, fence } = segment;
  if (status !== undefined && status !== "error") return [];
  const text = fenceContent(source, start, fence);
  const name = tools.nameOf(segment);
  return [
    {
      kind: "tool_result",
      tool_use_id: id,
      ...(name !== undefined && { name }),
      is_error: status === "error",
      parts: text === "" ? [] : [{ kind: "text", text }],
    },
  ];
}

function partText(part: Part): string {
  return part.kind === "text" ? part.text : "";
}
