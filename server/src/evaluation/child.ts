import { setFlagsFromString } from "node:v8";
import type { EngineName } from "../base/engine-name.js";
import { requestedEngine } from "./engine-outside.js";
import { startRemembering } from "./last-result.js";
import { luaRenderer } from "./lua-renderer.js";
import type { Renderers } from "./message-renderer.js";
import type { ChildMessage, ParentMessage } from "./messages.js";
import { ownHeap } from "./own-heap.js";
import { createUnpacker } from "./packed-files.js";
import { createTextUnpacker } from "./packed-text.js";
import { proseRenderer } from "./prose/renderer.js";
import { rehearse } from "./rehearsal.js";
import { startRunClock } from "./run-clock.js";
import { type EvaluationRun, evaluationWith } from "./start-evaluation.js";
import { receiveStops } from "./stops.js";
import { createTidying } from "./tidy-heap.js";

/** How long a run may go on, in ms, before the process looks for newer messages (between two chat messages). */
const slice = 10;

/** From texts of so many UTF-16 units on, collecting the garbage of a small heap takes longer than everything else. */
const veryLong = 300_000;
/** So do included files, which have an environment each, from so many on. */
const veryMany = 50;

/** The server answers within so many ms that the process is ready, if there is anything to do. */
const patience = 5;

/** What ends a run from inside: no template can catch it, for it is no error of Lua's. */
const superseded = new Error("superseded");

/** The request that is wanted; a run that sees another number here is superseded and stops. */
let wanted = -1;

const isStopped = receiveStops();
const unpack = createUnpacker();
const tidy = createTidying(ownHeap());
const unpackText = createTextUnpacker();
/** Lua is always there, and prose is little more; Go is loaded with the first document that is written in it. */
const renderers: Mutable<Renderers> = { lua: luaRenderer, prose: proseRenderer };
const loaders: { readonly [engine in EngineName]?: () => Promise<void> } = {
  go: async () => {
    renderers.go = (await import("./go/renderer.js")).goRenderer;
  },
};

const startEvaluation = startRemembering(evaluationWith(renderers));

/** Entry of the isolated process: evaluates one request at a time, and nothing else. It has no way out but its port. */
process.on("message", (message: ParentMessage) => {
  wanted = message.kind === "evaluate" ? message.id : -1;
  if (message.kind !== "evaluate") return;
  const { id } = message;
  const request = { ...message.request, text: unpackText(message.text), files: unpack(message.files) };
  if (request.text.length >= veryLong || request.files.texts.size >= veryMany) setFlagsFromString("--semi-space-growth-factor=4");
  if (request.text.length >= veryLong) setFlagsFromString("--heap-growing-percent=300");
  const clock = startRunClock({ wall: () => performance.now(), processor: processorTime }, () => {
    if (isStopped(id)) throw superseded;
  });
  const start = (): void => work(id, () => advance(id, { run: startEvaluation(request, clock), clock }));
  const engine = request.projectOnly ? "lua" : requestedEngine(request);
  if (renderers[engine] !== undefined || loaders[engine] === undefined) start();
  else void loaders[engine]().then(() => (wanted === id ? start() : reply({ kind: "superseded", id })));
});

process.on("disconnect", () => process.exit(0));
// Sparkplug from the first call on: most evaluations are over before anything counts as hot. Starting is no evaluation.
setFlagsFromString("--always-sparkplug");
reply({ kind: "ready" });
// Who waits already for the process goes first.
setTimeout(() => wanted < 0 && work(-1, () => rehearse(startEvaluation)), patience);

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A run and the clock that measures it. */
interface Timed {
  readonly run: EvaluationRun;
  clock(): number;
}

function advance(id: number, timed: Timed): void {
  const { run, clock } = timed;
  const until = performance.now() + slice;
  while (run.step()) {
    if (performance.now() < until) continue;
    setImmediate(() => (wanted === id ? work(id, () => advance(id, timed)) : reply({ kind: "superseded", id })));
    return;
  }
  const result = run.result();
  reply({ kind: "done", id, result, tookMs: clock() });
  // The answer goes out first.
  setImmediate(tidy);
}

/** Does a part of run `id`; what it throws is its end. */
function work(id: number, part: () => void): void {
  try {
    part();
  } catch (error) {
    if (error === superseded) reply({ kind: "superseded", id });
    else reply({ kind: "failed", id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function reply(message: ChildMessage): void {
  process.send?.(message);
}
