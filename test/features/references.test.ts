import { expect, test } from "vitest";
import { highlights, references } from "../../server/src/features/references.js";
import { atCursor } from "../support/cursor.js";

/** Every reference in brackets. */
function check(marked: string, wanted: string, declaration: "with" | "without" = "with"): void {
  const { snapshot, offset, text } = atCursor(marked);
  let shown = "";
  let at = 0;
  for (const { start, end } of references(snapshot, offset, declaration)) {
    shown += `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
  }
  expect(shown + text.slice(at)).toBe(wanted);
}

test("a global is found in frontmatter and all messages, not in replies, strings, comments and shadows", () => {
  check(
    "```lua\nx = 1 -- x\n```\n@You:\n{{ ‸x }} x {{ 'x' }}{% do local x = x end %}\n@Assistant:\n{{ x }}\n@You:\n{{ t.x, x: }}{{ x }}\n",
    "```lua\n[x] = 1 -- x\n```\n@You:\n{{ [x] }} x {{ 'x' }}{% do local x = [x] end %}\n@Assistant:\n{{ x }}\n@You:\n{{ t.x, [x]: }}{{ [x] }}\n",
  );
});

test("a local is found in its scope only", () => {
  check(
    "@You:\n{% local a = 1 a = a + 1 %}{{ a‸ }}\n@You:\n{{ a }}\n",
    "@You:\n{% local [a] = 1 [a] = [a] + 1 %}{{ [a] }}\n@You:\n{{ a }}\n",
  );
  check("@You:\n{% repeat local a = 1 until ‸a %}{{ a }}\n", "@You:\n{% repeat local [a] = 1 until [a] %}{{ a }}\n");
  check("@You:\n{% local f = function(a) return ‸a end %}{{ a }}\n", "@You:\n{% local f = function([a]) return [a] end %}{{ a }}\n");
});

test("the declaration can be left out", () => {
  check("```lua\nx = 1\nx = 2\n```\n@You:\n{{ ‸x }}\n", "```lua\nx = 1\n[x] = 2\n```\n@You:\n{{ [x] }}\n", "without");
  check('```json\n{ "x": 1 }\n```\n@You:\n{{ ‸x }}\n', '```json\n{ "x": 1 }\n```\n@You:\n{{ [x] }}\n', "without");
  check("```yaml\nx: 1\n```\n@You:\n{{ ‸x }}\n", "```yaml\nx: 1\n```\n@You:\n{{ [x] }}\n", "without");
});

test("a member is found by its path", () => {
  check("@You:\n{% t = {} t.a = 1 %}{{ ‸t.a }}\n", "@You:\n{% [t] = {} [t].a = 1 %}{{ [t].a }}\n");
  check("@You:\n{% t = {} t.a = 1 u.a = 2 %}{{ t.‸a }}\n", "@You:\n{% t = {} t.[a] = 1 u.a = 2 %}{{ t.[a] }}\n");
});

test("a member is found at the key that a table gives it, behind dots, in brackets and in quotes", () => {
  check(
    '```lua\nt = { a = { b = 1, ["c"] = { b = 2 } }, b = 3 }\n```\n@You:\n{{ t.a.‸b }} {{ t["a"].b }} {{ t[\'a\']["b"] }} {{ t.b }} {{ t[a].b }} {{ t.a.c.b }} {{ t["a" .. 1].b }}\n',
    '```lua\nt = { a = { [b] = 1, ["c"] = { b = 2 } }, b = 3 }\n```\n@You:\n{{ t.a.[b] }} {{ t["a"].[b] }} {{ t[\'a\']["[b]"] }} {{ t.b }} {{ t[a].b }} {{ t.a.c.b }} {{ t["a" .. 1].b }}\n',
  );
  check(
    "```lua\nlocal t = { a = { ‸b = 1 } }\nx = t.a.b + u.a.b\n```\n",
    "```lua\nlocal t = { a = { [b] = 1 } }\nx = t.a.[b] + u.a.b\n```\n",
  );
  check("```lua\nt = t or { ‸a = 1 }\n```\n@You:\n{{ t.a }}\n", "```lua\nt = t or { [a] = 1 }\n```\n@You:\n{{ t.[a] }}\n");
  check("```yaml\nu:\n  'a b': 1\n```\n@You:\n{{ u[\"a b‸\"] }}\n", "```yaml\nu:\n  '[a b]': 1\n```\n@You:\n{{ u[\"[a b]\"] }}\n");
  check('```json\n{ "u": { "‸a": 1 } }\n```\n@You:\n{{ u.a }}\n', '```json\n{ "u": { "[a]": 1 } }\n```\n@You:\n{{ u.[a] }}\n');
});

test("a label is found with the jumps that reach it, apart from variables and labels of the same name", () => {
  check(
    "@You:\n{% local a = 1 do goto a; ::‸a:: goto a end do goto a ::a:: end %}{{ a }}\n",
    "@You:\n{% local a = 1 do goto [a]; ::[a]:: goto [a] end do goto a ::a:: end %}{{ a }}\n",
  );
  check("@You:\n{% ::a:: goto ‸a %}\n", "@You:\n{% ::a:: goto [a] %}\n", "without");
  check("@You:\n{% goto ‸a %}{{ a }}\n", "@You:\n{% goto a %}{{ a }}\n");
});

test.each([
  ["over the tags of a message", "{% [if] a [then] %}x{% [elseif] b [then] %}y{% [else] %}z{% [e‸nd] %}"],
  ["of a loop, from its do", "{% [for] k, v [in] pairs(t) [do‸] %}{% if v then %}{{ v }}{% end %}{% [end] %}"],
  ["of a loop in a loop", "{% while a do [for‸] i = 1, 2 [do] f() [end] end %}"],
  ["of a block of its own", "{% [do] [end‸] %}"],
  ["of a function, not of its parts", "{% f = [function]() if a then return 1 end [end‸] %}"],
  ["up to the condition of repeat", "{% [re‸peat] if a then b() end [until] c %}"],
  ["that lacks its end", "{% [if‸] a [then] b() while c do d() end %}"],
  ["that nothing opens", "{% a() [end‸] %}"],
])("highlights at a word of a block are those that belong to it: %s", (_, tags) => {
  const marked = `@You:\né😀 ${tags}\n`;
  const { snapshot, offset, text } = atCursor(marked.replace(/[[\]]/g, ""));
  let shown = "";
  let at = 0;
  for (const { span } of highlights(snapshot, offset)) {
    shown += `${text.slice(at, span.start)}[${text.slice(span.start, span.end)}]`;
    at = span.end;
  }
  expect(shown + text.slice(at)).toBe(marked.replace("‸", ""));
});

test("highlights tell reading from writing", () => {
  const { snapshot, offset } = atCursor("@You:\n{% x = 1 x = x + 1 %}{{ ‸x }}\n");
  expect(highlights(snapshot, offset).map(({ kind }) => kind)).toEqual(["write", "write", "read", "read"]);
  const member = atCursor('@You:\n{% t = { a = 1 } t.‸a, t["a"] = t.a, 2 function t.a() end %}\n');
  expect(highlights(member.snapshot, member.offset).map(({ kind }) => kind)).toEqual(["write", "write", "write", "read", "write"]);
  const text = atCursor("@You:\nte‸xt\n");
  expect(highlights(text.snapshot, text.offset)).toEqual([]);
});
