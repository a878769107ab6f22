import { expect, test } from "vitest";
import { definition } from "../../server/src/features/definition.js";
import { atCursor } from "../support/cursor.js";

/** The definition, marked: `«…»` around the name and the cursor left in place. */
function check(marked: string, wanted: string | undefined): void {
  const { snapshot, offset, text } = atCursor(marked);
  const span = definition(snapshot, offset);
  expect(span && `${text.slice(0, span.start)}«${text.slice(span.start, span.end)}»${text.slice(span.end)}`).toBe(wanted);
}

test("a local leads to its declaration, the innermost that applies", () => {
  check("@You:\n{% local a = 1 %}{{ a‸ }}\n", "@You:\n{% local «a» = 1 %}{{ a }}\n");
  check("@You:\n{% local a = 1 do local a = a %}{{ ‸a }}{% end %}\n", "@You:\n{% local a = 1 do local «a» = a %}{{ a }}{% end %}\n");
  check("@You:\n{% local a = 1 do local a = ‸a end %}\n", "@You:\n{% local «a» = 1 do local a = a end %}\n");
  check("@You:\n{% for i, v in ipairs({}) do %}{{ ‸v }}{% end %}\n", "@You:\n{% for i, «v» in ipairs({}) do %}{{ v }}{% end %}\n");
  check("```lua\nlocal function f(n) return f(n‸) end\n```\n", "```lua\nlocal function f(«n») return f(n) end\n```\n");
  check("```lua\nlocal function f(n) return ‸f(n) end\n```\n", "```lua\nlocal function «f»(n) return f(n) end\n```\n");
});

test("a global leads to the assignment before it, else to the first", () => {
  check("```lua\nx = 1\n```\n@You:\n{% x = 2 %}\n@You:\n{{ ‸x }}\n", "```lua\nx = 1\n```\n@You:\n{% «x» = 2 %}\n@You:\n{{ x }}\n");
  check("```lua\nfunction f() return ‸x end\nx = 1\n```\n", "```lua\nfunction f() return x end\n«x» = 1\n```\n");
  check("```lua\nfunction greet() end\n```\n@You:\n{{ gr‸eet() }}\n", "```lua\nfunction «greet»() end\n```\n@You:\n{{ greet() }}\n");
  check("```lua\na, b = 1, 2\n```\n@You:\n{{ ‸a }}\n", "```lua\n«a», b = 1, 2\n```\n@You:\n{{ a }}\n");
});

test("a variable of YAML frontmatter leads to its key, a member to the key that names it, also behind an alias", () => {
  const yaml = (code: string, expression: string): string => `\`\`\`yaml\n${code}\n\`\`\`\n@You:\n{{ ${expression} }}\n`;
  check(yaml("a:\n  b: 1", "‸a.b"), yaml("«a»:\n  b: 1", "a.b"));
  check(yaml("a:\n  'b': 1", "a.‸b"), yaml("a:\n  '«b»': 1", "a.b"));
  check(yaml("a: &x\n  b: 1\nc: *x", "c.‸b"), yaml("a: &x\n  «b»: 1\nc: *x", "c.b"));
});

test("a variable of JSON frontmatter leads to its key, and a member to the key that names it", () => {
  check('```json\n{ "a": { "b": 1 } }\n```\n@You:\n{{ ‸a.b }}\n', '```json\n{ "«a»": { "b": 1 } }\n```\n@You:\n{{ a.b }}\n');
  check('```json\n{ "a": { "b": 1 } }\n```\n@You:\n{{ a.‸b }}\n', '```json\n{ "a": { "«b»": 1 } }\n```\n@You:\n{{ a.b }}\n');
  check("```lua\nt = { u = { v = 1 } }\n```\n@You:\n{{ t.u.v‸ }}\n", "```lua\nt = { u = { «v» = 1 } }\n```\n@You:\n{{ t.u.v }}\n");
  check("```lua\nt = {}\nt.go = 1\n```\n@You:\n{{ t.‸go }}\n", "```lua\nt = {}\nt.«go» = 1\n```\n@You:\n{{ t.go }}\n");
});

test("the end of a block leads to what opens it", () => {
  check(
    "@You:\n{% for i = 1, 2 do %}{% if i then %}x{% end %}{% e‸nd %}\n",
    "@You:\n{% «for» i = 1, 2 do %}{% if i then %}x{% end %}{% end %}\n",
  );
  check("@You:\n{% if x then %}{% else‸ %}{% end %}\n", "@You:\n{% «if» x then %}{% else %}{% end %}\n");
  check("@You:\n{% ret‸urn %}\n", undefined);
});

test("a key in quotes leads to where it is set", () => {
  check('```lua\nt = { ["a b"] = 1 }\n```\n@You:\n{{ t["a‸ b"] }}\n', '```lua\nt = { ["«a b»"] = 1 }\n```\n@You:\n{{ t["a b"] }}\n');
  check('```lua\nt = {}\nt["a"] = 1\n```\n@You:\n{{ t.a‸ }}\n', '```lua\nt = {}\nt["«a»"] = 1\n```\n@You:\n{{ t.a }}\n');
  check('```yaml\nt:\n  a: 1\n```\n@You:\n{{ t["‸a"] }}\n', '```yaml\nt:\n  «a»: 1\n```\n@You:\n{{ t["a"] }}\n');
});

test("self leads to what its method is defined on, and its members to where they are set", () => {
  const method = (body: string): string => `\`\`\`lua\nt = { a = { x = 1 } }\n${body}\n\`\`\`\n`;
  check(method("function t:m() return ‸self end"), method("function «t»:m() return self end"));
  check(
    method("function t.a:m() return function() return self‸ end end"),
    method("function «t.a»:m() return function() return self end end"),
  );
  check(method("function t.a:m() return self.‸x end"), "```lua\nt = { a = { «x» = 1 } }\nfunction t.a:m() return self.x end\n```\n");
  check(method("function t.m(self) return ‸self end"), method("function t.m(«self») return self end"));
  check(method("function t:m(self) return ‸self end"), method("function t:m(«self») return self end"));
  check(method("return ‸self"), undefined);
});

test("a jump leads to its label, the one that it reaches", () => {
  check("@You:\n{% ::a:: do goto ‸a; ::a:: end %}\n", "@You:\n{% ::a:: do goto a; ::«a»:: end %}\n");
  check("@You:\n{% ::a:: do ::a:: end goto a‸ %}\n", "@You:\n{% ::«a»:: do ::a:: end goto a %}\n");
  check(
    "@You:\n{% for i = 1, 2 do %}é😀 {% goto ne‸xt %}{{ i }}{% ::next:: end %}\n",
    "@You:\n{% for i = 1, 2 do %}é😀 {% goto next %}{{ i }}{% ::«next»:: end %}\n",
  );
  check("@You:\n{% goto ‸nowhere %}\n", undefined);
  check("@You:\n{% ::a:: f = function() goto ‸a end %}\n", undefined);
});

test("works beside broken code", () => {
  check("```lua\nx = 1\nif then\n```\n@You:\n{{ x + }} {{ ‸x }}\n", "```lua\n«x» = 1\nif then\n```\n@You:\n{{ x + }} {{ x }}\n");
  check("```lua\nx = 1\n```\n@You:\n{{ ‸x + }}\n", "```lua\n«x» = 1\n```\n@You:\n{{ x + }}\n");
});

test("the environment, undefined names, text and strings lead nowhere", () => {
  check("@You:\n{{ ‸tostring(1) }}\n", undefined);
  check("@You:\n{{ string.‸rep('a', 2) }}\n", undefined);
  check("@You:\n{{ ‸nobody }}\n", undefined);
  check("@You:\n{% x = 1 %} ‸x\n", undefined);
  check("@You:\n{% x = '‸x' %}\n", undefined);
  check("@Assistant:\n{{ ‸x }}\n@You:\n{% x = 1 %}\n", undefined);
});
