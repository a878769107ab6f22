import { describe, expect, test } from "vitest";
import { buildRenderOpts } from "../../server/src/personalities/build-render-opts.js";
import { contextFaults } from "../../server/src/personalities/project-context.js";
import { builtInTools } from "../../server/src/tools/definitions/built-in-tools.js";
import type { ToolDefinition } from "../../server/src/tools/definitions/definition.js";
import { surroundingsOf } from "../conformance/harness.js";
import { type Disk, toldOf } from "./told.js";

const surroundings = { ...surroundingsOf("/w/notes", "a.chat"), cwd: "/w" };
const { filename: _, ...unnamed } = surroundings;

function build(disk: Disk, more: Partial<Parameters<typeof buildRenderOpts>[1]> = {}, name = "mine") {
  return buildRenderOpts(name, { surroundings, tools: [], told: toldOf(disk), ...more });
}

function tool(name: string, personalities: ToolDefinition["personalities"] = {}): ToolDefinition {
  return { name, description: "d", inputSchema: { type: "object" }, enabled: true, personalities };
}

describe("what a personality is told of tools", () => {
  test("is sorted by name, each with its parts for that personality only", () => {
    const tools = [
      tool("zip", { mine: { snippet: ["Zips"], any: ["a", "b"] }, other: { snippet: ["no"] } }),
      tool("ask", { other: { snippet: ["no"] } }),
      tool("mid"),
    ];
    expect(build({}, { tools }).tools).toEqual([
      { name: "ask", parts: {} },
      { name: "mid", parts: {} },
      { name: "zip", parts: { snippet: ["Zips"], any: ["a", "b"] } },
    ]);
    expect(tools.map(({ name }) => name)).toEqual(["zip", "ask", "mid"]);
  });

  test("takes no name for a part that every object has", () => {
    expect(build({}, { tools: [tool("a")] }, "constructor").tools).toEqual([{ name: "a", parts: {} }]);
  });
});

describe("the environment", () => {
  test("has the folder, the file relative to it, its language, the branch, and the frozen clock", () => {
    expect(build({ "/w/.git/HEAD": "ref: refs/heads/main" }).environment).toEqual({
      cwd: "/w",
      currentFile: "notes/a.chat",
      filetype: "chat",
      gitBranch: "main",
      date: "2026-01-02",
      time: "03:04",
    });
  });

  test("shows the clock of the time zone", () => {
    const { environment } = build({}, { surroundings: { ...surroundings, timeZone: "Pacific/Kiritimati" } });
    expect([environment.date, environment.time]).toEqual(["2026-01-02", "17:04"]);
  });

  test("leaves out what does not exist", () => {
    const { environment } = build({}, { surroundings: unnamed });
    expect(environment).not.toHaveProperty("currentFile");
    expect(environment).not.toHaveProperty("gitBranch");
    expect(environment.cwd).toBe("/w");
  });

  test("finds the way to a file outside of the folder", () => {
    expect(build({}, { surroundings: { ...surroundings, cwd: "/w/other" } }).environment.currentFile).toBe("../notes/a.chat");
  });
});

describe("the context of the project", () => {
  const files = ["AGENTS.md", "CLAUDE.md", ".claude/CLAUDE.md", ".cursorrules", ".github/copilot-instructions.md"];
  const inFolder = (folder: string): Disk => Object.fromEntries(files.map((path) => [`${folder}/${path}`, `of ${folder}/${path}`]));

  test("is in the order of the seed, from the folder of the document", () => {
    const { projectContext } = build({ ...inFolder("/w"), ...inFolder("/w/notes") });
    expect(projectContext).toEqual(files.map((path) => ({ path, content: `of /w/notes/${path}` })));
  });

  test("comes from the working directory for a document without a file", () => {
    const { projectContext } = build({ ...inFolder("/w"), ...inFolder("/w/notes") }, { surroundings: unnamed });
    expect(projectContext.map(({ content }) => content)).toEqual(files.map((path) => `of /w/${path}`));
  });

  test("has each text once, under the name that comes first", () => {
    const disk = { "/w/notes/CLAUDE.md": "same\n", "/w/notes/.claude/CLAUDE.md": "same\n", "/w/notes/.cursorrules": "same\r\n" };
    expect(build({ ...disk, "/w/notes/.github/copilot-instructions.md": "same" }).projectContext).toEqual([
      { path: "CLAUDE.md", content: "same\n" },
      { path: ".github/copilot-instructions.md", content: "same" },
    ]);
  });

  test("leaves out what is no readable text", () => {
    const disk = {
      "/w/notes/AGENTS.md": { kind: "not-text" },
      "/w/notes/CLAUDE.md/x": "",
      "/w/notes/.cursorrules": { kind: "forbidden" },
    } as const;
    expect(build(disk).projectContext).toEqual([]);
  });

  test("is not left out without a word where a file is there and cannot be read", () => {
    const told = toldOf({
      "/w/AGENTS.md": { kind: "not-text" },
      "/w/CLAUDE.md": { kind: "too-large" },
      "/w/.claude/CLAUDE.md": { kind: "unreadable" },
      "/w/.cursorrules": { kind: "special" },
      "/w/.github/copilot-instructions.md/x": "a folder",
    });
    expect(contextFaults("/w", told)).toEqual([
      'The personality is not told of "AGENTS.md", which is no text in UTF-8. Save it as UTF-8.',
      'The personality is not told of "CLAUDE.md", which is larger than 1 MB. Shorten it.',
      'The personality is not told of ".claude/CLAUDE.md", which cannot be read. Look at its permissions.',
      'The personality is not told of ".cursorrules", which is no regular file. Put a file in its place.',
    ]);
    expect(contextFaults("/w", toldOf({ "/w/AGENTS.md": "text", "/w/CLAUDE.md": { kind: "forbidden" } }))).toEqual([]);
    expect(contextFaults("/w", () => undefined)).toEqual([]);
  });
});

test("the built-in tools have parts for the coding assistant", () => {
  const { tools } = build({}, { tools: builtInTools }, "coding-assistant");
  expect(tools.map(({ name }) => name)).toEqual(["bash", "edit", "find", "grep", "ls", "read", "write"]);
  expect(tools.every(({ parts }) => parts.snippet?.length === 1 && (parts.guidelines?.length ?? 0) > 0)).toBe(true);
});
