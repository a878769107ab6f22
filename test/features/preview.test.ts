import { afterAll, describe, expect, test } from "vitest";
import { type Preview, preview } from "../../server/src/features/preview.js";
import { status } from "../../server/src/features/status.js";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";
import { tempDir } from "../support/temp-dir.js";

function show(text: string, message?: number): Preview {
  const shown = preview(evaluateText(text, surroundingsOf("/chats")), message);
  if (shown === undefined) throw new Error("no such message");
  return shown;
}

/** Pairs of rendered and written text, as the map says. */
function places(text: string, shown: Preview): [string, string][] {
  return shown.map.map(({ start, end, span }) => [shown.markdown.slice(start, end), text.slice(span.start, span.end)]);
}

describe("files in a preview", () => {
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC", "base64");
  const dir = tempDir({ "a_b.txt": "one\ntwo\n", "p.png": png, "long.txt": "line\n".repeat(30), "wide.txt": "x".repeat(5000) });
  afterAll(() => dir.remove());
  const of = (text: string): Preview => {
    const shown = preview(evaluateText(text, surroundingsOf(dir.file(""))));
    if (shown === undefined) throw new Error("no such message");
    return shown;
  };

  test("are shown with name, type, size, and their first lines or their dimensions", () => {
    const text = "@You:\nsee @./a_b.txt and {{ 1 + 1 }} @./p.png\n";
    const shown = of(text);
    expect(shown.markdown).toBe(
      `## @You\n\nsee \n**File a\\_b.txt (text/plain, 8 bytes)**\n\n\`\`\`\none\ntwo\n\`\`\`\n and 2 \n**Image p.png (image/png, ${png.length} bytes)**, 2 × 3 pixels\n`,
    );
    expect(places(text, shown).slice(1)).toEqual([
      ["see ", "see "],
      ["**File a\\_b.txt (text/plain, 8 bytes)**\n\n```\none\ntwo\n```", "@./a_b.txt"],
      [" and ", " and "],
      ["2", "{{ 1 + 1 }}"],
      [" ", " "],
      [`**Image p.png (image/png, ${png.length} bytes)**, 2 × 3 pixels`, "@./p.png"],
    ]);
    expect(shown.parts.map(({ kind }) => kind)).toEqual(["text", "text_file", "text", "image"]);
  });

  test("are named by their paths, for those who show more of them", () => {
    const { messages } = of("@You:\nsee @./a_b.txt and @./p.png\n");
    expect(messages[0]?.parts.map(({ path }) => path)).toEqual([undefined, dir.file("a_b.txt"), undefined, dir.file("p.png")]);
  });

  test("of a system prompt are its text, at their place", () => {
    const text = "@System:\nRules: @./a_b.txt done\n";
    expect(of(text).markdown).toBe("## @System\n\nRules: \none\ntwo\n\n done\n");
    expect(places(text, of(text)).slice(1)).toEqual([
      ["Rules: ", "Rules: "],
      ["\none\ntwo\n", "@./a_b.txt"],
      ["\n done", " done"],
    ]);
  });

  test("that are long are cut", () => {
    expect(of("@You:\n@./long.txt\n").markdown).toContain(`${"line\n".repeat(20)}…\n`);
    expect(of("@You:\n@./wide.txt\n").markdown).toContain(`\n${"x".repeat(2000)}\n…\n`);
  });
});

describe("a preview", () => {
  test("shows the system text and the turns that are sent", () => {
    const { markdown } = show("@System:\nold\n@You:\na\n@Bot:\nno\n@System:\nnew\n@Assistant:\nb\n");
    expect(markdown).toBe("## @System\n\nnew\n\n## @You\n\na\n\n## @Assistant\n\nb\n");
  });

  test("shows one message by the number of its marker, sent or not", () => {
    const text = "@System:\nold\n@Bot:\nno\n";
    expect(show(text, 1).markdown).toBe("## @System\n\nold\n");
    expect(show(text, 2).markdown).toBe("## @Bot\n\nno\n");
    for (const number of [0, 3, -1]) expect(preview(evaluateText(text, surroundingsOf("/chats")), number)).toBeUndefined();
  });

  test("of nothing is nothing", () => {
    expect(show("")).toEqual({ markdown: "", parts: [], diagnostics: [], map: [], messages: [] });
  });

  test("names the parts that are no text, in fences that hold them", () => {
    const { markdown, parts } = show(
      "@Assistant:\nx\n**Tool Use:** `bash` (`t`)\n```\n{}\n```\n@You:\n**Tool Result:** `t`\n````\n```\na\n````\n",
    );
    expect(markdown).toContain("x\n**Tool use bash (t)**\n\n```json\n{}\n```\n");
    expect(markdown).toContain("**Tool result bash (t)**\n\n````\n```\na\n````\n");
    expect(parts.map(({ kind }) => kind)).toEqual(["text", "tool_use", "tool_result"]);
  });

  test("says where a message cannot be rendered", () => {
    expect(show("@You:\na{% error('x') %}\n").markdown).toBe("## @You\n\n_This message cannot be rendered._\n");
  });

  test("of a document that was not evaluated shows what needs no evaluation", () => {
    const snapshot = createSnapshot("file:///a.chat", 1, "@You:\nhi\n@Assistant:\nyo\n");
    expect(preview({ snapshot, outcome: "timed-out" })?.markdown).toBe(
      "## @You\n\n_This message cannot be rendered._\n\n## @Assistant\n\nyo\n",
    );
  });

  test("maps every piece of a rendered template to its source", () => {
    const text = "```lua\nname = 'Ann'\n```\n@You:\nHi {{ name }}, {% for i = 1, 2 do %}<{{ i }}>{% end %}!\n";
    const found = places(text, show(text));
    expect(found).toEqual([
      ["## @You\n\n", "@You:\n"],
      ["Hi ", "Hi "],
      ["Ann", "{{ name }}"],
      [", ", ", "],
      ["<", "<"],
      ["1", "{{ i }}"],
      [">", ">"],
      ["<", "<"],
      ["2", "{{ i }}"],
      [">", ">"],
      ["!", "!"],
    ]);
  });

  test("tells of every message where its parts are, and what they are", () => {
    const text =
      "@You:\na\n@System:\n\n  Be {{ 'brief' }}.  \n\n@Assistant:\nb\n**Tool Use:** `bash` (`t`)\n```\n{}\n```\n@You:\n{% error('x') %}\n";
    const { markdown, messages, parts } = show(text);
    const shown = messages.map(({ parts: places, ...message }) => ({
      ...message,
      parts: places.map(({ index, start, end }) => [parts[index]?.kind, markdown.slice(start, end)]),
    }));
    expect(shown).toEqual([
      { role: "system", line: 3, rendered: true, parts: [["text", "Be brief."]] },
      { role: "user", line: 1, rendered: true, parts: [["text", "a"]] },
      {
        role: "assistant",
        line: 7,
        rendered: true,
        parts: [
          ["text", "b"],
          ["tool_use", "**Tool use bash (t)**\n\n```json\n{}\n```"],
        ],
      },
      { role: "user", line: 13, parts: [] },
    ]);
  });

  test("maps every block of a reply to its source", () => {
    const use = "**Tool Use:** `bash` (`t`)\n```json\n{}\n```\n";
    const text = `@Assistant:\r\né😀\n\\@You:\nfirst\n<thinking>\nhm\n</thinking>\n${use}<!-- flemma:aborted: x -->\nrest\n@You:\nsecond\n`;
    expect(places(text, show(text))).toEqual([
      ["## @Assistant\n\n", "@Assistant:\r\n"],
      ["é😀\n@You:\nfirst", "é😀\n\\@You:\nfirst\n"],
      ["**Thinking**\n\n```\nhm\n```", "<thinking>\nhm\n</thinking>\n"],
      ["**Tool use bash (t)**\n\n```json\n{}\n```", use],
      ["rest", "rest"],
      ["## @You\n\n", "@You:\n"],
      ["second", "second"],
    ]);
  });
});

describe("the status", () => {
  test("counts what blocks and what warns, and names the frontmatter's error", () => {
    const state = status(evaluateText("```lua\nx = \n```\n@bot:\nx\n@You: x\n", surroundingsOf("/chats")));
    expect(state).toMatchObject({ provider: "anthropic", engine: "lua", options: {}, diagnostics: { blocking: 2, warnings: 1 } });
    expect(state.frontmatterError).toMatch(/\S/);
  });

  test("of a sound document has no error", () => {
    const state = status(evaluateText("@You:\nx\n", surroundingsOf("/chats")));
    expect(state).toMatchObject({ provider: "anthropic", model: "claude-sonnet-4-6", diagnostics: { blocking: 0, warnings: 0 } });
    expect(state).not.toHaveProperty("frontmatterError");
  });
});
