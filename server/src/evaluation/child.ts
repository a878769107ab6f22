import { type EvaluationRun, startEvaluation } from "./evaluate.js";
import type { ChildMessage, ParentMessage } from "./messages.js";

/** How long a run may go on, in ms, before the process looks for newer messages (between two chat messages). */
const slice = 10;

/** The request that is wanted; a run that sees another number here is superseded and stops. */
let wanted = -1;

/** Entry of the isolated process: evaluates one request at a time, and nothing else. It has no way out but its port. */
process.on("message", (message: ParentMessage) => {
  wanted = message.kind === "evaluate" ? message.id : -1;
  if (message.kind !== "evaluate") return;
  try {
    advance(message.id, startEvaluation(message.request, workingTime()));
  } catch (error) {
    reply({ kind: "failed", id: message.id, message: String(error) });
  }
});

process.on("disconnect", () => process.exit(0));
reply({ kind: "ready" });

function advance(id: number, run: EvaluationRun): void {
  const until = performance.now() + slice;
  try {
    while (run.step()) {
      if (performance.now() < until) continue;
      setImmediate(() => (wanted === id ? advance(id, run) : reply({ kind: "superseded", id })));
      return;
    }
    reply({ kind: "done", id, result: run.result() });
  } catch (error) {
    reply({ kind: "failed", id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/**
 * A clock of the time in ms that a run itself takes: processor time, so that a busy machine stops nobody, but no more
 * than has passed on the wall, for the threads that collect garbage and compile in the background count as well.
 */
function workingTime(): () => number {
  const wall = performance.now();
  const used = processorTime();
  return () => Math.min(performance.now() - wall, processorTime() - used);
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function reply(message: ChildMessage): void {
  process.send?.(message);
}
