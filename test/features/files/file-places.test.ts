import { expect, test } from "vitest";
import { filePlaces } from "../../../server/src/features/files/file-places.js";
import { namedFileAt, namedFiles } from "../../../server/src/features/files/named-files.js";
import { createSnapshot } from "../../../server/src/workspace/snapshot.js";
import { atCursor } from "../../support/cursor.js";

const folders = { dirname: "/w/notes", home: "/home/ann" };

/** The places of a text: what is marked, the path that is meant, and the type that is told. */
function places(text: string): string[] {
  const { document } = createSnapshot("file:///w/notes/a.chat", 1, text);
  return filePlaces(document).map(
    ({ kind, span, path, type }) => `${kind} «${text.slice(span.start, span.end)}» ${path}${type === undefined ? "" : ` as ${type}`}`,
  );
}

function paths(text: string): string[] {
  return namedFiles(createSnapshot("file:///w/notes/a.chat", 1, text).document, folders).map(({ path }) => path);
}

test("literal includes and references are found, in the order of the text", () => {
  const text =
    "```lua\nlogo = include('./logo.png', { [symbols.BINARY] = true })\n```\n@System:\n{{ include(\"a \\\"b\\\".md\") }}\n\n@You:\nSee @./my%20plan.md;type='text/plain'.\n{% x = include [[long.md]] %}\n";
  expect(places(text)).toEqual([
    "include «./logo.png» ./logo.png",
    'include «a \\"b\\".md» a "b".md',
    "reference «@./my%20plan.md;type='text/plain'» ./my plan.md as text/plain",
    "include «long.md» long.md",
  ]);
});

test("also in code that is not well-formed", () => {
  expect(places('@You:\n{% if x include("a.md") then the %}\n')).toEqual(["include «a.md» a.md"]);
});

test.each([
  '@You:\n{{ include("a" .. x) }}{{ include(x) }}{{ include("a" or x) }}\n',
  '@You:\n{% local include = f %}{{ include("a") }}\n',
  '@You:\n{{ x.include("a") }}{{ x:include("a") }}{{ "include(\'a\')" }}\n',
  '@You:\n{{ include("a }}\n',
  "@Assistant:\n@./a {{ include('a') }}\n",
  "@You:\n**Tool Result:** `a`\n```\n@./a\n```\n",
  "```yaml\na: @./b\n```\n",
])("nothing else is one: %j", (text) => {
  expect(places(text)).toEqual([]);
});

test("a path starts at the folder of the document, at home, or at the root; what is made is no file", () => {
  const call = (path: string): string => `@You:\n{{ include("${path}") }}\n`;
  expect(paths(call("b.md"))).toEqual(["/w/notes/b.md"]);
  expect(paths(call("../b.md"))).toEqual(["/w/b.md"]);
  expect(paths(call("/b.md"))).toEqual(["/b.md"]);
  expect(paths(call("~/b.md"))).toEqual(["/home/ann/b.md"]);
  expect(paths("@You:\n@./b.md @../b.md @~/b.md @//b.md\n")).toEqual(["/w/notes/b.md", "/w/b.md", "/home/ann/b.md", "/b.md"]);
  expect(paths(call("urn:flemma:personality:coding-assistant"))).toEqual([]);
  expect(paths(call(""))).toEqual([]);
});

test.each([
  ['@You:\n{{ include("‸b.md") }}\n', "/w/notes/b.md"],
  ['@You:\n{{ include("b.md‸") }}\n', "/w/notes/b.md"],
  ['@You:\n{{ include‸("b.md") }}\n', undefined],
  ["@You:\nSee ‸@./b.md\n", "/w/notes/b.md"],
  ["@You:\nSee @./b.md;ty‸pe=text/plain\n", "/w/notes/b.md"],
  ["@You:\nS‸ee @./b.md\n", undefined],
])("the file at a place: %j", (marked, path) => {
  const { snapshot, offset } = atCursor(marked);
  expect(namedFileAt(snapshot.document, offset, folders)?.path).toBe(path);
});
