import { createParser } from "eventsource-parser";
import type { WireEvent } from "./protocols/protocol.js";

/** Cuts text that comes in pieces into the events of a stream of server-sent events. */
export interface EventCutter {
  /** The events that the next piece completes. Throws when one grows beyond all measure. */
  push(piece: string): readonly WireEvent[];
  /** The event that the stream ended in without the empty line after it, if any; it may be cut off. */
  rest(): readonly WireEvent[];
}

/** UTF-16 units of one event: more is no reply of a model. */
const mostUnits = 64 * 2 ** 20;

/** Makes a cutter for one stream. Pieces may be cut anywhere. */
export function createEventCutter(): EventCutter {
  let events: WireEvent[] = [];
  let isTooLarge = false;
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ data, ...(event !== undefined && { event }) }),
    onError: ({ type }) => {
      isTooLarge ||= type === "max-buffer-size-exceeded";
    },
    maxBufferSize: mostUnits,
  });

  function push(piece: string): readonly WireEvent[] {
    parser.feed(piece);
    if (isTooLarge) throw new Error("A single event of the reply is larger than 64 MB.");
    const taken = events;
    events = [];
    return taken;
  }

  return { push, rest: () => push("\n\n") };
}
