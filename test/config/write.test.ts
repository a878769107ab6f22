import { describe, expect, test } from "vitest";
import { createOptionWriter } from "../../server/src/config/option-writer.js";
import { parseYaml } from "../../server/src/config/parse-yaml.js";
import { inner } from "../../server/src/config/written-places.js";
import type { SettableBy } from "../../shared/settings.js";

/** What somebody writes in YAML on top of all options: the paths that were touched, and the faults with their marked text. */
function write(by: SettableBy, source: string) {
  const origin = { document: "frontmatter", project: "project", user: "user", editor: "user" } as const;
  const writer = createOptionWriter({
    origin: origin[by],
    by,
    below: [],
    tools: ["bash", "read"],
    providers: ["anthropic", "openai"],
    source,
  });
  const { root, problems } = parseYaml(source);
  expect(problems).toEqual([]);
  if (root !== undefined) writer.write({ path: [], action: "set", node: root });
  return {
    paths: writer.layer().operations.map(({ kind, path }) => `${kind} ${path}`),
    faults: writer.problems().map(({ code, span, message }) => `${code} ‹${source.slice(span.start, span.end)}› ${message}`),
  };
}

describe("the words of a fault", () => {
  test.each([
    ["temperature: warm", "config/type ‹warm› 'parameters.temperature' must be a number from 0 to 2, not 'warm'."],
    ["temperature: [1]", "config/type ‹[1]› 'parameters.temperature' must be a number from 0 to 2, not a list."],
    ["temperature: [[1]]", "config/type ‹[[1]]› 'parameters.temperature' must be a number from 0 to 2, not a list."],
    ["temperature: { a: 1 }", "config/type ‹{ a: 1 }› 'parameters.temperature' must be a number from 0 to 2, not an object."],
    ["timeout: .inf", "config/type ‹.inf› 'parameters.timeout' must be a number from 1, not Infinity."],
    ["timeout: true", "config/type ‹true› 'parameters.timeout' must be a number from 1, not true."],
    [
      "max_tokens: '120%'",
      "config/type ‹120%› 'parameters.max_tokens' must be a whole number from 1 or a percentage such as \"50%\", not '120%'.",
    ],
    [
      "cache_retention: shrt",
      "config/type ‹shrt› 'parameters.cache_retention' must be one of none, short, long, not 'shrt'. Did you mean 'short'?",
    ],
    ["tools: { autopilot: 3 }", "config/type ‹3› 'tools.autopilot.enabled' must be true or false, not 3."],
    ["vertex: { location: 3 }", "config/type ‹3› 'parameters.vertex.location' must be a string, not 3."],
    ["parameters: low", "config/type ‹low› 'parameters' must be an object of options, not 'low'."],
    ["tools: 3", "config/type ‹3› 'tools' must be a list of strings, not 3."],
    ["tools: [bash, null]", "config/type ‹null› An item of 'tools' must be a string, not null."],
    ["tools: [bash, [read]]", "config/type ‹[read]› An item of 'tools' must be a string, not a list."],
    ["provider: anthropc", "config/unknown-provider ‹anthropc› Unknown provider 'anthropc'. Did you mean 'anthropic'?"],
    ["provider: mine", "config/unknown-provider ‹mine› Unknown provider 'mine'. Known are anthropic, openai."],
    ["provider: 1", "config/type ‹1› 'provider' must be one of anthropic, openai, not 1."],
    ["model: ''", "config/type ‹''› 'model' must be the name of a model or a preset, not ''."],
    ["temprature: 1", "config/unknown-key ‹temprature› Unknown option 'temprature'. Did you mean 'temperature' or 'templating'?"],
    [
      "'anthropic': { thinking: { levl: low } }",
      "config/unknown-key ‹levl› Unknown option 'levl' in 'parameters.anthropic.thinking'. Did you mean 'level'?",
    ],
    [
      "presets: { fast: { model: m } }",
      "config/unknown-key ‹fast› Unknown option 'fast' in 'presets'. The name of a preset is $ and small letters. Did you mean '$fast'?",
    ],
    [
      "presets: { $Fast: { model: m } }",
      "config/unknown-key ‹$Fast› Unknown option '$Fast' in 'presets'. The name of a preset is $ and small letters. Did you mean '$fast'?",
    ],
    [
      "presets: { 1: { model: m } }",
      "config/unknown-key ‹1› Unknown option '1' in 'presets'. The name of a preset is $ and small letters.",
    ],
    [
      "providers: { my proxy: { model: m } }",
      "config/unknown-key ‹my proxy› Unknown option 'my proxy' in 'providers'. The name of a provider is a letter, then letters, digits, '_' and '-'.",
    ],
    [
      "tools.auto_aprove: [bash]",
      "config/unknown-key ‹tools.auto_aprove› Unknown option 'tools.auto_aprove'. Did you mean 'tools.auto_approve'?",
    ],
    [
      "'anthropic.thinkng.level': low",
      "config/unknown-key ‹anthropic.thinkng.level› Unknown option 'anthropic.thinkng.level'. Did you mean 'anthropic.thinking.level'?",
    ],
    ["tool.autopilot: true", "config/unknown-key ‹tool.autopilot› Unknown option 'tool.autopilot'. Did you mean 'tools.autopilot'?"],
    ["temperature.level: 1", "config/unknown-key ‹temperature.level› Unknown option 'temperature.level'."],
    [
      "parameters: { 'anthropic.thinkng': low }",
      "config/unknown-key ‹anthropic.thinkng› Unknown option 'anthropic.thinkng' in 'parameters'.",
    ],
    [
      "tools: ['+!bash']",
      "config/composed-operator ‹+!bash› Operators cannot be combined: '+!bash' has two. Write one of + ^ ! or $ before a name.",
    ],
    [`tools: ${"x".repeat(50)}`, `config/unknown-tool ‹${"x".repeat(50)}› flemma.opt: unknown value '${"x".repeat(50)}'.`],
    [
      `temperature: ${"x".repeat(50)}`,
      `config/type ‹${"x".repeat(50)}› 'parameters.temperature' must be a number from 0 to 2, not '${"x".repeat(40)}…'.`,
    ],
  ])("%s", (source, fault) => {
    expect(write("document", source)).toEqual({ paths: [], faults: [fault] });
  });
});

describe("who may set what", () => {
  const everything = `timeout: 1
presets: { $a: { model: m } }
templating: { modules: [a], roots: [b], go: { git: true } }
providers: { local: { base_url: x, kind: anthropic } }
inlayHints: true
`;
  const all = [
    "set parameters.timeout",
    "set presets.$a.model",
    "list templating.modules",
    "list templating.roots",
    "set templating.go.git",
    "set providers.local.base_url",
    "set providers.local.kind",
    "set inlayHints",
  ];
  const placed = (...places: readonly number[]) => places.map((place) => all[place]);

  test.each<[SettableBy, readonly (string | undefined)[], readonly string[]]>([
    ["document", placed(0, 4), ["model", "modules", "roots", "base_url", "kind", "inlayHints"]],
    ["project", placed(0, 1, 2, 3, 4), ["base_url", "kind", "inlayHints"]],
    ["user", placed(0, 1, 2, 3, 4, 5, 6), ["inlayHints"]],
    ["editor", all, []],
  ])("%s", (by, paths, refused) => {
    const result = write(by, everything);
    expect(result.paths).toEqual(paths);
    expect(result.faults.map((fault) => /‹(.*)›/.exec(fault)?.[1])).toEqual(refused);
    expect(result.faults.every((fault) => fault.startsWith("config/not-settable "))).toBe(true);
  });

  test("a fault tells where the option can be set", () => {
    expect(write("document", "templating: { modules: [a] }").faults).toEqual([
      "config/not-settable ‹modules› 'templating.modules' cannot be set here. Set it in settings or the project file.",
    ]);
    expect(write("project", "providers: { x: { key: K } }").faults).toEqual([
      "config/not-settable ‹key› 'providers.x.key' cannot be set here. Set it in your own settings.",
    ]);
  });

  test("a file of options may name its schema, a document has none", () => {
    for (const by of ["project", "user"] as const)
      expect(write(by, "$schema: ./x.json\ntimeout: 1")).toEqual({ paths: ["set parameters.timeout"], faults: [] });
    expect(write("document", "$schema: x").faults).toEqual(["config/unknown-key ‹$schema› Unknown option '$schema'."]);
    expect(write("project", "parameters: { $schema: x }").faults).toEqual([
      "config/unknown-key ‹$schema› Unknown option '$schema' in 'parameters'.",
    ]);
  });

  test("an option that may not be set may not be taken back either", () => {
    expect(write("document", "templating: { modules: null }")).toMatchObject({
      paths: [],
      faults: [expect.stringContaining("not-settable")],
    });
  });

  test("whoever takes a section back takes back what is theirs to set", () => {
    const unset = (by: SettableBy, name: string) => write(by, `${name}: null`);
    for (const [by, name] of [
      ["document", "providers"],
      ["document", "presets"],
      ["project", "providers"],
    ] as const)
      expect(unset(by, name)).toEqual({
        paths: [],
        faults: [expect.stringContaining(`config/not-settable ‹${name}› '${name}' cannot be set here.`)],
      });
    expect(unset("document", "parameters")).toEqual({ paths: ["unset parameters"], faults: [] });
    expect(unset("project", "templating")).toEqual({ paths: ["unset templating"], faults: [] });
    expect(unset("user", "providers")).toEqual({ paths: ["unset providers"], faults: [] });
    expect(unset("document", "templating")).toEqual({
      paths: ["engine", "prose", "go.missing_key", "go.git", "go.env"].map((part) => `unset templating.${part}`),
      faults: [],
    });
  });
});

describe("what is right counts, beside what is not", () => {
  test("members stand for themselves, a list is taken as a whole", () => {
    const { paths, faults } = write("document", "timeout: 0\ntemperature: 1\ntools: [bash, raed]\nnobody: 1\nmodel: m\n");
    expect(paths).toEqual(["set parameters.temperature", "set model"]);
    expect(faults).toHaveLength(3);
  });

  test("a tool that is only approved does not refuse the list", () => {
    const { paths, faults } = write("document", "tools: { auto_approve: [bash, raed, 'server:tool', $HOME] }");
    expect(paths).toEqual(["list tools.auto_approve"]);
    expect(faults).toEqual(["config/unknown-approval ‹raed› flemma.opt: unknown value 'raed'. Did you mean 'read'?"]);
  });

  test.each([
    ["timeout: null", ["unset parameters.timeout"]],
    ["parameters: null", ["unset parameters"]],
    ["thinking:", ["unset parameters.thinking"]],
    ["parameters: {}", []],
    [
      "templating: { prose: { args: { q: { type: string } }, items: [text, { a: null }] } }",
      ["set templating.prose.args", "set templating.prose.items"],
    ],
  ])("%s", (source, paths) => {
    expect(write("document", source)).toEqual({ paths, faults: [] });
  });
});

describe("the quotes around a value are left out of its place", () => {
  test.each([
    ['"a"', "a"],
    ["'a'", "a"],
    ['"a\\"b"', 'a\\"b'],
    ["[[a]]", "a"],
    ["[==[a]==]", "a"],
    ['""', '""'],
    ["[==[]==]", "[==[]==]"],
    ['"a" .. "b"', '"a" .. "b"'],
    ['"a', '"a'],
    ['"', '"'],
    ["[1]", "[1]"],
    ["a", "a"],
    ["", ""],
  ])("%s", (source, text) => {
    const { start, end } = inner(source, { start: 0, end: source.length });
    expect(source.slice(start, end)).toBe(text);
  });
});
