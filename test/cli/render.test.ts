import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { blocked, createFolder, run } from "./support.js";

const document = [
  "```lua",
  'name = "Ada"',
  "function greet() end",
  "```",
  "@System:",
  "You help {{ name }}.",
  "",
  "@Note:",
  "Not sent.",
  "",
  "@You:",
  "{% for i = 1, 2 do %}{{ i }},{% end %}",
  "",
  "@Assistant:",
  "**Tool Use:** `read` (`t1`)",
  "",
  "```json",
  '{"path": "a.txt"}',
  "```",
  "",
  "@You:",
  "**Tool Result:** `t1`",
  "",
  "```",
  "{{ data }}",
  "```",
  "Go on.",
  "",
].join("\n");

test("text is the conversation as it would be sent", async () => {
  const { exitCode, stdout } = await run(createFolder({ "a.chat": document }), ["render", "a.chat"]);
  expect(exitCode).toBe(0);
  expect(stdout).toBe(
    [
      "@System:",
      "You help Ada.",
      "",
      "@You:",
      "1,2,",
      "",
      "@Assistant:",
      "[Tool use read (t1)]",
      "{",
      '  "path": "a.txt"',
      "}",
      "",
      "@You:",
      "[Tool result read (t1)]",
      "{{ data }}",
      "Go on.",
      "",
    ].join("\n"),
  );
});

test("json has the fields of the contract", async () => {
  const { exitCode, stdout, stderr } = await run(createFolder({ "a.chat": document }), ["render", "--format=json", "a.chat"]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    path: "a.chat",
    engine: "lua",
    blocked: false,
    frontmatter: { language: "lua", variables: { name: "Ada", greet: "$function" } },
    options: {},
    provider: "anthropic",
    model: "claude-sonnet-4-6",
    tools: ["bash", "read", "edit", "write", "grep", "find", "ls"],
    approval: expect.objectContaining({ bash: "require_approval", read: "approve" }),
    system: "You help Ada.",
    messages: [
      { role: "user", line: 11, parts: [{ kind: "text", text: "1,2," }] },
      { role: "assistant", line: 14, parts: [{ kind: "tool_use", id: "t1", name: "read", input: { path: "a.txt" } }] },
      {
        role: "user",
        line: 21,
        parts: [
          { kind: "tool_result", tool_use_id: "t1", name: "read", is_error: false, parts: [{ kind: "text", text: "{{ data }}" }] },
          { kind: "text", text: "Go on." },
        ],
      },
    ],
    diagnostics: [expect.objectContaining({ code: "role/unknown" })],
  });
});

test("markdown has a heading per message", async () => {
  const { stdout } = await run(createFolder({ "a.chat": document }), ["render", "--format=markdown", "a.chat"]);
  expect(stdout.match(/^## .*$/gm)).toEqual(["## @System", "## @You", "## @Assistant", "## @You"]);
  expect(stdout).toContain("```json\n");
});

describe("--message counts role markers from 1", () => {
  test.each([
    ["1", "You help Ada.\n"],
    ["2", "Not sent.\n"],
    ["3", "1,2,\n"],
  ])("text of message %s", async (number, expected) => {
    const { stdout } = await run(createFolder({ "a.chat": document }), ["render", "--message", number, "a.chat"]);
    expect(stdout).toBe(expected);
  });

  test.each([
    ["1", "You help Ada.", []],
    ["2", null, []],
    ["3", null, [11]],
    ["5", null, [21]],
  ])("json of message %s", async (number, system, lines) => {
    const { stdout } = await run(createFolder({ "a.chat": document }), ["render", "--format=json", `--message=${number}`, "a.chat"]);
    const rendered = JSON.parse(stdout);
    expect({ system: rendered.system, lines: rendered.messages.map(({ line }: { line: number }) => line) }).toEqual({ system, lines });
  });
});

test("a blocked document prints all the same, and ends with 1", async () => {
  const folder = createFolder({ "a.chat": `@System:\nBe brief.\n\n${blocked}` });
  const text = await run(folder, ["render", "a.chat"]);
  expect(text).toMatchObject({ exitCode: 1, stdout: "@System:\nBe brief.\n\n@You:\n" });
  expect(text.stderr).toContain("error[template/syntax]");
  const json = await run(folder, ["render", "--format=json", "a.chat"]);
  expect(json).toMatchObject({ exitCode: 1, stderr: "" });
  expect(JSON.parse(json.stdout)).toMatchObject({ blocked: true, system: "Be brief.", messages: [{ role: "user", line: 4, parts: [] }] });
});

test("standard input has the place that --stdin-filename gives", async () => {
  const stdin = "@You:\n{{ __filename }}\n";
  const folder = createFolder({});
  const { stdout } = await run(folder, ["render", "--stdin-filename=sub/a.chat", "-"], { stdin });
  expect(stdout).toBe(`@You:\n${folder}/sub/a.chat\n`);
  const json = await run(folder, ["render", "--format=json", "-"], { stdin: "@You:\n{{ __dirname }}\n" });
  expect(JSON.parse(json.stdout)).toMatchObject({ path: "-", messages: [{ parts: [{ text: folder }] }] });
});

test("the --workspace folder holds a document without a place", async () => {
  const folder = createFolder({ "space/x": "" });
  const { stdout } = await run(folder, ["render", "--workspace", "space", "-"], { stdin: "@You:\n{{ __dirname }}\n" });
  expect(stdout).toBe(`@You:\n${folder}/space\n`);
});

test("an empty document has nothing to show", async () => {
  expect(await run(createFolder({ "a.chat": "" }), ["render", "a.chat"])).toEqual({ exitCode: 0, stdout: "", stderr: "" });
});

describe("files in messages", () => {
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC", "base64");
  const files = { "a.chat": "@You:\nsee @./b.txt, @./p.png\n", "b.txt": "b\r\n", "p.png": png };

  test("are shown as text", async () => {
    const { stdout } = await run(createFolder(files), ["render", "a.chat"]);
    expect(stdout).toBe(`@You:\nsee \n[File b.txt (text/plain, 3 bytes)]\nb\r\n, \n[Image p.png (image/png, ${png.length} bytes)]\n`);
  });

  test("are parts in JSON, with size and hash, and without their bytes", async () => {
    const { stdout } = await run(createFolder(files), ["render", "--format=json", "a.chat"]);
    expect(JSON.parse(stdout).messages[0].parts).toEqual([
      { kind: "text", text: "see " },
      {
        kind: "text_file",
        filename: "b.txt",
        mime_type: "text/plain",
        bytes: 3,
        sha256: createHash("sha256").update("b\r\n").digest("hex"),
        text: "b\r\n",
      },
      { kind: "text", text: ", " },
      {
        kind: "image",
        filename: "p.png",
        mime_type: "image/png",
        bytes: png.length,
        sha256: createHash("sha256").update(png).digest("hex"),
      },
    ]);
  });

  test("that the provider refuses are text, with a warning", async () => {
    const folder = createFolder({ "a.chat": "@You:\n@./d.pdf\n", "d.pdf": "%PDF-1.4\n" });
    const { stdout, stderr, exitCode } = await run(folder, ["render", "--provider=moonshot", "a.chat"]);
    expect([stdout, exitCode]).toEqual(["@You:\n@./d.pdf\n", 0]);
    expect(stderr).toContain("file/refused-by-provider");
  });
});
