import { describe, expect, test } from "vitest";
import { inSession } from "./in-session.js";

const code = inSession();

/** Waits until the text of the editor is as wanted. */
async function untilLines(wanted: (lines: string) => boolean): Promise<void> {
  await expect.poll(async () => wanted((await code.lines()).join("\n"))).toBe(true);
}

describe("a document", () => {
  test("shows what is wrong at its exact place, in words, with its code", async () => {
    await code.open("greeting.chat");
    const squiggle = code.squiggles("warning");
    await squiggle.waitFor();
    expect(await squiggle.count()).toBe(1);
    const word = code.page
      .locator(".view-line", { hasText: "nmae" })
      .locator("span", { hasText: /^\s?nmae\s?$/ })
      .first();
    // The window may still be laid out: side bars come and go while it starts.
    const difference = async (side: "x" | "width"): Promise<number> => {
      const [box, other] = await Promise.all([squiggle.boundingBox(), word.boundingBox()]);
      return Math.abs((box?.[side] ?? 0) - (other?.[side] ?? 999));
    };
    await expect.poll(() => difference("x")).toBeLessThan(12);
    await expect.poll(() => difference("width")).toBeLessThan(20);
    const [, row] = await code.problems();
    expect(row).toMatch(
      /Undefined variable 'nmae'. Did you mean 'name'\?[\s\S]*chat[\s\S]*expression\/undefined-variable[\s\S]*Ln 6, Col 14/,
    );
  });

  test("is mended by a quick fix", async () => {
    await code.open("greeting.chat");
    await code.squiggles("warning").waitFor();
    await code.goTo(6, 15);
    await code.act("Change 'nmae' to 'name'");
    await code.squiggles("warning").waitFor({ state: "detached" });
    await code.save();
    expect(code.read("greeting.chat")).toContain("You greet {{ name }}.");
  });

  test("shows on hover what a message comes to", async () => {
    await code.open("greeting.chat");
    await code.goTo(8, 2);
    await code.hover(/Hello\sWorld!/);
    await code.goTo(9, 11);
    expect(await code.hover(/World/)).not.toContain("Hello");
  });

  test("is completed with what is known, and signed by its kind", async () => {
    code.write("complete.chat", '```lua\nrecipient = "Ada"\n```\n\n@You:\nHi {{ reci }}\n');
    await code.open("complete.chat");
    await code.goTo(6, 11);
    await code.complete("recipient");
    await untilLines((lines) => lines.includes("Hi {{ recipient }}"));
  });

  test("includes a file that the person chooses", async () => {
    code.write('parts/a "part".md', "A part.");
    code.write("include.chat", "@You:\n\n");
    await code.open("include.chat");
    await code.goTo(2, 1);
    await code.run("Chat: Insert an Include");
    const dialog = code.page.locator(".quick-input-widget");
    await dialog.locator(".quick-input-title", { hasText: "Include which file?" }).waitFor();
    await dialog.locator(".monaco-list-row", { hasText: "parts" }).waitFor();
    await dialog.locator("input").first().fill(code.path('parts/a "part".md'));
    await dialog.locator(".monaco-list-row", { hasText: 'a "part".md' }).waitFor();
    await code.confirm();
    await untilLines((lines) => lines.includes('{{ include("parts/a \\"part\\".md") }}'));
    await code.save();
  });

  test("has the colours of its languages", async () => {
    await code.open("story.chat");
    const plain = await code.colourOf(/A.story.for/);
    for (const coloured of [/System/, /Ada/, /\{\{/]) await expect.poll(() => code.colourOf(coloured)).not.toBe(plain);
  });

  test("keeps line ends of Windows through squiggle, fix and save", async () => {
    code.write("crlf.chat", '```lua\r\nname = "Zoë"\r\n```\r\n@System:\r\nBe brief.\r\n\r\n@You:\r\nHello {{ nmae }}\r\n');
    await code.open("crlf.chat");
    await code.squiggles("warning").waitFor();
    await code.goTo(8, 11);
    await code.act("Change 'nmae' to 'name'");
    await code.squiggles("warning").waitFor({ state: "detached" });
    await code.save();
    expect(code.read("crlf.chat")).toBe('```lua\r\nname = "Zoë"\r\n```\r\n@System:\r\nBe brief.\r\n\r\n@You:\r\nHello {{ name }}\r\n');
  });

  test("counts characters as the editor does: behind emoji the fix changes the right word", async () => {
    await code.open("emoji.chat");
    await code.squiggles("warning").waitFor();
    await code.goTo(5, 1);
    await code.goToProblem("Undefined variable 'flga'");
    await code.act("Change 'flga' to 'flag'");
    await code.squiggles("warning").waitFor({ state: "detached" });
    await code.save();
    expect(code.read("emoji.chat")).toContain(": {{ flag }}.\n");
  });

  test("takes a role marker that is typed whole, and the line end behind it, though the marker is suggested", async () => {
    code.write("role.chat", "@System:\nBe brief.\n\n");
    await code.open("role.chat");
    await code.goTo(4, 1);
    await code.type("@Yo");
    await code.page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "@You:" }).first().waitFor();
    await code.type("u:");
    await code.press("Enter");
    await code.type("Hi");
    await untilLines((lines) => lines.includes("@You:\nHi"));
    await code.save();
  });

  test("closes a fence that is opened, and leaves one alone that is closed", async () => {
    code.write("fence.chat", "");
    await code.open("fence.chat");
    await code.type("```lu");
    await code.page.locator(".suggest-widget.visible .monaco-list-row.focused", { hasText: "```lua" }).waitFor();
    await code.press("Enter");
    await code.type("x = 1");
    await untilLines((lines) => lines === "```lua\nx = 1\n```");
    await code.press("Control+End Enter");
    await code.type("@You:");
    await code.press("Escape Enter");
    await code.type("```");
    await code.page.locator(".suggest-widget.visible .monaco-list-row.focused", { hasText: "```" }).waitFor();
    await code.press("Enter");
    await code.type("{{ x }}");
    await untilLines((lines) => lines === "```lua\nx = 1\n```\n@You:\n```\n{{ x }}\n```");
    await code.save();
  });

  test("of another program is explained once, without a fault all over it, and converted by the quick fix", async () => {
    await code.open("foreign.chat");
    await code.squiggles("info").first().waitFor();
    expect(await code.squiggles("info").count()).toBe(1);
    for (const severity of ["error", "warning"] as const) expect(await code.squiggles(severity).count()).toBe(0);
    await code.goTo(1, 2);
    await code.act("Convert the role lines");
    await untilLines((lines) => lines.startsWith("@System:\nYou are a poet.\n") && !/^(?:user|assistant):/m.test(lines));
    await code.save();
    expect(code.read("foreign.chat")).toMatch(/^@System:\nYou are a poet\.\n\n@You:\nWrite a line/);
  });

  test("of another program is left alone from now on where the person wants that, and so is the next one", async () => {
    const foreign = "user: hello {{ there }}\nassistant: hello\n";
    code.write("theirs.chat", foreign);
    code.write("theirs-too.chat", foreign);
    await code.open("theirs.chat");
    await code.squiggles("info").first().waitFor();
    await code.goTo(1, 2);
    await code.act("Leave chats of other programs alone");
    await code.squiggles("info").first().waitFor({ state: "detached" });
    await code.reload();
    await code.open("theirs-too.chat");
    await code.open("greeting.chat");
    await code.open("theirs-too.chat");
    for (const severity of ["error", "warning", "info", "hint"] as const) expect(await code.squiggles(severity).count()).toBe(0);
    expect(code.read("theirs.chat")).toBe(foreign);
  });

  test("that was never saved is looked at as well", async () => {
    await code.run("Chat: New Conversation");
    await code.page.locator(".tab.active", { hasText: "Untitled-1" }).waitFor();
    await code.type("Hi {{ nobody");
    await code.squiggles("warning").waitFor();
    await code.press("Escape Control+A Delete");
    await code.squiggles("warning").waitFor({ state: "detached" });
    await code.press("Control+Z");
  });

  test("tells nothing of settings that VS Code calls chat as well", async () => {
    // `chat.disableAIFeatures` is set.
    expect(await code.message(/Unknown option/).count()).toBe(0);
  });
});
