import { expect, test } from "vitest";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import type { Isolate } from "../../server/src/evaluation/isolate.js";
import type { EvaluationRequest } from "../../server/src/evaluation/types.js";
import { untilSettled } from "../../server/src/workspace/boundaries.js";
import type { Host } from "../../server/src/workspace/host.js";
import { createService, type Service } from "../../server/src/workspace/service.js";
import { createSnapshot, type Evaluated } from "../../server/src/workspace/snapshot.js";
import { blindHost } from "../support/hosts.js";

const project = 'require("flemma").setup{ templating = { modules = { "p" } } }';
/** Waits for the file "ready", and for whatever name it is given. */
const populator = `
  local Suspense = require("flemma.readiness").Suspense
  return { name = "p", priority = 300, populate = function(env)
    env.index = function() if vim.fn.filereadable("/w/ready") == 0 then error(Suspense("index")) end return "indexed" end
    env.wait = function(name) error(Suspense(name)) end
  end }`;

interface World {
  readonly service: Service;
  readonly requests: readonly EvaluationRequest[];
  /** The files there are, by absolute path. */
  readonly files: Map<string, string>;
}

function world(boundary: Host["boundary"]): World {
  const files = new Map([
    ["/w/flemma.lua", project],
    ["/w/lua/p.lua", populator],
  ]);
  const requests: EvaluationRequest[] = [];
  const host: Host = {
    ...blindHost,
    ...(boundary && { boundary }),
    surroundings: () => ({ filename: "/w/a.chat", dirname: "/w", cwd: "/w", home: "/home/me", timeZone: "UTC" }),
    projects: { folders: () => ["/w"], folderOf: () => "/w", trusted: () => true },
    fact: async (path) => ({ readable: files.has(path), isFolder: false }),
    text: async (path) => {
      const text = files.get(path);
      return text === undefined ? { kind: "missing" } : { kind: "text", text };
    },
  };
  const isolate: Isolate = {
    async run(request) {
      if (!request.projectOnly) requests.push(request);
      return { kind: "done", result: evaluate({ ...request, limits: { ...request.limits, timeMs: 5000 } }) };
    },
    onFault() {},
    warm() {},
    dispose() {},
  };
  return { service: createService(host, isolate), requests, files };
}

const evaluated = (service: Service, text: string): Promise<Evaluated | undefined> =>
  service.evaluate(createSnapshot("file:///w/a.chat", 1, text));
const codes = (state: Evaluated | undefined): unknown => state?.result?.problems.map(({ code }) => code);
const text = (state: Evaluated | undefined): unknown =>
  state?.result?.messages[0]?.pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");

test("what is not ready is waited for, and what is not waited for is never asked about", async () => {
  const asked: string[] = [];
  const { service } = world((name) => {
    asked.push(name);
    return new Promise(() => {});
  });
  expect((await evaluated(service, "@You:\nhi\n"))?.result?.waitsFor).toBeUndefined();
  expect(asked).toEqual([]);
  const state = await evaluated(service, "@You:\n{{ index() }}\n");
  expect(state?.result?.waitsFor).toEqual(["index"]);
  expect(codes(state)).toEqual(["readiness/waiting"]);
  expect(asked).toEqual(["index"]);
});

test("once it is ready the same text evaluates to something else, with what is in files by then", async () => {
  let settle = (): void => {};
  const index = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const { service, files } = world((name) => (name === "index" ? index : undefined));
  expect(codes(await evaluated(service, "@You:\n{{ index() }}\n"))).toEqual(["readiness/waiting"]);
  files.set("/w/ready", "");
  settle();
  await index;
  const state = await evaluated(service, "@You:\n{{ index() }}\n");
  expect(codes(state)).toEqual([]);
  expect(text(state)).toBe("indexed");
});

test("what becomes ready while a template asks for it is looked at anew", async () => {
  const { service, files }: World = world(async (): Promise<void> => void files.set("/w/ready", ""));
  const state = await evaluated(service, "@You:\n{{ index() }}\n");
  expect(codes(state)).toEqual([]);
  expect(text(state)).toBe("indexed");
});

test.each([
  ["that nobody knows", undefined, "readiness/unknown"],
  ["that nobody could know", (): undefined => undefined, "readiness/unknown"],
  ["that is ready and asked for all the same", () => Promise.resolve(), "readiness/repeated"],
  ["that failed", () => Promise.reject(new Error("no")), "readiness/repeated"],
] as const)("a name %s blocks", async (_, boundary, code) => {
  const state = await evaluated(world(boundary).service, "@You:\n{{ wait('x') }}\n");
  expect(codes(state)).toEqual([code]);
  expect(state?.result?.waitsFor).toBeUndefined();
});

test("who waits for ever new names ends", async () => {
  const { service, requests } = world(() => undefined);
  const text = `@You:\n{{ wait("x") }}${Array.from({ length: 40 }, (_, index) => `{{ wait("n${index}") }}`).join("")}\n`;
  expect(codes(await evaluated(service, text))).toHaveLength(41);
  expect(requests.length).toBeLessThan(20);
});

test("a wait ends with what is waited for, whether it succeeds or fails, and with its signal", async () => {
  const { signal } = new AbortController();
  await untilSettled(Promise.resolve(), signal);
  await untilSettled(Promise.reject(new Error("no")), signal);
  const stop = new AbortController();
  const waits = untilSettled(new Promise(() => {}), stop.signal);
  stop.abort();
  await waits;
  await untilSettled(new Promise(() => {}), stop.signal);
});
