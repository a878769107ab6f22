import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { fsync, openSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { beginJournal, journalFolder, type RunStart } from "../../server/src/send/journal.js";
import { collectJournals, journalPaths, readJournal, readJournals } from "../../server/src/send/journals.js";
import { ownIdentity } from "../../server/src/send/process-identity.js";
import { bundleModule } from "../support/bundle-module.js";
import { tempDir } from "../support/temp-dir.js";

// Built-ins are called through, and can be made to fail.
vi.mock("node:fs", { spy: true });

const dir = tempDir();
let count = 0;
const newFolder = (): string => journalFolder(dir.file(`state-${++count}`));

afterAll(() => dir.remove());
afterEach(() => vi.resetAllMocks());

const start: RunStart = {
  uri: "file:///project/a.chat",
  key: "0123456789abcdef",
  text: "@System:\nBe brief.\n\n@You:\nHi\n",
  version: 7,
  provider: "anthropic",
  model: "claude-sonnet-4-6",
};

const noTrouble = (error: unknown): void => {
  throw error;
};

const journalsOf = async (folder: string, key: string): ReturnType<typeof readJournals> => readJournals(await journalPaths(folder, key));

const only = (folder: string): string => {
  const [name, ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, name as string);
};

const linesOf = (path: string): unknown[] =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("a journal", () => {
  test("says which document it is of and where the reply belongs, and is nobody else's to read", async () => {
    const folder = newFolder();
    beginJournal(folder, start, noTrouble);
    const path = only(folder);
    expect(linesOf(path)).toEqual([
      {
        journal: 1,
        uri: "file:///project/a.chat",
        hash: createHash("sha256").update(start.text).digest("hex"),
        length: 29,
        version: 7,
        provider: "anthropic",
        model: "claude-sonnet-4-6",
        before: "\n@You:\nHi\n",
        process: ownIdentity(),
        started: expect.any(Number),
      },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("holds every piece as soon as it was told, in order, with how much the document holds", async () => {
    const folder = newFolder();
    const journal = beginJournal(folder, start, noTrouble);
    journal.piece("\n@Assistant:\n");
    expect(linesOf(only(folder)).at(-1)).toEqual({ piece: 1, text: "\n@Assistant:\n" });
    journal.applied(13);
    journal.piece("Hel\u0000\u2028😀");
    journal.piece("");
    journal.piece("lo");
    expect(linesOf(only(folder)).slice(1)).toEqual([
      { piece: 1, text: "\n@Assistant:\n" },
      { applied: 13 },
      { piece: 2, text: "Hel\u0000\u2028😀" },
      { piece: 3, text: "lo" },
    ]);
    await journal.end("done");
    expect(linesOf(only(folder)).at(-1)).toEqual({ end: "done" });
  });

  test("is written with one call for each piece, and reaches the disk twice a second at most, and at the end", async () => {
    const journal = beginJournal(newFolder(), start, noTrouble);
    for (let piece = 0; piece < 100; piece++) {
      journal.applied(piece);
      journal.piece("word ");
    }
    await journal.end("done");
    expect(writeSync).toHaveBeenCalledTimes(102);
    expect(vi.mocked(fsync).mock.calls.length).toBeLessThanOrEqual(2);
    expect(vi.mocked(fsync).mock.calls.length).toBeGreaterThanOrEqual(1);
  });

  test("of a reply that did not begin is not kept", async () => {
    const folder = newFolder();
    await beginJournal(folder, start, noTrouble).end("failed");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is gone once it is removed, before or after its end", async () => {
    const folder = newFolder();
    const journals = [beginJournal(folder, start, noTrouble), beginJournal(folder, start, noTrouble)];
    for (const journal of journals) journal.piece("x");
    await journals[0]?.end("done");
    for (const journal of journals) journal.remove();
    expect(readdirSync(folder)).toEqual([]);
    for (const journal of journals) {
      journal.piece("late");
      journal.remove();
      await journal.end("done");
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("what stands in the way is told once, and the run goes on", () => {
  const everything = async (folder: string): Promise<unknown[]> => {
    const told: unknown[] = [];
    const journal = beginJournal(folder, start, (error) => told.push(error));
    journal.piece("a");
    journal.applied(1);
    journal.piece("b");
    await journal.end("done");
    journal.remove();
    return told;
  };

  test("a file in the place of the folder", async () => {
    const file = dir.write("file", "");
    expect(await everything(file)).toMatchObject([{ code: "EEXIST" }]);
    expect(await everything(join(file, "runs"))).toMatchObject([{ code: "ENOTDIR" }]);
  });

  test("a folder that may not be written", async () => {
    vi.mocked(openSync).mockImplementation(() => {
      throw Object.assign(new Error("read-only"), { code: "EROFS" });
    });
    expect(await everything(newFolder())).toMatchObject([{ code: "EROFS" }]);
  });

  test("a full disk; once there is room, the journal goes on at the very byte", async () => {
    const folder = newFolder();
    const told: unknown[] = [];
    const journal = beginJournal(folder, start, (error) => told.push(error));
    journal.piece("first");
    let room = 10;
    const { writeSync: write } = await vi.importActual<typeof import("node:fs")>("node:fs");
    vi.mocked(writeSync).mockImplementation(((file: number, bytes: Buffer) => {
      if (room === 0) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      const written = write(file, bytes.subarray(0, room));
      room -= written;
      return written;
    }) as typeof writeSync);
    for (const piece of ["second", "third", "fourth"]) journal.piece(piece);
    expect(told).toMatchObject([{ code: "ENOSPC" }]);
    room = Number.MAX_SAFE_INTEGER;
    journal.piece("fifth");
    await journal.end("cancelled");
    expect(told).toHaveLength(1);
    expect(await readJournal(only(folder))).toMatchObject({ text: "firstsecondthirdfourthfifth", end: "cancelled" });
  });

  test("a disk that stays full", async () => {
    vi.mocked(writeSync).mockImplementation(() => {
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    });
    expect(await everything(newFolder())).toMatchObject([{ code: "ENOSPC" }]);
  });
});

describe("reading", () => {
  test("gives the replies of one document, the oldest first", async () => {
    const folder = newFolder();
    for (const [key, text] of [
      [start.key, "one"],
      ["fedcba9876543210", "other"],
      [start.key, "two"],
    ] as const) {
      const journal = beginJournal(folder, { ...start, key }, noTrouble);
      journal.piece(text);
      await journal.end("done");
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    const found = await journalsOf(folder, start.key);
    expect(found.map(({ text }) => text)).toEqual(["one", "two"]);
    expect(found[0]).toMatchObject({ end: "done", header: { before: "\n@You:\nHi\n" }, path: join(folder, `${found[0]?.id}.jsonl`) });
  });

  test("stops at what a dying process left unfinished, and never fails", async () => {
    const folder = newFolder();
    const journal = beginJournal(folder, start, noTrouble);
    journal.piece("whole");
    const path = only(folder);
    const whole = readFileSync(path);
    for (const rest of ['{"piece":2,"te', '{"piece":3,"text":"too far"}\n', "\u0000\u0000", "null\n7\n[]\n"]) {
      writeFileSync(path, Buffer.concat([whole, Buffer.from(rest)]));
      expect(await readJournal(path)).toMatchObject({ text: "whole" });
    }
    for (const nothing of ["", "{", "null\n", '{"piece":1,"text":"x"}\n', '{"journal":1}\n', "\ufffd"]) {
      writeFileSync(path, nothing);
      expect(await readJournal(path)).toBeUndefined();
    }
    expect(await readJournal(join(folder, "none.jsonl"))).toBeUndefined();
    expect(await journalsOf(join(folder, "none"), start.key)).toEqual([]);
  });

  test("leaves the run of another process alone until that is dead", async () => {
    const folder = newFolder();
    const program = dir.file("run.mjs");
    bundleModule(
      `import { beginJournal } from "./send/journal.js";
       const [folder, start] = process.argv.slice(2);
       beginJournal(folder, JSON.parse(start), console.error).piece("theirs");
       console.log("begun");
       setInterval(() => {}, 1000);`,
      program,
    );
    const run = spawn(process.execPath, [program, folder, JSON.stringify(start)]);
    await once(run.stdout, "data");
    expect(await journalsOf(folder, start.key)).toEqual([]);
    run.kill("SIGKILL");
    await once(run, "exit");
    expect((await journalsOf(folder, start.key)).map(({ text }) => text)).toEqual(["theirs"]);
  });
});

test("journals are removed after 30 days, and not before", async () => {
  const folder = newFolder();
  for (const age of [29, 31]) {
    const journal = beginJournal(folder, start, noTrouble);
    journal.piece(String(age));
    await journal.end("failed");
  }
  for (const name of readdirSync(folder)) {
    const days = Number((linesOf(join(folder, name))[1] as { text: string }).text);
    const then = new Date(Date.now() - days * 24 * 3600 * 1000);
    utimesSync(join(folder, name), then, then);
  }
  await collectJournals(folder);
  expect((await journalsOf(folder, start.key)).map(({ text }) => text)).toEqual(["29"]);
  await collectJournals(join(folder, "none"));
});
