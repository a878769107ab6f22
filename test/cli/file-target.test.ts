import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileTarget } from "../../server/src/cli/file-target.js";
import { openReplyFile } from "../../server/src/cli/reply-file.js";
import type { StreamEvent } from "../../server/src/providers/provider.js";
import type { Journal } from "../../server/src/send/journal.js";
import { type ReplyEnd, streamReply } from "../../server/src/send/stream-reply.js";
import { createFolder } from "./support.js";

const asked = "@You:\nHi\n";

interface Played {
  readonly end: ReplyEnd;
  readonly isSaved: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly folder: string;
  /** What happened to journal, output and file, in order. */
  readonly log: readonly string[];
}

/** Writes a reply of events into a.chat of a folder. */
async function play(events: (folder: string) => AsyncIterable<StreamEvent>): Promise<Played> {
  const folder = createFolder({ "a.chat": asked });
  const log: string[] = [];
  const outputs = { stdout: "", stderr: "" };
  const output = (name: "stdout" | "stderr") => ({
    isTTY: false,
    write(text: string) {
      if (text !== "" && text !== "\n" && name === "stdout") log.push(`shown ${JSON.stringify(text)}`);
      outputs[name] += text;
    },
  });
  const journal: Journal = {
    piece: (text) => void log.push(`kept ${JSON.stringify(text)}`),
    applied() {},
    end: async () => {},
    remove: () => void log.push("removed"),
  };
  const io = { stdout: output("stdout"), stderr: output("stderr"), cwd: folder };
  const target = fileTarget({ text: asked, file: openReplyFile(join(folder, "a.chat")), path: "a.chat" }, io);
  const write = (text: string, cutOff: () => string): void => {
    journal.piece(text);
    target.write(text, cutOff);
  };
  const end = await streamReply({ ...target, write, events: events(folder), signal: new AbortController().signal });
  await target.finish(end, journal);
  return { end, isSaved: target.isSaved(), ...outputs, folder, log };
}

const read = ({ folder }: Played, name = "a.chat"): string => readFileSync(join(folder, name), "utf8");
const text = (piece: string): StreamEvent => ({ kind: "text", text: piece });
const done: StreamEvent = { kind: "done", ending: "complete", usage: { inputTokens: 1, outputTokens: 2 } };
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("nothing is shown before the journal has it, and the journal goes once the file has all of it", async () => {
  const played = await play(async function* () {
    yield text("Hello\n@Yo");
    yield text("u:\nbye");
    yield done;
  });
  expect(played.log).toEqual([
    'kept "\\n@Assistant:\\nHello\\n"',
    'shown "Hello\\n@Yo"',
    'kept "\\\\@You:\\nbye"',
    'shown "u:\\nbye"',
    'kept "\\n\\n@You:\\n"',
    "removed",
  ]);
  expect(played.stdout).toBe("Hello\n@You:\nbye\n");
  expect(read(played)).toBe(`${asked}\n@Assistant:\nHello\n\\@You:\nbye\n\n@You:\n`);
});

describe("a reply that breaks off", () => {
  test("without its end is marked as aborted", async () => {
    const played = await play(async function* () {
      yield text("```\ncode");
    });
    const mark = "<!-- flemma:aborted: Connection closed before the reply was complete. -->";
    expect(read(played)).toBe(`${asked}\n@Assistant:\n\`\`\`\ncode\n\`\`\`\n\n${mark}\n`);
    expect(played.end.state).toBe("failed");
  });

  test("with an error says so", async () => {
    const played = await play(async function* () {
      yield text("Hel");
      throw new Error("No route to host.");
    });
    expect(read(played)).toContain("Hel\n\n<!-- flemma:aborted: No route to host. -->\n");
  });

  test("before it began leaves the file alone", async () => {
    const played = await play(async function* () {
      yield text(" \n");
    });
    expect([read(played), played.log]).toEqual([asked, ['shown " \\n"']]);
  });
});

describe("a file that cannot be written any more", () => {
  test("is tried once more at the end", async () => {
    const played = await play(async function* (folder) {
      yield text("one ");
      renameSync(folder, `${folder}.away`);
      await wait(250);
      yield text("two ");
      renameSync(`${folder}.away`, folder);
      yield text("three");
      yield done;
    });
    expect([played.isSaved, played.stderr]).toEqual([true, ""]);
    expect(read(played)).toContain("one two three");
  });

  test("keeps the journal, says where the reply is, and the reply was shown whole", async () => {
    const played = await play(async function* (folder) {
      yield text("one ");
      rmSync(folder, { recursive: true });
      await wait(250);
      yield text("two");
      yield done;
    });
    expect(played.stdout).toBe("one two\n");
    expect(played.isSaved).toBe(false);
    expect(played.stderr).toMatch(
      /^Cannot write .*: no such file\. The reply is kept: open 'a\.chat' in an editor, which will offer it\.\n$/,
    );
    expect(played.log).not.toContain("removed");
  });

  test("because it is a folder now is left alone", async () => {
    const played = await play(async function* (folder) {
      rmSync(join(folder, "a.chat"));
      mkdirSync(join(folder, "a.chat"));
      yield text("one");
      yield done;
    });
    expect(played.isSaved).toBe(false);
    expect(readdirSync(played.folder).filter((name) => name !== "a.chat")).toEqual([expect.stringMatching(/^a\.reply-/)]);
  });
});

test("what killed runs left behind goes with the next run, and nothing else does", async () => {
  const folder = createFolder({ "a.chat": asked, ".a.chat.chatls-0.tmp": "", ".b.chat.chatls-0.tmp": "", ".a.chat.tmp": "" });
  writeFileSync(join(folder, ".a.chat.chatls-1.tmp"), "");
  for (const name of readdirSync(folder).filter((other) => !other.includes("-1"))) utimesSync(join(folder, name), 1, 1);
  openReplyFile(join(folder, "a.chat"));
  expect(readdirSync(folder).sort()).toEqual([".a.chat.chatls-1.tmp", ".a.chat.tmp", ".b.chat.chatls-0.tmp", "a.chat"]);
});
