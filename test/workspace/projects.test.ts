import { describe, expect, test } from "vitest";
import type { FileText } from "../../server/src/base/file-answers.js";
import type { Layer } from "../../server/src/config/operations.js";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import type { Isolate } from "../../server/src/evaluation/isolate.js";
import type { EvaluationOutcome, EvaluationRequest } from "../../server/src/evaluation/types.js";
import type { Host } from "../../server/src/workspace/host.js";
import { createProjects, type ProjectReport } from "../../server/src/workspace/projects.js";
import { blindHost } from "../support/hosts.js";

/** The projects of the folders /a and /b, whose files the test may change. */
function world(files: Record<string, string | FileText>, answer?: (request: EvaluationRequest) => EvaluationOutcome | undefined) {
  const requests: EvaluationRequest[] = [];
  const reports: (readonly ProjectReport[])[] = [];
  const known = { trusted: true, folders: ["/a", "/b"] };
  const host: Host = {
    ...blindHost,
    async text(path) {
      const file = files[path] ?? { kind: "missing" };
      return typeof file === "string" ? { kind: "text", text: file } : file;
    },
    projects: {
      folders: () => known.folders,
      trusted: () => known.trusted,
      folderOf: (uri) => known.folders.find((folder) => uri.startsWith(`file://${folder}/`)),
    },
  };
  const isolate: Isolate = {
    async run(request) {
      requests.push(request);
      return answer?.(request) ?? { kind: "done", result: structuredClone(evaluate(request)) };
    },
    onFault() {},
    warm() {},
    dispose() {},
  };
  const projects = createProjects({ host, isolate, onReports: (all) => reports.push(all) });
  const problems = (): string[] => (reports.at(-1) ?? []).flatMap(({ path, problems: all }) => all.map(({ code }) => `${path} ${code}`));
  return { projects, requests, known, problems, of: (uri: string, below: readonly Layer[] = []) => projects.of(uri, below) };
}

const setup = (code: string): string => `require("flemma").setup{ ${code} }`;
const a = "file:///a/x.chat";

describe("the project of a document", () => {
  test("is that of its own folder, run once whoever asks", async () => {
    const { of, requests } = world({ "/a/flemma.lua": setup("timeout = 5"), "/b/flemma.json": '{ "timeout": 7 }' });
    const [first, second, other] = await Promise.all([of(a), of("file:///a/y/z.chat"), of("file:///b/x.chat")]);
    expect(first).toBe(second);
    expect(first.status).toEqual({ state: "active", path: "/a/flemma.lua" });
    expect(first.input?.data.layer.operations).toMatchObject([{ path: "parameters.timeout", value: 5 }]);
    expect(other.input?.data.layer.operations).toMatchObject([{ path: "parameters.timeout", value: 7 }]);
    expect(requests).toHaveLength(2);
    expect((await of("file:///elsewhere/x.chat")).status).toEqual({ state: "none" });
  });

  test("is the file itself only where functions are in it", async () => {
    const { of } = world({ "/a/flemma.lua": setup("timeout = 5"), "/b/flemma.lua": setup("tools = { auto_approve = function() end }") });
    expect((await of(a)).input?.file).toBeUndefined();
    expect((await of("file:///b/x.chat")).input?.file?.path).toBe("/b/flemma.lua");
  });

  test("is flemma.lua where both are there, and a warning says so", async () => {
    const { of, problems } = world({ "/a/flemma.lua": setup("timeout = 5"), "/a/flemma.json": '{ "timeout": "wrong" }' });
    expect((await of(a)).status.path).toBe("/a/flemma.lua");
    await Promise.resolve();
    expect(problems()).toEqual(["/a/flemma.json project/not-read"]);
  });

  test("is not run without trust, and run as soon as there is some", async () => {
    const { of, requests, known, projects } = world({ "/a/flemma.lua": setup("timeout = 5") });
    known.trusted = false;
    expect(await of(a)).toMatchObject({ status: { state: "untrusted", path: "/a/flemma.lua" } });
    expect((await of(a)).input).toBeUndefined();
    expect(requests).toEqual([]);
    known.trusted = true;
    expect(await projects.refresh()).toBe(true);
    expect((await of(a)).status.state).toBe("active");
    known.trusted = false;
    expect(await projects.refresh()).toBe(true);
    expect((await of(a)).input).toBeUndefined();
  });

  test("is run anew when it or a module changes, or appears, and not otherwise", async () => {
    const files: Record<string, string> = { "/a/flemma.lua": 'pcall(require, "m")' };
    const { of, projects, requests } = world(files);
    await of(a);
    const versions = [projects.version()];
    const runs = requests.length;
    expect(await projects.refresh()).toBe(false);
    expect(requests).toHaveLength(runs);
    for (const [path, text] of [
      ["/a/lua/m.lua", "return 1"],
      ["/a/lua/m.lua", "return 2"],
      ["/a/flemma.lua", ""],
      ["/a/flemma.json", "{}"],
    ] as const) {
      files[path] = text;
      expect(await projects.refresh()).toBe(true);
      versions.push(projects.version());
    }
    expect(new Set(versions).size).toBe(versions.length);
    files["/a/other.lua"] = "x";
    expect(await projects.refresh()).toBe(false);
  });

  test("is run anew for other settings, but not for what was switched for a document", async () => {
    const { of, requests } = world({ "/a/flemma.lua": setup('provider = "mine"') });
    const layer = (origin: "user" | "switch"): Layer => ({
      origin,
      operations: [{ kind: "set", path: "providers.mine.base_url", value: "x" }],
    });
    expect((await of(a, [layer("switch")])).input?.data.layer.operations).toEqual([]);
    await of(a);
    expect(requests).toHaveLength(1);
    expect((await of(a, [layer("user")])).input?.data.layer.operations).toMatchObject([{ path: "provider", value: "mine" }]);
  });

  test("keeps its last good state while it fails, and loses it with the file", async () => {
    const files: Record<string, string> = { "/a/flemma.lua": setup("timeout = 5") };
    const { of, projects, problems } = world(files);
    await of(a);
    files["/a/flemma.lua"] = `${setup("timeout = 6")} error("no")`;
    await projects.refresh();
    expect(await of(a)).toMatchObject({ status: { state: "failed" }, input: { data: { layer: { operations: [{ value: 5 }] } } } });
    expect(problems()).toEqual(["/a/flemma.lua project/runtime"]);
    expect(await projects.refresh()).toBe(false);
    delete files["/a/flemma.lua"];
    await projects.refresh();
    expect(await of(a)).toEqual({ ...(await of(a)), status: { state: "none" } });
    expect((await of(a)).input).toBeUndefined();
    expect(problems()).toEqual([]);
    files["/a/flemma.lua"] = "error('no')";
    await projects.refresh();
    expect((await of(a)).input).toBeUndefined();
  });

  test.each<[string | FileText, EvaluationOutcome | undefined, string]>([
    [{ kind: "too-large" }, undefined, "project/unreadable"],
    [{ kind: "not-text" }, undefined, "project/unreadable"],
    [{ kind: "unreadable" }, undefined, "project/unreadable"],
    ["x", { kind: "timed-out" }, "project/stopped"],
    ["x", { kind: "out-of-memory" }, "project/stopped"],
    ["x", { kind: "crashed" }, "project/stopped"],
  ])("that cannot be run says why: %j, %j", async (file, outcome, code) => {
    const { of, projects, problems } = world({ "/a/flemma.lua": file }, () => outcome);
    expect(await of(a)).toMatchObject({ status: { state: "failed", path: "/a/flemma.lua" } });
    expect((await of(a)).input).toBeUndefined();
    expect(await projects.refresh()).toBe(false);
    expect(problems()).toEqual([`/a/flemma.lua ${code}`]);
  });

  test("goes with its folder", async () => {
    const { of, projects, known, problems } = world({ "/a/flemma.lua": "x = = 1" });
    await of(a);
    known.folders = ["/b"];
    expect(await projects.refresh()).toBe(true);
    expect(problems()).toEqual([]);
    expect((await of(a)).status).toEqual({ state: "none" });
  });
});
