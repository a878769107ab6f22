import { describe, expect, test } from "vitest";
import type { EvaluationResult } from "../../server/src/evaluation/types.js";
import { diagnostics } from "../../server/src/features/diagnostics.js";
import type { StreamEvent } from "../../server/src/providers/provider.js";
import { type Journal, noJournal } from "../../server/src/send/journal.js";
import { type Run, type RunPlace, startRun } from "../../server/src/send/run.js";
import type { RunState } from "../../server/src/send/run-state.js";
import type { ReplyEnd } from "../../server/src/send/stream-reply.js";
import type { Evaluated } from "../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

const usage = { inputTokens: 1, outputTokens: 2 };
const hello: StreamEvent[] = [
  { kind: "text", text: "Hel" },
  { kind: "text", text: "lo" },
  { kind: "done", ending: "complete", usage },
];
const echo = "```lua\nflemma.opt.provider = 'echo'\n```\n";
const asks = `${echo}@You:\nHi\n`;

interface Played {
  readonly run: Run;
  /** What happened to the place of the run, in order. */
  readonly log: string[];
  readonly states: readonly RunState["kind"][];
  readonly written: () => string;
  readonly finished: () => ReplyEnd | undefined;
}

function play(text: string, events: readonly StreamEvent[], more: Partial<RunPlace> = {}): Played {
  const log: string[] = [];
  const states: RunState["kind"][] = [];
  let written = "";
  let onApplied = (_units: number): void => {};
  let finished: ReplyEnd | undefined;
  const run = startRun("run-1", {
    async evaluate() {
      log.push("evaluate");
      return evaluateText(text, surroundingsOf("/chats"));
    },
    faultsOf: diagnostics,
    confirm: async () => undefined,
    warn: (_, warnings) => void log.push(`warn ${warnings.map(({ code }) => code).join(" ")}`),
    async *open() {
      log.push("open");
      yield* events;
    },
    target: () => ({
      text,
      lineEnd: "\n",
      write: (piece) => {
        written += piece;
        onApplied(written.length);
      },
      onApplied(tell) {
        onApplied = tell;
      },
      async finish(end) {
        finished = end;
      },
    }),
    entered: ({ kind }) => {
      if (states.at(-1) !== kind) states.push(kind);
    },
    ...more,
  });
  return { run, log, states, written: () => written, finished: () => finished };
}

/** Whether a run has begun by the time that it is over. */
const hasBegun = async ({ begun, ended }: Run): Promise<boolean> => {
  await ended.catch(() => undefined);
  return Promise.race([begun.then(() => true), Promise.resolve().then(() => false)]);
};

describe("a run that has to wait", () => {
  const ready = evaluateText(asks, surroundingsOf("/chats"));
  const waiting = (...waitsFor: string[]): Evaluated => ({ ...ready, result: { ...(ready.result as EvaluationResult), waitsFor } });

  test("says for what, goes on when it is there, and looks at the document again", async () => {
    let settle = (): void => {};
    const index = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const looks = [waiting("index"), ready];
    const named: string[] = [];
    const { run, log, states, written } = play(asks, hello, {
      evaluate: async () => looks.shift(),
      boundary: (name) => (name === "index" ? index : undefined),
      entered: (state) => void named.push(state.kind === "waiting" ? state.boundary : state.kind),
    });
    await run.begun;
    expect(named).toEqual(["checking", "index"]);
    expect(log).toEqual([]);
    settle();
    expect(await run.ended).toMatchObject({ state: "done" });
    expect(named).toEqual(["checking", "index", "checking", "connecting", "writing", "writing"]);
    expect(states).toEqual([]);
    expect(written()).toContain("Hello");
  });

  test("waits for one thing after the other, and is blocked when it should be by then", async () => {
    const blocked = evaluateText(`${echo}@You:\n{% error('no') %}\n`, surroundingsOf("/chats"));
    const looks = [waiting("a", "b"), waiting("b"), blocked];
    const { run, states } = play(asks, hello, { evaluate: async () => looks.shift(), boundary: () => Promise.resolve() });
    expect(await run.ended).toMatchObject({ kind: "blocked", blocking: [{ code: "template/runtime" }] });
    expect(states).toEqual(["checking", "waiting", "checking", "waiting", "checking"]);
    expect(await hasBegun(run)).toBe(true);
  });

  test("can be cancelled", async () => {
    const { run, log } = play(asks, hello, { evaluate: async () => waiting("index"), boundary: () => new Promise(() => {}) });
    await run.begun;
    run.cancel();
    expect(await run.ended).toEqual({ kind: "cancelled" });
    expect(log).toEqual([]);
  });
});

describe("a run", () => {
  test("looks at the document, asks the provider, and writes what comes", async () => {
    const { run, log, states, written, finished } = play(asks, hello);
    expect(await run.ended).toEqual({ state: "done", ending: "complete", usage });
    expect(log).toEqual(["evaluate", "open"]);
    expect(states).toEqual(["checking", "connecting", "writing"]);
    expect(written()).toBe("\n@Assistant:\nHello\n\n@You:\n");
    expect(finished()).toEqual({ state: "done", ending: "complete", usage });
    expect(await hasBegun(run)).toBe(true);
  });

  test("warns once, and goes on", async () => {
    const { run, log } = play(`${asks}{{ nobody }} {{ none }}\n`, hello);
    expect(await run.ended).toMatchObject({ state: "done" });
    expect(log).toEqual(["evaluate", "warn expression/undefined-variable expression/undefined-variable", "open"]);
  });

  test("ends before the network when anything blocks, and says what, with the warnings beside it", async () => {
    const { run, log, states } = play(`${asks}{{ nobody }}\n@You:\n{% error('no') %}\n`, hello);
    const end = await run.ended;
    expect(end).toMatchObject({
      kind: "blocked",
      blocking: [{ code: "template/runtime" }],
      warnings: [{ code: "expression/undefined-variable" }],
    });
    expect(log).toEqual(["evaluate"]);
    expect(states).toEqual(["checking"]);
    expect(await hasBegun(run)).toBe(false);
  });

  test("ends when the person does not want the files to be sent", async () => {
    const { run, log } = play(`${asks}{{ nobody }}\n`, hello, { confirm: async () => "no" });
    expect(await run.ended).toEqual({ kind: "refused", message: "no" });
    expect(log).toEqual(["evaluate"]);
  });

  test("looks at nothing while another one has the document, and gives it back in the end", async () => {
    expect(await play(asks, hello, { claim: async () => "process 7 writes" }).run.ended).toEqual({
      kind: "refused",
      message: "process 7 writes",
    });
    for (const text of [asks, `${asks}{% error('no') %}`]) {
      const log: string[] = [];
      await play(text, hello, { claim: async () => ({ release: () => void log.push("released"), journal: () => noJournal }) }).run.ended;
      expect(log).toEqual(["released"]);
    }
  });

  test("notes every piece down before it is written, and how much is written", async () => {
    const notes: string[] = [];
    const journal: Journal = {
      ...noJournal,
      piece: (text) => void notes.push(text),
      applied: (units) => void notes.push(`${units} written`),
      end: async (how) => void notes.push(how),
    };
    await play(asks, hello, { claim: async () => ({ release() {}, journal: () => journal }) }).run.ended;
    const pieces = notes.filter((_, index) => index % 2 === 0).slice(0, -1);
    expect(pieces.join("")).toBe("\n@Assistant:\nHello\n\n@You:\n");
    const units = pieces.map((_, index) => pieces.slice(0, index + 1).join("").length);
    expect(notes).toEqual([...pieces.flatMap((piece, index) => [piece, `${units[index]} written`]), "done"]);
  });

  test("gives the document back, and rejects, when something of ours is broken", async () => {
    const log: string[] = [];
    const claim = async () => ({ release: () => void log.push("released"), journal: () => noJournal });
    const broken = async (): Promise<never> => {
      throw new Error("a bug");
    };
    await expect(play(asks, hello, { claim, evaluate: broken }).run.ended).rejects.toThrow("a bug");
    expect(log).toEqual(["released"]);
  });

  test("that is cancelled while it looks starts nothing", async () => {
    const { run, log } = play(asks, hello);
    run.cancel();
    expect(await run.ended).toEqual({ kind: "cancelled" });
    expect(log).toEqual(["evaluate"]);
  });

  test("that is cancelled while pieces come keeps those that came, marked", async () => {
    async function* open(_: unknown, signal: AbortSignal): AsyncIterable<StreamEvent> {
      yield { kind: "text", text: "Hel" };
      run.cancel();
      expect(signal.aborted).toBe(true);
    }
    const { run, written } = play(asks, [], { open });
    expect(await run.ended).toMatchObject({ state: "cancelled" });
    expect(written()).toBe("\n@Assistant:\nHel\n\n<!-- flemma:aborted: Response interrupted by the user. -->\n");
  });
});
