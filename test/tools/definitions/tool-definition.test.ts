import { describe, expect, test } from "vitest";
import type { ConfigNode } from "../../../server/src/config/config-node.js";
import type { ToolDefinition } from "../../../server/src/tools/definitions/definition.js";
import { toolDefinition } from "../../../server/src/tools/definitions/tool-definition.js";
import { readMarks } from "../../conformance/own/marked.js";
import { asLua, jsonNode, mixed } from "./config-nodes.js";

function read(node: ConfigNode): ToolDefinition {
  const reading = toolDefinition(node);
  if ("problems" in reading) throw new Error(reading.problems.map(({ message }) => message).join("\n"));
  return reading.definition;
}

/** A whole definition in JSON with further members. */
function json(more: string): string {
  return `{ "name": "t", "description": "d", "input_schema": { "type": "object" }${more && `, ${more}`} }`;
}

/** Expects exactly the problems marked in the JSON, as JSON and as Lua write it. Returns their messages. */
function check(marked: string): string[] {
  const { text, marks } = readMarks(marked);
  const expected = marks.map(({ label, start, end }) => [label, start, end]);
  const readings = [jsonNode(text), asLua(jsonNode(text))].map(toolDefinition);
  const [problems] = readings.map((reading) => ("problems" in reading ? reading.problems : []));
  for (const reading of readings) {
    expect("definition" in reading).toBe(expected.length === 0);
    const found = "problems" in reading ? reading.problems : [];
    expect(found.map(({ code, span }) => [code, span.start, span.end])).toEqual(expected);
    for (const { message, blocks } of found) {
      expect(message).toMatch(/[.?]$/);
      expect(blocks).toBe(true);
    }
  }
  return (problems ?? []).map(({ message }) => message);
}

describe("a definition", () => {
  test("is read as it is written", () => {
    const written = `{
      "name": "my-tool",
      "description": "Tool description for the API",
      "input_schema": { "type": "object", "properties": { "a": { "type": ["number", "null"], "default": null } }, "required": ["a"] },
      "enabled": false,
      "personalities": { "coding-assistant": { "snippet": "Short", "guidelines": ["One", "Two"] }, "other": { "any": [] } }
    }`;
    const expected: ToolDefinition = {
      name: "my-tool",
      description: "Tool description for the API",
      inputSchema: { type: "object", properties: { a: { type: ["number", "null"], default: null } }, required: ["a"] },
      enabled: false,
      personalities: { "coding-assistant": { snippet: ["Short"], guidelines: ["One", "Two"] }, other: { any: [] } },
    };
    expect(read(jsonNode(written))).toEqual(expected);
    expect(read(asLua(jsonNode(written)))).toEqual(expected);
  });

  test.each(["", '"enabled": null, "personalities": null', '"enabled": true, "personalities": {}'])(
    "is enabled and without parts unless it says otherwise: %s",
    (more) => {
      expect(read(jsonNode(json(more)))).toMatchObject({ enabled: true, personalities: {} });
    },
  );

  test("takes the last of equal keys, and no fault of an earlier one", () => {
    expect(read(jsonNode(json('"name": 1, "enabled": "no", "name": "last", "enabled": false')))).toMatchObject({
      name: "last",
      enabled: false,
    });
  });

  test("has names of any server, and properties named like what every object has", () => {
    const schema = '"input_schema": { "type": "object", "properties": { "__proto__": {}, "constructor": {} } }';
    const { name, inputSchema } = read(jsonNode(`{ "name": "my_server:look-up", "description": "d", ${schema} }`));
    expect(name).toBe("my_server:look-up");
    expect(JSON.stringify(inputSchema)).toBe('{"type":"object","properties":{"__proto__":{},"constructor":{}}}');
  });
});

describe("an empty Lua table in a schema", () => {
  test.each([
    '{"type":"object","properties":{}}',
    '{"type":"object","required":[]}',
    '{"type":"object","properties":{"required":{},"enum":{},"properties":{}}}',
    '{"type":"object","properties":{"a":{"enum":[],"items":{}},"properties":{"required":[]}}}',
    '{"type":"object","anyOf":[{},{"allOf":[]}]}',
  ])("is a list where the keyword has one, else an object: %s", (schema) => {
    const node = asLua(jsonNode(`{ "name": "t", "description": "d", "input_schema": ${schema} }`));
    expect(JSON.stringify(read(node).inputSchema)).toBe(schema);
  });
});

describe("a fault is found at its place", () => {
  test.each([
    "⟦config/type: 1⟧",
    "⟦config/type: [1]⟧",
    '⟦config/type: "$function"⟧',
    '⟦config/type: { "description": "d", "input_schema": { "type": "object" } }⟧',
    '{ "name": ⟦config/type: 1⟧, "description": ⟦config/type: null⟧, "input_schema": ⟦config/type: "x"⟧ }',
    '{ "name": ⟦config/type: ""⟧, "description": ⟦config/type: ["d"]⟧, "input_schema": ⟦config/type: ["x"]⟧ }',
    json('"name": ⟦config/type: "a b"⟧'),
    json('"name": ⟦config/type: "a`b"⟧'),
    json('"name": ⟦config/type: "tööl"⟧'),
    json(`"name": ⟦config/type: "${"a".repeat(65)}"⟧`),
    json(`"name": "${"a".repeat(64)}"`),
    json('"enabled": ⟦config/type: "yes"⟧'),
    json('"enabled": ⟦config/type: 0⟧'),
    json('"input_schema": ⟦config/type: { "properties": {} }⟧'),
    json('"input_schema": { "type": ⟦config/type: "string"⟧ }'),
    json('"input_schema": { "type": ⟦config/type: ["object"]⟧ }'),
    json('"input_schema": { "type": "object", "properties": ⟦config/type: ["a"]⟧ }'),
    json('"input_schema": { "type": "object", "properties": { "a": { "default": ⟦config/type: "$function"⟧ } } }'),
    json('"personalities": ⟦config/type: ["a"]⟧'),
    json('"personalities": { "a": ⟦config/type: "b"⟧, "c": ⟦config/type: "$function"⟧ }'),
    json(
      '"personalities": { "a": { "b": ⟦config/type: 1⟧, "c": ["d", ⟦config/type: 2⟧, ⟦config/type: ["e"]⟧], "f": ⟦config/type: { "g": "h" }⟧ } }',
    ),
    json('⟦config/unknown-key: "inputSchema"⟧: {}, ⟦config/unknown-key: "run"⟧: "$function"'),
  ])("%s", (marked) => {
    check(marked);
  });

  test("a table that is a list and an object in one is neither", () => {
    const both = mixed(jsonNode('["x"]'), jsonNode('{ "type": "object" }'));
    const whole = jsonNode(json(""));
    if (whole.kind !== "table") throw new Error("unreachable");
    const members = whole.members.map((member) => (member.name === "input_schema" ? { ...member, node: both } : member));
    for (const node of [mixed(jsonNode("[1]"), whole), { ...whole, members }]) {
      expect(toolDefinition(node)).toMatchObject({
        problems: [{ code: "config/type", message: expect.stringContaining("a list and an object in one") }],
      });
    }
  });
});

describe("a message", () => {
  test("names what is missing", () => {
    expect(check("⟦config/type: ⟦config/type: ⟦config/type: {}⟧⟧⟧")).toEqual([
      "The definition of a tool needs 'name'. Add it.",
      "The definition of a tool needs 'description'. Add it.",
      "The definition of a tool needs 'input_schema'. Add it.",
    ]);
  });

  test("does not ask for what is there under a misspelled name", () => {
    const misspelled = '{ "name": "a", ⟦config/unknown-key: "descripton"⟧: "d", "input_schema": { "type": "object" } }';
    expect(check(misspelled)).toEqual(["The definition of a tool has no 'descripton'. Did you mean 'description'?"]);
  });

  test("says what is expected and what is there", () => {
    expect(check(json('"enabled": ⟦config/type: "yes"⟧'))).toEqual(["'enabled' of a tool must be true or false, but this is a string."]);
    expect(check(json('"personalities": { "a": { "snippet": ⟦config/type: 1⟧ } }'))).toEqual([
      "The part 'snippet' must be a string or a list of strings, but this is a number.",
    ]);
  });

  test("suggests the key that was meant, and names all keys when none is near", () => {
    expect(check(json('⟦config/unknown-key: "personality"⟧: {}'))).toEqual([
      "The definition of a tool has no 'personality'. Did you mean 'personalities'?",
    ]);
    expect(check(json('⟦config/unknown-key: "zzz"⟧: {}'))).toEqual([
      "The definition of a tool has no 'zzz'. Use name, description, input_schema, enabled or personalities.",
    ]);
  });
});
