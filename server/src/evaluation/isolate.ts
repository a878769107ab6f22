import { type ChildProcess, fork } from "node:child_process";
import type { FileAnswers } from "../base/file-answers.js";
import type { ChildMessage, ParentMessage } from "./messages.js";
import { createPacker, type PackedFiles } from "./packed-files.js";
import { createTextPacker, type PackedText } from "./packed-text.js";
import { type ProcessTime, processorTime } from "./processor-time.js";
import { openStops, sendStop, stopsStdio } from "./stops.js";
import type { EvaluationOutcome, EvaluationRequest } from "./types.js";

/** Runs evaluations in processes of their own: whatever a template does, the server lives on. */
export interface Isolate {
  /** Evaluates a request. Never rejects: a killed or crashed process is an outcome. Aborting gives "superseded". */
  run(request: EvaluationRequest, signal?: AbortSignal): Promise<EvaluationOutcome>;
  /** From now on, `tell` is told about bugs of ours: a child that failed outside of any template. */
  onFault(tell: (message: string) => void): void;
  /** Starts the spare process, so that a kill costs nobody time. */
  warm(): void;
  /** Ends all processes. */
  dispose(): void;
}

/** How to start the process. */
export interface IsolateOptions {
  /** The bundled `evaluator.js`. */
  readonly childPath: string;
}

interface Job {
  readonly id: number;
  readonly request: EvaluationRequest;
  /** Superseded, and still at work after a while: a newer run of its document need not wait for it. */
  isOvertaken: boolean;
  finish(outcome: EvaluationOutcome): void;
}

interface Worker {
  readonly process: ChildProcess;
  /** Packs answers for this process, which remembers them. */
  readonly pack: (files: FileAnswers) => PackedFiles;
  /** Packs texts for it: it knows the last one. */
  readonly packText: (text: string) => PackedText;
  job: Job | undefined;
  /** The document of its last job, of which it still knows something. */
  document: string | undefined;
  timer: NodeJS.Timeout | undefined;
  /** The process has started: the time until then is not the template's. */
  isReady: boolean;
}

/** One process works, a warm spare takes over when it is killed or busy; more only while both are kept busy. */
const keptWorkers = 2;
const mostWorkers = 4;
/** A run that takes so many ms may soon have a second one beside it: one more process is made ready for who asks then. */
const longRunMs = 80;
/** It is kept for so many ms after the last such run. */
const keptMs = 3000;
const heapMb = 256;
/** A small young generation, which does not grow by itself: evaluations are short, and every idle process costs less memory. */
const youngMb = 2;
/** So much it may grow to once the process meets a very long text. */
const mostYoungMb = 8;
/** A template that outlives its own budget by this many ms is killed from outside: what it says has to be put together as well. */
const graceMs = 1500;
/** A process that a busy machine keeps from working is given the same time again, so often. */
const mostExtraTimes = 4;
/** It was kept from it if it got less than this share of a processor: what it does beside running templates takes time as well. */
const fairShare = 0.8;
/** A superseded run that has not been left after so many ms is overtaken; its own limit ends it soon. */
const overtakeMs = 50;
/** A process that has not started after this many ms will not. */
const startMs = 15_000;

/** Makes an isolate; processes start with the first request. */
export function createIsolate({ childPath }: IsolateOptions): Isolate {
  const workers: Worker[] = [];
  const queue: Job[] = [];
  let tellFault: (message: string) => void = () => {};
  let lastId = 0;
  let isDisposed = false;
  let kept = keptWorkers;
  let relaxing: NodeJS.Timeout | undefined;

  function start(): Worker {
    const process = fork(childPath, [], {
      env: bareEnvironment(),
      execArgv: [
        `--max-old-space-size=${heapMb}`,
        `--min-semi-space-size=${youngMb}`,
        `--max-semi-space-size=${mostYoungMb}`,
        "--semi-space-growth-factor=1",
      ],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc", stopsStdio],
    });
    const [pack, packText] = [createPacker(), createTextPacker()];
    const worker: Worker = { process, pack, packText, job: undefined, document: undefined, timer: undefined, isReady: false };
    openStops(process);
    process.on("message", (message) => answered(worker, message as ChildMessage));
    process.once("exit", (code, signal) => gone(worker, signal === "SIGABRT" || code === 134 ? "out-of-memory" : "crashed"));
    process.once("error", () => gone(worker, "crashed"));
    workers.push(worker);
    return worker;
  }

  function answered(worker: Worker, message: ChildMessage): void {
    const { job } = worker;
    if (message.kind === "ready") {
      worker.isReady = true;
      begin(worker);
    } else if (job !== undefined && message.id === job.id) settle(worker, message);
  }

  function settle(worker: Worker, message: Exclude<ChildMessage, { kind: "ready" }>): void {
    if (message.kind === "failed") tellFault(message.message);
    const outcome: EvaluationOutcome =
      message.kind === "done"
        ? { kind: "done", result: message.result, tookMs: message.tookMs }
        : { kind: message.kind === "failed" ? "crashed" : "superseded" };
    free(worker, outcome);
  }

  function free(worker: Worker, outcome: EvaluationOutcome): void {
    const { job } = worker;
    clearTimeout(worker.timer);
    worker.job = undefined;
    job?.finish(outcome);
    next();
    retire();
  }

  function gone(worker: Worker, kind: "out-of-memory" | "crashed" | "timed-out"): void {
    const index = workers.indexOf(worker);
    if (index >= 0) workers.splice(index, 1);
    worker.process.removeAllListeners();
    worker.process.on("error", () => {});
    worker.process.kill("SIGKILL");
    if (worker.job !== undefined) free(worker, { kind });
    // The next killer finds a spare again. A process that never started is no reason to try for ever.
    if (worker.isReady) fill();
  }

  function fill(): void {
    if (!isDisposed && workers.length < kept) start();
  }

  /** A run takes long. */
  function strain(): void {
    kept = keptWorkers + 1;
    fill();
    clearTimeout(relaxing);
    relaxing = setTimeout(() => {
      kept = keptWorkers;
      retire();
    }, keptMs).unref();
  }

  /** Starts every job that can start: it finds a process, and its document has no run that goes on. */
  function next(): void {
    for (;;) {
      const at = queue.findIndex(({ request }) => request.document === undefined || !isRunning(request.document));
      const worker =
        at < 0 || isDisposed
          ? undefined
          : (idleWorker(queue[at]?.request.document) ?? (workers.length < mostWorkers ? start() : undefined));
      if (worker === undefined) return;
      const [job] = queue.splice(at, 1) as [Job];
      worker.job = job;
      worker.document = job.request.document;
      begin(worker);
    }
  }

  /** Hands the present job over, once the process has started: one that is given up before leaves nothing behind. */
  function begin(worker: Worker): void {
    const { job, isReady, pack, packText } = worker;
    watch(worker);
    if (job === undefined || !isReady) return;
    const { text, files, ...request } = job.request;
    setTimeout(() => worker.job === job && strain(), longRunMs).unref();
    tell(worker, { kind: "evaluate", id: job.id, request, text: packText(text), files: pack(files) });
  }

  /** Ends processes too many: the youngest idle ones, for the oldest has warmed up most. */
  function retire(): void {
    for (const worker of workers.toReversed()) if (worker.job === undefined && workers.length > kept) gone(worker, "crashed");
  }

  /** An idle process, best the one that ran the document last. */
  function idleWorker(document: string | undefined): Worker | undefined {
    const idle = workers.filter(({ job }) => job === undefined);
    return idle.find((worker) => worker.document === document) ?? idle[0];
  }

  function isRunning(document: string): boolean {
    return workers.some(({ job }) => job?.request.document === document && !job.isOvertaken);
  }

  /**
   * Arms the kill timer of the present job. An answer that waits in the pipe while the server was busy still counts, and
   * so does, where it is known, that a busy machine let the process work for less than the time it may take. A process that
   * waits for others is no worse: a long answer is written piece by piece, as the server takes it.
   */
  function watch(worker: Worker): void {
    const { job, isReady } = worker;
    clearTimeout(worker.timer);
    if (job === undefined) return;
    const { timeMs } = job.request.limits;
    const arm = (delay: number, then: () => void): void => {
      worker.timer = setTimeout(() => setImmediate(() => worker.job === job && then()), delay);
    };
    const kill = (): void => gone(worker, "timed-out");
    const wait = (before: ProcessTime | undefined, extra: number): void =>
      arm(timeMs + graceMs, () => {
        const now = processorTime(worker.process.pid);
        const used = before && now?.isStopped === false ? now.usedMs - before.usedMs : Number.POSITIVE_INFINITY;
        if (used < fairShare * (timeMs + graceMs) && extra > 0) wait(before, extra - 1);
        else kill();
      });
    if (isReady) arm(timeMs, () => wait(processorTime(worker.process.pid), mostExtraTimes));
    else arm(startMs, kill);
  }

  function tell({ process }: Worker, message: ParentMessage): void {
    if (process.connected) process.send(message, () => {});
  }

  function cancel(id: number): void {
    const waiting = queue.findIndex((job) => job.id === id);
    if (waiting >= 0) for (const job of queue.splice(waiting, 1)) job.finish({ kind: "superseded" });
    const worker = workers.find(({ job }) => job?.id === id);
    if (worker === undefined) return;
    // Nothing overtakes a process that is still starting: another one would take as long.
    if (!worker.isReady) {
      free(worker, { kind: "superseded" });
      return;
    }
    tell(worker, { kind: "cancel" });
    sendStop(worker.process, id);
    setTimeout(() => overtake(worker, id), overtakeMs);
  }

  function overtake(worker: Worker, id: number): void {
    const { job } = worker;
    if (job?.id !== id) return;
    job.isOvertaken = true;
    job.finish({ kind: "superseded" });
    // A very large text can occupy its process for many times as long as a run.
    if (job.request.syntaxOnly) gone(worker, "timed-out");
    else next();
  }

  return {
    run(request, signal) {
      if (isDisposed || signal?.aborted) return Promise.resolve({ kind: "superseded" });
      const id = ++lastId;
      return new Promise((resolve) => {
        const onAbort = (): void => cancel(id);
        signal?.addEventListener("abort", onAbort, { once: true });
        const finish = (outcome: EvaluationOutcome): void => {
          signal?.removeEventListener("abort", onAbort);
          resolve(signal?.aborted ? { kind: "superseded" } : outcome);
        };
        queue.push({ id, request, isOvertaken: false, finish });
        next();
      });
    },
    onFault(tell) {
      tellFault = tell;
    },
    warm() {
      fill();
    },
    dispose() {
      isDisposed = true;
      clearTimeout(relaxing);
      for (const job of queue.splice(0)) job.finish({ kind: "superseded" });
      for (const worker of [...workers]) {
        // Nobody waits any more: a run that is ended now has not failed.
        worker.job?.finish({ kind: "superseded" });
        worker.job = undefined;
        gone(worker, "crashed");
      }
    },
  };
}

/** Nothing of the user's environment reaches templates; only what the runtime itself needs to start. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const name of ["ELECTRON_RUN_AS_NODE", "SystemRoot"]) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}
