import { describe, expect, test } from "vitest";
import { builtInTools } from "../../../server/src/tools/definitions/built-in-tools.js";
import type { JsonSchema } from "../../../server/src/tools/definitions/definition.js";
import { toolDefinition } from "../../../server/src/tools/definitions/tool-definition.js";
import { jsonNode } from "./config-nodes.js";

const parameters: Record<string, readonly string[]> = {
  bash: ["label", "command", "timeout?"],
  read: ["label", "path", "offset?", "limit?"],
  edit: ["label", "path", "oldText", "newText"],
  write: ["label", "path", "content"],
  grep: ["label", "pattern", "path?", "glob?", "limit?"],
  find: ["label", "pattern", "path?", "limit?"],
  ls: ["label", "path?", "max_depth?", "limit?"],
};

test("the built-in tools are those of the default list, in its order, all enabled", () => {
  expect(builtInTools.map(({ name }) => name)).toEqual(["bash", "read", "edit", "write", "grep", "find", "ls"]);
  expect(builtInTools.every(({ enabled }) => enabled)).toBe(true);
});

describe.each(builtInTools)("$name", (tool) => {
  const { type, properties, required, additionalProperties } = tool.inputSchema;
  const entries = Object.entries(properties as { readonly [name: string]: JsonSchema });

  test("has the parameters of the specification, a question mark where null is allowed", () => {
    const written = entries.map(([name, property]) => (Array.isArray(property.type) && property.type.includes("null") ? `${name}?` : name));
    expect(written).toEqual(parameters[tool.name]);
  });

  test("is strict: an object that requires every property and allows no other", () => {
    expect({ type, required, additionalProperties }).toEqual({
      type: "object",
      required: entries.map(([name]) => name),
      additionalProperties: false,
    });
  });

  test("describes itself and every property in sentences", () => {
    const texts = [tool.description, ...entries.map(([, property]) => property.description)];
    for (const text of texts) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  test("has one snippet and some guidelines for the coding assistant", () => {
    expect(Object.keys(tool.personalities)).toEqual(["coding-assistant"]);
    const { snippet, guidelines, ...others } = tool.personalities["coding-assistant"] ?? {};
    expect(others).toEqual({});
    expect(snippet).toHaveLength(1);
    expect(guidelines?.length).toBeGreaterThan(0);
    for (const guideline of guidelines ?? []) expect(guideline).toMatch(/^[A-Z].*\.$/);
  });

  test("is what a project file that writes the same registers", () => {
    const { name, description, inputSchema, enabled, personalities } = tool;
    const written = JSON.stringify({ name, description, input_schema: inputSchema, enabled, personalities });
    expect(toolDefinition(jsonNode(written))).toEqual({ definition: tool });
  });
});
