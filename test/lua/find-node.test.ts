import { describe, expect, it } from "vitest";
import type { Expression } from "../../server/src/lua/ast.js";
import { findNode, keySpans } from "../../server/src/lua/find-node.js";
import { parseChunk, parseTemplate } from "../../server/src/lua/parse.js";
import { piecesOf } from "./support.js";

/** Where a text first stands in a source. */
function spanOf(source: string, text: string): { start: number; end: number } {
  const start = source.indexOf(text);
  return { start, end: start + text.length };
}

/** What is found at a text: its kind and the texts of its parts. */
function find(source: string, text: string): readonly unknown[] | undefined {
  const of = (node: Expression | undefined) => node && source.slice(node.span.start, node.span.end);
  const found = findNode(parseChunk(source), spanOf(source, text));
  switch (found?.kind) {
    case "assignment":
      return ["assignment", of(found.target), of(found.value)];
    case "call":
      return ["call", of(found.node), ...found.node.args.map(of)];
    case "binary":
      return ["binary", of(found.left), found.operator, of(found.right)];
    case "index":
      return ["index", of(found.node)];
    case undefined:
      return undefined;
  }
}

describe("an assignment is found by its target", () => {
  it("with the value that it gets", () => {
    expect(find("o.a.b = { 1 }", "o.a.b")).toEqual(["assignment", "o.a.b", "{ 1 }"]);
    expect(find("o['a'] = f(1)", "o['a']")).toEqual(["assignment", "o['a']", "f(1)"]);
    expect(find("function o.f() end", "o.f")).toEqual(["assignment", "o.f", "function o.f() end"]);
  });
  it("among several, each with its own", () => {
    expect(find("o.a, o.b = 1, 2", "o.b")).toEqual(["assignment", "o.b", "2"]);
    expect(find("o.a, o.b = 1, f()", "o.b")).toEqual(["assignment", "o.b", "f()"]);
    expect(find("o.a, o.b = (f())", "o.a")).toEqual(["assignment", "o.a", "(f())"]);
  });
  it("without a value where one expression feeds several targets, or none does", () => {
    expect(find("o.a, o.b = f()", "o.a")).toEqual(["assignment", "o.a", undefined]);
    expect(find("o.a, o.b = f()", "o.b")).toEqual(["assignment", "o.b", undefined]);
    expect(find("o.a, o.b = 1", "o.b")).toEqual(["assignment", "o.b", undefined]);
  });
  it("but not by a variable, or the whole statement", () => {
    expect(find("o = 1", "o")).toBeUndefined();
    expect(find("o.a.b = 1", "o.a")).toEqual(["index", "o.a"]);
    expect(find("o.a = 1", "o.a = 1")).toBeUndefined();
  });
});

describe("a call is found by its whole span", () => {
  it("with its arguments", () => {
    expect(find("o:add(1, 'a')", "o:add(1, 'a')")).toEqual(["call", "o:add(1, 'a')", "1", "'a'"]);
    expect(find("f 'text'", "f 'text'")).toEqual(["call", "f 'text'", "'text'"]);
    expect(find("f(g(1))", "g(1)")).toEqual(["call", "g(1)", "1"]);
    expect(find("f(1)(2)", "f(1)")).toEqual(["call", "f(1)", "1"]);
  });
  it("wherever it stands", () => {
    for (const around of ["if x then F end", "local function g() return F end", "for _ in F do end", "local t = { [F] = 1 }", "o.a = F"]) {
      expect(find(around.replace("F", "f(1)"), "f(1)")).toEqual(["call", "f(1)", "1"]);
    }
  });
  it("in the expression of a template", () => {
    const source = "text {{ f(1) }}";
    expect(findNode(parseTemplate(source, piecesOf(source)), spanOf(source, "f(1)"))?.kind).toBe("call");
  });
  it("but not by its callee", () => expect(find("f(1)", "f")).toBeUndefined());
});

describe("an operator is found by its whole span", () => {
  it("with its operands", () => {
    expect(find("o.a = o.a + 'x' - y", "o.a + 'x'")).toEqual(["binary", "o.a", "+", "'x'"]);
    expect(find("local z = o.a + 'x' - y", "o.a + 'x' - y")).toEqual(["binary", "o.a + 'x'", "-", "y"]);
    expect(find("local z = x < y", "x < y")).toEqual(["binary", "x", "<", "y"]);
  });
  it("but not with the parentheses around it", () => expect(find("local z = (x + y)", "(x + y)")).toBeUndefined());
});

it("a member that is read is found by its whole span", () => expect(find("local x = o.a", "o.a")).toEqual(["index", "o.a"]));

it("a name alone is nothing that is found", () => expect(find("local x = o.a", "o")).toBeUndefined());

it("the keys of a chain have spans of their own, quotes included", () => {
  const source = `o.a["b"][i]:c(1)`;
  const found = findNode(parseChunk(source), { start: 0, end: source.length });
  const object = found?.kind === "call" && found.node.kind === "method" ? found.node.object : undefined;
  expect(object && keySpans(object).map(({ start, end }) => source.slice(start, end))).toEqual(["a", '"b"', "i"]);
  expect(keySpans({ kind: "nil", span: { start: 0, end: 0 } })).toEqual([]);
});
