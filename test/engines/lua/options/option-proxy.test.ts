import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../server/src/base/diagnostic.js";
import type { Layer } from "../../../../server/src/config/operations.js";
import { layerOf } from "../../../config/layers.js";
import { evaluateText, surroundingsOf } from "../../../conformance/harness.js";

/** Runs frontmatter; `x` is what it left in that global. */
function run(code: string, below: readonly Layer[] = []) {
  const text = `\`\`\`lua\n${code}\n\`\`\`\n@You:\nHello\n`;
  const { result } = evaluateText(text, surroundingsOf("/chats"), { options: { below, above: [] } });
  const problems = result?.problems ?? [];
  return {
    x: result?.frontmatter?.variables.x,
    options: result?.config.options,
    tools: result?.config.tools,
    faults: problems.map(({ code: name, span }: Diagnostic) => `${name} ${text.slice(span.start, span.end)}`),
    messages: problems.map(({ message }) => message),
  };
}

const tools = ["bash", "read", "edit", "write", "grep", "find", "ls"];

test.each([
  ["{}", "table"],
  ["nil", "nil"],
  ["print", "function"],
  ["true", "true"],
  ["1.5", "1.5"],
])("what is written at the key %s is no option, and is named in words of Lua", (key, name) => {
  expect(run(`flemma.opt[${key}] = 1`).messages).toEqual([expect.stringContaining(`Unknown option '${name}'.`)]);
});

describe("reading an option", () => {
  test.each<[string, unknown]>([
    ["flemma.opt.provider", "anthropic"],
    ["flemma.opt.timeout", 600],
    ["flemma.opt.parameters.timeout", 600],
    ["flemma.opt.thinking.level", "high"],
    ["flemma.opt.max_tokens", "50%"],
    ["flemma.opt.model == nil", true],
    ["flemma.opt.temperature == nil", true],
    ["flemma.opt.tools.autopilot.enabled", true],
    ["flemma.opt.tools", tools],
    ["#flemma.opt.tools", 7],
    ["flemma.opt.tools[1]", "bash"],
    ["flemma.opt.tools[8] == nil", true],
    ["table.concat(flemma.opt.tools, ' ')", tools.join(" ")],
    ["flemma.opt.tools.auto_approve[1]", "read"],
    ["type(flemma.opt)", "table"],
    ["type(flemma.opt.tools)", "table"],
    ["type(flemma.opt.tools.append)", "function"],
    ["flemma.opt[1] == nil", true],
    ["flemma.opt[true] == nil", true],
  ])("%s", (expression, value) => {
    expect(run(`x = ${expression}`)).toMatchObject({ x: value, faults: [], options: {} });
  });

  test("gives nothing of what is the user's own, for what a document reads it can send", () => {
    const headers = { Authorization: "Bearer secret" };
    const below = [
      layerOf("user", [
        ["providers", { local: { base_url: "http://x", key: "KEY", headers } }],
        ["timeout", 7],
      ]),
    ];
    for (const name of ["base_url", "key", "headers", "kind"])
      expect(run(`x = flemma.opt.providers["local"].${name} == nil`, below)).toMatchObject({ x: true, faults: [] });
    expect(run("x = flemma.opt.timeout", below)).toMatchObject({ x: 7 });
  });

  test("gives what was written before", () => {
    expect(run("flemma.opt.timeout = 5\nx = flemma.opt.parameters.timeout")).toMatchObject({ x: 5, faults: [] });
    expect(run('flemma.opt.tools = { "ls" }\nx = flemma.opt.tools')).toMatchObject({ x: ["ls"] });
    expect(run("flemma.opt.timeout = nil\nx = flemma.opt.timeout == nil")).toMatchObject({ x: true });
  });

  test("gives a function back as it is", () => {
    const code = "local f = function() return 7 end\nflemma.opt.tools.auto_approve = f\nx = flemma.opt.tools.auto_approve == f";
    expect(run(code)).toMatchObject({ x: true, faults: [] });
  });

  test.each([
    ["x = flemma.opt.nobody", ["config/unknown-key nobody"]],
    ["x = flemma.opt.parameters.temprature", ["config/unknown-key temprature"]],
    ["x = flemma.opt.nobody.at.all", ["config/unknown-key nobody"]],
    ["x = flemma.opt.nobody.at.all()", ["config/unknown-key nobody"]],
    ["x = flemma.opt.nobody + 1", ["config/unknown-key nobody"]],
    ["flemma.opt.nobody:append('a')", ["config/unknown-key nobody"]],
    ["flemma.opt.tools:push('bash')", ["config/unknown-key push"]],
    ["flemma.opt.toolz = flemma.opt.toolz + 'bash'", ["config/unknown-key toolz"]],
    ["for i = 1, 9 do x = flemma.opt.nobody end", ["config/unknown-key nobody"]],
  ])("that does not exist is told at its name, and nothing else is: %s", (code, faults) => {
    expect(run(code).faults).toEqual(faults);
  });
});

describe("lists", () => {
  test.each([
    ["flemma.opt.tools:remove('bash'):remove({ 'read', 'edit' }):append('bash')", ["write", "grep", "find", "ls", "bash"]],
    ["flemma.opt.tools.remove(flemma.opt.tools, 'bash')", tools.slice(1)],
    ["local list = flemma.opt.tools\nlist:remove('bash')", tools.slice(1)],
    ["local drop = flemma.opt.tools.remove\ndrop(flemma.opt.tools, 'bash')", tools.slice(1)],
    ["flemma.opt.tools = flemma.opt.tools - 'bash'", tools.slice(1)],
    ["local x = flemma.opt.tools - 'bash'", tools.slice(1)],
    ["flemma.opt.tools = flemma.opt.tools + { 'bash', 'read' }", [...tools.slice(2), "bash", "read"]],
    ["flemma.opt.tools = flemma.opt.tools ^ { 'ls', 'find' }", ["ls", "find", ...tools.slice(0, 5)]],
    ["flemma.opt.tools:prepend({ 'ls', 'find' })", ["ls", "find", ...tools.slice(0, 5)]],
    ["flemma.opt.tools:prepend({ 'ls', 'find', 'ls' })", ["ls", "find", ...tools.slice(0, 5)]],
    ["flemma.opt.tools:prepend({ 'ls' }):prepend({ 'find' })", ["find", "ls", ...tools.slice(0, 5)]],
    ["flemma.opt.tools = { '^ls', '^find' }", ["find", "ls", ...tools.slice(0, 5)]],
    ["flemma.opt.tools = flemma.opt.tools + 'grep' - 'write' ^ 'ls'", ["ls", "bash", "read", "edit", "find", "grep"]],
    ["flemma.opt.tools = flemma.opt.tools - 'write' ^ 'ls' ^ 'find'", ["find", "ls", "bash", "read", "edit", "grep"]],
    ["flemma.opt.tools = { 'ls' }\nflemma.opt.tools = flemma.opt.tools", ["ls"]],
    ["flemma.opt.tools = {}\nflemma.opt.tools:append({})", []],
    ["flemma.opt.tools:remove(flemma.opt.tools)", []],
    ["local copy = {}\nfor _, name in ipairs(flemma.opt.tools) do copy[#copy + 1] = name end\nflemma.opt.tools = copy", tools],
  ])("%s", (code, expected) => {
    expect(run(code)).toMatchObject({ faults: [], tools: expected });
  });

  test("a list that was read is a copy: it does not follow, and writing into it is no option", () => {
    expect(run("local list = flemma.opt.tools\nflemma.opt.tools = {}\nx = #list")).toMatchObject({ x: 7, faults: [] });
  });

  test.each([
    ["flemma.opt.tools:append('+bash')", "config/composed-operator +bash"],
    ["flemma.opt.tools = flemma.opt.tools + '!bash'", "config/composed-operator !bash"],
    ["flemma.opt.tools:append('raed')", "config/unknown-tool raed"],
    ["flemma.opt.tools = flemma.opt.tools - 'wrte' ^ 'bsh'", "config/unknown-tool wrte"],
    ["flemma.opt.tools:append(3)", "config/type 3"],
    ["flemma.opt.tools:append()", "frontmatter/runtime append"],
    ["flemma.opt.tools.append('bash')", "frontmatter/runtime 'bash'"],
    ["local x = 'bash' + flemma.opt.tools", "frontmatter/runtime 'bash' + flemma.opt.tools"],
  ])("%s is a fault", (code, fault) => {
    expect(run(code).faults[0]).toBe(fault);
    expect(run(code).tools?.includes("bash")).toBe(true);
  });
});

describe("what nobody can do with the options", () => {
  test.each([
    ["setmetatable(flemma.opt, {})"],
    ["rawset(flemma.opt, 'timeout', 1)"],
    ["getmetatable(flemma.opt).__index = nil"],
    ["debug.getmetatable(flemma.opt)"],
  ])("%s: there is no such function", (code) => {
    const { faults, options } = run(code);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^frontmatter\/(?:undefined-variable|runtime) /);
    expect(options).toEqual({});
  });

  test.each<[string, unknown]>([
    ["local n = 0\nfor _ in pairs(flemma.opt) do n = n + 1 end\nx = n", 0],
    ["local n = 0\nfor _ in pairs(flemma.opt.tools) do n = n + 1 end\nx = n", 7],
    ["local n = 0\nfor _ in ipairs(flemma.opt) do n = n + 1 end\nx = n", 0],
    ["x = #flemma.opt", 0],
    ["x = flemma.opt == flemma.opt", true],
    ["x = flemma.opt.tools == { 'bash' }", false],
    ["x = tostring(flemma.opt):sub(1, 6)", "table:"],
    ["x = select('#', pcall(function() return flemma.opt < flemma.opt end))", 2],
  ])("the proxy shows nothing of its works: %s", (code, x) => {
    expect(run(code)).toMatchObject({ x, faults: [], options: {} });
  });

  test("strings have no power outside of the frontmatter", () => {
    const text = "@You:\n{{ pcall(function() return 'a' ^ 'b' end) }}\n";
    const { result } = evaluateText(text, surroundingsOf("/chats"));
    expect(result?.messages[0]?.pieces).toMatchObject([{ text: expect.stringContaining("false") }]);
  });

  test("numbers keep theirs inside of it", () => {
    expect(run("x = 2 ^ 3 + '4' ^ 1")).toMatchObject({ x: 12, faults: [] });
  });
});

test("a table that is assigned to all options sets those that it names, as the key of JSON does", () => {
  const { options, faults, x } = run(
    'flemma.opt.timeout = 5\nflemma.opt = { thinking = "low", tools = { "ls" }, ["tools.autopilot"] = false }\nx = flemma.opt.timeout',
  );
  expect({ faults, x }).toEqual({ faults: [], x: 5 });
  expect(options).toEqual({
    "parameters.timeout": 5,
    "parameters.thinking": { level: "low", foreign: "preserve" },
    tools: ["ls"],
    "tools.autopilot.enabled": false,
  });
});

describe("assigning what is no data", () => {
  test.each([
    ["flemma.opt.timeout = function() end", "config/type function() end"],
    ["flemma.opt.parameters.thinking = function() end", "config/type function() end"],
    ["flemma.opt.tools = function() end", "config/type function() end"],
    ["flemma.opt.timeout = 0 / 0", "config/type 0 / 0"],
    ["flemma.opt.timeout = 1 / 0", "config/type 1 / 0"],
    ["flemma.opt.tools = { 'bash', x = 1 }", "config/unknown-key x"],
    ["flemma.opt.openai = flemma.opt.anthropic", "frontmatter/runtime flemma.opt.openai"],
    ["flemma.opt.templating.prose.args = flemma.opt", "frontmatter/runtime flemma.opt.templating.prose.args"],
    ["flemma.opt.tools:append(flemma.opt.parameters)", "frontmatter/runtime flemma.opt.tools:append(flemma.opt.parameters)"],
    ["flemma.opt = 3", "config/type 3"],
    ["flemma.opt = { 'low' }", "config/type { 'low' }"],
    ["flemma.opt = { thinking = 'low', temprature = 1 }", "config/unknown-key temprature"],
    ["flemma.opt = flemma.opt.parameters", "frontmatter/runtime flemma.opt"],
    ["flemma.opt = nil", undefined],
    ["flemma.opt = flemma.opt", undefined],
    ["flemma.thinking = 'low'", "config/unknown-key thinking"],
    ["x = flemma.thinking", undefined],
  ])("%s", (code, fault) => {
    expect(run(code).faults[0]).toBe(fault);
  });
});

describe("faults of options that are computed", () => {
  test("show all at once, though they have one place", () => {
    const { faults, messages } = run("local p = { temperature = 5, timeout = -1, model = 3 }\nflemma.opt.parameters = p");
    expect(faults).toEqual(["config/type p", "config/type p", "config/unknown-key p"]);
    for (const [index, name] of ["temperature", "timeout", "model"].entries()) expect(messages[index]).toContain(name);
  });

  test("of a loop are one fault with its count", () => {
    const { faults, messages } = run("for i = 1, 100 do flemma.opt.temperature = i end");
    expect(faults).toEqual(["config/type i"]);
    expect(messages).toEqual(["'parameters.temperature' must be a number from 0 to 2, not 3. (98 times)"]);
  });
});

describe("a list that was read", () => {
  test("and changed by hand is set when it is assigned", () => {
    expect(run("local t = flemma.opt.tools\ntable.remove(t, 1)\nflemma.opt.tools = t")).toMatchObject({
      tools: tools.slice(1),
      faults: [],
    });
    expect(run("local t = flemma.opt.tools\nt[1] = 'raed'\nflemma.opt.tools = t")).toMatchObject({ faults: ["config/unknown-tool t"] });
  });

  test("stands for the option as long as nobody did", () => {
    expect(run("local t = flemma.opt.tools\nt:remove('bash')\nflemma.opt.tools = t")).toMatchObject({ tools: tools.slice(1), faults: [] });
  });

  test("is not given items by number", () => {
    const { messages, faults } = run("flemma.opt.tools[#flemma.opt.tools + 1] = 'ls'");
    expect(faults).toEqual(["config/unknown-key #flemma.opt.tools + 1"]);
    expect(messages[0]).toContain("Items have no places: write tools:append(…)");
  });

  test("takes one value or a list, and loses nothing of what it is given", () => {
    expect(run("flemma.opt.tools:append('bash', 'ls')").faults).toEqual(["frontmatter/runtime 'ls'"]);
  });
});

describe("what is written beside flemma.opt", () => {
  const described = (code: string) => {
    const text = `\`\`\`lua\n${code}\n\`\`\`\n@You:\nHello\n`;
    const { result } = evaluateText(text, surroundingsOf("/chats"));
    return result?.problems.map(
      ({ code: name, span, suggestions = [], data }) =>
        `${name} ${text.slice(span.start, span.end)}${suggestions.map((word) => ` → ${word}`).join("")}${data ? " (fix)" : ""}`,
    );
  };

  test.each([
    ["flemma.temperature = 1", "config/unknown-key temperature → opt.temperature (fix)"],
    ["flemma.templating = {}", "config/unknown-key templating → opt.templating (fix)"],
    ["flemma['model'] = 'x'", "config/unknown-key model → opt.model"],
    ["x, flemma.model = 1, 2", "config/unknown-key model → opt.model (fix)"],
    ["flemma.nothing = 1", "config/unknown-key nothing"],
    ["if true then flemma.model = 'x' end", "config/unknown-key model → opt.model (fix)"],
    ["local f = flemma\nf.model = 'x'", "config/unknown-key model → opt.model (fix)"],
    ["for i = 1, 3 do flemma.model = 'x' end", "config/unknown-key model → opt.model (fix)"],
  ])("is a fault: %s", (code, fault) => {
    expect(described(code)).toEqual([fault]);
  });

  test.each(["if false then flemma.model = 'x' end", "local flemma = {}\nflemma.opt = 1\nflemma.model = 2", "x = flemma.nothing"])(
    "is none: %s",
    (code) => {
      expect(described(code)).toEqual([]);
    },
  );

  test("blocks, and leaves no variables", () => {
    expect(run("x = 1\nflemma.model = 'm'")).toMatchObject({ x: undefined, options: {}, faults: ["config/unknown-key model"] });
    expect(run("x = 1\nflemma.opt = { model = 'claude-sonnet-4-6' }")).toMatchObject({
      x: 1,
      options: { model: "claude-sonnet-4-6" },
      faults: [],
    });
  });
});
