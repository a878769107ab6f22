import { describe, expect, test } from "vitest";
import { findTagEnd } from "../../server/src/syntax/find-tag-end.js";
import { checkTree } from "./check-syntax.js";

describe("the end of a tag", () => {
  /** `‸` stands where the code ends; undefined: no end. */
  const check = (marked: string, closer: "}}" | "%}", trimAfter: boolean) => {
    const text = marked.replace("‸", "");
    const found = findTagEnd(text, 0, { limit: text.length, closer });
    const codeEnd = marked.indexOf("‸");
    if (codeEnd < 0) expect(found).toBeUndefined();
    else expect(found).toEqual({ codeEnd, end: codeEnd + (trimAfter ? 3 : 2), trimAfter });
  };

  test.each([
    "1 ‸}} }}",
    "‸}}",
    "{ a = { 1 } } ‸}}",
    "{1}‸}}",
    "'}}' ‸}}",
    '"\\"}}" ‸}}',
    "'\\\n}}' ‸}}",
    "'\\\r\n}}' ‸}}",
    "'\\z \r\n  }}' ‸}}",
    "'\\\\' ‸}} '",
    "[[ }} ' ]] ‸}}",
    "[==[ ]] }} ]=] ]==] ‸}}",
    "t[1] [= ‸}}",
    "-- '\n'}}' ‸}}",
    "1 -- it's ‸}} x",
    "1 --‸}} x",
    "--[[ }} ]] 1 ‸}}",
    "--[=[ }} \n ]=] ‸}}",
    "--[ x ‸}}",
    "{ -- }} \n } ‸}}",
    "a - b - ‸}}",
    "a } ‸}}",
    "%} ‸}}",
  ])("of an expression: %s", (marked) => check(marked, "}}", false));

  test.each(["1 ‸-}} x", "-- note ‸-}}", "-- note -‸-}}", "‸-}}", "--[[ }} ]]‸-}}", "---‸-}}"])("with a trim: %s", (marked) =>
    check(marked, "}}", true),
  );

  test.each(["x = 1 ‸%}", "x = {} ‸%}", "x = '%}' ‸%}", "x = a % b ‸%}", "-- c ‸%} %}", "x = }} ‸%}"])("of code: %s", (marked) =>
    check(marked, "%}", false),
  );

  test.each(["1", "1 }", "'}}", "'\n' }}", "'\\", "[[ }}", "[==[ ]] }}", "--[[ }}", "{ }}", "-- x\n", "{ -- }}"])("none: %s", (text) =>
    check(text, "}}", false),
  );

  test("must lie before the limit", () => {
    expect(findTagEnd("1 }} x", 0, { limit: 3, closer: "}}" })).toBeUndefined();
    expect(findTagEnd("[[ ]] }}", 0, { limit: 4, closer: "}}" })).toBeUndefined();
  });
});

describe("tags", () => {
  const cases: [string, string, string[]][] = [
    ["open with a trim when a dash follows", "a {{-1}} b", ['  text "a "', '  expression trim-before "1"', '  text " b"']],
    ["may be all trim", "{%--%}{{--}}", ['  code trim-before "" trim-after', '  expression trim-before "" trim-after']],
    ["take the dashes of a comment", "{{---}}{%---- x -%}", ['  expression trim-before "--"', '  code trim-before "--- x " trim-after']],
    ["start at the first of three braces", "{{{ a = 1 }}}", ['  expression "{ a = 1 }"']],
    ["run over lines", "{%\nx = [[\n%}\n]]\n%}", ['  code "\\nx = [[\\n%}\\n]]\\n"']],
    [
      "unclosed make the rest literal, references too",
      "@./a {{ 1 }} {% x @./b\n{{ 2 }}",
      ['  reference "./a"', '  text " "', '  expression " 1 "', '  text " {% x @./b\\n{{ 2 }}"', '! template/unclosed-tag "{%"'],
    ],
    ["do not end in the dropped lines", "{{ x\n\n", ['  text "{{ x"', '! template/unclosed-tag "{{"']],
  ];
  test.each(cases)("%s", (_, body, expected) => checkTree(`@You:\n${body}`, ["@You", ...expected]));

  test("are text in Assistant", () => checkTree("@Assistant:\n{{ 1 }} {% x @./a", ["@Assistant", '  text "{{ 1 }} {% x @./a"']));
  test("run in System", () => checkTree("@System:\n{{ 1 }}", ["@System", '  expression " 1 "']));
});
