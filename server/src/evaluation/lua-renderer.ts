import { type Span, shift } from "../base/span.js";
import type { MessageRun } from "../engines/engine.js";
import { runMessage } from "../engines/lua/run-message.js";
import type { Chunk } from "../lua/errors.js";
import type { PlacedMessage } from "../syntax/ast.js";
import { type MessageRenderer, type RenderWorld, resolverFor } from "./message-renderer.js";

/** Renders messages with Lua in their tags (spec/flemma-templates.md §3). */
export function luaRenderer(world: RenderWorld): MessageRenderer {
  const { document, chunks, state, offsets, crowd, probe, isWanted } = world;
  return (index) => {
    const placed = document.messages[index] as PlacedMessage;
    const { message, start } = placed;
    if (message.segments.length === 0) return empty;
    const wantsValue = (span: Span): boolean => isWanted(shift(span, start));
    const more = { ...resolverFor(placed, world), ...(crowd && { crowd }), ...probe.within(start, message.span) };
    return runMessage({ message, chunk: chunks[index] as Chunk, state, start, offsets, wantsValue, ...more });
  };
}

/** What comes of a message without a body: there can be very many of them. */
const empty: MessageRun = { failed: false, pieces: [], values: [], problems: [] };
