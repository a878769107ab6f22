import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inSession } from "./in-session.js";

const code = inSession();

const story =
  "Once there was a lighthouse. Its keeper 🙂 counted ships, and wrote each into a book.\n\nOne night no ship came. So she wrote down the stars instead, and was content.";

/** Opens a document whose reply is `reply`, which the fake provider knows by `name`. */
async function conversation(name: string, { reply, provider = "anthropic" }: { reply: string; provider?: string }): Promise<string> {
  const text = `\`\`\`lua\nflemma.opt.provider = "${provider}"\n\`\`\`\n@System:\nBe brief.\n\n@You:\nTell me. fake:${reply}/${name}\n`;
  code.write(`${name}.chat`, text);
  await code.open(`${name}.chat`);
  return text;
}

/** Waits until the editor shows a text. */
async function untilShown(text: string): Promise<void> {
  await expect.poll(async () => (await code.lines()).join("\n")).toContain(text);
}

/** Waits until no reply is being written, of which something was seen already. */
async function untilOver(): Promise<void> {
  await expect.poll(() => code.page.locator(".statusbar-item[id*='chat.status'] .codicon-sync").count()).toBe(0);
  await code.lens("Send").waitFor();
}

async function saved(name: string): Promise<string> {
  await code.save();
  return code.read(`${name}.chat`);
}

describe("a send", () => {
  test("streams the reply into the document while the person types elsewhere; the status bar tells what it used", async () => {
    const text = await conversation("typing", { reply: "story/gate-12" });
    await code.lens("Send").click();
    await untilShown("Once there was");
    await code.page.locator(".statusbar-item[id*='chat.status'] .codicon-sync").waitFor();
    await code.goTo(5, 10);
    for (const word of [" And", " kind", "."]) await code.type(word);
    await untilShown("Be brief. And kind.");
    expect((await code.lines()).join("\n")).not.toContain("was content.");
    code.fake.release("typing");
    await untilShown("was content.");
    await untilOver();
    expect(await saved("typing")).toBe(`${text.replace("Be brief.", "Be brief. And kind.")}\n@Assistant:\n${story}\n\n@You:\n`);
    expect(await code.status().textContent()).toMatch(/^anthropic\/\S+ · ↑[\d.k]+ ↓\d+ · \$0\.\d+$/);
  });

  test("is taken back as a whole by one undo, and comes back by one redo", async () => {
    const text = await conversation("undo", { reply: "story/drip-events" });
    await code.send();
    await untilShown("was content.");
    await untilOver();
    const whole = await saved("undo");
    await code.press("Control+Z");
    await expect.poll(async () => (await code.lines()).join("\n")).not.toContain("@Assistant:");
    expect(await saved("undo")).toBe(text);
    await code.press("Control+Y");
    await untilShown("was content.");
    expect(await saved("undo")).toBe(whole);
  });

  test("comes whole, in one step, into a document that another tab covers meanwhile", async () => {
    const text = await conversation("covered", { reply: "story/gate-12" });
    await code.send();
    await untilShown("Once there was");
    await code.open("greeting.chat");
    code.fake.release("covered");
    await code.page.locator(".tab.dirty", { hasText: "covered.chat" }).waitFor();
    await code.fake.until(() => code.fake.exchangesOf("covered").find(({ state }) => state === "ended"), "The end of the reply");
    await code.open("covered.chat");
    await untilShown("was content.");
    await untilOver();
    const shown = async (): Promise<string> => (await code.lines()).join("\n");
    // What was seen to come, and the rest.
    await code.press("Control+Z");
    await expect.poll(shown).not.toContain("was content.");
    await code.press("Control+Z");
    await expect.poll(shown).not.toContain("@Assistant:");
    expect(await saved("covered")).toBe(text);
  });

  test("is cancelled: what came stays, marked, and the provider hears of it", async () => {
    const text = await conversation("cancel", { reply: "tiny-1000/drip-events" });
    await code.send();
    await untilShown("abc");
    await code.page.locator(".editor-group-container.active .editor-actions .codicon-debug-stop").waitFor();
    await code.press("Control+Alt+Backspace");
    await untilOver();
    await code.fake.until(() => code.fake.exchangesOf("cancel").find(({ state }) => state === "left"), "The end of the connection");
    const after = await saved("cancel");
    expect(after.slice(0, text.length)).toBe(text);
    expect(after.slice(text.length)).toMatch(/^\n@Assistant:\nabc[a-i ]*\n\n<!-- flemma:aborted: [^\n]* -->\n/);
    expect(after).not.toMatch(/abcdefghi \.$/m);
  });

  test("is cancelled by the lens, which stands there while a reply is written", async () => {
    await conversation("lens", { reply: "tiny-1000/hold-30" });
    await code.lens("Send").click();
    await untilShown("abc");
    await code.lens("Cancel").click();
    await untilShown("flemma:aborted");
    await untilOver();
    await code.fake.until(() => code.fake.exchangesOf("lens").find(({ state }) => state === "left"), "The end of the connection");
    await code.save();
  });

  test("of what blocks leaves nothing, and says where it is", async () => {
    code.write("blocked.chat", "@You:\n{% if %} fake:hello/none/blocked\n");
    await code.open("blocked.chat");
    await code.squiggles("error").first().waitFor();
    await code.send();
    await code
      .message(/blocked\.chat:2/)
      .first()
      .waitFor();
    expect(code.fake.exchangesOf("blocked")).toEqual([]);
    expect(code.read("blocked.chat")).toBe("@You:\n{% if %} fake:hello/none/blocked\n");
  });

  test("keeps line ends of Windows and characters of any length", async () => {
    code.write("crlf.chat", "@System:\r\nBe brief. 🎈\r\n\r\n@You:\r\nTell me 👩‍👩‍👧 fake:story/none/crlf\r\n");
    await code.open("crlf.chat");
    await code.send();
    await untilShown("was content.");
    await untilOver();
    expect(await saved("crlf")).toBe(
      `@System:\r\nBe brief. 🎈\r\n\r\n@You:\r\nTell me 👩‍👩‍👧 fake:story/none/crlf\r\n\r\n@Assistant:\r\n${story.replaceAll("\n", "\r\n")}\r\n\r\n@You:\r\n`,
    );
  });
});

describe("when the server is killed in the middle of a reply", () => {
  test("it comes back, offers what came, and the document can be sent again", async () => {
    const text = await conversation("killed", { reply: "story/hold-12" });
    await code.send();
    await untilShown("Its keeper");
    const [server, ...others] = code.server.languageServers();
    expect(others).toEqual([]);
    process.kill(server as number, "SIGKILL");
    const question = code.message(/interrupted/);
    await question.getByRole("button", { name: "Insert" }).click();
    await untilShown("flemma:aborted");
    const after = await saved("killed");
    expect(after.slice(0, text.length)).toBe(text);
    expect(after).toMatch(/@Assistant:\nOnce there was a lighthouse\. Its keeper[\s\S]*<!-- flemma:aborted: /);
    const [first] = after.slice(text.length).split("<!--");
    expect(story.startsWith((first ?? "").replace(/^\s*@Assistant:\n/, "").trimEnd())).toBe(true);
    expect(code.server.languageServers()).not.toContain(server);
    await untilOver();
    await code.open("killed.chat");
    await code.press("Control+End");
    await code.type("@You:\nOnce more. fake:hello/none/killed");
    await code.send();
    await untilShown("Hello there.");
    await untilOver();
    await code.save();
  });
});

describe("a provider", () => {
  const key = "sk-openai-of-a-person";

  /** An endpoint on this machine may need no key, so that the request leaves without one; this one refuses it, and the person is told. */
  async function refused(name: string): Promise<void> {
    const exchange = await code.fake.until(() => code.fake.exchangesOf(name).at(-1), "The request");
    expect([exchange.request.headers.authorization, exchange.refusal?.kind]).toEqual([undefined, "authentication"]);
    await code
      .message(/Missing bearer/)
      .first()
      .waitFor();
    await untilOver();
    await code.save();
  }

  test("answers once it is connected, also after a reload of the window, until it is disconnected", async () => {
    await conversation("connect", { reply: "hello/none", provider: "openai" });
    await code.send();
    await refused("connect");

    await code.run("Chat: Connect a Provider");
    await code.page.locator(".quick-input-widget .monaco-list-row", { hasText: "openai" }).click();
    const field = code.page.locator(".quick-input-widget input[type=password]");
    await field.fill(key);
    await code.confirm();
    await code.message("openai is connected").waitFor();
    await code.open("connect.chat");
    await code.send();
    const exchange = await code.fake.until(
      () => code.fake.exchangesOf("connect").find(({ refusal }) => refusal === undefined),
      "The request",
    );
    expect(exchange.request.headers.authorization).toBe(`Bearer ${key}`);
    await untilShown("Hello there.");
    await untilOver();
    await code.save();

    await code.reload();
    await conversation("again", { reply: "hello/none", provider: "openai" });
    await code.send();
    await code.fake.until(() => code.fake.exchangesOf("again")[0], "The request after the reload");
    await untilShown("Hello there.");
    await untilOver();
    await code.save();

    await code.run("Chat: Disconnect a Provider");
    await code.page.locator(".quick-input-widget .monaco-list-row", { hasText: "openai" }).click();
    await code.message("openai is disconnected").waitFor();
    await conversation("without", { reply: "hello/none", provider: "openai" });
    await code.send();
    await refused("without");
  });

  test("is connected where a send fails for want of a key, and the person is asked whether to send again", async () => {
    // Messages of earlier sends offer the same.
    await code.run("Notifications: Clear All Notifications");
    await conversation("offer", { reply: "hello/none", provider: "openai" });
    await code.send();
    await code
      .message(/Missing bearer/)
      .getByRole("button", { name: "Connect" })
      .click();
    await code.page.locator(".quick-input-widget input[type=password]").fill(key);
    await code.confirm();
    const question = code.message("openai is connected. Send offer.chat again?");
    await question.waitFor();
    expect(code.fake.exchangesOf("offer").filter(({ refusal }) => refusal === undefined)).toEqual([]);
    await question.getByRole("button", { name: "Send" }).click();
    await untilShown("Hello there.");
    await untilOver();
    await code.save();
  });

  test("has its key in no file", () => {
    const files = readdirSync(code.server.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(10);
    const holders = files.map((entry) => join(entry.parentPath, entry.name)).filter((path) => readFileSync(path).includes(key));
    expect(holders).toEqual([]);
  });

  test("is chosen for one document, with its model", async () => {
    code.write("switch.chat", "@You:\nTell me. fake:hello/none/switch\n");
    await code.open("switch.chat");
    await code.run("Chat: Switch Provider and Model");
    await code.page.locator(".quick-input-widget input").first().fill("moonshot/kimi-k2.6");
    await code.page.locator(".quick-input-widget .monaco-list-row", { hasText: "moonshot/kimi-k2.6" }).first().click();
    await expect.poll(() => code.status().textContent()).toContain("moonshot/kimi-k2.6");
    await code.send();
    const exchange = await code.fake.until(() => code.fake.exchangesOf("switch")[0], "The request");
    expect(exchange.request.body.model).toBe("kimi-k2.6");
    await untilShown("Hello there.");
    await untilOver();
    await code.save();
  });
});
