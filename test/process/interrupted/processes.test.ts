import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { mainPath } from "../../support/built.js";
import type { TempDir } from "../../support/temp-dir.js";
import { eventually } from "../children.js";
import { asked, type Editor, environment, hi, newDir, startEditor, useHangingProvider } from "./session.js";

useHangingProvider();

describe("two processes and one file", () => {
  const send = ({ client }: Editor, uri: string): Promise<{ accepted: boolean; message?: string }> =>
    client.executeCommand("chat.send", { uri });

  test("never both write, and the other is told who does", { timeout: 30_000 }, async () => {
    const dir = newDir();
    const editors = [await startEditor(dir), await startEditor(dir)] as const;
    const uri = dir.uri("a.chat");
    for (const { client } of editors) await client.open(uri, asked);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(editors.map((editor) => send(editor, uri)));
      const winner = answers.findIndex(({ accepted }) => accepted);
      const pid = editors[winner]?.client.process.pid;
      expect(answers[1 - winner]).toEqual({
        accepted: false,
        message: `A reply is being written by process ${pid} (Test editor). Wait for it, or stop it there.`,
      });
      expect(editors[1 - winner]?.client.text(uri)).toBe(asked);
      await editors[winner]?.client.executeCommand("chat.cancel", { uri });
      expect(await eventually(() => readdirSync(dir.file("state/leases")).length === 0)).toBe(true);
      await editors[winner]?.client.change(uri, asked);
    }
  });

  test("of which one is the command line do not either, and a killed one is in nobody's way", { timeout: 30_000 }, async () => {
    const dir = newDir();
    const editor = await startEditor(dir, () => null);
    const path = dir.write("a.chat", asked);
    const uri = dir.uri("a.chat");
    await editor.client.open(uri, asked);
    const env = { ...process.env, ...environment(dir) };
    const cli = spawn(process.execPath, [mainPath, "send", path], { env });
    onTestFinished(() => void cli.kill("SIGKILL"));
    await once(cli.stdout, "data");
    const expected = `A reply is being written by process ${cli.pid} (command line). Wait for it, or stop it there.`;
    expect(await send(editor, uri)).toEqual({ accepted: false, message: expected });
    expect(await editor.client.executeCommand("chat.recover", { uri })).toEqual({ replies: [], message: expected });
    cli.kill("SIGKILL");
    await once(cli, "exit");
    expect(await send(editor, uri)).toMatchObject({ accepted: true });
    writeFileSync(path, asked);
    const second = spawn(process.execPath, [mainPath, "send", path], { env });
    let told = "";
    second.stderr.setEncoding("utf8").on("data", (text: string) => {
      told += text;
    });
    expect((await once(second, "exit"))[0]).toBe(1);
    expect(told).toBe(
      `Not sent: A reply is being written by process ${editor.client.process.pid} (Test editor). Wait for it, or stop it there.\n`,
    );
    expect(readFileSync(path, "utf8")).toBe(asked);
  });
});

test("a server whose state folder cannot be used says so once, and replies all the same", async () => {
  const dir = newDir();
  dir.write("state", "a file");
  const editor = await startEditor(dir);
  for (const name of ["a.chat", "b.chat"]) {
    const uri = dir.uri(name);
    await editor.client.open(uri, hi);
    await editor.client.executeCommand("chat.send", { uri });
    await editor.client.waitForText(uri, (text) => text.endsWith("\n\n@You:\n"));
  }
  expect(editor.shown).toEqual([expect.stringContaining("is not kept safe against a crash")]);
  rmSync(dir.file("state"));
});

describe("when the editor ends without a word", () => {
  const words = `\`\`\`lua\nflemma.opt.provider = 'echo'\n\`\`\`\n@You:\n${"word ".repeat(400)}end.\n`;

  /** The journal of a reply whose editor left in the middle of it, once the server has ended. */
  async function left(more: object): Promise<{ dir: TempDir; uri: string; journal: string }> {
    const dir = newDir();
    const { client } = await startEditor(dir, undefined, more);
    const uri = dir.uri("a.chat");
    await client.open(uri, words);
    await client.executeCommand("chat.send", { uri });
    await client.waitForText(uri, (text) => text.includes("[user]"));
    const exited = once(client.process, "exit");
    client.process.stdin?.end();
    client.process.stdout?.destroy();
    await exited;
    const [name = ""] = readdirSync(dir.file("state/runs"));
    return { dir, uri, journal: readFileSync(join(dir.file("state/runs"), name), "utf8") };
  }

  test("the reply stops, and what came is kept", { timeout: 30_000 }, async () => {
    const { journal } = await left({});
    expect(journal).not.toContain('"end"');
    expect(journal.split("\n").slice(1).join("")).not.toContain("end.");
  });

  test("the reply comes to its end unseen where settings say so, and is offered whole", { timeout: 60_000 }, async () => {
    const { dir, uri, journal } = await left({ onEditorExit: "finish" });
    expect(journal).toContain('{"end":"done"}');
    const next = await startEditor(dir, () => "Insert");
    await next.client.open(uri, words);
    expect(await next.client.waitForText(uri, (text) => text !== words)).toBe(
      `${words}\n@Assistant:\n[user]\n${"word ".repeat(400)}end.\n\n@You:\n`,
    );
  });
});
