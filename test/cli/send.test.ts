import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
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
    ["an error blocks", blocked, "a.chat:2: "],
    ["broken frontmatter", "```lua\nx =\n```\n@You:\nHi\n", "a.chat:2: "],
    ["nothing below @You:", "@You:\n\n", "There is nothing to answer"],
    ["the last turn is the model's", "@You:\nHi\n\n@Assistant:\nHello\n", "There is nothing to answer"],
    ["an empty file", "", "There is nothing to answer"],
  ])("%s", async (_, text, reason) => {
    const folder = createFolder({ "a.chat": text });
    for (const argv of [
      ["send", "a.chat"],
      ["send", "--dry-run", "a.chat"],
    ]) {
      const { exitCode, stdout, stderr } = await run(folder, argv);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toContain(reason);
      expect(stderr).toMatch(/^Not sent\.\nFrontmatter and other errors \(blocking\):\na\.chat:\d+: /);
    }
    expect(read(folder)).toBe(text);
  });

  test("a document too large to be evaluated", async () => {
    const folder = createFolder({ "a.chat": `@You:\n${"x".repeat(3_000_000)}\n` });
    const { exitCode, stderr } = await run(folder, ["send", "a.chat"]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: "Not sent: This document is larger than 2 MB, which is too large to be sent.\n",
    });
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
  const folder = createFolder({ "a.chat": clean });
  let isChanged = false;
  const { exitCode, stdout, stderr } = await run(folder, ["send", "a.chat"], {
    onOutput: () => {
      if (!isChanged) writeFileSync(join(folder, "a.chat"), "@You:\nMine\n");
      isChanged = true;
    },
  });
  expect(exitCode).toBe(1);
  expect(read(folder)).toBe("@You:\nMine\n");
  const beside = readdirSync(folder).find((name) => name !== "a.chat") as string;
  expect(beside).toMatch(/^a\.reply-\d{8}-\d{6}\.chat$/);
  expect(read(folder, beside)).toContain(stdout.trim());
  expect(stderr).toContain(`'a.chat' changed while the reply came in and was left alone. The reply is in '${beside}'.\n`);
});

describe("files that a person should think twice about", () => {
  const question = "These files would be sent:\n";

  test("are not sent unless that is allowed", async () => {
    const folder = createFolder({ "a.chat": "@You:\n@./.env\n", ".env": "KEY=1\n" });
    const refused = await run(folder, ["send", "a.chat"]);
    expect(refused).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `Not sent: ${question}  ${folder}/.env (named like a secret)\nIf they may be, add --allow-attachments.\n`,
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

describe("warnings", () => {
  const misspelt = "@You:\nHello {{ nmae }}\n@./missing.txt\n";

  test("are told once, in the form of errors, and the send goes on", async () => {
    const folder = createFolder({ "a.chat": misspelt });
    const { exitCode, stderr } = await run(folder, ["send", "a.chat"]);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(
      /^Sent with warnings\.\nExpression warnings \(non-blocking\):\na\.chat:2: .*nmae.*\nFile reference warnings \(non-blocking\):\na\.chat:3: .*\n\d+ tokens in/,
    );
  });

  test("of a document give no orders to the terminal", async () => {
    const folder = createFolder({ "a.chat": "@You:\n{% error('\\27[2Jgone') %}\n" });
    const { exitCode, stderr } = await run(folder, ["send", "a.chat"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("gone");
    expect(stderr).not.toContain("\u001b");
  });
});

describe("of several runs with one file", () => {
  test("only one writes; the others are refused and told who does", async () => {
    const folder = createFolder({ "a.chat": long, link: "" });
    symlinkSync("a.chat", join(folder, "b.chat"));
    const runs = await Promise.all(["a.chat", "b.chat", "a.chat"].map((name) => run(folder, ["send", name])));
    const refused = `Not sent: A reply is being written by process ${process.pid} (command line). Wait for it, or stop it there.\n`;
    expect(runs.filter(({ exitCode }) => exitCode === 0)).toHaveLength(1);
    expect(runs.filter(({ stderr, stdout }) => stderr === refused && stdout === "")).toHaveLength(2);
    expect(read(folder).match(/@Assistant:/g)).toHaveLength(1);
  });

  test("a later one goes ahead, and neither leaves anything in the state folder", async () => {
    const folder = createFolder({ "a.chat": clean });
    const env = { CHATLS_STATE: join(folder, "state") };
    await run(folder, ["send", "a.chat"], { env });
    writeFileSync(join(folder, "a.chat"), `${read(folder)}More.\n`);
    expect((await run(folder, ["send", "a.chat"], { env })).exitCode).toBe(0);
    expect(readdirSync(join(folder, "state/runs"))).toEqual([]);
    expect(readdirSync(join(folder, "state/leases"))).toEqual([]);
    expect(statSync(join(folder, "state")).mode & 0o777).toBe(0o700);
  });
});

test("a state folder that cannot be used is told once, and the reply comes all the same", async () => {
  const folder = createFolder({ "a.chat": clean, state: "a file" });
  const { exitCode, stderr } = await run(folder, ["send", "a.chat"], { env: { CHATLS_STATE: join(folder, "state") } });
  expect(exitCode).toBe(0);
  expect(stderr.match(/is not kept safe/g)).toHaveLength(1);
  expect(read(folder)).toMatch(/\n\n@You:\n$/);
});

test("without CHATLS_STATE, states are kept below the home folder", async () => {
  const folder = createFolder({ "a.chat": clean });
  await run(folder, ["send", "a.chat"], { env: { CHATLS_STATE: "" } });
  expect(readdirSync(join(folder, ".local/state/chat-language-server"))).toEqual(["leases", "runs"]);
});
