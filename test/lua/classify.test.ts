import { expect, test } from "vitest";
import { classify } from "../../server/src/lua/classify.js";
import { parseChunk } from "../../server/src/lua/parse.js";

/** The names of a program as `name:what it is`; locals with the offset of their declaration. */
function names(source: string): string[] {
  const pieces = [{ kind: "code", span: { start: 0, end: source.length } }] as const;
  return classify(source, pieces, parseChunk(source)).flatMap(({ words }) =>
    words
      .filter(({ token }) => token.type === "name")
      .map(({ token, kind, local, role }) =>
        [token.text, kind === "variable" ? role : kind, local?.span.start].filter((part) => part !== undefined).join(":"),
      ),
  );
}

test("a local is found by the scope it is in", () => {
  expect(names("local a = a; do local a = a end return a")).toEqual([
    "a:declaration:6",
    "a:read",
    "a:declaration:22",
    "a:read:6",
    "a:read:6",
  ]);
  expect(names("for i = i, 2 do f(i) end g(i)")).toEqual(["i:declaration:4", "i:read", "f:read", "i:read:4", "g:read", "i:read"]);
  expect(names("repeat local x until x y = x")).toEqual(["x:declaration:13", "x:read:13", "y:write", "x:read"]);
});

test("assignments of several names, functions and fields are told apart", () => {
  expect(names("a, b.c = 1, 2 function d() end function e.f() end")).toEqual([
    "a:write",
    "b:read",
    "c:member",
    "d:write",
    "e:read",
    "f:member",
  ]);
  expect(names("t = { k = v, w }")).toEqual(["t:write", "k:key", "v:read", "w:read"]);
});

test("goto is a word only before a label", () => {
  expect(names("goto done ::done:: goto = 1")).toEqual(["goto:keyword", "done:label", "done:label", "goto:write"]);
  expect(names("::a:: ::b:: x = 1 :: c")).toEqual(["a:label", "b:label", "x:write", "c:label"]);
});

test("names in code that does not parse are resolved all the same", () => {
  expect(names("local a = 1 if a the b = a end")).toEqual(["a:declaration:6", "a:read:6", "the:read", "b:write", "a:read:6"]);
  expect(names("local a = f(")).toEqual(["a:declaration:6", "f:read"]);
});

test("comments are no words", () => {
  const source = "a() -- b\n--[[ c ]] d()";
  const pieces = [{ kind: "code", span: { start: 0, end: source.length } }] as const;
  const [found] = classify(source, pieces, parseChunk(source));
  expect(found?.comments.map(({ start, end }) => source.slice(start, end))).toEqual(["-- b", "--[[ c ]]"]);
});
