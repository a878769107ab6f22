import { expect, test } from "vitest";
import { evaluate } from "../../server/src/evaluation/evaluate.js";
import { createFollowedFiles } from "../../server/src/lsp/followed-files.js";
import { createFileMemory } from "../../server/src/workspace/file-memory.js";
import type { Host } from "../../server/src/workspace/host.js";
import { createService } from "../../server/src/workspace/service.js";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";
import { blindHost } from "../support/hosts.js";

/** Documents over files of this test's making; every evaluation and every question to the host is counted. */
function fixture(files: Record<string, string> = {}) {
  const counted = { evaluations: [] as string[], reads: [] as string[], watched: [] as string[][], used: [] as string[][] };
  const places: Record<string, string> = {};
  const host: Host = {
    ...blindHost,
    surroundings: () => ({ filename: "/w/a.chat", dirname: "/w", cwd: "/w", home: "/home", timeZone: "UTC" }),
    async fact(path) {
      counted.reads.push(path);
      return { readable: path in files, isFolder: false };
    },
    stamp: async (path) => (path in files ? `disk ${files[path]}` : "missing"),
  };
  const memory = createFileMemory(host);
  let onRun = (): void => {};
  const service = createService(memory.host, {
    async run(request, signal) {
      if (signal?.aborted) return { kind: "superseded" };
      onRun();
      return { kind: "done", result: evaluate(request) };
    },
    onFault() {},
    warm() {},
    dispose() {},
  });
  const texts = new Map<string, string>();
  const followed = createFollowedFiles({
    memory,
    projects: service.projects,
    placeOf: async (path) => places[path] ?? path,
    watch: async (all) => void counted.watched.push(all.map(({ path }) => path)),
    refresh: (uri) => void evaluateNow(uri),
    refreshAll() {
      for (const uri of texts.keys()) void evaluateNow(uri);
    },
    onUsed: (paths) => void counted.used.push([...paths]),
    onError(error) {
      throw error;
    },
  });
  async function evaluateNow(uri: string): Promise<void> {
    counted.evaluations.push(uri);
    const revision = followed.revision();
    const evaluated = await service.evaluate(createSnapshot(uri, 1, texts.get(uri) ?? ""));
    if (evaluated && texts.has(uri)) followed.evaluated(evaluated, revision);
  }
  return {
    ...counted,
    files,
    places,
    followed,
    /** Evaluates a document that asks whether these files are readable. */
    async open(uri: string, ...names: string[]) {
      texts.set(uri, `@You:\n${names.map((name) => `{{ vim.fn.filereadable('${name}') }}`).join("\n")}\n`);
      await evaluateNow(uri);
      await settle();
    },
    close(uri: string) {
      texts.delete(uri);
      service.forget(uri);
      followed.closed(uri);
    },
    onRun(act: () => void) {
      onRun = act;
    },
    async happened(...names: string[]) {
      counted.evaluations.length = 0;
      counted.reads.length = 0;
      followed.happened(names);
      await settle();
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test("a change evaluates the documents that depend on the file, once, and reads the file once; no other document and no other file", async () => {
  const { open, happened, evaluations, reads, files } = fixture({ "/w/x": "1", "/w/y": "1" });
  await open("file:///w/a.chat", "x", "y");
  await open("file:///w/b.chat", "x", "none");
  await open("file:///w/c.chat", "y");
  await open("file:///w/d.chat");
  delete files["/w/x"];
  await happened("/w/x", "/w/x", "/w/unrelated");
  expect(evaluations).toEqual(["file:///w/a.chat", "file:///w/b.chat"]);
  expect(reads).toEqual(["/w/x"]);
});

test("an edit of a document reads nothing and watches nothing anew while its files stay as they are", async () => {
  const { open, reads, watched } = fixture({ "/w/x": "1" });
  await open("file:///w/a.chat", "x", "none");
  expect(reads).toEqual(["/w/x", "/w/none"]);
  expect(watched).toEqual([["/w/x", "/w/none"]]);
  await open("file:///w/a.chat", "none", "x");
  expect(reads).toEqual(["/w/x", "/w/none"]);
  expect(watched).toHaveLength(1);
});

test("an event without a change evaluates nothing, and nor does one that leaves what was asked as it was", async () => {
  const { open, happened, evaluations, reads, files } = fixture({ "/w/x": "1" });
  await open("file:///w/a.chat", "x");
  await happened("/w/x");
  expect([evaluations, reads]).toEqual([[], []]);
  files["/w/x"] = "2";
  await happened("/w/x");
  expect([evaluations, reads]).toEqual([[], ["/w/x"]]);
});

test("a missing file that comes, a parent that is renamed, and a folder that links lead to are noticed", async () => {
  const { open, happened, evaluations, files, places } = fixture({ "/w/deep/down/x": "1" });
  places["/w/link/y"] = "/elsewhere/y";
  await open("file:///w/a.chat", "deep/down/x", "late", "link/y");
  files["/w/late"] = "1";
  await happened("/w/late");
  expect(evaluations).toHaveLength(1);
  delete files["/w/deep/down/x"];
  await happened("/w/deep");
  expect(evaluations).toHaveLength(1);
  files["/w/link/y"] = "1";
  await happened("/elsewhere/y");
  expect(evaluations).toHaveLength(1);
});

test("a change that comes while an evaluation runs is not lost", async () => {
  const { open, evaluations, files, followed, onRun } = fixture();
  await open("file:///w/b.chat", "x");
  onRun(() => {
    if (files["/w/x"] === undefined) followed.happened(["/w/x"]);
    files["/w/x"] = "1";
  });
  evaluations.length = 0;
  await open("file:///w/a.chat", "x");
  expect(evaluations.sort()).toEqual(["file:///w/a.chat", "file:///w/a.chat", "file:///w/b.chat"]);
});

test("a file that a document names for the first time may change before it is watched", async () => {
  const { open, evaluations, files, onRun } = fixture();
  let runs = 0;
  onRun(() => {
    // The second run has been told that there is no file.
    if (++runs === 2) files["/w/x"] = "1";
  });
  await open("file:///w/a.chat", "x");
  expect(evaluations).toEqual(["file:///w/a.chat", "file:///w/a.chat"]);
});

test("a closed document is not evaluated, and what only it used is neither watched nor remembered", async () => {
  const { open, close, happened, evaluations, reads, watched, files } = fixture({ "/w/x": "1", "/w/y": "1" });
  await open("file:///w/a.chat", "x");
  await open("file:///w/b.chat", "y");
  close("file:///w/a.chat");
  delete files["/w/x"];
  await happened("/w/x");
  expect([evaluations, reads]).toEqual([[], []]);
  expect(watched.at(-1)).toEqual(["/w/y"]);
});

test("what a document does not ask any more it does not depend on", async () => {
  const { open, happened, evaluations, files } = fixture({ "/w/x": "1" });
  await open("file:///w/a.chat", "x");
  await open("file:///w/a.chat", "y");
  delete files["/w/x"];
  await happened("/w/x");
  expect(evaluations).toEqual([]);
});

test("another trust asks for everything anew", async () => {
  const { open, reads, followed } = fixture({ "/w/x": "1" });
  await open("file:///w/a.chat", "x");
  followed.workspaceChanged();
  await open("file:///w/a.chat", "x");
  expect(reads).toEqual(["/w/x", "/w/x"]);
});
