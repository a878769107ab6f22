import type { Diagnostic } from "../base/diagnostic.js";
import type { StreamEvent } from "../providers/provider.js";
import { type Evaluated, settledOptions } from "../workspace/snapshot.js";
import { type CheckParts, checkSend, type Refusal } from "./check.js";
import { type Journal, noJournal, type RunStart } from "./journal.js";
import type { RunState } from "./run-state.js";
import { createStateReader } from "./state-reader.js";
import { type ReplyEnd, streamReply } from "./stream-reply.js";

/** Where a run takes place: what it is given by whoever starts it, an editor or a command line. */
export interface RunPlace extends Omit<CheckParts, "waiting"> {
  /** Keeps the document for this run alone, before anything else is done; a text says why that cannot be. */
  claim?(): Promise<RunClaim | string>;
  /** Agrees to what is about to be sent, perhaps after asking a person; a text says why it must not. */
  confirm(evaluated: Evaluated, signal: AbortSignal): Promise<string | undefined>;
  /** Told what is worth a warning, once, when nothing is in the way any more. */
  warn(evaluated: Evaluated, warnings: readonly Diagnostic[]): void;
  /** Asks the provider. Called once. */
  open(evaluated: Evaluated, signal: AbortSignal): AsyncIterable<StreamEvent>;
  /** Where the reply goes; `run` stops it. Called once, when nothing is in the way any more. */
  target(evaluated: Evaluated, run: Pick<AbortController, "abort">): ReplyTarget;
  /** Told every new state. */
  entered(state: RunState): void;
}

/** A document that no other run may write into until it is given back. */
export interface Claim {
  release(): void | Promise<void>;
}

/** A document that is kept for one run, which may begin its journal. */
export interface RunClaim extends Claim {
  journal(start: Omit<RunStart, "uri" | "key">): Journal;
}

/** The text that a reply is written below. */
export interface ReplyTarget {
  /** The document's text above the reply, and its line end. */
  readonly text: string;
  readonly lineEnd: string;
  /** Takes document text, in order, once the journal has it. `cutOff` gives the mark of an aborted reply, if it ended there. */
  write(text: string, cutOff: () => string): void;
  /** Tells, from now on, how many UTF-16 units of the reply the document holds. */
  onApplied(tell: (units: number) => void): void;
  /** Told every event before its text is written. */
  onEvent?(event: StreamEvent): void;
  /** Resolves when everything is written, after the last piece; the journal is to be removed when it is of no use any more. */
  finish(end: ReplyEnd, journal: Journal): Promise<void>;
}

/** One send of one document, from the first look at it to the end of the reply. */
export interface Run {
  readonly id: string;
  /** Resolves as soon as nothing is in the way of the reply but what has to be waited for; never, if something is. */
  readonly begun: Promise<void>;
  /** Resolves when all is over, whether there was a reply or not. Rejects with bugs only. */
  readonly ended: Promise<ReplyEnd | Refusal>;
  /** Stops it wherever it is; what has been written stays. */
  cancel(): void;
}

/** Starts a run. `id` names it to people and clients. */
export function startRun(id: string, place: RunPlace): Run {
  const abort = new AbortController();
  const { signal } = abort;
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });

  async function send(claim: RunClaim | undefined): Promise<ReplyEnd | Refusal> {
    const checked = await checkSend({ ...place, evaluate, waiting }, signal);
    if (checked.kind !== "ready") return checked;
    const { evaluated, warnings } = checked;
    const refusal = await place.confirm(evaluated, signal);
    if (signal.aborted) return { kind: "cancelled" };
    if (refusal !== undefined) return { kind: "refused", message: refusal };
    if (warnings.length > 0) place.warn(evaluated, warnings);
    return reply(evaluated, claim);
  }

  function evaluate(stop: AbortSignal): Promise<Evaluated | undefined> {
    place.entered({ kind: "checking" });
    return place.evaluate(stop);
  }

  function waiting(boundary: string): void {
    begin();
    place.entered({ kind: "waiting", boundary });
  }

  async function reply(evaluated: Evaluated, claim: RunClaim | undefined): Promise<ReplyEnd> {
    const target = place.target(evaluated, abort);
    const journal = claim?.journal(startOf(evaluated, target)) ?? noJournal;
    target.onApplied(journal.applied);
    begin();
    place.entered({ kind: "connecting" });
    const events = place.open(evaluated, signal);
    const write = (text: string, cutOff: () => string): void => {
      journal.piece(text);
      target.write(text, cutOff);
    };
    const readState = createStateReader(place.entered);
    const onEvent = (event: StreamEvent): void => {
      target.onEvent?.(event);
      readState(event);
    };
    const end = await streamReply({ ...target, write, onEvent, events, signal });
    await journal.end(end.state);
    await target.finish(end, journal);
    return end;
  }

  async function run(): Promise<ReplyEnd | Refusal> {
    const claim = await place.claim?.();
    if (typeof claim === "string") return { kind: "refused", message: claim };
    try {
      return await send(claim);
    } finally {
      await claim?.release();
    }
  }

  return { id, begun, ended: run(), cancel: () => abort.abort() };
}

/** What the journal is told of a run. */
function startOf(evaluated: Evaluated, { text }: ReplyTarget): Omit<RunStart, "uri" | "key"> {
  const { provider = "", model = "" } = settledOptions(evaluated)?.config ?? {};
  return { text, version: evaluated.snapshot.version, provider, model };
}
