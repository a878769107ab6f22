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
/** So many lines that belong to no event are an error; more are nothing. */
const mostStray = 1000;

/** Makes a cutter for one stream. Pieces may be cut anywhere. */
export function createEventCutter(): EventCutter {
  let events: WireEvent[] = [];
  /** Lines that belong to no event: servers that fail in the middle of a stream write their error as it is, on many lines. */
  let stray: string[] = [];
  let isTooLarge = false;
  const parser = createParser({
    onEvent({ event, data }) {
      events.push({ data: withStray(data), ...(event !== undefined && { event }) });
      stray = [];
    },
    onError({ type, line }) {
      isTooLarge ||= type === "max-buffer-size-exceeded";
      if (type === "unknown-field" && line !== undefined && stray.length < mostStray) stray.push(line);
    },
    maxBufferSize: mostUnits,
  });

  /** The data of an event, with the lines after it where it is no JSON without them. */
  function withStray(data: string): string {
    const whole = [data, ...stray].join("\n");
    return stray.length > 0 && !isJson(data) && isJson(whole) ? whole : data;
  }

  function taken(): readonly WireEvent[] {
    const all = events;
    events = [];
    return all;
  }

  function push(piece: string): readonly WireEvent[] {
    parser.feed(piece);
    if (isTooLarge) throw new Error("A single event of the reply is larger than 64 MB.");
    return taken();
  }

  return {
    push,
    rest() {
      const last = isTooLarge ? [] : push("\n\n");
      return stray.length === 0 ? last : [...last, { data: stray.join("\n") }];
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
