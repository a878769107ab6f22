import type { Received, Refusal, StreamedEvent, Wire } from "./wire.js";

/** What goes wrong with an answer. Where nothing is said the answer is a plain stream. */
export interface Fault {
  /** So many requests it happens to; those after them get a plain stream. One where nothing is said. */
  readonly times?: number;
  /** What happens to the connection before anything is said. */
  readonly before?: "close" | "reset" | "hang";
  /** An answer that takes the stream's place. */
  readonly answer?: (wire: Wire, request: Received) => Answer;
  /** The events that are sent in place of the right ones. */
  readonly events?: (events: readonly StreamedEvent[], wire: Wire, request: Received) => readonly StreamedEvent[];
  /** How an event becomes text; the first stands at the beginning of the stream. */
  readonly frame?: (event: StreamedEvent, index: number) => string;
  readonly encoding?: "gzip" | "br";
  /** The offsets at which the bytes of the stream are cut; `ends` are those behind its events. */
  readonly cuts?: (bytes: Buffer, ends: readonly number[]) => readonly number[];
  /** So many ms between two chunks. */
  readonly pause?: number;
  /** Behind the event of this index the stream waits until it is let go on. */
  readonly gate?: number;
  /** Where the stream stops early, and how. */
  readonly stop?: { readonly after: Place; readonly how: "end" | "close" | "reset" | "hang" };
}

/** A whole answer of HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A place in a stream: behind the event of that index, or in the middle of an event. */
export type Place = number | "headers" | "first-text" | "in-second-text" | "in-tool" | "all-but-terminal" | "all-but-line-ends";

/** The byte offset of a place, in a stream whose events end at `ends`. */
export function offsetOf(place: Place, events: readonly StreamedEvent[], ends: readonly number[]): number {
  const begin = (index: number) => ends[index - 1] ?? 0;
  const middle = (index: number) => Math.floor((begin(index) + (ends[index] ?? begin(index))) / 2);
  const texts = events.flatMap(({ role }, index) => (role === "text" ? [index] : []));
  switch (place) {
    case "headers":
      return 0;
    case "first-text":
      return ends[texts[0] ?? 0] ?? 0;
    case "in-second-text":
      return middle(texts[1] ?? texts[0] ?? 0);
    case "in-tool":
      return middle(events.findLastIndex(({ role }) => role === "tool"));
    case "all-but-terminal":
      return begin(events.findIndex(({ role }) => role === "terminal"));
    case "all-but-line-ends":
      return (ends.at(-1) ?? 0) - 2;
    default:
      return ends[place] ?? ends.at(-1) ?? 0;
  }
}

/** An event as server-sent events usually look. */
export function plainFrame({ event, data }: StreamedEvent): string {
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`;
}

/** A refusal as an answer of HTTP. */
export function refused(wire: Wire, refusal: Refusal, headers: Readonly<Record<string, string>> = {}): Answer {
  const { status, body } = wire.error(refusal);
  return { status, headers: { "content-type": "application/json", ...headers }, body };
}
