import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolder, run } from "./support.js";

const options = (...lines: readonly string[]): string => `\`\`\`lua\n${lines.join("\n")}\n\`\`\`\n@You:\nHi {{ name }}\n`;
const mine = options('name = "Ann"', "flemma.opt.temperature = 0.5", 'flemma.opt.model = "own"');

/** What `render --format=json` says. */
async function rendered(folder: string, argv: readonly string[], env: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const { exitCode, stdout, stderr } = await run(folder, ["render", "--format=json", ...argv], { env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe("the command line counts before the frontmatter", () => {
  test("for provider, model and every option", async () => {
    const argv = ["--provider=openai", "--model=gpt-5.4-mini", "--set", "temperature=1.5", '--set=tools=["!bash"]', "a.chat"];
    expect(await rendered(createFolder({ "a.chat": mine }), argv)).toMatchObject({
      engine: "lua",
      options: { "parameters.temperature": 1.5, model: "gpt-5.4-mini" },
      provider: "openai",
      model: "gpt-5.4-mini",
      tools: ["read", "edit", "write", "grep", "find", "ls"],
    });
  });

  test("for what it defines itself, wherever that is written", async () => {
    const folder = createFolder({ "a.chat": mine });
    const endpoint = ["--provider=mine", "--set", 'providers.mine.base_url="https://example.org"'];
    expect(await rendered(folder, [...endpoint, "a.chat"])).toMatchObject({ provider: "mine" });
    const preset = ["--set", 'model="$slow"', "--set", 'presets={"$slow":{"provider":"openai","model":"gpt-5"}}'];
    expect(await rendered(folder, [...preset, "a.chat"])).toMatchObject({ provider: "openai", model: "gpt-5" });
  });

  test("and may take back what it says", async () => {
    expect(await rendered(createFolder({ "a.chat": mine }), ["--set", "model=null", "a.chat"])).toMatchObject({
      options: { "parameters.temperature": 0.5, model: null },
      model: "claude-sonnet-4-6",
    });
  });

  test("as --var does for variables, which nothing else in the document sees", async () => {
    const folder = createFolder({ "a.chat": options("name = 'Ann'", "copy = name"), "b.chat": "@You:\n{{ who.first }}, {{ n + 1 }}\n" });
    expect(await rendered(folder, ["--var", 'name="Bo"', "a.chat"])).toMatchObject({
      frontmatter: { variables: { name: "Ann", copy: "Ann" } },
      messages: [{ parts: [{ text: "Hi Bo" }] }],
    });
    expect(await rendered(folder, ["--var", 'who={"first":"Cy"}', "--var", "n=1", "b.chat"])).toMatchObject({
      messages: [{ parts: [{ text: "Cy, 2" }] }],
    });
  });
});

describe("the user's settings", () => {
  const files = {
    "a.chat": mine,
    "named.json": '{ "model": "named", "thinking": "low" }',
    "env.json": '{ "model": "from env", "temperature": 1 }',
    ".config/chat-language-server/config.json": '{ "model": "home", "thinking": "max" }',
    "xdg/chat-language-server/config.json": '{ "model": "xdg" }',
    "b.chat": "@You:\nHi\n",
  };

  test.each([
    [["--config=named.json"], { CHATLS_CONFIG: "env.json" }, "named"],
    [[], { CHATLS_CONFIG: "env.json", XDG_CONFIG_HOME: "" }, "from env"],
    [[], {}, "home"],
  ])("come from --config, $CHATLS_CONFIG or the configuration folder: %j %j", async (argv, env, model) => {
    expect(await rendered(createFolder(files), [...argv, "b.chat"], env)).toMatchObject({ model, options: {} });
  });

  test("come from $XDG_CONFIG_HOME where it is set", async () => {
    const folder = createFolder(files);
    expect(await rendered(folder, ["b.chat"], { XDG_CONFIG_HOME: join(folder, "xdg") })).toMatchObject({ model: "xdg" });
    expect(await rendered(folder, ["b.chat"], { XDG_CONFIG_HOME: join(folder, "nowhere") })).toMatchObject({ model: "claude-sonnet-4-6" });
  });

  test("count below the frontmatter", async () => {
    expect(await rendered(createFolder(files), ["--config=named.json", "a.chat"])).toMatchObject({ model: "own" });
  });

  test.each([
    ['{\n  "temprature": 1 }', "c.json:2:4: Unknown option 'temprature'. Did you mean 'temperature' or 'templating'?\n"],
    ['{ "model": "x", }', "c.json:1:15: "],
    ["[1]", "c.json:1:1: The file must be an object"],
    ["", "c.json:1:1: The file is empty."],
  ])("that are wrong (%j) end the run with their place and exit code 2", async (text, stderr) => {
    const folder = createFolder({ "a.chat": mine, "c.json": text });
    for (const command of ["check", "render", "send"]) {
      const ended = await run(folder, [command, "--config=c.json", "a.chat"]);
      expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
      expect(ended.stderr).toContain(stderr);
    }
  });

  test("of the configuration folder may be absent, but not wrong", async () => {
    const folder = createFolder({ "a.chat": mine });
    expect(await run(folder, ["check", "a.chat"])).toMatchObject({ exitCode: 0 });
    mkdirSync(join(folder, ".config/chat-language-server/config.json"), { recursive: true });
    expect(await run(folder, ["check", "a.chat"])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("it is a folder") });
  });

  test("that are only doubtful are told, and count", async () => {
    const folder = createFolder({ "a.chat": "@You:\nHi\n", "d.json": '{ "model": "$fats" }' });
    const { exitCode, stderr } = await run(folder, ["check", "--config=d.json", "a.chat"]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("d.json:1:13: Unknown preset '$fats'.\n");
  });
});

describe("a send", () => {
  test("to a provider that cannot answer yet is refused, and says what to do", async () => {
    const folder = createFolder({ "a.chat": "@You:\nHi\n", "echo.json": '{ "provider": "echo" }' });
    const refused = await run(folder, ["send", "--provider", "vertex", "a.chat"]);
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain("a.chat:1: 'vertex' needs a Google Cloud project");
    expect(refused.stderr).toContain("parameters.vertex.project_id");
    expect((await run(folder, ["check", "a.chat"])).exitCode).toBe(0);
    expect((await run(folder, ["send", "--dry-run", "a.chat"])).exitCode).toBe(0);
    expect((await run(folder, ["send", "--config=echo.json", "a.chat"])).stdout).toContain("Hi");
  });

  test("goes where the frontmatter says", async () => {
    const folder = createFolder({ "a.chat": "```yaml\nflemma:\n  provider: echo\n```\n@You:\nHi\n" });
    expect(await run(folder, ["send", "a.chat"])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Hi") });
  });
});

test("the workspace folder of standard input is the nearest parent that looks like one, else the current folder", async () => {
  const stdin = "@You:\n{{ __dirname }}\n";
  const folder = createFolder({ "top/flemma.json": "{}", "top/sub/x": "", "other/x": "" });
  const inside = await run(join(folder, "top/sub"), ["render", "-"], { stdin });
  expect(inside.stdout).toBe(`@You:\n${folder}/top\n`);
  const alone = await run(join(folder, "other"), ["render", "-"], { stdin });
  expect(alone.stdout).toBe(`@You:\n${folder}/other\n`);
});
