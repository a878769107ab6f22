import type { Decoder } from "../../../server/src/providers/protocols/protocol.js";
import type { StreamEvent } from "../../../server/src/providers/provider.js";
import { createEventCutter } from "../../../server/src/providers/sse.js";

/** What a decoder makes of a stream that comes in these pieces. */
export function decode(decoder: Decoder, pieces: readonly string[]): StreamEvent[] {
  const cutter = createEventCutter();
  const events = pieces.flatMap((piece) => [...cutter.push(piece)]);
  return [...events, ...cutter.rest()].flatMap((event) => [...decoder.push(event)]).concat(decoder.end());
}

/** The pieces of a reply that are written, neighbouring texts as one. */
export function written(events: readonly StreamEvent[]): StreamEvent[] {
  const all: StreamEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (event.kind === "progress") continue;
    if (event.kind === "text" && last?.kind === "text") all[all.length - 1] = { kind: "text", text: last.text + event.text };
    else all.push(event);
  }
  return all;
}

/** A stream of events; each is its JSON, or its name and its JSON. */
export function stream(...events: readonly (object | string)[]): string {
  return events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join("");
}

/** A stream of the Messages API, where events have names. */
export function named(...events: readonly { readonly type: string }[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

/** A text cut at random places, the same for the same seed. */
export function cut(text: string, seed: number): string[] {
  const pieces: string[] = [];
  let state = seed;
  for (let at = 0; at < text.length; ) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const size = 1 + (state % 37);
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}
