import { expect, test } from "vitest";
import { semanticTokens } from "../../server/src/features/semantic-tokens.js";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";

/** Every token as `text:type.modifier`. */
function tokens(text: string, within?: { start: number; end: number }): string[] {
  return semanticTokens(createSnapshot("u", 1, text), within).map(
    ({ span, type, modifiers }) => `${text.slice(span.start, span.end)}:${[type, ...modifiers].join(".")}`,
  );
}

test("role markers, delimiters and Lua get their tokens, text gets none", () => {
  expect(tokens("@You:\nHi {{- name -}} you\n@Assistant:\n{{ x }}\n")).toEqual([
    "@You::class",
    "{{-:macro",
    "name:variable",
    "-}}:macro",
    "@Assistant::class",
  ]);
});

test("frontmatter is marked as Lua between its fences", () => {
  expect(tokens("```lua\nlocal a = 1 -- one\n```\n")).toEqual([
    "```lua:macro",
    "local:keyword",
    "a:variable.declaration",
    "=:operator",
    "1:number",
    "-- one:comment",
    "```:macro",
  ]);
});

test("parameters, functions, members and keys are told apart", () => {
  expect(tokens("@You:\n{% function f(a) return a.b, g(a), { k = 'x' } end t:m() goto done ::done:: %}\n").slice(2, -1)).toEqual([
    "function:keyword",
    "f:function.modification",
    "(:operator",
    "a:parameter.declaration",
    "):operator",
    "return:keyword",
    "a:parameter",
    ".:operator",
    "b:property",
    ",:operator",
    "g:function",
    "(:operator",
    "a:parameter",
    "):operator",
    ",:operator",
    "{:operator",
    "k:property",
    "=:operator",
    "'x':string",
    "}:operator",
    "end:keyword",
    "t:variable",
    "::operator",
    "m:function",
    "(:operator",
    "):operator",
    "goto:keyword",
    "done:variable",
    ":::operator",
    "done:variable",
    ":::operator",
  ]);
});

test("names of the environment say so, unless a local hides them", () => {
  expect(
    tokens("@You:\n{{ string.rep(string.x, math.pi) }}{% local format = 1 %}{{ format }}\n").filter((token) => /^[a-z]/.test(token)),
  ).toEqual([
    "string:variable.defaultLibrary",
    "rep:function.defaultLibrary",
    "string:variable.defaultLibrary",
    "x:property",
    "math:variable.defaultLibrary",
    "pi:property.defaultLibrary",
    "local:keyword",
    "format:variable.declaration",
    "format:variable",
  ]);
});

test("file references are marked, with their options, and the rest of the text is not", () => {
  expect(tokens("@You:\nsee @./a%20b.md;type='text/plain', and (@//c)\n")).toEqual([
    "@You::class",
    "@./a%20b.md:string",
    "type:property",
    "text/plain:string",
    "@//c:string",
  ]);
  expect(tokens("@Assistant:\nsee @./a.md\n")).toEqual(["@Assistant::class"]);
});

test("broken code keeps its tokens", () => {
  expect(tokens("@You:\n{% if x the %}\n")).toEqual(["@You::class", "{%:macro", "if:keyword", "x:variable", "the:variable", "%}:macro"]);
});

test("a range gives what touches it", () => {
  const text = "@You:\n{{ a }}\n@You:\n{{ b }}\n";
  expect(tokens(text, { start: text.indexOf("b"), end: text.indexOf("b") + 1 })).toEqual(["b:variable"]);
});
