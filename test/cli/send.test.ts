import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openReplyFile } from "../../server/src/cli/reply-file.js";
import { writeReply } from "../../server/src/cli/stream-reply.js";
import type { StreamEvent } from "../../server/src/providers/provider.js";
import { blocked, type CliRun, clean, createFolder, run as runCommand } from "./support.js";

/** Runs the command line; what is sent goes to a provider that answers. */
const run: typeof runCommand = (folder, [command = "", ...rest], around): Promise<CliRun> =>
  runCommand(folder, command === "send" ? [command, "--provider=echo", ...rest] : [command, ...rest], around);

const read = (folder: string, name = "a.chat"): string => readFileSync(join(folder, name), "utf8");

/** A document long enough that its reply takes a while. */
const long = `@You:\n${"word ".repeat(400)}\n`;

test("the reply goes to standard output and below the document, with a new turn", async () => {
  const folder = createFolder({ "a.chat": clean });
  const { exitCode, stdout, stderr } = await run(folder, ["send", "a.chat"]);
  expect(exitCode).toBe(0);
  expect(stdout).toBe("[system]\nBe brief.\n\n[user]\nHello 2\n");
  expect(read(folder)).toBe(`${clean}\n@Assistant:\n[system]\nBe brief.\n\n[user]\nHello 2\n\n@You:\n`);
  expect(stderr).toMatch(/^\d+ tokens in, \d+ out\.\n$/);
  expect(readdirSync(folder)).toEqual(["a.chat"]);
});

test("line ends, byte order mark, mode and link of the document are kept", async () => {
  const folder = createFolder({ "real/a.chat": `\ufeff${clean.replaceAll("\n", "\r\n")}` });
  chmodSync(join(folder, "real/a.chat"), 0o640);
  symlinkSync("real/a.chat", join(folder, "a.chat"));
  expect((await run(folder, ["send", "a.chat"])).exitCode).toBe(0);
  expect(read(folder)).toMatch(/^\ufeff@System:\r\n/);
  expect(read(folder).replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(read(folder)).toMatch(/Hello 2\r\n\r\n@You:\r\n$/);
  expect(lstatSync(join(folder, "a.chat")).isSymbolicLink()).toBe(true);
  expect(statSync(join(folder, "real/a.chat")).mode & 0o777).toBe(0o640);
});

test("--dry-run prints what would be sent and leaves the file alone", async () => {
  const folder = createFolder({ "a.chat": clean });
  expect(await run(folder, ["send", "--dry-run", "a.chat"])).toEqual({
    exitCode: 0,
    stdout: "@System:\nBe brief.\n\n@You:\nHello 2\n",
    stderr: "",
  });
  expect(read(folder)).toBe(clean);
});

describe("a refused document stays as it is, and the reason is told", () => {
  test.each([
    ["an error blocks", blocked, "error[template/syntax]"],
    ["broken frontmatter", "```lua\nx =\n```\n@You:\nHi\n", "error[frontmatter/syntax]"],
    ["nothing below @You:", "@You:\n\n", "error[document/nothing-to-send]"],
    ["the last turn is the model's", "@You:\nHi\n\n@Assistant:\nHello\n", "error[document/nothing-to-send]"],
    ["an empty file", "", "error[document/nothing-to-send]"],
  ])("%s", async (_, text, reason) => {
    const folder = createFolder({ "a.chat": text });
    for (const argv of [
      ["send", "a.chat"],
      ["send", "--dry-run", "a.chat"],
    ]) {
      const { exitCode, stdout, stderr } = await run(folder, argv);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toContain(reason);
      expect(stderr).toMatch(/\nNothing was sent\.\n$/);
    }
    expect(read(folder)).toBe(text);
  });

  test("a document too large to be evaluated", async () => {
    const folder = createFolder({ "a.chat": `@You:\n${"x".repeat(3_000_000)}\n` });
    const { exitCode, stderr } = await run(folder, ["send", "a.chat"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: "'a.chat' is too large to be sent.\n" });
  });
});

test("an interrupted reply keeps what came, marked as aborted, and can be sent again", async () => {
  const folder = createFolder({ "a.chat": long });
  const interrupt = new AbortController();
  const { exitCode } = await run(folder, ["send", "a.chat"], {
    interrupted: interrupt.signal,
    onOutput: (stdout) => {
      if (stdout.length > 40) interrupt.abort();
    },
  });
  expect(exitCode).toBe(130);
  expect(read(folder)).toMatch(
    /^@You:\n(?:word )+\n\n@Assistant:\n\[user\]\nword [^@]*\n<!-- flemma:aborted: Response interrupted by the user\. -->\n$/,
  );
  expect((await run(folder, ["check", "."])).exitCode).toBe(0);
  writeFileSync(join(folder, "a.chat"), `${read(folder)}\n@You:\nGo on.\n`);
  expect((await run(folder, ["send", "a.chat"])).exitCode).toBe(0);
});

test("interrupted before anything came, the document stays as it is", async () => {
  const folder = createFolder({ "a.chat": clean });
  expect((await run(folder, ["send", "a.chat"], { interrupted: AbortSignal.abort() })).exitCode).toBe(130);
  expect(read(folder)).toBe(clean);
});

test("at every moment the file is complete and can be sent", async () => {
  const folder = createFolder({ "a.chat": long });
  const states = new Set<string>();
  await run(folder, ["send", "a.chat"], { onOutput: () => states.add(read(folder)) });
  expect(states.size).toBeGreaterThan(2);
  for (const state of states) expect(state === long || /\n<!-- flemma:aborted: .*-->\n$/.test(state)).toBe(true);
  expect(read(folder)).toMatch(/\n\n@You:\n$/);
});

test("a file that somebody else changed meanwhile is left alone", async () => {
  const folder = createFolder({ "a.chat": clean, "a.reply.chat": "taken" });
  let isChanged = false;
  const { exitCode, stdout, stderr } = await run(folder, ["send", "a.chat"], {
    onOutput: () => {
      if (!isChanged) writeFileSync(join(folder, "a.chat"), "@You:\nMine\n");
      isChanged = true;
    },
  });
  expect(exitCode).toBe(1);
  expect(read(folder)).toBe("@You:\nMine\n");
  expect(read(folder, "a.reply.chat")).toBe("taken");
  expect(read(folder, "a.reply-2.chat")).toContain(stdout.trim());
  expect(stderr).toContain("'a.chat' changed while the reply came in and was left alone. The reply is in 'a.reply-2.chat'.\n");
});

describe("a reply that breaks off", () => {
  async function sendThrough(events: AsyncIterable<StreamEvent>): Promise<{ exitCode: number; stderr: string; text: string }> {
    const folder = createFolder({ "a.chat": "@You:\nHi\n" });
    let stderr = "";
    const write = (text: string): void => {
      stderr += text;
    };
    const io = {
      stdout: { write: () => {}, isTTY: false },
      stderr: { write, isTTY: false },
      stdin: async () => new Uint8Array(),
      cwd: folder,
      env: {},
      evaluatorPath: "",
      interrupted: new AbortController().signal,
    };
    const file = openReplyFile(join(folder, "a.chat"));
    const exitCode = await writeReply({ text: "@You:\nHi\n", events, file, path: "a.chat" }, io);
    return { exitCode, stderr, text: read(folder) };
  }

  test("without its end is marked as aborted", async () => {
    async function* events(): AsyncIterable<StreamEvent> {
      yield { kind: "text", text: "```\ncode" };
    }
    const reason = "Connection closed before the reply was complete.";
    expect(await sendThrough(events())).toEqual({
      exitCode: 1,
      stderr: `${reason} Send again.\n`,
      text: `@You:\nHi\n\n@Assistant:\n\`\`\`\ncode\n\`\`\`\n\n<!-- flemma:aborted: ${reason} -->\n`,
    });
  });

  test("with an error says so", async () => {
    async function* events(): AsyncIterable<StreamEvent> {
      yield { kind: "text", text: "Hel" };
      throw new Error("No route to host.");
    }
    const { exitCode, stderr, text } = await sendThrough(events());
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: "No route to host. Send again.\n" });
    expect(text).toContain("Hel\n\n<!-- flemma:aborted: No route to host. -->\n");
  });
});

describe("files that a person should think twice about", () => {
  const question = "These files would be sent:\n";

  test("are not sent unless that is allowed", async () => {
    const folder = createFolder({ "a.chat": "@You:\n@./.env\n", ".env": "KEY=1\n" });
    const refused = await run(folder, ["send", "a.chat"]);
    expect(refused).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `${question}  ${folder}/.env (named like a secret)\nNothing was sent. If they may be, add --allow-attachments.\n`,
    });
    expect(read(folder)).toBe("@You:\n@./.env\n");
    const allowed = await run(folder, ["send", "--allow-attachments", "a.chat"]);
    expect([allowed.exitCode, allowed.stdout]).toEqual([0, "[user]\n(file .env, text/plain)\nKEY=1\n"]);
  });

  test("also when they lie outside of the workspace, or a link hides them", async () => {
    const folder = createFolder({ "work/a.chat": "@You:\n@../out.txt\n@./link.txt\n", "out.txt": "o", "secret.pem": "s" });
    symlinkSync("../secret.pem", join(folder, "work/link.txt"));
    const { exitCode, stderr } = await run(folder, ["send", "--workspace=work", "work/a.chat"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`  ${folder}/out.txt (outside of the workspace)\n  ${folder}/work/link.txt (named like a secret)\n`);
    expect((await run(folder, ["send", "--workspace=work", "--dry-run", "work/a.chat"])).exitCode).toBe(0);
  });

  test("are no others: a file beside the document is sent unasked", async () => {
    const folder = createFolder({ "a.chat": "@You:\n@./b.txt\n", "b.txt": "b\n" });
    expect((await run(folder, ["send", "a.chat"])).stdout).toBe("[user]\n(file b.txt, text/plain)\nb\n");
  });
});
