import type { Scheduler } from "../evaluation/scheduler.js";
import type { Service } from "../workspace/service.js";
import type { Evaluated, Snapshot } from "../workspace/snapshot.js";
import type { Documents, OpenDocument } from "./documents.js";
import type { Publisher } from "./publisher.js";

/** Keeps every open document evaluated. */
export interface Evaluator {
  /** Evaluates the newest snapshot of a document, soon; its diagnostics are published. */
  refresh(uri: string): void;
  /** Stops the passive evaluation of a document (a reply is being written), or takes it up again. */
  pause(uri: string): void;
  resume(uri: string): void;
  /** The evaluation of the document's newest snapshot; undefined when it takes longer than `patience` ms, or is paused. */
  current(document: OpenDocument, patience: number): Promise<Evaluated | undefined>;
}

/** An evaluation that takes longer than this many ms lets its syntax be published first. */
const interimAfter = 50;

/** Makes the evaluator over its parts. */
export function createEvaluator(parts: {
  documents: Documents;
  service: Service;
  scheduler: Scheduler;
  publisher: Publisher;
  onPublished(): void;
}): Evaluator {
  const { documents, service, scheduler, publisher, onPublished } = parts;
  const paused = new Set<string>();
  const waiting = new Map<Snapshot, ((evaluated: Evaluated) => void)[]>();

  async function evaluate(uri: string, signal: AbortSignal): Promise<void> {
    const document = documents.get(uri);
    if (document === undefined) return;
    const { snapshot } = document;
    const timer = setTimeout(() => isNewest(snapshot) && publisher.publishInterim(snapshot), interimAfter);
    const evaluated = await service.evaluate(snapshot, { signal }).finally(() => clearTimeout(timer));
    if (evaluated === undefined || !isNewest(snapshot)) return;
    document.evaluated = evaluated;
    publisher.publish(evaluated);
    for (const tell of waiting.get(snapshot) ?? []) tell(evaluated);
    waiting.delete(snapshot);
    onPublished();
  }

  function isNewest(snapshot: Snapshot): boolean {
    return documents.get(snapshot.uri)?.snapshot === snapshot;
  }

  function refresh(uri: string): void {
    const document = documents.get(uri);
    if (document === undefined) return;
    for (const snapshot of waiting.keys()) if (snapshot.uri === uri && snapshot !== document.snapshot) waiting.delete(snapshot);
    if (paused.has(uri)) publisher.publishInterim(document.snapshot);
    else scheduler.schedule(uri, (signal) => evaluate(uri, signal));
  }

  return {
    refresh,
    pause: (uri) => void paused.add(uri),
    resume(uri) {
      paused.delete(uri);
      refresh(uri);
    },
    current({ snapshot, evaluated }, patience) {
      if (evaluated?.snapshot === snapshot) return Promise.resolve(evaluated);
      if (paused.has(snapshot.uri)) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, patience, undefined);
        const tell = (ready: Evaluated): void => {
          clearTimeout(timer);
          resolve(ready);
        };
        waiting.set(snapshot, [...(waiting.get(snapshot) ?? []), tell]);
      });
    },
  };
}
