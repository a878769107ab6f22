import { describe, expect, test } from "vitest";
import { type Files, includeCase } from "./case.js";

/** What the only message renders to, where nothing at all is wrong. */
function rendered(document: string, files: Files): string | undefined {
  const { texts, differences } = includeCase(document, files);
  expect(differences).toEqual([]);
  return texts[0];
}

describe("an included file", () => {
  test.each<readonly [name: string, message: string, files: Files, text: string]>([
    [
      "renders its expressions and its code",
      "{{ include('a.md') }}",
      { "a.md": "{% local n = 2 %}{{ n + 1 }}{% for i = 1, n do %},{{ i }}{% end %}" },
      "3,1,2",
    ],
    ["trims as a message does", "{{ include('a.md') }}", { "a.md": "a\n  {%- if true then -%}\nb\n{%- end -%}  \nc" }, "abc"],
    ["keeps all its line ends, as LF", "[{{ include('a.md') }}]", { "a.md": "\r\na\r\rb\n\n\r\n" }, "[\na\n\nb\n\n\n]"],
    ["drops a byte order mark", "[{{ include('a.md') }}]", { "a.md": "\ufeff{{ 'x' }}" }, "[x]"],
    [
      "has no frontmatter, roles, blocks, escapes and references",
      "{{ include('a.md') }}",
      { "a.md": "```lua\nx = 1\n```\n\\@You:\n@./b.md\n**Tool Result:** `t`\n\n```\n{{ 1 }}\n```\n" },
      "```lua\nx = 1\n```\n\\@You:\n@./b.md\n**Tool Result:** `t`\n\n```\n1\n```\n",
    ],
    [
      "writes with print and __emit into its own text",
      "<{{ include('a.md') }}>",
      { "a.md": "a{% print('b', 1) __emit({ 1 }) %}c" },
      "<ab1[1]c>",
    ],
    ["reads as an empty text when it is empty", "[{{ include('a.md') }}]{{ #include('a.md') }}", { "a.md": "" }, "[]0"],
    ["may be put out by code", "{% print(include('a.md'), '|') __emit(include('a.md')) %}", { "a.md": "A" }, "A|A"],
    ["is not read where the call does not run", "{% if false then %}{{ include('none.md') }}{% end %}ok", {}, "ok"],
  ])("%s", (_name, message, files, text) => {
    expect(rendered(`@You:\n${message}\n`, files)).toBe(text);
  });

  test("is a string for whoever includes it", () => {
    const uses = [
      "type(a)",
      "a .. 'x'",
      "#a",
      "a:upper()",
      "tostring(a)",
      "('%s'):format(a)",
      "a == 'é'",
      "a < 'z'",
      "{ a }",
      "({ [a] = 1 })['é']",
    ];
    const message = `{% a = include('a.md') %}${uses.map((use) => `{{ ${use} }}`).join(" ")}`;
    expect(rendered(`@You:\n${message}\n`, { "a.md": "é" })).toBe('string éx 2 é é é true false ["é"] 1');
  });
});

describe("paths", () => {
  test.each<readonly [name: string, path: string, file: string]>([
    ["start from the folder of the document", "sub/a.md", "sub/a.md"],
    ["may begin with ./", "./a.md", "a.md"],
    ["may lead upwards", "../a.md", "/a.md"],
    ["may be absolute", "/elsewhere/a.md", "/elsewhere/a.md"],
    ["may start from the home folder", "~/a.md", "home/a.md"],
    ["may hold blanks, signs and letters of all kinds", "a b/#%41?+$é[1].md", "a b/#%41?+$é[1].md"],
    ["find a name that is written in the other form of Unicode", "caf\u00e9.md", "cafe\u0301.md"],
    ["find a folder that is written in the other form of Unicode", "caf\u00e9/a.md", "cafe\u0301/a.md"],
  ])("%s", (_name, path, file) => {
    expect(rendered(`@You:\n{{ include('${path}') }}\n`, { [file]: "found" })).toBe("found");
  });

  test("start from the file that the call is written in", () => {
    const files = { "sub/a.md": "A{{ include('deep/b.md') }}", "sub/deep/b.md": "B{{ include('../../c.md') }}", "c.md": "C" };
    expect(rendered("@You:\n{{ include('sub/a.md') }}\n", files)).toBe("ABC");
  });

  test("start from there also when another file calls the function that holds the call", () => {
    const document = "```lua\nfunction part() return include('p.md') end\n```\n@You:\n{{ include('sub/a.md', { part = part }) }}\n";
    expect(rendered(document, { "sub/a.md": "{{ part() }}", "p.md": "main", "sub/p.md": "sub" })).toBe("main");
  });

  test("are those of whoever calls include when it is passed along", () => {
    const document = "@You:\n{{ include('sub/a.md', { load = include }) }}\n";
    expect(rendered(document, { "sub/a.md": "{{ load('p.md') }}", "p.md": "main", "sub/p.md": "sub" })).toBe("sub");
  });
});

describe("the environment of a file", () => {
  test("has its own __filename and __dirname", () => {
    const at = "{{ __filename }} {{ __dirname }}";
    const text = rendered(`@You:\n{{ include('s/a.md') }} ${at}\n`, { "s/a.md": `${at} {{ include('../b.md') }}`, "b.md": at });
    expect(text).toBe("/chats/s/a.md /chats/s /chats/b.md /chats /chats/main.chat /chats");
  });

  test("holds the arguments, of all types, and nothing of the file around", () => {
    const document =
      "```lua\nname = 'outer'\nlist = { 1, 2 }\n```\n@You:\n{{ include('a.md', { list = list, f = function(n) return n + 1 end, 7 }) }}\n";
    const { texts, differences } = includeCase(document, { "a.md": "{{ #list }} {{ f(2) }} {{ ⟦expression/undefined-variable: name⟧ }}" });
    expect(differences).toEqual([]);
    expect(texts).toEqual(["2 3 {{ name }}"]);
  });

  test("gives nothing back: neither variables nor changed libraries", () => {
    const document =
      "@You:\n{{ include('a.md') }} {{ string.shout }} {{ ('x'):upper() }} {{ include('b.md') }} {{ ⟦expression/undefined-variable: made⟧ }}\n";
    const files = {
      "a.md": "{% made = 1 string.shout = 1 string.upper = nil table.insert = nil vim.fn.getcwd = nil %}{{ made }}",
      "b.md": "{{ ⟦expression/undefined-variable: made⟧ }}{{ string.shout }}{{ table.insert == nil }}{{ vim.fn.getcwd() }}",
    };
    const { texts, differences } = includeCase(document, files);
    expect(differences).toEqual([]);
    expect(texts).toEqual(["1  X {{ made }}false/chats {{ made }}"]);
  });

  test("has methods of strings of its own", () => {
    const document =
      "@You:\n{% function string.shout(s) return s:upper() .. '!' end %}{{ ('a'):shout() }} {{ include('a.md') }} {{ ('a'):shout() }}\n";
    expect(rendered(document, { "a.md": "{% function string.shout(s) return s .. '?' end %}{{ ('a'):shout() }}" })).toBe("A! a? A!");
  });

  test("lets an argument take the place of a library, but not of a reserved name", () => {
    const document = "@You:\n{{ include('a.md', { math = 'm', ⟦include/reserved-name: __filename⟧ = 'x' }) }}\n";
    const { texts, differences } = includeCase(document, { "a.md": "{{ math }} {{ __filename }}" });
    expect(differences).toEqual([]);
    expect(texts).toEqual(["m /chats/a.md"]);
  });

  test.each(["⟦include/reserved-name: include⟧ = 1", "[⟦include/reserved-name: 'include'⟧] = 1"])(
    "is told at every call of an argument with a reserved name: { %s }",
    (argument) => {
      const call = `{{ include('a.md', { ${argument} }) }}`;
      expect(includeCase(`@You:\n${call}\n${call}\n`, { "a.md": "no tags" }).differences).toEqual([]);
    },
  );

  test("draws random numbers from those of the document", () => {
    const draw = "{{ math.random(1000) }}";
    const plain = rendered(`@You:\n${draw} ${draw} ${draw} ${draw}\n`, {});
    expect(rendered(`@You:\n${draw} {{ include('a.md') }} {{ include('a.md') }} ${draw}\n`, { "a.md": draw })).toBe(plain);
  });
});

describe("where includes may stand", () => {
  test("frontmatter keeps them in variables", () => {
    const { evaluated, texts } = includeCase(
      "```lua\nnote = include('n.md', { who = 'Ann' })\n```\n@You:\n{{ note }}{{ note }}\n",
      { "n.md": "Dear {{ who }}. " },
      { wantVariables: true },
    );
    expect(texts).toEqual(["Dear Ann. Dear Ann. "]);
    expect(evaluated.result?.frontmatter?.variables).toEqual({ note: "Dear Ann. " });
  });

  test("options take them", () => {
    const { evaluated, differences } = includeCase("```lua\nflemma.opt.model = include('m.md')\n```\n@You:\nx\n", {
      "m.md": "claude-haiku-4-5",
    });
    expect(differences).toEqual([]);
    expect(evaluated.result?.config.options.model).toBe("claude-haiku-4-5");
  });

  test("one can be an argument of another", () => {
    expect(rendered("@You:\n{{ include('a.md', { inner = include('b.md') }) }}\n", { "a.md": "<{{ inner }}>", "b.md": "B" })).toBe("<B>");
  });

  test("what an expression gave is known, also after the files are", () => {
    const { evaluated, rounds } = includeCase("@You:\n{{ include('a.md') }}\n", { "a.md": "A{{ include('b.md') }}", "b.md": "B" });
    expect(evaluated.result?.messages[0]?.values).toMatchObject([{ type: "string", rendered: "AB", count: 1 }]);
    expect(rounds).toBe(3);
  });

  test("all files that are named are asked for at once, as far as they are known to be needed", () => {
    const document = "@You:\n{% local a = include('a.md') local b = include('b.md') %}{{ a .. b }}{{ include('c.md') }}\n";
    expect(includeCase(document, { "a.md": "A", "b.md": "B", "c.md": "C" })).toMatchObject({ texts: ["ABC"], rounds: 2 });
  });
});
