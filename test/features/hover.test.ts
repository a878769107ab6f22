import { describe, expect, test } from "vitest";
import { hover, hoverMarkdown, hoverPlainText, pendingHover } from "../../server/src/features/hover.js";
import { createSnapshot } from "../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

interface Shown {
  /** The text the hover is about. */
  readonly about: string;
  readonly markdown: string;
  readonly plain: string;
}

/** The hover at the cursor `‸` of a text. */
function at(marked: string): Shown | undefined {
  const offset = marked.indexOf("‸");
  const text = marked.replace("‸", "");
  const found = hover(evaluateText(text, surroundingsOf("/chats"), { probe: offset }), offset);
  if (found === undefined) return undefined;
  return { about: text.slice(found.span.start, found.span.end), markdown: hoverMarkdown(found), plain: hoverPlainText(found) };
}

/** Expects a hover about `about` whose plain text holds all the words. */
function check(marked: string, about: string, ...words: readonly string[]): void {
  const shown = at(marked);
  expect(shown?.about).toBe(about);
  for (const word of words) expect(shown?.plain).toContain(word);
}

const lua = "```lua\nname = 'Ann'\nlist = { 1, 2 }\nfunction f(x) return x end\n```\n";

describe("on a role marker", () => {
  test.each(["‸@You:", "@‸You:", "@You‸:", "@You:‸"])("the turn is shown as it will be sent: %s", (marker) => {
    expect(at(`${lua}${marker}\nHi {{ name }}.\n`)).toEqual({
      about: "@You:",
      markdown: "**@You as it will be sent**\n\n```markdown\nHi Ann.\n```",
      plain: "@You as it will be sent\n\nHi Ann.",
    });
  });

  test("parts are named", () => {
    const use = '**Tool Use:** `bash` (`t1`)\n```json\n{ "a": 1 }\n```\n';
    check(
      `@‸Assistant:\nsaid\n<thinking>\nthought\n</thinking>\n${use}@You:\n**Tool Result:** \`t1\`\n\`\`\`\nx\n\`\`\`\n`,
      "@Assistant:",
      "said",
      "Thinking",
      "thought",
      "Tool use bash (t1)",
      '"a": 1',
    );
    check(
      `@Assistant:\n${use}@‸You:\n**Tool Result:** \`t1\` (error)\n\`\`\`\nfailed\n\`\`\`\n`,
      "@You:",
      "Tool result bash (t1), error",
      "failed",
    );
  });

  test("a long turn is shown by its head and its tail, with the count", () => {
    const shown = at(`@‸You:\n${"x".repeat(4000)}${"y".repeat(1000)}\n`);
    expect(shown?.plain).toContain(`\n${"x".repeat(3000)}\n… 1000 characters left out …\n${"y".repeat(1000)}`);
  });

  test("a turn that is not sent says so", () => {
    check("@‸System:\none\n@System:\ntwo\n", "@System:", "not sent", "one");
    check("@‸Bot:\nx\n", "@Bot:", "not sent");
    expect(at("@System:\none\n@‸System:\ntwo\n")?.plain).not.toContain("not sent");
  });

  test("an empty and a failed one say so", () => {
    check("@‸You:\n", "@You:", "This message is empty.");
    check("@‸You:\na{% error('boom') %}\n", "@You:", "cannot be rendered", "boom");
    check("@‸You:\na{{ nobody }}\n", "@You:", "a{{ nobody }}");
  });

  test("the fence is longer than any in the content, whatever comes", () => {
    expect(at("@‸You:\n```js\nx\n```\n")?.markdown).toBe("**@You as it will be sent**\n\n````markdown\n```js\nx\n```\n````");
    expect(at("@‸You:\n{{ ('`'):rep(7) }}\n")?.markdown).toContain("\n````````markdown\n```````\n````````");
  });
});

test("a turn that was not evaluated says why", () => {
  const snapshot = createSnapshot("file:///a.chat", 1, "@You:\nhi\n@Assistant:\nyo\n");
  for (const [outcome, words] of [
    ["timed-out", "was stopped"],
    ["crashed", "ended unexpectedly"],
    ["syntax-only", "larger than 2 MB"],
  ] as const) {
    const found = hover({ snapshot, outcome }, 0);
    expect(found && hoverPlainText(found)).toContain(words);
    const reply = hover({ snapshot, outcome }, snapshot.text.text.indexOf("@Assistant"));
    expect(reply && hoverPlainText(reply)).toContain("yo");
  }
});

describe("on an expression", () => {
  test("value, type and rendered text are shown", () => {
    check("@You:\n{{ ‸1 + 1 }}\n", "{{ 1 + 1 }}", "number", "rendered as", "2");
    check(`${lua}@You:\n{{‸ list }}\n`, "{{ list }}", "table", "[1,2]");
    check("@You:\n{{‸ nil }}\n", "{{ nil }}", "nil");
  });

  test("in a loop the last value is shown, with the count", () => {
    check("@You:\n{% for i = 1, 3 do %}{{‸ i * 2 }}{% end %}\n", "{{ i * 2 }}", "last of 3", "6");
  });

  test("its error is shown instead", () => {
    check("@You:\n{{ 1 ‸+ nil }}\n", "{{ 1 + nil }}", "nil value");
    check("@You:\n{{ 1 ‸+ }}\n", "{{ 1 + }}", ".");
    check(`${lua}@You:\n{{ ‸nmae }}\n`, "{{ nmae }}", "Undefined variable 'nmae'", "Did you mean 'name'?");
  });

  test("markup in a message does not become markup", () => {
    expect(at("@You:\n{{ error('*a* `b` <c>', 0‸) }}\n")?.markdown).toContain("\\*a\\* \\`b\\` \\<c\\>");
  });
});

describe("on a name", () => {
  test.each(["{{ ‸name }}", "{{ na‸me }}", "{{ name‸ }}"])("its value is shown, and where it was set: %s", (tag) => {
    check(`${lua}@You:\n${tag}\n`, "name", "name (global): string, set on line 2", '"Ann"');
  });

  test("locals, loop variables, members and functions are told apart", () => {
    check("@You:\n{% local colour = 'red' %}{{ col‸our }}\n", "colour", "colour (local): string", '"red"');
    check("@You:\n{% for i = 1, 3 do %}{{ ‸i }}{% end %}\n", "i", "(local): number", "last of 3", "3");
    check("@You:\n{{ string.up‸per('x') }}\n", "upper", "(member): function");
    check(`${lua}@You:\n{{ f‸(1) }}\n`, "f", "function", "line 4");
  });

  test("in a code tag its value is shown too", () => {
    check(`${lua}@You:\n{% if na‸me then %}x{% end %}\n`, "name", '"Ann"');
  });

  test("in the frontmatter its value is shown", () => {
    check("```lua\nna‸me = 'Ann'\n```\n@You:\nx\n", "name", '"Ann"');
    check("```lua\na = 1\nb = ‸a + 1\n```\n@You:\nx\n", "a", "1");
    check('```json\n{ "na‸me": ["Ann"] }\n```\n@You:\nx\n', '"name"', "Ann");
    check("```yaml\nother: 1\nna‸me: [Ann]\n```\n@You:\nx\n", "name", "Ann");
  });

  test("a number is shown as a template prints it", () => {
    check("```lua\n‸x = 10 / 3\n```\n@You:\nx\n", "x", "3.3333333333333");
    expect(at("```lua\n‸x = 0.1 + 0.2\n```\n@You:\nx\n")?.plain).toMatch(/0\.3$/);
  });

  test("a long value is cut between characters", () => {
    const shown = at("```lua\n‸x = ('a😀'):rep(2000)\n```\n@You:\nx\n");
    expect(shown?.plain).toContain("characters)");
    expect(shown?.plain).not.toMatch(/\p{Surrogate}/u);
  });
});

test.each(["@You:\nte‸xt\n", "stray‸\n@You:\n", "@You:\na{{ 1 }}‸ b\n", "```lua‸\nx = 1\n```\n@You:\n", "@Assistant:\n{{ na‸me }}\n", "‸"])(
  "there is nothing to tell: %j",
  (marked) => {
    expect(at(marked)).toBeUndefined();
  },
);

describe("while values are on their way", () => {
  const pending = (marked: string): { about: string; plain: string } | undefined => {
    const offset = marked.indexOf("‸");
    const text = marked.replace("‸", "");
    const found = pendingHover(createSnapshot("file:///a.chat", 1, text), offset);
    return found && { about: text.slice(found.span.start, found.span.end), plain: hoverPlainText(found) };
  };

  test.each([
    ["@‸You:\nx\n", { about: "@You:", plain: "@You\n\nEvaluation is still running." }],
    ["@You:\n{{ ‸x }}\n", { about: "{{ x }}", plain: "{{ x }}\n\nEvaluation is still running." }],
    ["```lua\nx‸ = 1\n```\n", { about: "", plain: "Evaluation is still running." }],
    ["@‸Assistant:\nsaid\n", { about: "@Assistant:", plain: "@Assistant as it will be sent\n\nsaid" }],
    ['```json\n{ "a‸": 1 }\n```\n', { about: '"a"', plain: "a (variable)\n\n1" }],
    ["```yaml\n'a‸': 1\n```\n", { about: "'a'", plain: "a (variable)\n\n1" }],
    ['```json\n{ "a.b‸": 1 }\n```\n', { about: '"a.b"', plain: "a.b (variable)\n\n1" }],
    ["```yaml\nu:\n  é: { 'n‸': Ann }\n```\n", { about: "'n'", plain: 'u.é.n (key)\n\n"Ann"' }],
    ['```json\n{ "u": [{ "a": 1 }, { "b‸": [2] }] }\n```\n', { about: '"b"', plain: "u[2].b (key)\n\n[\n  2\n]" }],
    ['```json\n{ "u": { "a": ‸1 } }\n```\n', { about: "", plain: "Evaluation is still running." }],
    ["@You:\nte‸xt\n", undefined],
  ])("syntax answers: %j", (marked, expected) => {
    expect(pending(marked)).toEqual(expected);
  });

  test("it is said that nothing is on its way while a reply is written", () => {
    const found = pendingHover(createSnapshot("file:///a.chat", 1, "@You:\n{{ x }}\n"), 9, { why: "paused" });
    expect(found && hoverPlainText(found)).toBe("{{ x }}\n\nEvaluation is paused while a reply is being written.");
  });
});

describe("a table", () => {
  test("is an aligned listing of its members", () => {
    const text = "```lua\nuser = { 7, name = 'Ann', ['two words'] = true, nested = { 1, 2 }, go = print }\n```\n@You:\n{{ ";
    const listing = [
      "[1]            number    7",
      'name           string    "Ann"',
      '["two words"]  boolean   true',
      "nested         table     [1,2]",
      "go             function  function",
    ].join("\n");
    expect(at(`${text}‸user }}\n`)?.plain).toContain(listing);
    expect(at(`${text}(‸user) }}\n`)?.plain).toContain(listing);
    expect(at(`${text}‸(user) }}\n`)?.plain).toContain(listing);
  });

  test("is cut after some members and within long values, with the count", () => {
    const shown = at("@You:\n{% local t = {} for i = 1, 50 do t[i] = ('😀'):rep(100) end %}{{ ‸t }}\n")?.plain;
    expect(shown).toContain("… 34 more");
    expect(shown).toContain("[16]");
    expect(shown).not.toContain("[17]");
    expect(shown).not.toMatch(/\p{Surrogate}/u);
  });

  test("without members is said to be empty", () => {
    check("@You:\n{% local t = {} %}{{ ‸t }}\n", "t", "table", "{}");
  });
});

describe("where a name was set", () => {
  test("is shown with the text of that line, unless the hover is on it", () => {
    check(`${lua}@You:\n{{ ‸name }}\n`, "name", "set on line 2", "name = 'Ann'");
    const text = "@You:\n{% for i = 1, 3 do\n  last = i -- the last one\nend %}{{ ‸last }}\n";
    check(text, "last", "set on line 3", "last = i -- the last one");
    expect(at("```lua\n‸x = 1\n```\n")?.plain).not.toContain("x = 1");
  });
});

describe("on a code tag", () => {
  test("what it assigned is shown with the values", () => {
    check(
      "@You:\n{‸% total, name = 3, 'Ann' local t = { 1 } %}\n",
      "{% total, name = 3, 'Ann' local t = { 1 } %}",
      "ran once and assigned",
    );
    const shown = at("@You:\n{‸% total, name = 3, 'Ann' local t = { 1 } %}\n")?.plain;
    expect(shown).toContain("total    number  3");
    expect(shown).toContain('name     string  "Ann"');
    expect(shown).toContain("local t  table   [1]");
  });

  test("what it printed is shown, also through a function, but no text of other tags", () => {
    const text =
      "```lua\nfunction say(x) print(x, '!') end\n```\n@You:\n{‸% say('hi') if true then print(' you') end %}text{% print('other') %}\n";
    const shown = at(text)?.plain;
    expect(shown).toContain("It printed\n\nhi! you");
    expect(shown).not.toContain("other");
    expect(at("@You:\n{‸% for i = 1, 2 do %}text{% print(i) end %}\n")?.plain).not.toContain("printed");
  });

  test("how often it ran is said", () => {
    check("@You:\n{% for i = 1, 3 do %}{‸% x = i %}{% end %}\n", "{% x = i %}", "ran 3 times");
    check("@You:\n{% if false then %}{‸% x = 1 %}{% end %}\n", "{% x = 1 %}", "did not run");
    check("@You:\n{‸% for i = 1, 3 do x = i end %}\n", "{% for i = 1, 3 do x = i end %}", "ran once", "number  3");
  });

  test("a tag without a statement of its own says nothing", () => {
    expect(at("@You:\n{% if true then %}{‸% end %}\n")).toBeUndefined();
    expect(at("@You:\n{‸% -- note %}\n")).toBeUndefined();
  });

  test("a failed one shows its error, and what it did before", () => {
    check("@You:\n{‸% x = 1 error('boom') %}\n", "{% x = 1 error('boom') %}", "boom", "number  1");
  });
});

describe("on a name that has a description", () => {
  test("its signature and what it does are shown", () => {
    check("@You:\n{{ string.up‸per('x') }}\n", "upper", "string.upper(text: string): string", "ASCII letters in upper case");
    check("@You:\n{{ ('x'):re‸p(2) }}\n", "rep", "string.rep(", "as often as said");
    check("@You:\n{{ pri‸nt }}\n", "print", "print(...)");
    check("```lua\n-- Says hello.\nfunction greet(who) end\n```\n@You:\n{{ gre‸et(1) }}\n", "greet", "function greet(who)", "Says hello.");
  });

  test("also where the code does not run", () => {
    check("@You:\n{{ string.up‸per( }}\n", "upper", "string.upper(text: string): string");
    const marked = "@You:\n{{ string.up‸per('x') }}\n";
    const found = pendingHover(createSnapshot("u", 1, marked.replace("‸", "")), marked.indexOf("‸"));
    expect(found && hoverPlainText(found)).toContain("string.upper(text: string): string");
  });

  test("but not when a local hides it", () => {
    expect(at("@You:\n{% local print = 1 %}{{ pri‸nt }}\n")?.plain).not.toContain("print(...)");
  });
});
