import { describe, expect, test } from "vitest";
import { fullPath, schemaAt, settableNames, type Vocabulary } from "../../server/src/config/schema.js";
import { options, sections, shortcuts } from "../../shared/settings.js";

const vocabulary: Vocabulary = { providers: ["anthropic", "openai", "local"], tools: ["bash"], presets: ["$standard", "$fast"] };

/** What stands at a dotted path: an option, a section, both or nothing. */
function at(path: string): string {
  const found = schemaAt(path.split("."), vocabulary);
  return [found?.option && "option", found?.section && "section"].filter(Boolean).join(" and ");
}

describe("a path leads to", () => {
  test.each([
    ["provider", "option"],
    ["parameters", "section"],
    ["parameters.thinking", "section"],
    ["parameters.thinking.level", "option"],
    ["parameters.anthropic.thinking_budget", "option"],
    ["parameters.local.temperature", "option"],
    ["parameters.local.thinking", "section"],
    ["presets.$fast.auto_approve", "option"],
    ["presets.$new.parameters.openai.reasoning", "option"],
    ["presets.$new.parameters.local.timeout", "option"],
    ["providers.anything.base_url", "option"],
    ["tools", "option and section"],
    ["tools.auto_approve", "option"],
    ["nobody", ""],
    ["parameters.nobody", ""],
    ["parameters.nobody.temperature", ""],
    ["parameters.local.thinking_budget", "option"],
    ["parameters.*", ""],
    ["parameters.*.temperature", ""],
    ["presets.*", ""],
    ["presets.fast", ""],
    ["presets.$Fast", ""],
    ["providers.1", ""],
    ["provider.kind", ""],
    ["", ""],
    ["toString", ""],
    ["__proto__", ""],
    ["parameters.constructor", ""],
  ])("%s: %s", (path, kind) => {
    expect(at(path)).toBe(kind);
  });

  test("the whole from no name at all", () => {
    expect(schemaAt([], vocabulary)).toEqual({ path: "", section: { doc: "" } });
  });
});

test.each([
  [["thinking"], "parameters.thinking"],
  [["anthropic", "effort"], "parameters.anthropic.effort"],
  [["anthropic.effort"], "parameters.anthropic.effort"],
  [["tools.autopilot.enabled"], "tools.autopilot.enabled"],
  [["parameters", "thinking"], "parameters.thinking"],
  [["tools", "thinking"], "tools.thinking"],
  [["constructor"], "constructor"],
  [[], ""],
])("%j stands for %s", (names, path) => {
  expect(fullPath(names).join(".")).toBe(path);
});

describe("the names that may follow", () => {
  test.each([
    ["tools", ["offer", "auto_approve", "autopilot"]],
    ["tools.autopilot", ["enabled", "max_turns"]],
    ["parameters.thinking", ["level", "foreign"]],
    ["presets", ["$standard", "$fast"]],
    ["presets.$fast", ["provider", "model", "auto_approve", "parameters"]],
    ["providers.local", ["kind", "base_url", "allow_http", "headers", "key", "model", "models"]],
    ["provider", []],
    ["nobody", []],
  ])("%s", (path, names) => {
    expect(settableNames(path.split("."), vocabulary, "editor")).toEqual(names);
  });

  test("at the top are all options and all shortcuts, below parameters the providers as well, and the star nowhere", () => {
    expect(settableNames([], vocabulary, "editor")).toEqual(expect.arrayContaining(["provider", "tools", ...Object.keys(shortcuts)]));
    expect(settableNames(["parameters"], vocabulary, "editor")).toEqual(
      expect.arrayContaining(["temperature", "thinking", "local", "openai"]),
    );
    for (const path of [[], ["parameters"], ["presets"], ["providers"]])
      expect(settableNames(path, vocabulary, "editor")).not.toContain("*");
  });
});

test("only what somebody may set is offered to them", () => {
  expect(settableNames([], vocabulary, "document")).not.toEqual(expect.arrayContaining(["presets"]));
  expect(settableNames([], vocabulary, "project")).toEqual(expect.arrayContaining(["presets"]));
  expect(settableNames([], vocabulary, "project")).not.toEqual(expect.arrayContaining(["providers"]));
  expect(settableNames(["templating"], vocabulary, "document")).toEqual(["engine", "prose", "go"]);
});

describe("the table of options", () => {
  const named = (path: string) =>
    path.replace("presets.*", "presets.$fast").replace("providers.*", "providers.x").replace("*", "local").split(".");

  test("has every option and every section within reach", () => {
    for (const path of Object.keys(options)) expect(schemaAt(named(path), vocabulary)?.option, path).toBeDefined();
    for (const path of Object.keys(sections)) expect(schemaAt(named(path), vocabulary)?.section, path).toBeDefined();
  });

  test("has an option behind every shortcut and every short form", () => {
    for (const path of Object.values(shortcuts)) expect(at(path)).not.toBe("");
    for (const [path, { short }] of Object.entries(sections)) if (short) expect(options[`${path}.${short}`], path).toBeDefined();
  });

  test("documents everything in sentences that end", () => {
    for (const { doc } of [...Object.values(options), ...Object.values(sections)]) expect(doc).toMatch(/^[A-Z].*\.$/s);
  });
});
