import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FileFact, noAnswers } from "../../server/src/base/file-answers.js";
import { unknownClient } from "../../server/src/lsp/client.js";
import { createFileReports } from "../../server/src/lsp/file-reports.js";
import { fileStamp } from "../../server/src/workspace/chat-files.js";
import type { Service } from "../../server/src/workspace/service.js";
import type { Evaluated } from "../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";
import { blindHost } from "../support/hosts.js";
import { type TempDir, tempDir } from "../support/temp-dir.js";

let dir: TempDir;

beforeEach(() => {
  dir = tempDir({ "a.chat": "@You:\nx\n" });
  // Files of the test are old enough to be relied on.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
});

afterEach(() => {
  vi.useRealTimers();
  dir.remove();
});

let projectVersion = 0;
let filesStamp: string | undefined = "as they were";

beforeEach(() => {
  filesStamp = "as they were";
});

const service: Service = {
  evaluate: async () => undefined,
  boundary: () => undefined,
  stamp: async () => filesStamp,
  outside: async () => ({ options: { below: [], above: [] }, tools: [], definitions: [], personalities: [] }),
  files: blindHost,
  projects: { refresh: async () => false, version: () => projectVersion, paths: () => [] },
  forget() {},
  dispose() {},
};

function evaluated(facts: readonly [string, FileFact][] = []): Evaluated {
  return { ...evaluateText("@You:\nx\n", surroundingsOf("/")), files: { ...noAnswers, facts: new Map(facts) } };
}

const fact = (readable: boolean): FileFact => ({ readable, isFolder: false });

/** What is remembered of `a.chat` after `change`, when the report rested on `basis`. */
async function after(change: (client: ReturnType<typeof unknownClient>) => void, basis = evaluated()): Promise<string | undefined> {
  const client = unknownClient();
  const reports = createFileReports(client, service);
  const path = dir.file("a.chat");
  await reports.remember(path, { stamp: fileStamp(path), asOf: Date.now() }, { resultId: "id", evaluated: basis });
  change(client);
  return reports.current(path);
}

test("a report counts as long as nothing that it rests on changes", async () => {
  expect(await after(() => {})).toBe("id");
  expect(await after(() => {}, evaluated([["/x", fact(true)]]))).toBe("id");
  expect(await after(() => void projectVersion++)).toBeUndefined();
  expect(await after(() => dir.write("a.chat", "@You:\ny\n"))).toBeUndefined();
  expect(await after((client) => client.folders.push("/other"))).toBeUndefined();
  expect(
    await after((client) => {
      client.trusted = true;
    }),
  ).toBeUndefined();
  const changed = await after(
    () => {
      filesStamp = "as they are now";
    },
    evaluated([["/x", fact(true)]]),
  );
  expect(changed).toBeUndefined();
});

test("a file that is gone has no report", async () => {
  expect(await after(() => dir.remove())).toBeUndefined();
});

test("a run that was cut off, that asked about very many files, or whose files may have changed meanwhile is not remembered", async () => {
  const { snapshot } = evaluated();
  expect(await after(() => {}, { snapshot, outcome: "timed-out" })).toBeUndefined();
  const many = Array.from({ length: 1001 }, (_, index): [string, FileFact] => [`/${index}`, fact(true)]);
  expect(await after(() => {}, evaluated(many))).toBeUndefined();
  filesStamp = undefined;
  expect(await after(() => {}, evaluated([["/x", fact(true)]]))).toBeUndefined();
});

test("a file that has only just been written has no stamp, for it may be written again without a sign", () => {
  vi.useRealTimers();
  expect(fileStamp(dir.write("b.chat", "@You:\nx\n"))).toBeUndefined();
  expect(fileStamp(dir.file("nowhere.chat"))).toBeUndefined();
});

test("only the files that are there are remembered", async () => {
  const reports = createFileReports(unknownClient(), service);
  const [kept, dropped] = [dir.file("a.chat"), dir.write("b.chat", "@You:\nx\n")];
  for (const path of [kept, dropped])
    await reports.remember(path, { stamp: fileStamp(path), asOf: Date.now() }, { resultId: path, evaluated: evaluated() });
  reports.keepOnly(new Set([kept]));
  expect([await reports.current(kept), await reports.current(dropped)]).toEqual([kept, undefined]);
});
