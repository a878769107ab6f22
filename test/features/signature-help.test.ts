import { expect, test } from "vitest";
import { signatureHelp } from "../../server/src/features/signature-help.js";
import { atCursor } from "../support/cursor.js";

/** `label | active parameter`, or nothing. */
function shown(marked: string): string | undefined {
  const { snapshot, offset } = atCursor(marked);
  const help = signatureHelp(snapshot, offset);
  if (help === undefined) return undefined;
  return `${help.label} | ${help.active === undefined ? "none" : help.parameters[help.active]?.label}`;
}

const rep = "string.rep(text: string, count: number, separator?: string): string";

test.each([
  ["the first parameter", "{{ string.rep(‸) }}", `${rep} | text: string`],
  ["the second behind a comma", "{{ string.rep('a, b', ‸) }}", `${rep} | count: number`],
  ["in an unfinished argument", "{{ string.rep('a', 1‸) }}", `${rep} | count: number`],
  ["in a string", "{{ string.rep('a, ‸b', 1) }}", `${rep} | text: string`],
  ["the outer call behind a nested one", "{{ string.rep(tostring(1, 2), ‸) }}", `${rep} | count: number`],
  ["the inner call of two", "{{ string.rep(tostring(‸), 2) }}", "tostring(value): string | value"],
  [
    "past commas of a table",
    "{{ table.concat({ 1, 2, 3 }, ‸) }}",
    "table.concat(list: table, separator?: string, from?: number, to?: number): string | separator?: string",
  ],
  [
    "within a table",
    "{{ table.concat({ 1, 2, ‸ }) }}",
    "table.concat(list: table, separator?: string, from?: number, to?: number): string | list: table",
  ],
  ["within parentheses", "{{ tostring((1 + ‸)) }}", "tostring(value): string | value"],
  ["a method without its object", "{{ ('x'):rep(2, ‸) }}", "('x'):rep(count: number, separator?: string): string | separator?: string"],
  ["any number of arguments", "{{ select(1, 2, 3, ‸) }}", "select(index: number | '#', ...): any | ..."],
  ["too many arguments", "{{ tostring(1, ‸) }}", "tostring(value): string | none"],
  ["a call without its bracket", "{{ tostring(‸ }}", "tostring(value): string | value"],
  ["in a tag without its end", "{{ tostring(‸", "tostring(value): string | value"],
  ["in code, over lines", "{% x = string.rep('a',\n  ‸\n) %}", `${rep} | count: number`],
  [
    "past the body of a function",
    "{% table.sort(t, function(a, b) return a < b end‸) %}",
    "table.sort(list: table, less?: function) | less?: function",
  ],
])("shows %s", (_, tag, wanted) => {
  expect(shown(`@You:\n${tag}\n`)).toBe(wanted);
});

test("knows functions of the document, with the comment above them", () => {
  const text = "```lua\n-- Says hello.\n--- Twice.\nfunction greet(who, ...)\nend\n```\n@You:\n{{ greet(1, 2, ‸) }}\n";
  expect(shown(text)).toBe("greet(who, ...) | ...");
  const { snapshot, offset } = atCursor(text);
  expect(signatureHelp(snapshot, offset)?.doc).toBe("Says hello. Twice.");
  expect(shown("@You:\n{% local t = {} function t:go(a, b) end t:go(1, ‸) %}\n")).toBe("t:go(a, b) | b");
  expect(shown("@You:\n{% local f = function(x) end f(‸) %}\n")).toBe("f(x) | x");
});

test.each([
  ["function t:m(a, b) end t:m(1, ‸)", "t:m(a, b) | b"],
  ["function t:m(a, b) end t.m(t, ‸)", "t.m(self, a, b) | a"],
  ["function t.m(self, a) end t:m(‸)", "t:m(a) | a"],
  ["function t.m(self, a) end t.m(‸)", "t.m(self, a) | self"],
  ["function t.m(...) end t:m(‸)", "t:m(...) | ..."],
  ["function t.m() end t:m(‸)", "t:m() | none"],
  ["function t:m(a) return self:m(‸) end", "self:m(a) | a"],
])("counts what stands before the colon as a method and its call do: %s", (code, wanted) => {
  expect(shown(`@You:\n{% local t = {} ${code} %}\n`)).toBe(wanted);
});

test.each([
  ["outside of a call", "{{ tostring(1) ‸ }}"],
  ["of what is not known", "{{ nobody(‸) }}"],
  ["of what is no function", "{{ string(‸) }}"],
  ["where parameters are named", "{% function f(a, ‸) end %}"],
  ["in the body of a function", "{% pcall(function() return 1, ‸ end) %}"],
  ["in a comment", "{% tostring( -- ‸\n) %}"],
  ["in text", "tostring(‸)"],
])("shows nothing %s", (_, tag) => {
  expect(shown(`@You:\n${tag}\n`)).toBeUndefined();
});

test("shows what the methods of a list of options take, and nothing for those of other options", () => {
  const inFrontmatter = (code: string) => shown(`\`\`\`lua\n${code}\n\`\`\`\n@You:\nhi\n`);
  expect(inFrontmatter("flemma.opt.tools:append(‸)")).toBe("append(items: string or list) | items: string or list");
  expect(inFrontmatter("flemma.opt.tools.auto_approve:remove('ls', ‸)")).toBe("remove(items: string or list) | none");
  expect(inFrontmatter("flemma.opt.parameters:append(‸)")).toBeUndefined();
});
