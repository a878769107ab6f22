import type { Json } from "../base/json.js";
import type { Span } from "../base/span.js";
import type { PlacedMessage, Segment, Thinking, ToolUse } from "../syntax/ast.js";
import { isBlock } from "../syntax/blocks.js";
import { fenceContent, literalText, thinkingText } from "../syntax/literal.js";
import type { Part } from "./parts.js";
import type { PlacedPart } from "./template-parts.js";

/** The parts of an assistant's message, and the segments that they come from; nothing in it is evaluated. */
export function assistantParts(source: string, { message: { segments }, start }: PlacedMessage): PlacedPart[] {
  const parts: OpenPart[] = [];
  const hasToolUse = segments.some(({ kind }) => kind === "tool-use");
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === "aborted" && hasToolUse) continue;
    addPart(parts, assistantPart(source, start, { segment, next: segments[index + 1] }), segment.span);
  }
  return parts;
}

/** A part to which text may still be added. */
interface OpenPart extends PlacedPart {
  part: Part;
  readonly stretches: PlacedPart["stretches"][number][];
}

/** Adds a part; neighbouring text is one part, and empty text is none. */
function addPart(parts: OpenPart[], part: Part, span: Span): void {
  if (part.kind !== "text") {
    parts.push({ part, stretches: [{ length: 0, span }] });
    return;
  }
  if (part.text === "") return;
  const stretch = { length: part.text.length, span };
  const last = parts.at(-1);
  if (last?.part.kind !== "text") parts.push({ part, stretches: [stretch] });
  else {
    last.part = { kind: "text", text: last.part.text + part.text };
    last.stretches.push(stretch);
  }
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
