import { describe, expect, test } from "vitest";
import { codingAssistant } from "../../server/src/personalities/coding-assistant.js";
import type { RenderOpts } from "../../server/src/personalities/render-opts.js";

const opts: RenderOpts = {
  tools: [
    { name: "bash", parts: { snippet: ["Run a command"], guidelines: ["Quote paths.", "Be careful."] } },
    { name: "deploy", parts: {} },
    { name: "read", parts: { snippet: ["Read a file"], guidelines: ["Be careful.", "Read first."] } },
  ],
  environment: { cwd: "/w", currentFile: "notes/a.chat", filetype: "chat", gitBranch: "main", date: "2026-01-02", time: "03:04" },
  projectContext: [
    { path: "AGENTS.md", content: "Use tabs.\n\n" },
    { path: ".cursorrules", content: " \n" },
    { path: "CLAUDE.md", content: "# Rules" },
  ],
};

/** The text below a heading. */
function section(text: string, title: string): string | undefined {
  return text.split(/^## /m).find((part) => part.startsWith(`${title}\n`));
}

describe("the coding assistant", () => {
  test("is a coding agent in the editor that the document is open in, and in some editor where none is known", () => {
    expect(codingAssistant(opts, "Neovim")).toMatch(/^You are a coding agent\. .* from Neovim: /);
    expect(codingAssistant(opts)).toMatch(/^You are a coding agent\. .* from a text editor: /);
    expect(codingAssistant(opts)).not.toContain("Neovim");
  });

  test("lists the tools with their snippets", () => {
    expect(section(codingAssistant(opts), "Tools")).toBe("Tools\n\n- bash: Run a command\n- deploy\n- read: Read a file\n\n");
  });

  test("has the guidelines of tools after its own, in their order and each once", () => {
    const lines = section(codingAssistant(opts), "Guidelines")?.trim().split("\n") ?? [];
    expect(lines.slice(-3)).toEqual(["- Quote paths.", "- Be careful.", "- Read first."]);
    expect(lines.length).toBeGreaterThan(5);
    expect(section(codingAssistant({ ...opts, tools: [] }), "Guidelines")).not.toContain("Be careful.");
  });

  test("hands on the files of the project that say something", () => {
    const text = section(codingAssistant(opts), "Project") ?? "";
    expect(text).toContain('<file path="AGENTS.md">\nUse tabs.\n</file>\n\n<file path="CLAUDE.md">\n# Rules\n</file>');
    expect(text).not.toContain(".cursorrules");
  });

  test("tells the environment last, and date and time at its end, so that a prompt cache keeps the rest", () => {
    const text = codingAssistant(opts);
    expect(text.endsWith(section(text, "Environment") ?? "?")).toBe(true);
    expect(section(text, "Environment")?.split("\n").slice(2)).toEqual([
      "- Working directory: /w",
      "- File of this conversation: notes/a.chat (chat)",
      "- Git branch: main",
      "- Date: 2026-01-02",
      "- Time: 03:04",
    ]);
    const later = codingAssistant({ ...opts, environment: { ...opts.environment, date: "2026-01-03", time: "09:00" } });
    expect(later.split("- Date: ")[0]).toBe(text.split("- Date: ")[0]);
  });

  test("leaves out sections that would be empty, and what is not known", () => {
    const text = codingAssistant({ tools: [], environment: { cwd: "/w", date: "d", time: "t" }, projectContext: [] });
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(["Guidelines", "Environment"]);
    expect(text).not.toMatch(/undefined|branch|conversation:/);
  });

  test("says the same for the same options", () => {
    expect(codingAssistant(structuredClone(opts))).toBe(codingAssistant(opts));
  });
});
