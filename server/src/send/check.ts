import type { Diagnostic } from "../base/diagnostic.js";
import { conversation } from "../conversation/conversation.js";
import { untilSettled } from "../workspace/boundaries.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { sendFaults } from "./prepare.js";

/** Why a run writes nothing: something blocks it, or somebody does not want it. */
export type Refusal =
  | {
      readonly kind: "blocked";
      readonly evaluated: Evaluated;
      /** Those that block, in the order of the text, and the warnings beside them. */
      readonly blocking: readonly Diagnostic[];
      readonly warnings: readonly Diagnostic[];
    }
  /** `message` is a sentence for a person. */
  | { readonly kind: "refused"; readonly message: string }
  /** By the person, before the reply began. */
  | { readonly kind: "cancelled" };

/** A document that may be sent, with what a person is warned of. */
export interface Ready {
  readonly kind: "ready";
  readonly evaluated: Evaluated;
  readonly warnings: readonly Diagnostic[];
}

/** How a document is looked at before it is sent. */
export interface CheckParts {
  /** Evaluates exactly the text that is to be sent, for a send; undefined when the signal was aborted first. */
  evaluate(signal: AbortSignal): Promise<Evaluated | undefined>;
  /** What it waits for, by its name: settles once there is nothing to wait for any more. */
  boundary?(name: string): Promise<void> | undefined;
  /** Told what is being waited for. */
  waiting(name: string): void;
  /** Everything that is wrong with it, in the order of the text. */
  faultsOf(evaluated: Evaluated): readonly Diagnostic[];
}

/** Looks at a document before it is sent. Whatever blocks ends the send here, before the network. */
export async function checkSend(parts: CheckParts, signal: AbortSignal): Promise<Ready | Refusal> {
  const evaluated = await evaluateReady(parts, signal);
  if (evaluated === undefined || signal.aborted) return { kind: "cancelled" };
  if (evaluated.outcome === "syntax-only")
    return { kind: "refused", message: "This document is larger than 2 MB, which is too large to be sent." };
  const faults = parts.faultsOf(evaluated);
  const warnings = faults.filter(({ blocks, severity }) => !blocks && severity === "warning");
  const own = faults.filter(({ blocks }) => blocks);
  const blocking = own.length > 0 ? own : sendFaults(evaluated, conversation(evaluated));
  return blocking.length > 0 ? { kind: "blocked", evaluated, blocking, warnings } : { kind: "ready", evaluated, warnings };
}

/** Evaluates again and again, until nothing is waited for. */
async function evaluateReady({ evaluate, boundary, waiting }: CheckParts, signal: AbortSignal): Promise<Evaluated | undefined> {
  for (;;) {
    const evaluated = await evaluate(signal);
    const name = evaluated?.result?.waitsFor?.[0];
    const settling = name === undefined ? undefined : boundary?.(name);
    if (name === undefined || settling === undefined || signal.aborted) return evaluated;
    waiting(name);
    await untilSettled(settling, signal);
  }
}
