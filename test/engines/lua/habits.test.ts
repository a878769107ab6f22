import { describe, expect, test } from "vitest";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import { fixes } from "../../../server/src/features/fixes.js";
import { evaluateText, surroundingsOf } from "../../conformance/harness.js";

/** The messages of a body of `@You:`. */
function messages(body: string): string[] {
  return diagnostics(evaluateText(`@You:\n${body}`, surroundingsOf("/folder"))).map(({ message }) => message);
}

describe("a fault is said in Lua's words first, then what to write", () => {
  test.each([
    ["{{ 1 != 2 }}", "'}}' expected near '!'. Lua writes '~=' for 'not equal'."],
    ["{% n = 1 n += 1 %}", "'=' expected near '+'. Lua has no '+='. Write the target again: 'n = n + …'."],
    ["{{ return 5 }}", "unexpected symbol near 'return'. An expression tag holds a value only. Drop 'return'."],
    ["{% if true %}x{% end %}", "'then' expected near 'true'. Lua writes 'if … then'."],
    ["{% if true then %}x{% endif %}", "'=' expected near '<eof>'. A Lua block closes with 'end'."],
    ["{{#if true}}x{{/iff}}", "unexpected symbol near 'if'. Lua writes 'if … then'."],
    ["{{> header}}", "unexpected symbol near '>'. Lua has no partials. Write '{{ include(\"part.md\") }}'."],
    [
      "{% block %}",
      "'=' expected near '<eof>'. Lua templates have no 'block'. Write '{{ include(\"part.md\") }}' for a part of the text. It is given values: 'include(\"part.md\", { title = \"x\" })'.",
    ],
    [
      "{% block main %}",
      "'=' expected near 'main'. Lua templates have no 'block'. Write '{{ include(\"part.md\") }}' for a part of the text. It is given values: 'include(\"part.md\", { title = \"x\" })'.",
    ],
    ["{{ 1 in {} }}", "'}}' expected near 'in'. Lua has no 'in' for values. Look a key up, 't[key] ~= nil', or go through the list."],
    ["{{ new Date() }}", "'}}' expected near 'Date'. Lua has no 'new'."],
    ["{% switch x %}", "'=' expected near 'x'. Lua has no 'switch'. Write 'if … then … elseif … then … end'."],
    ["{{ 1 | 2 }}", "'}}' expected near '|'. Lua 5.1 has no operators on bits."],
    ["{{ json({}) }}", "Undefined variable 'json'. A table in '{{ … }}' comes out as JSON."],
    ["{{ len('x') }}", "Undefined variable 'len'. Lua writes '#x' for the length."],
    ["{{ null }}", "Undefined variable 'null'. Did you mean 'nil'?"],
    ["{% retrun 5 %}", "'=' expected near '5'. Did you mean 'return'?"],
    [
      "{% n = nil %}{{ 'a' .. n }}",
      "attempt to concatenate global 'n' (a nil value). Set it first, or write '(n or \"\")' for an empty text.",
    ],
  ])("%s", (body, message) => expect(messages(body)[0]).toBe(message));

  test("a status that nobody knows is told beside a result of no tool use", () => {
    expect(messages("**Tool Result:** `a` (aproved)\n```\n```")).toContain(
      "Unknown status \"aproved\": this result counts as final and is sent. Did you mean 'approved'?",
    );
  });

  test("one fault is one diagnostic, also where a block of several tags is at fault", () => {
    for (const body of [
      "{% if true %}x{% end %}",
      "{% for x in values({}) %}x{% break %}{% end %}",
      "{% if true then %}x{% else if false then %}y{% end %}",
    ])
      expect(messages(body)).toHaveLength(1);
  });

  test("what nothing is recognised in keeps Lua's words", () => {
    expect(messages("{{ 1 2 }}")).toEqual(["'}}' expected near '2'."]);
  });
});

describe("no fix is offered", () => {
  const titles = (text: string): string[] => {
    const evaluated = evaluateText(text, surroundingsOf("/folder"));
    return diagnostics(evaluated).flatMap((fault) => fixes(evaluated.snapshot, fault).map(({ title }) => title));
  };

  test.each([
    ["where the rest of the expression is faulty as well", "@You:\n{{ 1 != }}"],
    ["that makes a comment of a divisor", "@You:\n{{ #'abc' // 2 }}"],
    ["for an arrow whose body is a block", "@You:\n{% f = (a) => { return a } %}"],
    ["for a method with a dot that needs more", "@You:\n{{ string.upper() }}"],
    ["for a filter that Lua has nothing for", "@You:\n{{ 'x' | wordwrap(3) }}"],
    ["for a name that could only be a function or a library", "@You:\n{{ mane }}"],
    ["for a value that cannot be joined", "@You:\n{{ 'a' .. null }}"],
    ["for another language of a tool use whose input is no JSON", "@Assistant:\n**Tool Use:** `a` (`b`)\n```lua\nx = 1\n```\n"],
  ])("%s", (_, text) => expect(titles(text)).toEqual([]));

  test.each(["took 3s", "bash", "done", "42", "by=me at=noon", "", "rows=3 ok"])("for a remark in place of a status: (%s)", (suffix) => {
    expect(titles(`@You:\n**Tool Result:** \`a\` (${suffix})\n\`\`\`\nx\n\`\`\`\n`)).toEqual([]);
  });
});

describe("what is well-formed is left alone", () => {
  test.each([
    "{{ 1 ~= 2 }} costs 5% | upper, a != b && c",
    "{% if true then %}x{% elseif false then %}y{% else if true then %}z{% end end %}",
    "{% -- a comment // with != signs\nx = 1 %}",
    "{{ '!=' .. \"&&\" .. [[ || ]] }}",
    "a {# no tag #} and %} and }}",
  ])("%s", (body) => {
    expect(messages(body)).toEqual([]);
  });
});
