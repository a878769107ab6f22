import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { SentPart, SentTurn } from "../../support/fake-providers/wire.js";
import { inSession } from "./in-session.js";

const code = inSession({ env: { OPENAI_API_KEY: "sk-openai-fake" } });

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC", "base64");

/** A use of a tool and its result; where thinking must come with one, a wire makes some up. */
const tools = [
  "@Assistant:",
  "**Tool Use:** `read` (`toolu_01`)",
  "",
  "```json",
  '{"label":"look","path":"a.md"}',
  "```",
  "",
  "@You:",
  "**Tool Result:** `toolu_01`",
  "",
  "```",
  "{{ data }} & <b>",
  "```",
  "",
];

/** A conversation in which no wire has to repair anything. */
function conversationFor(provider: string, name: string): string {
  return [
    "```lua",
    `flemma.opt.provider = "${provider}"`,
    'flemma.opt.tools = { "read" }',
    'list = { "one", "two" }',
    "```",
    "@System:",
    "Be {{ 'brief' }} <b>& exact</b>.",
    "",
    "@You:",
    "Look at {{ #list }} things:{% for item in values(list) do %} *{{ item }}*{% end %} 🎈",
    "<script>alert(1)</script> and <img src=x onerror=alert(1)>",
    "",
    ...(provider === "moonshot" ? [] : tools),
    "@Assistant:",
    "It says data.",
    "",
    "@You:",
    `And this? @./pixel.png fake:hello/none/${name}`,
    "",
  ].join("\n");
}

/** What the preview draws, in the form in which the fake provider tells what it was sent. */
async function drawn(): Promise<SentTurn[]> {
  const page = code.preview();
  const turns: SentTurn[] = [];
  for (const article of await page.locator("article").all()) {
    const role = (await article.getAttribute("class")) as SentTurn["role"];
    const parts: SentPart[] = [];
    for (const part of await article.locator(".part").all()) parts.push(await sentPart(part));
    turns.push({ role, parts });
  }
  return turns;
}

/** A part as it is drawn, in that form. */
async function sentPart(part: Locator): Promise<SentPart> {
  const kind = await part.getAttribute("data-kind");
  if (kind === "text") return { kind, text: (await part.textContent()) ?? "" };
  const title = (await part.locator("summary").textContent()) ?? "";
  const [, name = "", inParentheses = ""] = /^\S+ (?:use |result )?(\S+) \(([^),]*)/.exec(title) ?? [];
  if (kind === "image") return { kind: "file", mimeType: inParentheses };
  const body = (await part.locator("pre").textContent()) ?? "";
  if (kind === "tool_result") return { kind: "tool-result", id: inParentheses, text: body };
  if (kind === "tool_use") return { kind: "tool-use", id: inParentheses, name, json: JSON.stringify(JSON.parse(body)) };
  throw new Error(`A part of the kind ${kind} is not expected here.`);
}

/** The turns of a request; wires differ in how many messages they make of results and texts. */
function inOne(turns: readonly SentTurn[]): SentTurn[] {
  const all: SentTurn[] = [];
  for (const { role, parts } of turns) {
    const last = all.at(-1);
    if (last?.role === role) all[all.length - 1] = { role, parts: [...last.parts, ...parts] };
    else all.push({ role, parts });
  }
  return all;
}

/** Some wires name the form of a file where others name its type. */
function withoutWire({ role, parts }: SentTurn): SentTurn {
  return {
    role,
    parts: parts.map((part) => (part.kind === "file" && !part.mimeType.includes("/") ? { ...part, mimeType: "image/png" } : part)),
  };
}

async function openPreview(file: string): Promise<void> {
  await code.open(file);
  await code.pressUntil("Control+K v", code.page.locator(".tab", { hasText: `Preview ${file}` }));
  await code.preview().locator("body").waitFor();
}

async function showTab(name: "Conversation" | "Request"): Promise<void> {
  await code.preview().getByRole("tab", { name }).click();
}

describe("the live preview", () => {
  for (const provider of ["anthropic", "openai", "moonshot"])
    test(`shows, part by part, what ${provider} receives, and byte by byte the request`, async () => {
      const name = `preview-${provider}`;
      code.write("pixel.png", png);
      code.write(`${name}.chat`, conversationFor(provider, name));
      await openPreview(`${name}.chat`);
      await showTab("Conversation");
      await code
        .preview()
        .locator("article", { hasText: `fake:hello/none/${name}` })
        .waitFor();
      const shown = await drawn();
      await showTab("Request");
      const body = code.preview().locator("#body");
      await expect.poll(() => body.textContent()).toContain(name);
      const request = await body.textContent();
      await code.open(`${name}.chat`);
      await code.send();
      const exchange = await code.fake.until(() => code.fake.exchangesOf(name)[0], "The request");
      expect(exchange.refusal).toBeUndefined();
      expect(inOne(shown)).toEqual(inOne(exchange.turns.map(withoutWire)));
      expect(request).toBe(exchange.request.bytes.toString("utf8"));
      await code.page.locator(".view-line", { hasText: /Hello.there\./ }).waitFor();
      await code.save();
    });

  test("shows what the document says, and runs nothing of it", async () => {
    const name = "preview-hostile";
    code.write(`${name}.chat`, conversationFor("anthropic", name));
    await openPreview(`${name}.chat`);
    await showTab("Conversation");
    const user = code.preview().locator("article.user").first();
    await user.waitFor();
    expect(await user.textContent()).toContain("<script>alert(1)</script>");
    expect(await code.preview().locator("article script, article img[src='x'], article b").count()).toBe(0);
  });

  test("shows images", async () => {
    code.write("pixel.png", png);
    await openPreview("preview-anthropic.chat");
    await showTab("Conversation");
    const image = code.preview().locator(".image img");
    await image.waitFor();
    expect(await image.getAttribute("src")).toBe(`data:image/png;base64,${png.toString("base64")}`);
    await expect.poll(() => image.evaluate((node) => (node as object as { naturalWidth: number }).naturalWidth)).toBe(2);
  });

  test("follows what is typed, also into files that a document includes", async () => {
    code.write("part.md", "one {{ 1 + 1 }}");
    code.write("follow.chat", '@You:\nSee {{ include("part.md") }}\n');
    await openPreview("follow.chat");
    await showTab("Conversation");
    const user = code.preview().locator("article.user");
    await expect.poll(() => user.textContent()).toContain("See one 2");
    await code.open("follow.chat");
    await code.goTo(2, 4);
    await code.type(" it");
    await expect.poll(() => user.textContent()).toContain("See it one 2");
    code.write("part.md", "another");
    await expect.poll(() => user.textContent()).toContain("See it another");
    await code.save();
  });

  test("shows what is wrong below its message, and a click leads there", async () => {
    code.write("faulty.chat", "@System:\nFine.\n\n@You:\nHello {{ nobody }}\n");
    await openPreview("faulty.chat");
    await showTab("Conversation");
    const fault = code.preview().locator("article.user .fault");
    await fault.waitFor();
    expect(await fault.textContent()).toMatch(/^Line 5: Undefined variable 'nobody'/);
    expect(await code.preview().locator("article.system .fault").count()).toBe(0);
    await fault.click();
    await code.page.locator(".statusbar-item", { hasText: "Ln 5, Col 10" }).waitFor();
  });

  test("follows the cursor, and the cursor follows it", async () => {
    code.write(
      "cursor.chat",
      '```lua\nname = "Ada"\n```\n@You:\nHi {{ name }}, good day.\n\n@Assistant:\nHello.\n\n@You:\nAgain {{ name }}!\n',
    );
    await openPreview("cursor.chat");
    await showTab("Conversation");
    await code.preview().locator("article", { hasText: "Again" }).waitFor();
    await code.open("cursor.chat");
    await code.goTo(11, 10);
    const marked = code.preview().locator(".at-cursor");
    await expect.poll(() => marked.allTextContents()).toEqual(["Ada"]);
    await code.goTo(5, 20);
    await expect.poll(() => marked.allTextContents()).toEqual([", good day."]);
    await code.preview().locator("article", { hasText: "Again" }).locator("span", { hasText: "Ada" }).click();
    await code.page.locator(".statusbar-item", { hasText: "Ln 11, Col 7" }).waitFor();
  });

  test("keeps the status bar and the commands of its conversation, while a person is at it", async () => {
    await openPreview("cursor.chat");
    for (const name of ["Request", "Conversation"] as const) {
      await code.open("greeting.chat");
      await code.open("cursor.chat");
      await showTab(name);
      await code.page
        .locator(".tab.active.selected, .editor-group-container.active .tab.active", { hasText: "Preview cursor.chat" })
        .first()
        .waitFor();
      await code.status().waitFor();
      await code.press("F1");
      await code.page.locator(".quick-input-widget:visible input").first().fill(">Chat: Send");
      await code.page.locator(".quick-input-widget .monaco-list-row", { hasText: "Chat: Send" }).first().waitFor();
      await code.press("Escape");
    }
  });

  test("goes on after a reload of the window", async () => {
    await openPreview("cursor.chat");
    await code.reload();
    await code.page.locator(".tab", { hasText: "Preview cursor.chat" }).click();
    await code.preview().locator("article", { hasText: "Again" }).waitFor();
  });

  test("is one: what VS Code restores later takes the place of what was opened meanwhile", async () => {
    code.write("beside.md", "Beside.");
    await openPreview("cursor.chat");
    // Another file covers the preview, so that VS Code restores it only when somebody looks at it.
    const tabs = code.page.locator(".tab", { hasText: "Preview cursor.chat" });
    await code.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "beside.md" }).click();
    const covering = code.page.locator(".editor-group-container").nth(1).locator(".tab.active", { hasText: "beside.md" });
    await code.pressUntil("Control+Enter", covering);
    await code.reload();
    await code.open("cursor.chat");
    await code.press("Control+K v");
    await expect.poll(() => tabs.count()).toBe(2);
    await tabs.first().click();
    await expect.poll(() => tabs.count()).toBe(1);
    await code.preview().locator("article", { hasText: "Again" }).waitFor();
    await code.open("cursor.chat");
    await code.goTo(11, 1);
    await code.type("And ");
    await code.preview().locator("article", { hasText: "And Again" }).waitFor();
    await code.save();
  });

  test("shows documents of every template language, and one that is empty", async () => {
    const head = (engine: string): string => `\`\`\`lua\nflemma.opt.templating.engine = "${engine}"\n`;
    const texts = {
      go: [`${head("go")}\`\`\`\n@You:\n{{ "Ada" | printf "Hi %s" }}{{ if true }}!{{ end }}\n`, "Hi Ada!"],
      prose: [`${head("prose")}flemma.opt.templating.prose.input = "Acme"\n\`\`\`\n@You:\nHi {{ args }}.\n`, "Hi Acme."],
      lua: [`${head("lua")}\`\`\`\n@You:\nHi {{ 1 + 1 }}.\n`, "Hi 2."],
      empty: ["", "empty.chat has no messages yet."],
    } as const;
    for (const [name, [text]] of Object.entries(texts)) code.write(`${name}.chat`, text);
    for (const [name, [, shown]] of Object.entries(texts)) {
      await openPreview(`${name}.chat`);
      await expect.poll(() => code.preview().locator("#conversation").textContent()).toContain(shown);
    }
  });

  test("says of a chat of another program what this server reads", async () => {
    await openPreview("foreign.chat");
    await code.preview().locator(".fault", { hasText: "This looks like a chat of another program" }).waitFor();
  });

  test("says of a closed document that it is closed, and why there is no request of it", async () => {
    await code.open("foreign.chat");
    await code.run("View: Close All Editors in Group");
    await expect.poll(() => code.preview().locator("#conversation").textContent()).toContain("foreign.chat is closed");
    await showTab("Request");
    const reason = code.preview().locator("#body .empty");
    await expect.poll(() => reason.textContent()).toContain("foreign.chat is closed");
    await code.preview().getByRole("button", { name: "Open as a document" }).click();
    await code.message("foreign.chat is closed").first().waitFor();
    await showTab("Conversation");
    // With the last editor its group has gone, and the next file opens over the preview.
    await code.open("greeting.chat");
    await code.page.locator(".tab", { hasText: "Preview greeting.chat" }).click();
    await code.preview().locator("article.user", { hasText: "Hello World" }).waitFor();
  });
});
