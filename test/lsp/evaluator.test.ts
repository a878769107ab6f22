import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { noAnswers } from "../../server/src/base/file-answers.js";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import { createScheduler } from "../../server/src/evaluation/scheduler.js";
import type { EvaluationResult } from "../../server/src/evaluation/types.js";
import { createDocuments, type Documents, type OpenDocument } from "../../server/src/lsp/documents.js";
import { createEvaluator, type Evaluator } from "../../server/src/lsp/evaluator.js";
import { createPausableService } from "../../server/src/lsp/pausable-service.js";
import { passiveLimits } from "../../server/src/lua/budget.js";
import type { Evaluated, Snapshot } from "../../server/src/workspace/snapshot.js";
import { surroundingsOf } from "../conformance/harness.js";
import { blindHost } from "../support/hosts.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const uri = "file:///a.chat";

interface Fixture {
  readonly documents: Documents;
  readonly evaluator: Evaluator;
  /** What was published: `v1` in full, `v1 interim` of the syntax. */
  readonly published: readonly string[];
  /** Where a reply is said to begin. */
  replyFrom(): number | undefined;
  /** The signals of the evaluations that run. */
  running(): readonly AbortSignal[];
  /** How many evaluations have been started. */
  started(): number;
  open(text: string): OpenDocument;
  change(text: string): OpenDocument;
  /** Ends the evaluation that was started first of those that run, with a result if need be. */
  finish(result?: Evaluated["result"]): Promise<void>;
}

function resultOf(text: string): EvaluationResult {
  return evaluate({ text, surroundings: surroundingsOf("/"), limits: passiveLimits, files: noAnswers, omitOutput: true });
}

/** An evaluator whose evaluations end when the test says so. */
function fixture(): Fixture {
  const documents = createDocuments(() => "utf-16");
  const published: string[] = [];
  const running: { end(result: Evaluated["result"]): void; signal: AbortSignal }[] = [];
  let version = 1;
  let replyFrom: number | undefined;
  let started = 0;
  const evaluator = createEvaluator({
    documents,
    scheduler: createScheduler((error) => published.push(String(error))),
    service: createPausableService({
      evaluate: (snapshot: Snapshot, { signal = new AbortController().signal } = {}) =>
        new Promise<Evaluated | undefined>((resolve) => {
          started++;
          const end = (result: Evaluated["result"]): void =>
            resolve(signal.aborted ? undefined : { snapshot, outcome: "done", ...(result && { result }) });
          running.push({ end, signal });
        }),
      outside: async () => ({ options: { below: [], above: [] }, tools: [], definitions: [], personalities: [] }),
      files: blindHost,
      projects: { refresh: async () => false, version: () => 0, paths: () => [] },
      boundary: () => undefined,
      stamp: async () => undefined,
      forget() {},
      dispose() {},
    }),
    publisher: {
      publish: ({ snapshot }) => published.push(`v${snapshot.version}`),
      publishInterim: (snapshot) => published.push(`v${snapshot.version} interim`),
      changed() {},
      interim: () => [],
      replyFrom(_, from) {
        replyFrom = from;
      },
      includedChanged() {},
      texts: () => undefined,
      clear() {},
    },
    revision: () => 0,
    onPublished() {},
  });
  const current = (): OpenDocument => documents.get(uri) as OpenDocument;
  return {
    documents,
    evaluator,
    published,
    replyFrom: () => replyFrom,
    running: () => running.map(({ signal }) => signal),
    started: () => started,
    open(text) {
      documents.open(uri, version, text);
      evaluator.refresh(uri);
      return current();
    },
    change(text) {
      documents.change(uri, ++version, [{ text }]);
      evaluator.refresh(uri);
      return current();
    },
    async finish(result) {
      running.shift()?.end(result);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

describe("the tree of a long document", () => {
  // How long parsing takes is told by the real clock.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate"] });
  });

  const text = `@You:\n${"Words.\n@Assistant:\nWords.\n@You:\n".repeat(20_000)}`;
  const pieces = async (opened: OpenDocument, result: Evaluated["result"], finish: Fixture["finish"]): Promise<number[]> => {
    const parse = vi.spyOn(opened.snapshot, "parse");
    await finish(result);
    await vi.advanceTimersByTimeAsync(500);
    return parse.mock.calls.map(([ms]) => ms);
  };

  test("is made in pieces after its evaluation where texts of other words may have the same result", async () => {
    const { open, finish } = fixture();
    const opened = open(text);
    const calls = await pieces(opened, { ...resultOf(text), passes: 10 }, finish);
    expect(calls.length).toBeGreaterThan(1);
    expect(Math.max(...calls)).toBeLessThanOrEqual(5);
    expect(opened.snapshot.parse(0)).toBe(true);
  });

  test("is made though the text changes meanwhile, and spares most of the work for the next one", async () => {
    const { open, change, finish } = fixture();
    const first = open(text).snapshot;
    const parse = vi.spyOn(first, "parse");
    await finish({ ...resultOf(text), passes: 10 });
    expect(parse.mock.results.map(({ value }) => value)).not.toContain(true);
    const { snapshot } = change(`${text}more`);
    await vi.advanceTimersByTimeAsync(500);
    expect(first.parse(0)).toBe(true);
    expect(snapshot.document.messages[0]?.message).toBe(first.document.messages[0]?.message);
  });

  test("is not made without need", async () => {
    const { open, finish } = fixture();
    const { passes: _, ...result } = resultOf(text);
    expect(await pieces(open(text), result, finish)).toEqual([]);
  });
});

describe("a long document that is typed in while it is evaluated", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate"] });
  });

  const text = `@You:\nWords {{ 1 }}\n${"@Assistant:\nWords.\n@You:\nWords.\n".repeat(4000)}`;
  /** Its tree is there, and its evaluation goes on. */
  const openedAndParsed = async (): Promise<Fixture> => {
    const made = fixture();
    const { snapshot } = made.open(text);
    await vi.advanceTimersByTimeAsync(60);
    while (!snapshot.parse(5));
    return made;
  };

  test("has its tree made meanwhile, though nothing is told of it yet", async () => {
    const { open, published } = fixture();
    const { snapshot } = open(text);
    const parse = vi.spyOn(snapshot, "parse");
    await vi.advanceTimersByTimeAsync(500);
    expect(published).toEqual(["v1 interim"]);
    expect(parse.mock.results.at(-1)?.value).toBe(true);
  });

  test("has the run of its older text end where words alone changed, which then is not published", async () => {
    const { change, finish, running, published } = await openedAndParsed();
    change(`${text}more`);
    expect(running().map(({ aborted }) => aborted)).toEqual([false]);
    await finish(resultOf("@You:\nWords\n"));
    await vi.advanceTimersByTimeAsync(250);
    expect(published).not.toContain("v1");
    await finish(resultOf("@You:\nWords\n"));
    expect(published.at(-1)).toBe("v2");
  });

  test.each<[string, (text: string) => string]>([
    ["a tag", (before) => before.replace("{{ 1 }}", "{{ 2 }}")],
    ["a role", (before) => before.replace("@Assistant", "@System")],
    ["a line", (before) => before.replace("Words {{", "Words\n{{")],
  ])("has the run of its older text aborted where %s changed", async (_name, edit) => {
    const { change, running } = await openedAndParsed();
    change(edit(text));
    expect(running().map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("has the run aborted where what is around it changed", async () => {
    const { evaluator, running } = await openedAndParsed();
    evaluator.refresh(uri);
    expect(running().map(({ aborted }) => aborted)).toEqual([true]);
  });
});

describe("a document that is evaluated", () => {
  test("fast is published once", async () => {
    const { open, finish, published } = fixture();
    open("a");
    await finish();
    await vi.advanceTimersByTimeAsync(500);
    expect(published).toEqual(["v1"]);
  });

  test("slowly is published with its syntax first", async () => {
    const { open, finish, published } = fixture();
    open("a");
    await vi.advanceTimersByTimeAsync(60);
    await finish();
    expect(published).toEqual(["v1 interim", "v1"]);
  });

  test("behind a slow run of its older text has its syntax published meanwhile", async () => {
    const { open, change, finish, published } = fixture();
    open("a");
    await vi.advanceTimersByTimeAsync(60);
    change("ab");
    await vi.advanceTimersByTimeAsync(60);
    expect(published).toEqual(["v1 interim", "v2 interim"]);
    await finish();
    await vi.advanceTimersByTimeAsync(250);
    await finish();
    expect(published).toEqual(["v1 interim", "v2 interim", "v2"]);
  });

  test("slowly while somebody types on has its syntax published all the same", async () => {
    const { open, change, published } = fixture();
    open("a");
    for (let count = 0; count < 10; count++) {
      change("a".repeat(count));
      await vi.advanceTimersByTimeAsync(20);
    }
    expect(published.length).toBeGreaterThanOrEqual(3);
    expect(published.every((entry) => entry.endsWith("interim"))).toBe(true);
    expect(published).toEqual([...published].sort((a, b) => Number.parseInt(a.slice(1), 10) - Number.parseInt(b.slice(1), 10)));
  });

  test("and changed meanwhile is never published with the older result", async () => {
    const { open, change, finish, published } = fixture();
    open("a");
    change("ab");
    await finish();
    expect(published).toEqual([]);
    await vi.advanceTimersByTimeAsync(20);
    await finish();
    expect(published).toEqual(["v2"]);
  });

  test("and closed meanwhile is not published", async () => {
    const { open, documents, finish, published } = fixture();
    open("a");
    documents.close(uri);
    await finish();
    await vi.advanceTimersByTimeAsync(500);
    expect(published).toEqual([]);
  });
});

describe("a document that is paused", () => {
  test("has its syntax published at every change, and is evaluated once it goes on", async () => {
    const { open, change, finish, evaluator, published, replyFrom } = fixture();
    open("a");
    await finish();
    evaluator.pause(uri, 1);
    expect(replyFrom()).toBe(1);
    change("ab");
    change("abc");
    expect(published).toEqual(["v1", "v2 interim", "v3 interim"]);
    evaluator.resume(uri);
    expect(replyFrom()).toBeUndefined();
    await finish();
    expect(published.at(-1)).toBe("v3");
  });

  test("has no evaluation to wait for, also for who waits already", async () => {
    const { open, evaluator } = fixture();
    const document = open("a");
    const waited = evaluator.current(document, 1e6);
    evaluator.pause(uri, 0);
    expect(await waited).toBeUndefined();
    expect(await evaluator.current(document, 1e6)).toBeUndefined();
  });

  test("has the evaluation given up that ran, and the one that waited never starts", async () => {
    const { open, change, finish, evaluator, published, started } = fixture();
    open("a");
    change("ab");
    evaluator.pause(uri, 0);
    await finish();
    await vi.advanceTimersByTimeAsync(1000);
    expect(published).not.toContain("v1");
    expect(published).not.toContain("v2");
    expect(started()).toBe(1);
    evaluator.resume(uri);
    await finish();
    expect(started()).toBe(2);
    expect(published.at(-1)).toBe("v2");
  });
});

describe("the evaluation of the present text", () => {
  test("is at hand, or comes when it is done, or is given up after a while", async () => {
    const { open, change, finish, evaluator } = fixture();
    const document = open("a");
    const waited = evaluator.current(document, 1000);
    await finish();
    expect((await waited)?.snapshot).toBe(document.snapshot);
    expect((await evaluator.current(document, 0))?.snapshot).toBe(document.snapshot);
    const late = evaluator.current(change("ab"), 1000);
    await vi.advanceTimersByTimeAsync(1001);
    expect(await late).toBeUndefined();
  });

  test("is given up as soon as the text changes or the document is closed", async () => {
    const { open, change, documents, evaluator } = fixture();
    const first = evaluator.current(open("a"), 1000);
    const second = evaluator.current(change("ab"), 1000);
    expect(await first).toBeUndefined();
    documents.close(uri);
    expect(await second).toBeUndefined();
  });
});

test("an evaluation with older settings is not the present one, and never published", async () => {
  const { open, finish, evaluator, published } = fixture();
  const document = open("a");
  await finish();
  evaluator.refresh(uri);
  expect(await Promise.race([evaluator.current(document, 1000), Promise.resolve("waits")])).toBe("waits");
  evaluator.refresh(uri);
  await finish();
  expect(published).toEqual(["v1"]);
  await vi.advanceTimersByTimeAsync(250);
  await finish();
  expect(published).toEqual(["v1", "v1 interim", "v1"]);
  expect((await evaluator.current(document, 0))?.snapshot).toBe(document.snapshot);
});
