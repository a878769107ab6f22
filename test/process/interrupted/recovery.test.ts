import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { TempDir } from "../../support/temp-dir.js";
import { eventually } from "../children.js";
import { asked, type Editor, hi, journaled, mark, newDir, startEditor, useHangingProvider, whole } from "./session.js";

useHangingProvider();

describe("a reply that was interrupted", () => {
  /** A document whose server was killed in the middle of the reply, and what its journal holds. */
  async function interrupted(dir: TempDir, name = "a.chat"): Promise<{ uri: string; shown: string; kept: string }> {
    const { client } = await startEditor(dir);
    const uri = dir.uri(name);
    await client.open(uri, asked);
    await client.executeCommand("chat.send", { uri });
    await client.waitForText(uri, (text) => text.includes("20"));
    await client.kill();
    return { uri, shown: client.text(uri), kept: (await journaled(dir, uri)) ?? "" };
  }

  const journals = (dir: TempDir): number => readdirSync(dir.file("state/runs")).length;

  test("is offered once for each time the document is opened, and kept while nobody chooses", async () => {
    const dir = newDir();
    const { uri, kept } = await interrupted(dir);
    const editor = await startEditor(dir, () => null);
    const { client } = editor;
    await client.open(uri, asked);
    await editor.until(() => editor.asked.length === 1, "The asked");
    expect(editor.asked[0]).toMatch(
      /^A reply of \d\.\d kB was interrupted, and a\.chat does not hold it\.$|^A reply of \d+ B was interrupted/,
    );
    await client.change(uri, `${asked}More.\n`);
    await client.close(uri);
    await client.open(uri, asked);
    await editor.until(() => editor.asked.length === 2, "The second asked");
    expect(journals(dir)).toBe(1);
    expect(await client.executeCommand("chat.recover", { uri })).toEqual({ replies: [{ bytes: Buffer.byteLength(kept), choice: null }] });
    expect(editor.asked).toHaveLength(3);
    expect(client.text(uri)).toBe(asked);
    expect(journals(dir)).toBe(1);
  });

  test("is offered when the rest has been said: nothing comes while an editor asks that reads nothing meanwhile", async () => {
    const dir = newDir();
    const { uri, shown } = await interrupted(dir);
    const came: string[] = [];
    const editor = await startEditor(dir, () => {
      came.push("question");
      return null;
    });
    const { client } = editor;
    client.connection.onNotification("chat/statusChanged", () => void came.push("status"));
    await client.open(uri, shown);
    await editor.until(() => editor.asked.length === 1, "The question");
    expect(client.published(uri)).toHaveLength(1);
    await pause(300);
    expect(came).toEqual(["status", "question"]);
    expect(client.published(uri)).toHaveLength(1);
  });

  test("is offered where its document is read anew while it comes: closed, and opened at once", async () => {
    const dir = newDir();
    const editor = await startEditor(dir, () => "Insert");
    const { client } = editor;
    const uri = dir.uri("anew.chat");
    await client.open(uri, asked);
    await client.executeCommand("chat.send", { uri });
    await client.waitForText(uri, (text) => text.includes("20"));
    const closed = client.close(uri);
    await client.open(uri, asked);
    await closed;
    expect(await client.waitForText(uri, (text) => text.includes("<!-- flemma:aborted: "))).toMatch(/@Assistant:\n[\s\S]*20/);
    expect(editor.asked).toHaveLength(1);
  });

  test("is kept aside in a file beside the document", async () => {
    const dir = newDir();
    const { uri, kept } = await interrupted(dir);
    const editor = await startEditor(dir, () => "Keep aside");
    await editor.client.open(uri, asked);
    await editor.until(() => editor.shown.length === 1, "The place");
    const [name] = readdirSync(dir.path).filter((other) => other.includes(".reply-"));
    expect(name).toMatch(/^a\.reply-\d{8}-\d{6}\.chat$/);
    expect(editor.shown[0]).toContain(dir.file(name as string));
    expect(readFileSync(dir.file(name as string), "utf8")).toMatch(whole(asked + kept));
    expect(editor.client.text(uri)).toBe(asked);
    expect(journals(dir)).toBe(0);
  });

  test("is discarded for good", async () => {
    const dir = newDir();
    const { uri } = await interrupted(dir);
    const editor = await startEditor(dir, () => "Discard");
    await editor.client.open(uri, asked);
    expect(await eventually(() => journals(dir) === 0)).toBe(true);
    expect(await editor.client.executeCommand("chat.recover", { uri })).toEqual({ replies: [] });
    expect(editor.shown).toEqual(["No reply to this document was interrupted."]);
    expect(editor.client.text(uri)).toBe(asked);
  });

  test("is told of where nobody can be asked, and chat.recover inserts it, or does what it is told", { timeout: 60_000 }, async () => {
    for (const choice of [undefined, "insert", "discard"]) {
      const dir = newDir();
      const { uri, shown, kept } = await interrupted(dir);
      const editor = await startEditor(dir);
      const { client } = editor;
      await client.open(uri, shown);
      await editor.until(() => editor.shown.length === 1, "The message");
      expect(editor.shown[0]).toContain("chat.recover");
      const answer = await client.executeCommand("chat.recover", { uri, ...(choice && { choice }) });
      expect(answer).toMatchObject({ replies: [{ choice: choice ?? "insert" }] });
      if (choice === "discard") expect(client.text(uri)).toBe(shown);
      else expect(client.text(uri)).toMatch(whole(asked + kept));
      expect(journals(dir)).toBe(0);
      await expect(client.executeCommand("chat.recover", { uri, choice: "eat" })).rejects.toThrow("insert, aside, discard");
    }
  });

  test("finds its place in a document that was edited meanwhile", { timeout: 30_000 }, async () => {
    const dir = newDir();
    const { uri, shown, kept } = await interrupted(dir);
    const { client } = await startEditor(dir, () => "Insert");
    const above = "\n";
    await client.open(uri, `${above}${shown.replace("Be brief", "Be very brief")}\n\n@You:\nWhere are you?\n`);
    const text = await client.waitForText(uri, (now) => now.includes(mark));
    expect(text.startsWith(`${above}${asked.replace("Be brief", "Be very brief")}${kept}`)).toBe(true);
    expect(text.endsWith(`${mark}\n\n@You:\nWhere are you?\n`)).toBe(true);
  });

  test("is kept when the editor refuses it, or says yes and does nothing", { timeout: 30_000 }, async () => {
    for (const says of [false, true]) {
      const dir = newDir();
      const { uri } = await interrupted(dir);
      const editor = await startEditor(dir, () => "Insert");
      editor.client.onApplyEdit(async () => says);
      await editor.client.open(uri, asked);
      await editor.until(() => editor.shown.length === 1, "The message");
      expect(editor.shown[0]).toBe("The editor did not take the interrupted reply, which is kept. Use chat.recover to try again.");
      expect(journals(dir)).toBe(1);
    }
  });

  test("is taken care of by one of two servers only", async () => {
    const dir = newDir();
    const { uri, kept } = await interrupted(dir);
    const editors = await Promise.all([startEditor(dir, () => null), startEditor(dir, () => null)]);
    for (const { client } of editors) await client.open(uri, asked);
    for (const editor of editors) await editor.until(() => editor.asked.length === 1, "The asked");
    await Promise.all(editors.map(({ client }) => client.executeCommand("chat.recover", { uri, choice: "insert" })));
    const texts = editors.map(({ client }) => client.text(uri));
    expect(texts.filter((text) => whole(asked + kept).test(text))).toHaveLength(1);
    expect(texts.filter((text) => text === asked)).toHaveLength(1);
    expect(journals(dir)).toBe(0);
  });

  test("because its document was closed is offered when that is opened again", async () => {
    const dir = newDir();
    const editor = await startEditor(dir, () => "Insert");
    const { client } = editor;
    const uri = dir.uri("a.chat");
    await client.open(uri, asked);
    await client.executeCommand("chat.send", { uri });
    await client.waitForText(uri, (text) => text.includes("20"));
    await client.close(uri);
    const ended = async (): Promise<boolean> =>
      /"end":/.test(readFileSync(join(dir.file("state/runs"), readdirSync(dir.file("state/runs"))[0] as string), "utf8"));
    while (!(await ended())) await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await client.open(uri, asked);
    await client.waitForText(uri, (text) => text.endsWith("<!-- flemma:aborted: Response interrupted by the user. -->\n"));
  });

  test("but is not of a document that is not its own", async () => {
    const dir = newDir();
    await interrupted(dir);
    const editor = await startEditor(dir, () => "Insert");
    const other = dir.uri("other.chat");
    await editor.client.open(other, asked);
    expect(await editor.client.executeCommand("chat.recover", { uri: other })).toEqual({ replies: [] });
    expect(editor.asked).toEqual([]);
  });
});

describe("a reply that came whole", () => {
  async function replied(dir: TempDir): Promise<{ editor: Editor; uri: string }> {
    const editor = await startEditor(dir, () => "Insert");
    const uri = dir.uri("a.chat");
    await editor.client.open(uri, hi);
    await editor.client.executeCommand("chat.send", { uri });
    await editor.client.waitForText(uri, (text) => text.endsWith("\n\n@You:\n"));
    return { editor, uri };
  }

  const journals = (dir: TempDir): string[] => readdirSync(dir.file("state/runs"));

  test.each(["textDocument/didSave", "textDocument/didClose"])("leaves no journal after %s", async (method) => {
    const dir = newDir();
    const { editor, uri } = await replied(dir);
    const names = journals(dir);
    expect(names).toHaveLength(1);
    expect(await eventually(() => /"end":"done"/.test(readFileSync(join(dir.file("state/runs"), names[0] as string), "utf8")))).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await editor.client.connection.sendNotification(method, { textDocument: { uri } });
    expect(await eventually(() => journals(dir).length === 0)).toBe(true);
  });

  test("and was not saved when the server died is offered, and without a mark", async () => {
    const dir = newDir();
    const { editor, uri } = await replied(dir);
    const text = editor.client.text(uri);
    await editor.client.kill();
    const next = await startEditor(dir, () => "Insert");
    await next.client.open(uri, hi);
    expect(await next.client.waitForText(uri, (now) => now !== hi)).toBe(text);
    expect(next.asked).toEqual([expect.stringMatching(/^A reply of \d+ B is missing in a\.chat\.$/)]);
    expect(await eventually(() => journals(dir).length === 0)).toBe(true);
  });

  test("is not offered to a document that has it", async () => {
    const dir = newDir();
    const { editor, uri } = await replied(dir);
    const text = editor.client.text(uri);
    await editor.client.kill();
    const next = await startEditor(dir, () => "Insert");
    await next.client.open(uri, `${text}Thanks.\n`);
    expect(await eventually(() => journals(dir).length === 0)).toBe(true);
    expect(next.asked).toEqual([]);
  });
});
