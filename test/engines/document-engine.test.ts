import { describe, expect, test } from "vitest";
import { complete } from "../../server/src/base/steps.js";
import { type EngineOutside, luaOutside, parseChatInSteps } from "../../server/src/engines/document-engine.js";

const engineOf = (text: string, outside: EngineOutside = luaOutside): string => complete(parseChatInSteps(text, outside)).engine;
const choosing = (engine: string): string => `\`\`\`lua\nflemma.opt.templating.engine = "${engine}"\n\`\`\`\n@You:\n{{ .x }}\n`;

describe("the template language of a document", () => {
  test("is Lua where nobody says anything", () => {
    expect(engineOf("@You:\n{{ x }}\n")).toBe("lua");
    expect(engineOf("")).toBe("lua");
  });

  test("is what its frontmatter says, before what settings say", () => {
    expect(engineOf(choosing("go"))).toBe("go");
    expect(engineOf(choosing("lua"), { below: "go" })).toBe("lua");
    expect(engineOf("@You:\nx\n", { below: "go" })).toBe("go");
  });

  test("is what the command line says, before everything else", () => {
    expect(engineOf(choosing("go"), { below: "lua", above: "prose" })).toBe("prose");
  });

  test.each([
    ["a string that is open", '```lua\nflemma.opt.templating.engine = "go\n```\n@You:\nx\n'],
    ["another line", "```lua\nx = = 1\n```\n@You:\nx\n"],
    ["JSON", '```json\n{"flemma": {"templating": {"engine": "g\n```\n@You:\nx\n'],
  ])("stays what it was while the frontmatter is broken by %s", (_, text) => {
    expect(engineOf(text, { below: "lua", lastGood: "go" })).toBe("go");
  });

  test("does not stay where the frontmatter is sound and says nothing more", () => {
    expect(engineOf("```lua\nx = 1\n```\n@You:\nx\n", { below: "lua", lastGood: "go" })).toBe("lua");
    expect(engineOf("@You:\nx\n", { below: "lua", lastGood: "go" })).toBe("lua");
  });

  test("another one reads the same text anew: no message is shared", () => {
    const text = "@You:\n{{ .x }}{% y %}\n";
    const lua = complete(parseChatInSteps(text, luaOutside));
    const go = complete(parseChatInSteps(text, { below: "go" }, lua));
    expect(lua.messages[0]?.message.segments.map(({ kind }) => kind)).toEqual(["expression", "code"]);
    expect(go.messages[0]?.message.segments.map(({ kind }) => kind)).toEqual(["action", "text"]);
  });
});
