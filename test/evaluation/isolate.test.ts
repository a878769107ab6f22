import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { noAnswers } from "../../server/src/base/file-answers.js";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import { createIsolate, type Isolate } from "../../server/src/evaluation/isolate.js";
import type { EvaluationOutcome, EvaluationRequest } from "../../server/src/evaluation/types.js";
import { passiveLimits } from "../../server/src/lua/budget.js";
import { surroundingsOf } from "../conformance/harness.js";
import { childrenOf, eventually, isAlive } from "../process/children.js";
import { evaluatorPath } from "../support/built.js";

const isolates: Isolate[] = [];

afterEach(() => {
  for (const isolate of isolates.splice(0)) isolate.dispose();
});

function start(): { isolate: Isolate; faults: string[]; children(): number[] } {
  const before = new Set(childrenOf(process.pid));
  const faults: string[] = [];
  const isolate = createIsolate({ childPath: evaluatorPath });
  isolate.onFault((message) => faults.push(message));
  isolates.push(isolate);
  return { isolate, faults, children: () => childrenOf(process.pid).filter((pid) => !before.has(pid)) };
}

const request = (text: string, more: Partial<EvaluationRequest> = {}): EvaluationRequest => ({
  text,
  surroundings: surroundingsOf("/chats"),
  limits: passiveLimits,
  files: noAnswers,
  ...more,
});

/** Longer than the budget of the interpreter would allow: only the process limit ends it. */
const endless = { ...passiveLimits, steps: Number.MAX_SAFE_INTEGER, timeMs: 1e9 };
const loop = "@You:\n{% while true do end %}\n";

function text(outcome: EvaluationOutcome): string | undefined {
  if (outcome.kind !== "done") return outcome.kind;
  return outcome.result.messages[0]?.pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
}

describe("an isolate", () => {
  test("gives what an evaluation in this process gives", async () => {
    const { isolate } = start();
    expect(text(await isolate.run(request("@You:\n{{ 'é😀' }} {{ 1 + 1 }}\n")))).toBe("é😀 2");
    const asked = await isolate.run(
      request("@You:\n{{ vim.fn.filereadable('x') }}\n", {
        files: { ...noAnswers, facts: new Map([["/chats/x", { readable: true, isFolder: false }]]) },
      }),
    );
    expect(text(asked)).toBe("1");
  });

  test("starts its process with the first request, and one more only when that is busy or a spare is wanted", async () => {
    const { isolate, children } = start();
    expect(children()).toEqual([]);
    await isolate.run(request("@You:\n{{ 1 }}\n"));
    await isolate.run(request("@You:\n{{ 2 }}\n"));
    expect(children()).toHaveLength(1);
    isolate.warm();
    isolate.warm();
    isolate.warm();
    expect(children()).toHaveLength(2);
  });

  test("has processes with an empty environment", async () => {
    const { isolate, children } = start();
    await isolate.run(request("@You:\n{{ 1 }}\n"));
    const [child] = children();
    const names = readFileSync(`/proc/${child}/environ`, "utf8")
      .split("\0")
      .map((entry) => entry.split("=")[0]);
    expect(names.filter((name) => name !== "" && !name?.startsWith("NODE_CHANNEL"))).toEqual([]);
  });

  test("runs one request of a document after the other, however many processes are free", async () => {
    const { isolate, children } = start();
    const slow = { limits: { ...passiveLimits, timeMs: 300, steps: 1e12 }, document: "a" };
    const order: string[] = [];
    const runs = [1, 2].map((name) => isolate.run(request(loop, slow)).then(() => order.push(`a${name}`)));
    await isolate.run(request("@You:\n{{ 1 }}\n", { document: "b" })).then(() => order.push("b"));
    expect(children()).toHaveLength(2);
    await Promise.all(runs);
    expect(order).toEqual(["b", "a1", "a2"]);
  });

  test("takes more processes while both are busy with other documents, and gives them up again", async () => {
    const { isolate, children } = start();
    const slow = (document: string) => isolate.run(request(loop, { limits: { ...passiveLimits, timeMs: 400, steps: 1e12 }, document }));
    const runs = [slow("a"), slow("b")];
    expect(text(await isolate.run(request("@You:\n{{ 'quick' }}\n", { document: "c" })))).toBe("quick");
    await Promise.all(runs);
    expect(await eventually(() => children().length <= 2)).toBe(true);
  });

  test("makes one more process ready while a run takes long, for who asks next", async () => {
    const { isolate, children } = start();
    isolate.warm();
    await isolate.run(request("@You:\n{{ 1 }}\n"));
    const slow = isolate.run(request(loop, { limits: { ...passiveLimits, timeMs: 400, steps: 1e12 } }));
    expect(await eventually(() => children().length === 2)).toBe(true);
    expect((await slow).kind).toBe("done");
    expect(children()).toHaveLength(2);
  });

  test("lets a newer run overtake a superseded one that cannot be left, and keeps the process that has warmed up", async () => {
    const { isolate, children } = start();
    await isolate.run(request("@You:\n{{ 1 }}\n", { document: "a" }));
    const [warm] = children();
    if (warm === undefined) throw new Error("there is no process");
    process.kill(warm, "SIGSTOP");
    const abort = new AbortController();
    const stale = isolate.run(request(loop, { limits: { ...passiveLimits, timeMs: 60_000 }, document: "a" }), abort.signal);
    abort.abort();
    expect(text(await isolate.run(request("@You:\n{{ 'newer' }}\n", { document: "a" })))).toBe("newer");
    expect((await stale).kind).toBe("superseded");
    process.kill(warm, "SIGCONT");
    expect(children()).toContain(warm);
  });

  test("runs two requests at once, so that a slow one delays no other", async () => {
    const { isolate } = start();
    const slow = isolate.run(request(loop, { limits: { ...passiveLimits, timeMs: 1500, steps: 1e12 } }));
    let isSlowDone = false;
    void slow.then(() => {
      isSlowDone = true;
    });
    expect(text(await isolate.run(request("@You:\n{{ 2 }}\n")))).toBe("2");
    expect(isSlowDone).toBe(false);
    const outcome = await slow;
    expect(outcome.kind === "done" && outcome.result.problems[0]?.code).toBe("limit/time");
  });

  test("answers every request of a crowd, each with its own result", async () => {
    const { isolate } = start();
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => isolate.run(request(`@You:\n{{ ${index} }}\n`))));
    expect(outcomes.map(text)).toEqual(Array.from({ length: 40 }, (_, index) => String(index)));
  });
});

describe("a process that does not obey", () => {
  test("is killed when it outlives its budget, and another one takes over", async () => {
    const { isolate, children } = start();
    await isolate.run(request("@You:\n{{ 1 }}\n"));
    const [child] = children();
    if (child === undefined) throw new Error("there is no process");
    process.kill(child, "SIGSTOP");
    const outcome = await isolate.run(request("@You:\n{{ 1 }}\n", { limits: { ...passiveLimits, timeMs: 1 } }));
    expect(outcome.kind).toBe("timed-out");
    expect(await eventually(() => !isAlive(child))).toBe(true);
    expect(text(await isolate.run(request("@You:\n{{ 2 }}\n")))).toBe("2");
  });

  test("has a successor at once when it is killed, also when nobody asks", async () => {
    const { isolate, children } = start();
    isolate.warm();
    isolate.warm();
    await isolate.run(request("@You:\n{{ 1 }}\n"));
    const [child] = children();
    if (child === undefined) throw new Error("there is no process");
    process.kill(child, "SIGSTOP");
    await isolate.run(request("@You:\n{{ 1 }}\n", { limits: { ...passiveLimits, timeMs: 1 } }));
    expect(await eventually(() => children().length === 2 && !children().includes(child))).toBe(true);
  });

  test("is ended when nobody wants the syntax of a very large text any more", async () => {
    const { isolate, children } = start();
    await isolate.run(request("@You:\n{{ 1 }}\n"));
    const [child] = children();
    const abort = new AbortController();
    const run = isolate.run(request("@You:\n{{ 1 }}\n".repeat(500_000), { syntaxOnly: true, document: "a" }), abort.signal);
    abort.abort();
    expect((await run).kind).toBe("superseded");
    expect(await eventually(() => !children().includes(child as number))).toBe(true);
  });

  test("is out of memory alone", async () => {
    const { isolate } = start();
    const greedy = "@You:\n{% local t = {} for i = 1, 1e9 do t[i] = { i, i, i, i } end %}\n";
    const outcome = await isolate.run(request(greedy, { limits: { ...endless, memoryBytes: Number.MAX_SAFE_INTEGER, timeMs: 30_000 } }));
    expect(outcome.kind).toBe("out-of-memory");
    expect(text(await isolate.run(request("@You:\n{{ 2 }}\n")))).toBe("2");
  }, 30_000);

  test("may be killed from outside: its request has crashed, the next one runs", async () => {
    const { isolate, children } = start();
    const run = isolate.run(request(loop, { limits: { ...endless, timeMs: 60_000 } }));
    await eventually(() => children().length > 0);
    for (const child of children()) process.kill(child, "SIGKILL");
    expect((await run).kind).toBe("crashed");
    expect(text(await isolate.run(request("@You:\n{{ 2 }}\n")))).toBe("2");
  });

  test("that fails outside of any template tells so", async () => {
    const { isolate, faults } = start();
    const broken = request("@You:\n{{ vim.fn.filereadable('x') }}\n");
    Reflect.deleteProperty(broken, "surroundings");
    const outcome = await isolate.run(broken);
    expect(outcome.kind).toBe("crashed");
    expect(faults).toHaveLength(1);
    expect(text(await isolate.run(request("@You:\n{{ 2 }}\n")))).toBe("2");
  });
});

describe("a request that is no longer wanted", () => {
  test("that is given up while its process starts leaves that process to the next one", async () => {
    const { isolate, faults, children } = start();
    for (let count = 0; count < 4; count++) {
      const abort = new AbortController();
      const given = isolate.run(request(loop, { document: "file:///a.chat" }), abort.signal);
      abort.abort();
      expect((await given).kind).toBe("superseded");
    }
    expect(text(await isolate.run(request("@You:\n{{ 2 }}\n", { document: "file:///a.chat" })))).toBe("2");
    expect(children()).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test("is superseded before it starts, while it waits, and while it runs", async () => {
    const { isolate } = start();
    expect((await isolate.run(request("@You:\n{{ 1 }}\n"), AbortSignal.abort())).kind).toBe("superseded");
    const many = `${"@System:\n{% for i = 1, 2e5 do end %}\n".repeat(60)}`;
    const aborts = [0, 1, 2, 3].map(() => new AbortController());
    const runs = aborts.map(({ signal }) =>
      isolate.run(request(many, { limits: { ...passiveLimits, timeMs: 5000, steps: 1e12 } }), signal),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const abort of aborts) abort.abort();
    expect((await Promise.all(runs)).map(({ kind }) => kind)).toEqual(Array(4).fill("superseded"));
    expect(text(await isolate.run(request("@You:\n{{ 2 }}\n")))).toBe("2");
  });

  test.each([
    ["a loop", loop],
    ["a loop that catches every error", "@You:\n{% while true do pcall(function() while true do end end) end %}\n"],
    ["a sort", "@You:\n{% local t = {} for i = 1, 1e5 do t[i] = -i end while true do table.sort(t) end %}\n"],
    ["a search in a long text", "@You:\n{% while true do local s = ('x'):rep(1e5):gsub('x', 'y') end %}\n"],
    ["an expression", "@You:\n{{ (function() while true do end end)() }}\n"],
    [
      "an expression that is at fault again and again",
      "@You:\n{% while true do %}{{ (function() for i = 1, 1e5 do end return { print } end)() }}{% end %}\n",
    ],
    ["the frontmatter", "```lua\nwhile true do end\n```\n@You:\nx\n"],
  ])("is left in the middle of %s, and its process takes the next one", async (_, stale) => {
    const { isolate, children } = start();
    await isolate.run(request("@You:\n{{ 1 }}\n"));
    const processes = children();
    // Without timers nothing is overtaken and nothing killed: the run ends only from inside.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const abort = new AbortController();
      const limits = { ...endless, memoryBytes: Number.MAX_SAFE_INTEGER };
      const run = isolate.run(request(stale, { limits, document: "a" }), abort.signal);
      await pause(30);
      abort.abort();
      expect((await run).kind).toBe("superseded");
      expect(text(await isolate.run(request("@You:\n{{ 2 }}\n", { document: "a" })))).toBe("2");
      expect(children()).toEqual(processes);
    } finally {
      vi.useRealTimers();
    }
  });

  test("takes no other run with it, however late it is given up", async () => {
    const { isolate } = start();
    const other = isolate.run(request("@You:\n{% for i = 1, 3e6 do end %}{{ 'other' }}\n", { limits: { ...endless, timeMs: 60_000 } }));
    for (let count = 0; count < 50; count++) {
      const abort = new AbortController();
      const run = isolate.run(request("@You:\n{% for i = 1, 1e4 do end %}\n", { document: "a" }), abort.signal);
      await pause(count % 3);
      abort.abort();
      expect((await run).kind).toMatch(/^(superseded|done)$/);
      expect(text(await isolate.run(request(`@You:\n{% for i = 1, 1e5 do end %}{{ ${count} }}\n`, { document: "b" })))).toBe(String(count));
    }
    expect(text(await other)).toBe("other");
  });

  test("leaves nothing behind in its process", async () => {
    const { isolate } = start();
    const messages = (last: string) =>
      `\`\`\`lua\nlist = { 1 }\n\`\`\`\n@System:\n{% table.insert(list, 2) left = #list %}{{ left }}\n@You:\n${last}\n`;
    const abort = new AbortController();
    const stale = messages("{% string.rep = nil print = nil table.insert(list, 3) while true do end %}");
    const run = isolate.run(request(stale, { limits: endless }), abort.signal);
    await pause(100);
    abort.abort();
    expect((await run).kind).toBe("superseded");
    const next = request(messages("{{ #list }} {{ ('x'):rep(2) }}{% print(left) %}"));
    expect(await isolate.run(next)).toEqual({ kind: "done", result: evaluate(next), tookMs: expect.any(Number) });
  });

  test("is superseded when the isolate is disposed of, and its processes are gone", async () => {
    const { isolate, children } = start();
    await isolate.run(request("@You:\n{{ 1 }}\n"));
    isolate.warm();
    const runs = [isolate.run(request(loop)), isolate.run(request(loop)), isolate.run(request(loop))];
    // The third run has started a process as well.
    const all = children();
    expect(all).toHaveLength(3);
    isolate.dispose();
    const kinds = (await Promise.all(runs)).map(({ kind }) => kind);
    expect(kinds).toEqual(["superseded", "superseded", "superseded"]);
    expect(await eventually(() => !all.some(isAlive))).toBe(true);
    expect((await isolate.run(request("@You:\n{{ 1 }}\n"))).kind).toBe("superseded");
    isolate.warm();
    expect(children()).toEqual([]);
  });
});
