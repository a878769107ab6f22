import { runsSame } from "../evaluation/other-words.js";
import type { Scheduler } from "../evaluation/scheduler.js";
import type { Evaluated, Snapshot } from "../workspace/snapshot.js";
import type { Documents, OpenDocument } from "./documents.js";
import type { PausableService } from "./pausable-service.js";
import type { Publisher } from "./publisher.js";
import { textParsed } from "./when-parsed.js";

/** Keeps every open document evaluated. */
export interface Evaluator {
  /** Evaluates the newest snapshot of a document, soon, even when only what is around it has changed; its diagnostics are published. */
  refresh(uri: string): void;
  /** Stops every evaluation of a document: a reply is being written from a UTF-16 offset on, which hides what is wrong there. */
  pause(uri: string, from: number): void;
  /** Takes evaluation up again. */
  resume(uri: string): void;
  /**
   * The evaluation of the document's newest snapshot, without rendered text; undefined when it takes longer than
   * `patience` ms, the text changes before, or evaluations are paused.
   */
  current(document: OpenDocument, patience: number): Promise<Evaluated | undefined>;
}

/** So many ms after a change its syntax is published, if its evaluation is not: it may run, or wait for an older one. */
const interimAfter = 50;

/** So many ms a run of an older text may go on where the newer one runs the same: its result serves that one, too. */
const ofUse = 250;

/** So many ms of parsing at once, beside an evaluation. */
const parseSlice = 5;

/** Makes the evaluator over its parts. */
export function createEvaluator(parts: {
  documents: Documents;
  service: PausableService;
  scheduler: Scheduler;
  publisher: Publisher;
  /** Counts changes of files: an evaluation may not know of those that come after its beginning. */
  revision(): number;
  /** `revision` is that at the beginning of the evaluation. */
  onPublished(evaluated: Evaluated, revision: number): void;
}): Evaluator {
  const { documents, service, scheduler, publisher, onPublished } = parts;
  /** Running timers by document. A further change does not start them anew: who types on and on sees the syntax, too. */
  const interims = new Map<string, NodeJS.Timeout>();
  /** Documents whose newest evaluation is of their text, but of other settings. */
  const unsettled = new Set<string>();
  /** What is evaluated, by document. */
  const running = new Map<string, Snapshot>();
  /** Documents with a long text that is being parsed. */
  const preparing = new Set<string>();
  /** What documents wait for, by name. */
  const awaited = new Map<string, Set<string>>();
  const waiting = new WeakMap<Snapshot, Set<(evaluated?: Evaluated) => void>>();

  async function evaluate(uri: string, signal: AbortSignal): Promise<void> {
    const document = documents.get(uri);
    if (document === undefined) return;
    const { snapshot } = document;
    const revision = parts.revision();
    running.set(uri, snapshot);
    const evaluating = service.evaluate(snapshot, { signal, omitOutput: true }).finally(() => running.delete(uri));
    // Publishing looks at the tree: it is made while the other process works.
    if (!snapshot.isLong) setImmediate(parseAside, snapshot);
    const evaluated = await evaluating;
    // Where the other process told nothing of a long text, its syntax is found here, in slices.
    if (evaluated !== undefined && evaluated.result === undefined && snapshot.isLong) await textParsed(evaluated.snapshot);
    if (evaluated === undefined || signal.aborted || !isNewest(snapshot)) return;
    if (evaluated.snapshot !== snapshot) document.adopt(evaluated.snapshot);
    document.evaluated = evaluated;
    unsettled.delete(uri);
    clearTimeout(interims.get(uri));
    interims.delete(uri);
    publisher.publish(evaluated);
    // A text to come may have the same result, which its tree tells.
    if (snapshot.isLong && evaluated.result?.passes !== undefined) prepare(document.snapshot);
    for (const tell of waiting.get(snapshot) ?? []) tell(evaluated);
    for (const name of evaluated.result?.waitsFor ?? []) void refreshAfter(uri, name);
    onPublished(evaluated, revision);
  }

  /** Evaluates a document again once what it waits for is settled. */
  async function refreshAfter(uri: string, name: string): Promise<void> {
    const settling = service.boundary(name);
    const names = awaited.get(uri) ?? new Set();
    if (settling === undefined || names.has(name)) return;
    awaited.set(uri, names.add(name));
    await settling.catch(() => {});
    names.delete(name);
    if (names.size === 0) awaited.delete(uri);
    refresh(uri);
  }

  /** Parses a long text, even if it changes meanwhile: the next ones are parsed by what it has in common with them. */
  function prepare(snapshot: Snapshot): void {
    if (preparing.has(snapshot.uri)) return;
    preparing.add(snapshot.uri);
    const goOn = (): void => {
      if (documents.get(snapshot.uri) !== undefined && !snapshot.parse(parseSlice)) setImmediate(goOn);
      else preparing.delete(snapshot.uri);
    };
    setImmediate(goOn);
  }

  /** In pieces, between which others are answered. */
  function parseAside(snapshot: Snapshot): void {
    if (isNewest(snapshot) && !snapshot.parse(parseSlice)) setImmediate(parseAside, snapshot);
  }

  function publishInterim(uri: string): void {
    interims.delete(uri);
    const document = documents.get(uri);
    if (document === undefined || isEvaluated(document)) return;
    publisher.publishInterim(document.snapshot);
    if (document.snapshot.isLong) prepare(document.snapshot);
  }

  /** Of long texts, as soon as their trees are there: without one, words that are typed on and on would end each run before it tells. */
  function patienceFor(newer: Snapshot): number {
    const older = running.get(newer.uri);
    const isKnown = older !== undefined && older !== newer && [older, newer].every((text) => text.isLong && text.parse(parseSlice));
    return isKnown && runsSame(older.document, newer.document) ? ofUse : 0;
  }

  function isEvaluated({ uri, snapshot, evaluated }: OpenDocument): boolean {
    return evaluated?.snapshot === snapshot && !unsettled.has(uri);
  }

  function isNewest(snapshot: Snapshot): boolean {
    return documents.get(snapshot.uri)?.snapshot === snapshot;
  }

  function refresh(uri: string): void {
    const document = documents.get(uri);
    if (document === undefined) return;
    if (document.evaluated?.snapshot === document.snapshot) unsettled.add(uri);
    if (service.isPaused(uri)) {
      publisher.publishInterim(document.snapshot);
      return;
    }
    if (!interims.has(uri)) interims.set(uri, setTimeout(publishInterim, interimAfter, uri));
    scheduler.schedule(uri, (signal) => evaluate(uri, signal), patienceFor(document.snapshot));
  }

  return {
    refresh,
    pause(uri, from) {
      service.pause(uri);
      scheduler.cancel(uri);
      publisher.replyFrom(uri, from);
      const snapshot = documents.get(uri)?.snapshot;
      for (const tell of (snapshot && waiting.get(snapshot)) ?? []) tell();
    },
    resume(uri) {
      service.resume(uri);
      publisher.replyFrom(uri, undefined);
      refresh(uri);
    },
    current(document, patience) {
      const { snapshot, evaluated, outdated } = document;
      if (isEvaluated(document)) return Promise.resolve(evaluated);
      if (service.isPaused(snapshot.uri)) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const tell = (ready?: Evaluated): void => {
          clearTimeout(timer);
          outdated.removeEventListener("abort", giveUp);
          waiting.get(snapshot)?.delete(tell);
          resolve(ready);
        };
        const giveUp = (): void => tell();
        const timer = setTimeout(giveUp, patience);
        outdated.addEventListener("abort", giveUp);
        waiting.set(snapshot, (waiting.get(snapshot) ?? new Set()).add(tell));
      });
    },
  };
}
