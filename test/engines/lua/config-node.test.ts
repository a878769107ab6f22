import { describe, expect, it } from "vitest";
import { type ConfigNode, dataOf } from "../../../server/src/config/config-node.js";
import { type ConfigNodeResult, configNodeOf } from "../../../server/src/engines/lua/config-node.js";
import type { Expression } from "../../../server/src/lua/ast.js";
import { compile } from "../../../server/src/lua/compile.js";
import { parseChunk } from "../../../server/src/lua/parse.js";
import type { LuaTable } from "../../../server/src/lua/table.js";
import type { LuaValue } from "../../../server/src/lua/values.js";
import { testChunk, testState } from "../../lua/support.js";

const fallback = { start: 900, end: 901 };

/** The value a program returns, and the expression it returns. */
function returned(source: string): { readonly value: LuaValue; readonly written: Expression | undefined } {
  const parsed = parseChunk(source);
  const last = parsed.body.statements.at(-1);
  const [value] = compile(parsed, { chunk: testChunk(source) }).call(testState(), []);
  return { value, written: last?.kind === "return" ? last.values[0] : undefined };
}

function resultOf(source: string): ConfigNodeResult {
  const { value, written } = returned(source);
  return configNodeOf(value, { written, fallback, charge: () => undefined });
}

function nodeOf(source: string): ConfigNode {
  const result = resultOf(source);
  if ("fault" in result) throw new Error(result.fault);
  return result.node;
}

/** The texts that a node and its parts stand at: `KEY = TEXT` for members, one line each, outer ones first. */
function placesOf(source: string, node = nodeOf(source)): readonly string[] {
  const text = ({ start, end }: { start: number; end: number }): string => source.slice(start, end);
  if (node.kind !== "table") return [text(node.span)];
  const items = node.items.flatMap((item) => placesOf(source, item));
  const members = node.members.flatMap(({ keySpan, node: member }) => {
    const [first, ...others] = placesOf(source, member);
    return [`${text(keySpan)} = ${first}`, ...others];
  });
  return [text(node.span), ...items, ...members];
}

describe("a Lua value becomes an option", () => {
  it("with its scalars and its text", () => {
    expect([nodeOf("return true"), nodeOf("return 0.5"), nodeOf("return 'größe'"), nodeOf("return nil")].map(dataOf)).toEqual([
      true,
      0.5,
      "größe",
      null,
    ]);
  });
  it("with a list part and members, numbers as keys by their text", () => {
    const node = nodeOf("return { 1, nil, 'c', a = 2, ['schlüssel'] = 3, [10] = 4, [0.5] = 5 }");
    expect(node).toMatchObject({ kind: "table", shape: "either" });
    if (node.kind !== "table") return;
    expect(node.items.map(dataOf)).toEqual([1, null, "c"]);
    expect(node.members.map(({ name, node: member }) => [name, dataOf(member)])).toEqual([
      ["a", 2],
      ["schlüssel", 3],
      ["10", 4],
      ["0.5", 5],
    ]);
  });
  it("with functions, which stay what they are", () => {
    const { value, written } = returned("return function() end");
    expect(configNodeOf(value, { written, fallback, charge: () => undefined })).toEqual({
      node: { kind: "function", span: { start: 7, end: 21 }, call: value },
    });
  });
  it("with an empty table that may be a list or an object", () =>
    expect(nodeOf("return {}")).toEqual({ kind: "table", span: { start: 7, end: 9 }, shape: "either", items: [], members: [] }));
});

describe("places", () => {
  it("are those of the literals, keys with their quotes", () =>
    expect(placesOf("return { 'a', { 'b' }, c = 1, ['d'] = { e = -2 } }")).toEqual([
      "{ 'a', { 'b' }, c = 1, ['d'] = { e = -2 } }",
      "'a'",
      "{ 'b' }",
      "'b'",
      "c = 1",
      "'d' = { e = -2 }",
      "e = -2",
    ]));
  it("are those of what computed a value, as a whole", () =>
    expect(placesOf("local t = { a = 1 } return { t, x = 'a' .. 'b', y = (t) }")).toEqual([
      "{ t, x = 'a' .. 'b', y = (t) }",
      "t",
      "t = t",
      "x = 'a' .. 'b'",
      "y = t",
      "t = t",
    ]));
  it("of equal keys are those of the one that counts", () => {
    expect(placesOf("return { a = 1, a = 1.0 }").slice(1)).toEqual(["a = 1.0"]);
    expect(placesOf("return { [1] = 'x', 'x ' }").slice(1)).toEqual(["'x '"]);
    expect(placesOf("return { [2] = 'b', 'a' }").slice(1)).toEqual(["'a'", "'b'"]);
  });
  it("are never those of a literal with another value: the table around it stands for them", () => {
    const { value, written } = returned("return { a = 1, b = { 2 }, c = 3 }");
    const table = value as LuaTable;
    table.set("a", 5);
    table.set("b", "text");
    const result = configNodeOf(table, { written, fallback, charge: () => undefined });
    const spans = "node" in result && result.node.kind === "table" ? result.node.members.map(({ node }) => node.span) : [];
    expect(spans).toEqual([written?.span, written?.span, { start: 31, end: 32 }]);
  });
  it("are the fallback without an expression", () => {
    const { value } = returned("return { a = { 1 } }");
    const result = configNodeOf(value, { written: undefined, fallback, charge: () => undefined });
    const inner = { kind: "table", span: fallback, shape: "either", items: [{ kind: "scalar", span: fallback, value: 1 }], members: [] };
    expect(result).toEqual({
      node: { kind: "table", span: fallback, shape: "either", items: [], members: [{ name: "a", keySpan: fallback, node: inner }] },
    });
  });
});

describe("no option is", () => {
  const nested = (depth: number): string => `return ${"{".repeat(depth)}${"}".repeat(depth)}`;

  it("a table nested more than 12 deep", () => {
    expect(resultOf(nested(12))).toHaveProperty("node");
    expect(resultOf(nested(13))).toEqual({ fault: "is nested too deeply" });
    const wide = "local t = {} for i = 1, 13 do t = { t, t, t, t, t, t, t, t } end return t";
    expect(resultOf(wide)).toEqual({ fault: "is nested too deeply" });
  });
  it("a table that contains itself, in whatever way", () => {
    expect(resultOf("local t = {} t.t = t return t")).toEqual({ fault: "contains itself" });
    expect(resultOf("local t = {} for i = 1, 50 do t[i] = { t } end return { t }")).toEqual({ fault: "contains itself" });
  });
  it("a table with keys that have no text", () => {
    const fault = { fault: "has a key that is neither a string, a number nor a boolean" };
    expect(resultOf("return { a = { [function() end] = 1 } }")).toEqual(fault);
    expect(resultOf("return { [{}] = 1 }")).toEqual(fault);
  });
  it("a symbol", () =>
    expect(configNodeOf({ kind: "symbol", name: "BINARY" }, { written: undefined, fallback, charge: () => undefined })).toEqual({
      fault: "holds a symbol",
    }));
});

it("a table may stand twice in another, side by side", () => expect(dataOf(nodeOf("local t = { 1 } return { t, t }"))).toEqual([[1], [1]]));

it("what a small value unfolds to is charged as it comes", () => {
  const { value } = returned("local t = { 'a' } for i = 1, 10 do t = { t, t, t, t, t, t, t, t } end return t");
  let left = 10_000;
  const charge = (bytes: number): void => {
    left -= bytes;
    if (left < 0) throw new Error("spent");
  };
  expect(() => configNodeOf(value, { written: undefined, fallback, charge })).toThrow("spent");
});

it("a table that stands for something else gives its own node, wherever it is", () => {
  const { value, written } = returned("return { tools = { 'own' }, other = { 'x' } }");
  const own: ConfigNode = { kind: "scalar", span: fallback, value: "instead" };
  const result = configNodeOf(value, {
    written,
    fallback,
    charge: () => undefined,
    read: (table) => (table.get(1) === "own" ? own : undefined),
  });
  expect("node" in result && dataOf(result.node)).toEqual({ tools: "instead", other: ["x"] });
});
