import { describe, expect, test, vi } from "vitest";
import { type FileAnswers, noAnswers } from "../../server/src/base/file-answers.js";
import type { Layer } from "../../server/src/config/operations.js";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import type { Isolate } from "../../server/src/evaluation/isolate.js";
import type { BaseOptions, EvaluationOutcome, EvaluationRequest } from "../../server/src/evaluation/types.js";
import type { Host } from "../../server/src/workspace/host.js";
import type { PathStamp } from "../../server/src/workspace/path-stamp.js";
import { createService, type Service } from "../../server/src/workspace/service.js";
import { createSnapshot, type Evaluated, settledOptions } from "../../server/src/workspace/snapshot.js";
import { blindHost } from "../support/hosts.js";

interface World {
  readonly service: Service;
  /** Every request that was evaluated. */
  readonly requests: readonly EvaluationRequest[];
  readonly asked: readonly string[];
  tick(): void;
}

/** A service over a host of this test's making; evaluations run in this process unless `answer` says otherwise. */
function world(
  answer?: (request: EvaluationRequest) => EvaluationOutcome,
  options?: Host["options"],
  stamp?: (path: string) => Promise<PathStamp | undefined>,
): World {
  const requests: EvaluationRequest[] = [];
  const asked: string[] = [];
  let now = 1_000_000;
  const host: Host = {
    ...blindHost,
    ...(options && { options }),
    ...(stamp && { stamp }),
    now: () => now,
    surroundings: () => ({ filename: "/w/a.chat", dirname: "/w", cwd: "/w", home: "/home/me", timeZone: "UTC" }),
    async fact(path) {
      asked.push(path);
      return { readable: path.endsWith("yes"), isFolder: false };
    },
  };
  const isolate: Isolate = {
    async run(request, signal) {
      if (signal?.aborted) return { kind: "superseded" };
      requests.push(request);
      return answer?.(request) ?? { kind: "done", result: evaluate(request) };
    },
    onFault() {},
    warm() {},
    dispose() {},
  };
  return {
    service: createService(host, isolate),
    requests,
    asked,
    tick: () => {
      now += 1000;
    },
  };
}

const snapshot = (text: string, uri = "file:///w/a.chat") => createSnapshot(uri, 1, text);

function text(evaluated: Evaluated | undefined): string | undefined {
  return evaluated?.result?.messages[0]?.pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
}

const good = "```lua\nname = 'Ann'\n```\n@You:\n{{ name }}\n";
const broken = "```lua\nname = 'Ann\n```\n@You:\n{{ name }}\n";

describe("a service", () => {
  test("answers what a template asks, and asks the host once for each fact of a run", async () => {
    const { service, asked, requests } = world();
    const source =
      "@You:\n{% if vim.fn.filereadable('yes') == 1 then %}{{ vim.fn.filereadable('no') }}{{ vim.fn.filereadable('yes') }}{% end %}\n";
    expect(text(await service.evaluate(snapshot(source)))).toBe("01");
    expect(asked).toEqual(["/w/yes", "/w/no"]);
    expect(requests).toHaveLength(3);
  });

  test("is patient with a template that asks again and again while others keep the processes busy", async () => {
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    const { service } = world((request) => {
      now += 400;
      return { kind: "done", result: evaluate(request) };
    });
    const source = "@You:\n{% local a = vim.fn.filereadable('yes') %}{{ a == 1 and vim.fn.filereadable('then/yes') }}\n";
    expect(text(await service.evaluate(snapshot(source)))).toBe("1");
    clock.mockRestore();
  });

  test("says what an evaluation was told of files, and nothing of what an earlier one asked", async () => {
    const { service } = world();
    const evaluated = await service.evaluate(snapshot("@You:\n{{ vim.fn.filereadable('yes') }}\n"));
    expect(evaluated?.files).toEqual({ ...noAnswers, facts: new Map([["/w/yes", { readable: true, isFolder: false }]]) });
    expect((await service.evaluate(snapshot("@You:\nx\n")))?.files).toEqual(noAnswers);
  });

  test("asks what the last evaluation of a document asked before the next, which then runs once", async () => {
    const { service, asked, requests } = world();
    const source = (more: string) =>
      `@You:\n{% if vim.fn.filereadable('yes') == 1 then %}{{ vim.fn.filereadable('no') }}{% end %}${more}\n`;
    await service.evaluate(snapshot(source("")));
    expect(requests).toHaveLength(3);
    await service.evaluate(snapshot(source("x")));
    expect(requests).toHaveLength(4);
    expect(asked).toEqual(["/w/yes", "/w/no", "/w/yes", "/w/no"]);
    service.forget("file:///w/a.chat");
    await service.evaluate(snapshot(source("y")));
    expect(requests).toHaveLength(7);
  });

  test("tells the state of files by their stamps, reading none; not when one came or went since", async () => {
    const stamps: Record<string, PathStamp | undefined> = { "/yes": "disk 1", "/no": "missing" };
    const { service, asked } = world(undefined, undefined, async (path) => stamps[path]);
    const told = (facts: Record<string, boolean>): FileAnswers => ({
      ...noAnswers,
      facts: new Map(Object.entries(facts).map(([path, readable]) => [path, { readable, isFolder: false }])),
    });
    const files = told({ "/yes": true, "/no": false });
    const before = await service.stamp(files, 0);
    expect(before).toBeDefined();
    expect(await service.stamp(files, 0)).toBe(before);
    stamps["/yes"] = "disk 2";
    expect(await service.stamp(files, 0)).not.toBe(before);
    expect(await service.stamp(told({ "/yes": false }), 0)).toBeUndefined();
    expect(await service.stamp(told({ "/no": true }), 0)).toBeUndefined();
    stamps["/yes"] = undefined;
    expect(await service.stamp(files, 0)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test("does not answer questions without end", async () => {
    const { service, requests } = world();
    const source = "@You:\n{% for i = 1, 1e9 do if vim.fn.filereadable(i .. 'yes') == 0 then break end end %}\n";
    await service.evaluate(snapshot(source));
    expect(requests.length).toBeLessThan(60);
  });

  test("keeps the last good frontmatter of a document for what is passive, never for a send", async () => {
    const { service, requests } = world();
    expect(text(await service.evaluate(snapshot(good)))).toBe("Ann");
    expect(text(await service.evaluate(snapshot(broken)))).toBe("Ann");
    expect(text(await service.evaluate(snapshot(broken), { mode: "send" }))).toBe("{{ name }}");
    expect(text(await service.evaluate(snapshot(broken, "file:///w/other.chat")))).toBe("{{ name }}");
    expect(requests.map(({ lastGood }) => lastGood?.code)).toEqual([undefined, "name = 'Ann'\n", undefined, undefined]);
    service.forget("file:///w/a.chat");
    expect(text(await service.evaluate(snapshot(broken)))).toBe("{{ name }}");
  });

  test("learns nothing from a send, and nothing from frontmatter that failed", async () => {
    const { service } = world();
    await service.evaluate(snapshot(good), { mode: "send" });
    expect(text(await service.evaluate(snapshot(broken)))).toBe("{{ name }}");
    await service.evaluate(snapshot(good));
    await service.evaluate(snapshot(broken));
    expect(text(await service.evaluate(snapshot(broken)))).toBe("Ann");
  });

  test("lets the clock stand still for a snapshot, and gives a send a fresh one", async () => {
    const { service, requests, tick } = world();
    const one = snapshot("@You:\n{{ os.time() }}\n");
    await service.evaluate(one);
    tick();
    await service.evaluate(one, { probe: 3 });
    await service.evaluate(snapshot("@You:\n{{ os.time() }}\n"));
    await service.evaluate(one, { mode: "send" });
    expect(requests.map(({ surroundings }) => surroundings.now)).toEqual([1_000_000, 1_000_000, 1_001_000, 1_001_000]);
    const seeds = requests.map(({ surroundings }) => surroundings.seed);
    expect(new Set(seeds.slice(0, 3)).size).toBe(1);
    expect(seeds[3]).not.toBe(seeds[0]);
    expect(requests.map(({ limits }) => limits.timeMs)).toEqual([200, 200, 200, 2000]);
  });

  test("checks texts above 2 MB for syntax only, counted in bytes", async () => {
    const { service, requests } = world();
    const outcome = async (source: string): Promise<string | undefined> => (await service.evaluate(snapshot(source)))?.outcome;
    expect(await outcome(`@You:\n${"x".repeat(2 * 1024 * 1024 - 6)}`)).toBe("done");
    expect(await outcome(`@You:\n${"x".repeat(2 * 1024 * 1024 - 5)}`)).toBe("syntax-only");
    expect(await outcome(`@You:\n${"é".repeat(1024 * 1024)}`)).toBe("syntax-only");
    expect(await outcome(`@You:\n${"é".repeat(1024 * 1024 - 3)}`)).toBe("done");
    expect(requests.map(({ syntaxOnly }) => syntaxOnly ?? false)).toEqual([false, true, true, false]);
  });

  test("has the syntax of a large text checked in the isolated process, and runs nothing of it", async () => {
    const { service } = world();
    const large = snapshot(`@you:\n{{ nobody }}\n${"x".repeat(2 * 1024 * 1024)}\n@You:\n{{ 1\n`);
    expect(large.document.messages).toEqual([]);
    const evaluated = await service.evaluate(large);
    expect(evaluated?.result?.problems.map(({ code }) => code)).toEqual(["role/unknown", "template/unclosed-tag"]);
    expect(evaluated?.result?.messages).toEqual([]);
  });

  test.each(["timed-out", "out-of-memory", "crashed"] as const)("passes on that an evaluation %s", async (kind) => {
    const { service } = world(() => ({ kind }));
    expect(await service.evaluate(snapshot(good))).toMatchObject({ outcome: kind });
  });

  test("gives nothing for a request that was aborted", async () => {
    const { service } = world();
    expect(await service.evaluate(snapshot(good), { signal: AbortSignal.abort() })).toBeUndefined();
  });
});

describe("the options that a host says", () => {
  const set = (model: string): Layer => ({ origin: "user", operations: [{ kind: "set", path: "model", value: model }] });
  const models = (uri: string): Promise<BaseOptions> => Promise.resolve({ below: [set(uri.slice(-6))], above: [] });

  test("are those of the document, and of no other", async () => {
    const { service } = world(undefined, models);
    for (const name of ["a.chat", "b.chat", "a.chat"]) {
      const evaluated = await service.evaluate(snapshot("@You:\nx\n", `file:///w/${name}`));
      expect(evaluated?.result?.config).toMatchObject({ model: name, settings: { model: { value: name, origin: "user" } }, options: {} });
    }
  });

  test("are known when the evaluation was cut off", async () => {
    const { service } = world(() => ({ kind: "timed-out" }), models);
    const evaluated = await service.evaluate(snapshot(good));
    expect(evaluated && settledOptions(evaluated)).toMatchObject({ engine: "lua", config: { model: "a.chat" } });
  });

  test("stand beside variables that count before the frontmatter, for one evaluation", async () => {
    const { service } = world();
    expect(text(await service.evaluate(snapshot(good), { variables: { name: "Bo" } }))).toBe("Bo");
    expect(text(await service.evaluate(snapshot(good)))).toBe("Ann");
  });
});

describe("a text in which only words are others than in the last one that ran", () => {
  const source = (word: string): string => `@You:\n${word} {{ 6 * 7 }}\n\n@You:\n{{ missing }}\n`;
  const what = { omitOutput: true } as const;

  test("runs nothing, and evaluates to what it would if it ran", async () => {
    const { service, requests } = world();
    await service.evaluate(snapshot(source("a")), what);
    const other = snapshot(source("other"));
    const taken = await service.evaluate(other, what);
    expect(requests).toHaveLength(1);
    expect(taken?.snapshot).toBe(other);
    service.forget(other.uri);
    expect(taken).toEqual(await service.evaluate(other, what));
    expect(requests).toHaveLength(2);
    expect(taken?.result?.problems).toHaveLength(1);
  });

  test("runs nothing either where both are long and their trees are there", async () => {
    const { service, requests } = world();
    const long = (word: string): string => `${source(word)}\n@Assistant:\n${"Yes.\n".repeat(30_000)}`;
    const first = snapshot(long("a"));
    await service.evaluate(first, what);
    while (!first.parse(5));
    const other = createSnapshot(first.uri, 1, long("other"), first);
    while (!other.parse(5));
    const taken = await service.evaluate(other, what);
    expect(requests).toHaveLength(1);
    service.forget(other.uri);
    expect({ ...taken, files: undefined }).toEqual({ ...(await service.evaluate(other, what)), files: undefined });
    expect(taken?.result?.problems).toHaveLength(1);
  });

  test("runs nothing either behind a frontmatter, which is the last good one of the second", async () => {
    const { service, requests } = world();
    const withFrontmatter = (word: string): string => `\`\`\`lua\nx = 1\n\`\`\`\n${source(word)}`;
    for (const word of ["a", "b", "c"]) await service.evaluate(snapshot(withFrontmatter(word)), what);
    expect(requests).toHaveLength(1);
  });

  test("runs where the last one took the variables of an earlier frontmatter", async () => {
    const { service, requests } = world();
    const broken = (word: string): string => `\`\`\`lua\nx =\n\`\`\`\n${source(word)}`;
    await service.evaluate(snapshot(`\`\`\`lua\nmissing = 1\n\`\`\`\n${source("a")}`), what);
    for (const word of ["a", "b"]) await service.evaluate(snapshot(broken(word)), what);
    expect(requests).toHaveLength(3);
    expect(requests.at(-1)?.lastGood?.code).toBe("missing = 1\n");
  });

  test("runs nothing either when it is the first one again", async () => {
    const { service, requests } = world();
    for (const word of ["a", "b", "a"]) await service.evaluate(snapshot(source(word)), what);
    expect(requests).toHaveLength(1);
  });

  test("runs when its output is wanted, a value is, or it is sent", async () => {
    const { service, requests } = world();
    await service.evaluate(snapshot(source("a")), what);
    expect(text(await service.evaluate(snapshot(source("b"))))).toBe("b 42");
    await service.evaluate(snapshot(source("b")), { ...what, probe: 12 });
    await service.evaluate(snapshot(source("c")), { ...what, probe: 12 });
    await service.evaluate(snapshot(source("b")), { ...what, mode: "send" });
    expect(requests).toHaveLength(5);
  });

  test("runs when the same snapshot is to be evaluated once more", async () => {
    const { service, requests } = world();
    const one = snapshot(source("a"));
    await service.evaluate(one, what);
    await service.evaluate(one, what);
    expect(requests).toHaveLength(2);
  });

  test("runs where other options count, in another document, and once it was forgotten", async () => {
    let model = "one";
    const layer = (): Layer => ({ origin: "user", operations: [{ kind: "set", path: "model", value: model }] });
    const { service, requests } = world(undefined, async () => ({ below: [layer()], above: [] }));
    await service.evaluate(snapshot(source("a")), what);
    model = "two";
    expect((await service.evaluate(snapshot(source("b")), what))?.result?.config.model).toBe("two");
    await service.evaluate(snapshot(source("c"), "file:///w/b.chat"), what);
    service.forget("file:///w/a.chat");
    await service.evaluate(snapshot(source("d")), what);
    expect(requests).toHaveLength(4);
  });

  test("runs where the last one asked about files", async () => {
    const { service, requests } = world();
    const asking = (word: string): string => `@You:\n${word} {{ vim.fn.filereadable('yes') }}\n`;
    await service.evaluate(snapshot(asking("a")), what);
    expect(requests).toHaveLength(2);
    await service.evaluate(snapshot(asking("b")), what);
    expect(requests).toHaveLength(3);
  });

  test("runs where the last one did not come to its end", async () => {
    const { service, requests } = world(() => ({ kind: "timed-out" }));
    for (const word of ["a", "b"]) await service.evaluate(snapshot(source(word)), what);
    expect(requests).toHaveLength(2);
  });

  test("is not evaluated for a request that was aborted", async () => {
    const { service } = world();
    await service.evaluate(snapshot(source("a")), what);
    expect(await service.evaluate(snapshot(source("b")), { ...what, signal: AbortSignal.abort() })).toBeUndefined();
  });
});
