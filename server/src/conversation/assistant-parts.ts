import type { Json } from "../base/json.js";
import type { Span } from "../base/span.js";
import type { PlacedMessage, Segment, Thinking, ToolUse } from "../syntax/ast.js";
import { isBlock } from "../syntax/blocks.js";
import { fenceContent, literalText, thinkingText } from "../syntax/literal.js";
import { addPart, type Part } from "./parts.js";

/** The parts of an assistant's message; nothing in it is evaluated. */
export function assistantParts(source: string, { message: { segments }, start }: PlacedMessage): Part[] {
  const parts: Part[] = [];
  const hasToolUse = segments.some(({ kind }) => kind === "tool-use");
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === "aborted" && hasToolUse) continue;
    addPart(parts, assistantPart(source, start, { segment, next: segments[index + 1] }));
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
