import type { Fault } from "./fault.js";
import { plainFrame, refused } from "./fault.js";
import {
  duplicated,
  duplicatedText,
  nullDeltas,
  outOfOrder,
  surrounded,
  unknownThings,
  usageTwice,
  withError,
  withoutUsage,
} from "./oddities.js";
import type { ErrorKind, Received, StreamedEvent, Wire } from "./wire.js";

const always = Number.POSITIVE_INFINITY;
const html =
  "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>\n<body><center><h1>502 Bad Gateway</h1></center></body></html>\n";

/** An error in the provider's own shape. */
function failing(
  kind: ErrorKind,
  message: string,
  rest: { readonly times?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Fault {
  const { times = 1, headers } = rest;
  return { times, answer: (wire) => refused(wire, { kind, message }, headers) };
}

/** The cuts in front of every occurrence of a string. */
function cutsInside(pattern: string, into: number): NonNullable<Fault["cuts"]> {
  return (bytes) => {
    const cuts: number[] = [];
    for (let at = bytes.indexOf(pattern); at >= 0; at = bytes.indexOf(pattern, at + 1)) cuts.push(at + into);
    return cuts;
  };
}

function crlf(event: StreamedEvent): string {
  return plainFrame(event).replaceAll("\n", "\r\n");
}

/** A generator that gives the same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomCuts(seed: number): NonNullable<Fault["cuts"]> {
  return (bytes) => {
    const next = random(seed);
    const cuts: number[] = [];
    for (let at = 0; at < bytes.length; at += 1 + Math.floor(next() * 60)) cuts.push(at);
    return cuts;
  };
}

/** The key a request shows, told back as some servers do. */
function toldBack(wire: Wire, request: Received): string {
  return `Incorrect API key provided: ${wire.keyOf(request) ?? "none"}. You can find your API key in your settings.`;
}

/** Everything that goes wrong, by name (spec/providers-and-send.md §5.2). */
export const faults = {
  none: {},

  // How the bytes are cut and packed.
  "chunk-bytes": { cuts: (bytes) => Array.from(bytes, (_, index) => index) },
  "chunk-random-1": { cuts: randomCuts(1) },
  "chunk-random-2": { cuts: randomCuts(2) },
  "chunk-in-characters": { cuts: (bytes) => Array.from(bytes, (byte, index) => ((byte & 0xc0) === 0x80 ? index : 0)).filter(Boolean) },
  "chunk-in-field": { cuts: cutsInside("data:", 2) },
  "chunk-in-crlf": { frame: crlf, cuts: cutsInside("\r\n", 1) },
  "chunk-in-blank-line": { cuts: cutsInside("\n\n", 1) },
  "drip-bytes": { cuts: (bytes) => Array.from(bytes.subarray(0, 150), (_, index) => index), pause: 5 },
  "drip-events": { cuts: (_, ends) => ends, pause: 100 },
  crlf: { frame: crlf },
  cr: { frame: (event) => plainFrame(event).replaceAll("\n", "\r") },
  bom: { frame: (event, index) => (index === 0 ? "\ufeff" : "") + plainFrame(event) },
  comments: { frame: (event) => `: keep-alive\n\n:\n${plainFrame(event)}` },
  "other-fields": { frame: (event, index) => `id: ${index}\nretry: 3000\nsurprise: x\n${plainFrame(event)}` },
  "no-space": { frame: (event) => plainFrame(event).replace("data: ", "data:") },
  "multi-line-data": {
    frame: ({ event, data, ...rest }) => {
      const lines = data === "[DONE]" ? data : JSON.stringify(JSON.parse(data), null, 1).replaceAll("\n", "\ndata: ");
      return plainFrame({ ...rest, ...(event !== undefined && { event }), data: lines });
    },
  },
  gzip: { encoding: "gzip", cuts: (_, ends) => ends },
  br: { encoding: "br", cuts: (_, ends) => ends },
  "last-line-end-missing": { stop: { after: "all-but-line-ends", how: "end" } },

  // Events that are odd, but mean the same.
  pings: { events: surrounded, cuts: (_, ends) => ends, pause: 10 },
  "duplicate-start": { events: duplicated("start") },
  "duplicate-frames": { events: duplicated("frame") },
  "duplicate-terminal": { events: duplicated("terminal") },
  "duplicate-numbered-text": { events: duplicatedText },
  "out-of-order-index": { events: outOfOrder },
  "unknown-events": { events: unknownThings },
  "missing-usage": { events: withoutUsage },
  "usage-twice": { events: usageTwice },
  "null-deltas": { events: nullDeltas },

  // The connection.
  "close-before-headers": { before: "close" },
  "close-before-headers-always": { before: "close", times: always },
  "reset-before-headers": { before: "reset" },
  "hang-before-headers": { before: "hang", times: always },
  "hang-after-headers": { stop: { after: "headers", how: "hang" } },
  "hang-after-text": { stop: { after: "first-text", how: "hang" } },
  "reset-after-headers": { stop: { after: "headers", how: "reset" } },
  "reset-in-event": { stop: { after: "in-second-text", how: "reset" } },
  "reset-before-terminal": { stop: { after: "all-but-terminal", how: "reset" } },
  "end-after-headers": { stop: { after: "headers", how: "end" } },
  "end-after-text": { stop: { after: "first-text", how: "end" } },
  "end-in-event": { stop: { after: "in-second-text", how: "end" } },
  "end-in-tool": { stop: { after: "in-tool", how: "end" } },
  "end-before-terminal": { stop: { after: "all-but-terminal", how: "end" } },
  "close-after-text": { stop: { after: "first-text", how: "close" } },
  "close-before-terminal": { stop: { after: "all-but-terminal", how: "close" } },

  // Errors inside of a stream.
  "error-first": { events: withError("first", { kind: "overloaded", message: "Overloaded" }) },
  "error-first-always": { times: always, events: withError("first", { kind: "overloaded", message: "Overloaded" }) },
  "error-middle": { events: withError("middle", { kind: "overloaded", message: "Overloaded" }) },
  "error-last": { events: withError("last", { kind: "server", message: "Something went wrong." }) },
  glued: { events: (events) => glue(events) },
  "not-json": {
    events: (events) =>
      events.map((event) => (event.role === "terminal" ? { ...event, data: event.data.slice(0, 20), role: "noise" } : event)),
  },

  // Answers that are no stream.
  "json-error-as-200": {
    times: always,
    answer: (wire) => ({ ...refused(wire, { kind: "server", message: "Internal error" }), status: 200 }),
  },
  "empty-200": { times: always, answer: () => ({ status: 200, headers: { "content-type": "text/event-stream" }, body: "" }) },
  "html-200": { times: always, answer: () => ({ status: 200, headers: { "content-type": "text/html" }, body: html }) },
  "html-502": { times: always, answer: () => ({ status: 502, headers: { "content-type": "text/html" }, body: html }) },
  "bad-request": failing("bad-request", "messages.0: something is wrong", { times: always }),
  "context-too-long": failing("context", "prompt is too long: 200001 tokens > 200000 maximum", { times: always }),
  unauthorized: { times: always, answer: (wire, request) => refused(wire, { kind: "authentication", message: toldBack(wire, request) }) },
  forbidden: failing("permission", "Your account may not use this model.", { times: always }),
  "not-found": failing("not-found", "model: no-such-model", { times: always }),
  "too-large": failing("too-large", "Request exceeds the maximum allowed number of bytes", { times: always }),
  quota: failing("quota", "You exceeded your current quota, please check your plan and billing details.", { times: always }),
  "rate-retry-after-1": failing("rate", "Rate limit reached", { headers: { "retry-after": "1" } }),
  "rate-retry-after-ms": failing("rate", "Rate limit reached", { headers: { "retry-after-ms": "40", "retry-after": "30" } }),
  "rate-retry-after-date": {
    answer: (wire) =>
      refused(wire, { kind: "rate", message: "Rate limit reached" }, { "retry-after": new Date(Date.now() + 1000).toUTCString() }),
  },
  "rate-no-retry-after": failing("rate", "Rate limit reached"),
  "rate-retry-after-3600": failing("rate", "Rate limit reached", { times: always, headers: { "retry-after": "3600" } }),
  "rate-should-not-retry": failing("rate", "Rate limit reached", { times: always, headers: { "x-should-retry": "false" } }),
  "unavailable-once": failing("unavailable", "Service unavailable", { headers: { "retry-after-ms": "20" } }),
  "overloaded-always": failing("overloaded", "Overloaded", { times: always, headers: { "retry-after-ms": "20" } }),
  "server-error-twice": failing("server", "Internal server error", { times: 2, headers: { "retry-after-ms": "20" } }),

  // Answers that tell the key back.
  "key-in-html": {
    times: always,
    answer: (wire, request) => ({
      status: 502,
      headers: { "content-type": "text/html" },
      body: `<html><body>${toldBack(wire, request)}</body></html>`,
    }),
  },
  "key-in-text": {
    times: always,
    answer: (wire, request) => ({
      status: 400,
      headers: { "content-type": "text/plain" },
      body: `Bad headers: ${JSON.stringify(request.headers)} ${toldBack(wire, request)}`,
    }),
  },
  "key-in-headers": {
    times: always,
    answer: (wire, request) => {
      const key = wire.keyOf(request) ?? "none";
      return refused(
        wire,
        { kind: "rate", message: "Rate limit reached" },
        { "x-should-retry": "false", "x-ratelimit-limit-key": key, "x-request-id": key },
      );
    },
  },
  "key-in-stream": {
    events: (events, wire, request) => withError("middle", { kind: "server", message: toldBack(wire, request) })(events, wire),
  },
  "key-in-redirect": {
    times: always,
    answer: (wire, request) => ({
      status: 308,
      headers: { location: `https://elsewhere.invalid/?key=${encodeURIComponent(wire.keyOf(request) ?? "")}` },
      body: "",
    }),
  },
  redirect: {
    times: always,
    answer: (_, { headers, path }) => ({
      status: 307,
      headers: { location: `http://localhost:${headers.host?.split(":")[1]}/elsewhere${path}` },
      body: "",
    }),
  },
} as const satisfies Readonly<Record<string, Fault>>;

/** Names of faults. */
export type FaultName = keyof typeof faults;

/**
 * The fault of a name; `hold-7` stops behind the event of index 7 and goes on never, `gate-7` goes on when it is let, `wait-7`
 * asks to come back in 7 s.
 */
export function faultOf(name: string): Fault {
  const [, kind, digits = ""] = /^(hold|gate|wait)-(\d+)$/.exec(name) ?? [];
  if (kind === "hold") return { cuts: (_, ends) => ends, stop: { after: Number(digits), how: "hang" } };
  if (kind === "gate") return { cuts: (_, ends) => ends, gate: Number(digits) };
  if (kind === "wait") return failing("rate", "Rate limit reached", { headers: { "retry-after": digits } });
  return (faults as Readonly<Record<string, Fault>>)[name] ?? faults.none;
}

/** Two events on one `data:` line, which is not JSON. */
function glue(events: readonly StreamedEvent[]): readonly StreamedEvent[] {
  const index = events.findIndex(({ role }) => role === "terminal");
  const [before, last] = [events[index - 1], events[index]];
  if (before === undefined || last === undefined) return events;
  return events.toSpliced(index - 1, 2, { data: before.data + last.data, role: "noise" });
}
