import { cutText } from "../../base/cut-text.js";
import { failure, reportedFailure } from "../classify.js";
import type { Failure } from "../failure.js";
import type { Ending, StreamEvent, Usage } from "../provider.js";
import { reportedError } from "../reported-error.js";
import type { Decoder, WireEvent } from "./protocol.js";
import { at, textAt } from "./wire-value.js";

/** The name that a tool has in the document, by its name on the wire. */
export type NameInDocument = (nameOnWire: string) => string;

/** Counts of tokens; what a wire does not tell is undefined. */
export type Counts = { readonly [Name in keyof Omit<Usage, "isEstimated">]?: number | undefined };

type Block<Kind extends StreamEvent["kind"]> = Omit<Extract<StreamEvent, { readonly kind: Kind }>, "kind">;

/** Takes what a wire says, in its order. */
export interface Reply {
  text(piece: string): void;
  thinking(block: Block<"thinking">): void;
  toolUse(use: Block<"tool-use">): void;
  progress(of: Block<"progress">): void;
  /** Counts of tokens. They only grow, whether a wire repeats them or counts on: the largest are true. */
  count(counts: Counts): void;
  /** The reply is over; counts may follow. */
  conclude(how: Ending | Failure): void;
  /** Nothing follows. */
  close(): void;
}

/** One family of wires: reads one event, and the JSON in it. */
export type WireReader = (value: unknown, reply: Reply, event: WireEvent) => void;

/**
 * Makes the decoder of a wire. What all of them share: errors anywhere in the stream, data that is no JSON, `[DONE]`, and that a
 * reply without its final event is not complete (spec/providers-and-send.md §1.1, "Ending").
 */
export function createDecoder(read: WireReader): Decoder {
  let out: StreamEvent[] = [];
  /** White space before everything else, which starts no reply. */
  let blank: string | undefined = "";
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let conclusion: Ending | Failure | undefined;
  let isClosed = false;

  const reply: Reply = {
    text(piece) {
      if (piece === "") return;
      if (blank !== undefined && /^\s*$/.test(piece)) {
        blank += piece;
        return;
      }
      out.push({ kind: "text", text: (blank ?? "") + piece });
      blank = undefined;
    },
    thinking(block) {
      blank = undefined;
      out.push({ kind: "thinking", ...block });
    },
    toolUse(use) {
      blank = undefined;
      out.push({ kind: "tool-use", ...use });
    },
    progress: (of) => void out.push({ kind: "progress", ...of }),
    count(counts) {
      usage = largest(usage, counts);
    },
    conclude(how) {
      conclusion ??= how;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      const how = conclusion ?? failure("incomplete", "The connection closed before the reply was complete.");
      out.push(typeof how === "string" ? { kind: "done", ending: how, usage } : { kind: "failed", failure: how, usage });
    },
  };

  function fail(what: Failure): void {
    reply.conclude(what);
    reply.close();
  }

  function take(event: WireEvent): void {
    const data = event.data.trim();
    if (data === "") return;
    if (data === "[DONE]") {
      reply.close();
      return;
    }
    const value = parsed(data);
    if (value === undefined) fail(failure("server", `The provider sent something that is no JSON: ${beginning(data)}`));
    else if (!isError(value, event)) read(value, reply, event);
    else fail(reportedFailure(reportedError(value) ?? { names: [], message: "The provider reports an error without a word." }));
  }

  function taken(): readonly StreamEvent[] {
    const events = out;
    out = [];
    return events;
  }

  return {
    push(event) {
      if (!isClosed) take(event);
      return taken();
    },
    isOver: () => conclusion !== undefined,
    end() {
      reply.close();
      return taken();
    },
  };
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

function beginning(data: string): string {
  return cutText(data.slice(0, 1000).replace(/\s+/g, " "), 100);
}

/** An error has the same shape in a stream as in a reply of its own. */
function isError(value: unknown, { event }: WireEvent): boolean {
  const error = at(Array.isArray(value) ? value[0] : value, "error");
  if (typeof error === "string" ? error !== "" : typeof error === "object" && error !== null) return true;
  return event === "error" || textAt(value, "type") === "error";
}

/** What is told later does not take back what was told. */
function largest(usage: Usage, counts: Counts): Usage {
  const before: Counts = usage;
  const told = Object.entries(counts).filter(([, count]) => count !== undefined) as [keyof Counts, number][];
  return { ...usage, ...Object.fromEntries(told.map(([name, count]) => [name, Math.max(count, before[name] ?? 0)])) };
}
