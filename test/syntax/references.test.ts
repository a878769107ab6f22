import { describe, expect, test } from "vitest";
import { findReferences } from "../../server/src/syntax/references.js";

/** References stand between ⟦ ⟧; each is listed as `path key=value …`. */
function check(marked: string, expected: string[]): void {
  const text = marked.replace(/[⟦⟧]/g, "");
  const found = [...findReferences(text, { start: 0, end: text.length })];
  const cut = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  expect(found.map(({ path, options }) => [cut(path), ...options.map(({ key, value }) => `${cut(key)}=${cut(value)}`)].join(" "))).toEqual(
    expected,
  );
  let back = "";
  let at = 0;
  for (const { span } of found) {
    back += `${text.slice(at, span.start)}⟦${cut(span)}⟧`;
    at = span.end;
  }
  expect(back + text.slice(at)).toBe(marked);
}

describe("file references", () => {
  const cases: [string, string[]][] = [
    ["a ⟦@./x.txt⟧ b", ["./x.txt"]],
    ["⟦@../up/x⟧ ⟦@~/x⟧ ⟦@//var/log/x⟧", ["../up/x", "~/x", "//var/log/x"]],
    ["foo⟦@./x⟧", ["./x"]],
    ["@x @.x @/x @ @./ @../ @~/ @// @./. @./...", []],
    ["⟦@./x⟧. ⟦@./y⟧, ⟦@./z⟧; ⟦@./a⟧: ⟦@./b⟧! ⟦@./c⟧?!...", ["./x", "./y", "./z", "./a", "./b", "./c"]],
    ["⟦@./.env⟧. ⟦@./a.b.c⟧.", ["./.env", "./a.b.c"]],
    ["(⟦@./x⟧) [⟦@./y⟧] <⟦@./z⟧>", ["./x", "./y", "./z"]],
    ["[a](⟦@./x⟧)![b](⟦@./y⟧).", ["./x", "./y"]],
    ["⟦@./a(1).txt⟧ (⟦@./b[2]⟧) ⟦@./c⟧( ⟦@./d(e⟧", ["./a(1).txt", "./b[2]", "./c", "./d(e"]],
    ["\"⟦@./x⟧\" '⟦@./y⟧'. `⟦@./z⟧` “⟦@./a⟧” «⟦@./b⟧»", ["./x", "./y", "./z", "./a", "./b"]],
    ["⟦@./it's.txt⟧ ⟦@./'a'⟧ {⟦@./b⟧} ⟦@./{c}⟧", ["./it's.txt", "./'a'", "./b", "./{c}"]],
    ["⟦@./a+b$c*d⟧ ⟦@./*.ts⟧", ["./a+b$c*d", "./*.ts"]],
    ["⟦@./my%20file.txt⟧", ["./my%20file.txt"]],
    ["⟦@./文件.txt⟧\u3000⟦@./😀⟧\n⟦@./x⟧\r\n", ["./文件.txt", "./😀", "./x"]],
    ["⟦@./x.lua;type=text/x-lua⟧.", ["./x.lua type=text/x-lua"]],
    ["⟦@./x;type='text/plain;charset=utf-8'⟧.", ["./x type=text/plain;charset=utf-8"]],
    ['⟦@./x;a="b c";d=e⟧, f', ["./x a=b c d=e"]],
    ["⟦@./x;a=b;c=d⟧ ⟦@./x;a=b⟧;c ⟦@./x;a=⟧", ["./x a=b c=d", "./x a=b", "./x a="]],
    ["⟦@./x;y.txt⟧ ⟦@./x⟧;", ["./x;y.txt", "./x"]],
    ["⟦@./x;a='b⟧ c", ["./x a='b"]],
    ["(⟦@./x;a=b⟧) `⟦@./x;a=b⟧`", ["./x a=b", "./x a=b"]],
    ["⟦@./文⟧。 ⟦@./a⟧、 「⟦@./b⟧」 （⟦@./c⟧）。 ⟦@./d⟧… ⟦@./e⟧！？ 《⟦@./f⟧》", ["./文", "./a", "./b", "./c", "./d", "./e", "./f"]],
    ["⟦@./a。b（1）.txt⟧ ⟦@./「x」⟧", ["./a。b（1）.txt", "./「x」"]],
    ["⟦@./x@./y⟧", ["./x@./y"]],
  ];
  test.each(cases)("%s", check);

  test("stop at a tag", async () => {
    const { checkTree } = await import("./check-syntax.js");
    checkTree("@You:\n@./a-{{ x }}.txt @./{{ y }}", [
      "@You",
      '  reference "./a-"',
      '  expression " x "',
      '  text ".txt @./"',
      '  expression " y "',
    ]);
  });
});
