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

test("highlights tell reading from writing", () => {
  const { snapshot, offset } = atCursor("@You:\n{% x = 1 x = x + 1 %}{{ ‸x }}\n");
  expect(highlights(snapshot, offset).map(({ kind }) => kind)).toEqual(["write", "write", "read", "read"]);
  const member = atCursor('@You:\n{% t = { a = 1 } t.‸a, t["a"] = t.a, 2 function t.a() end %}\n');
  expect(highlights(member.snapshot, member.offset).map(({ kind }) => kind)).toEqual(["write", "write", "write", "read", "write"]);
  const text = atCursor("@You:\nte‸xt\n");
  expect(highlights(text.snapshot, text.offset)).toEqual([]);
});
