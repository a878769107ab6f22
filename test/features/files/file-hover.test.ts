import { describe, expect, test } from "vitest";
import type { FileAttachment, FileText } from "../../../server/src/base/file-answers.js";
import { hover, hoverMarkdown, hoverPlainText, pendingHover } from "../../../server/src/features/hover.js";
import { evaluateText, surroundingsOf } from "../../conformance/harness.js";
import { tempDir } from "../../support/temp-dir.js";

const file: Extract<FileAttachment, { kind: "file" }> = {
  kind: "file",
  size: 1540,
  isText: true,
  isOutside: false,
  realName: "a.md",
  type: "text/markdown",
};

interface Told {
  readonly attachment?: FileAttachment;
  readonly text?: FileText;
}

/** The hover at the cursor `‸`, as plain text, when the file `/chats/a.md` is as it is told. */
function at(marked: string, { attachment = file, text }: Told = {}): string | undefined {
  const offset = marked.indexOf("‸");
  const evaluated = evaluateText(marked.replace("‸", ""), surroundingsOf("/chats"), { probe: offset });
  const found = hover(evaluated, offset, { path: "/chats/a.md", attachment, ...(text && { text }) });
  return found && hoverPlainText(found);
}

const text: FileText = { kind: "text", text: "# Plan\nfirst\n" };

describe("on a reference", () => {
  test("the file it means is shown: path, type, size, and how it begins", () => {
    const shown = at("@You:\nSee @./a‸.md.\n", { text });
    expect(shown).toContain("/chats/a.md (text/markdown, 1.5 KB)");
    expect(shown).toContain("# Plan\nfirst");
  });

  test("the type that is told counts", () => {
    expect(at("@You:\nSee @./a.md;ty‸pe=text/plain\n")).toContain("/chats/a.md (text/plain, 1.5 KB)");
    expect(at("@You:\nSee @./a‸.md;type=text/css;type=text/plain\n")).toContain("/chats/a.md (text/plain, 1.5 KB)");
    expect(at("@You:\nSee @./a‸.md;type=plain\n")).toContain("/chats/a.md (text/markdown, 1.5 KB)");
  });

  test("an image is shown by its size in pixels, not by its bytes", () => {
    const image: FileAttachment = { ...file, type: "image/png", isText: false, dimensions: { width: 640, height: 480 } };
    expect(at("@You:\n@./a‸.md\n", { attachment: image })).toContain("/chats/a.md (image/png, 1.5 KB, 640 × 480 pixels)");
  });

  test.each([
    ["missing", "does not exist"],
    ["folder", "is a folder"],
    ["unreadable", "cannot be read"],
    ["special", "neither a file nor a folder"],
    ["too-large", "too large"],
    ["forbidden", "not trusted"],
  ] as const)("a file that is %s says why, unless a diagnostic does", (kind, reason) => {
    expect(at('```lua\nx = function() return include("‸a.md") end\n```\n', { attachment: { kind } })).toMatch(
      new RegExp(`^/chats/a\\.md\n\nIt .*${reason}`),
    );
    const shown = at("@You:\n@./a‸.md\n", { attachment: { kind } });
    expect(shown).toMatch(/^\/chats\/a\.md\n\nNo file at '\.\/a\.md'/);
    expect(shown).not.toContain(reason);
  });

  test("a long text is cut, and says so", () => {
    const long: FileText = { kind: "text", text: Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join("\r\n") };
    const shown = at("@You:\n@./a‸.md\n", { text: long });
    expect(shown).toContain("line 20\r\n…");
    expect(shown).not.toContain("line 21");
    expect(at("@You:\n@./a‸.md\n", { text: { kind: "text", text: "x".repeat(1_000_000) } })?.length).toBeLessThan(3000);
  });

  test("no content of a text that may not be shown", () => {
    expect(at("@You:\n@./a‸.md\n", { text: { kind: "forbidden" } })).not.toContain("Plan");
  });

  test("what is in a file is no markup of the hover", () => {
    const offset = "@You:\n@./a".length;
    const found = hover(evaluateText("@You:\n@./a.md\n", surroundingsOf("/chats")), offset, {
      path: "/chats/*a*.md",
      attachment: file,
      text: { kind: "text", text: "```\n[x](command:y)\n```" },
    });
    expect(found && hoverMarkdown(found)).toContain("`/chats/*a*.md` (text/markdown, 1.5 KB)");
    expect(found && hoverMarkdown(found)).toContain("````text\n```\n[x](command:y)\n```\n````");
  });
});

describe("on an include", () => {
  test("the file is shown in frontmatter and in code", () => {
    for (const marked of [
      '```lua\nx = function() return include("a‸.md") end\n```\n',
      '@You:\n{% if false then include("a‸.md") end %}\n',
    ]) {
      expect(at(marked, { text })).toContain("/chats/a.md (text/markdown, 1.5 KB)");
      expect(at(marked, { text })).toContain("# Plan");
    }
  });

  test("in an expression the rendered text follows, a long one by its head and its tail", () => {
    const dir = tempDir({ "a.md": "Hi {{ name }}.\n", "long.md": `${"x".repeat(4000)}${"y".repeat(1000)}\n`, "bad.md": "{% if %}\n" });
    const shown = (marked: string): string => {
      const offset = marked.indexOf("‸");
      const evaluated = evaluateText(marked.replace("‸", ""), surroundingsOf(dir.path), { probe: offset });
      const found = hover(evaluated, offset, { path: "/chats/a.md", attachment: file, text });
      return found === undefined ? "" : hoverPlainText(found);
    };
    const rendered = shown('@You:\n{{ include("‸a.md", { name = "Ann" }) }}\n');
    expect(rendered).toContain("/chats/a.md (text/markdown, 1.5 KB)");
    expect(rendered).toContain("rendered as\n\nHi Ann.");
    expect(rendered).not.toContain("# Plan");
    expect(shown('@You:\n{{ include("‸long.md") }}\n')).toMatch(/x\n… 1001 characters left out …\ny/);
    expect(shown('@You:\n{{ include("ba‸d.md") }}\n')).toContain("bad.md");
    expect(shown('@You:\n{{ include("gone‸.md") }}\n')).toContain('There is no file at "gone.md".');
    dir.remove();
  });

  test("a personality is named", () => {
    expect(at('```lua\nx = function() return include("urn:flemma:personality:coding‸-assistant") end\n```\n')).toContain(
      "coding-assistant (personality)",
    );
  });

  test("a path that is computed says nothing of files", () => {
    expect(at('@You:\n{{ "a" .. "‸b" }}\n')).not.toContain("/chats");
    expect(at('```lua\nx = function(y) return include("a‸" .. y) end\n```\n')).toBeUndefined();
  });
});

describe("while values are unknown", () => {
  test("the file is shown, and that evaluation goes on", () => {
    const marked = "@You:\nSee @./a.md.\n";
    const { snapshot } = evaluateText(marked, surroundingsOf("/chats"));
    const offset = marked.indexOf("a.md");
    const told = pendingHover(snapshot, offset, {
      told: { path: "/chats/a.md", attachment: file, text: { kind: "text", text: "hi" } },
    });
    expect(told && hoverPlainText(told)).toBe("/chats/a.md (text/markdown, 1.5 KB)\n\nhi\n\nEvaluation is still running.");
    const untold = pendingHover(snapshot, offset);
    expect(untold && hoverPlainText(untold)).toBe("./a.md\n\nEvaluation is still running.");
  });
});
