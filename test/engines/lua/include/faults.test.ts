import { describe, expect, test } from "vitest";
import { type Files, includeCase } from "./case.js";

/** Evaluates a document whose faults are marked, and compares all of them. */
function check(document: string, files: Files = {}): ReturnType<typeof includeCase> {
  const result = includeCase(document, files);
  expect(result.differences).toEqual([]);
  return result;
}

describe("a file that cannot be included blocks at exactly the call", () => {
  test.each<readonly [name: string, code: string, path: string, files: Files, says: string]>([
    ["is missing", "missing", "b.md", {}, 'There is no file at "b.md". Create it, or correct the path.'],
    ["is a folder", "folder", "sub", { "sub/a.md": "" }, '"sub" is a folder. Include a file in it.'],
    ["is the folder of the document", "folder", ".", { "a.md": "" }, '"." is a folder.'],
    ["cannot be read", "unreadable", "b.md", { "b.md": { refusal: "unreadable" } }, '"b.md" cannot be read. Look at its permissions.'],
    ["is a device", "special", "b.md", { "b.md": { refusal: "special" } }, "is no regular file"],
    ["is too large", "too-large", "b.md", { "b.md": { refusal: "too-large" } }, "larger than 1 MB"],
    ["lies where nothing is read", "forbidden", "b.md", { "b.md": { refusal: "forbidden" } }, "Trust the workspace"],
    ["is no text", "not-text", "b.md", { "b.md": { refusal: "not-text" } }, "Save it as UTF-8"],
    ["is no path", "unknown-urn", "urn:isbn:1", {}, "urn:flemma:personality:NAME"],
    ["is no personality", "unknown-personality", "urn:flemma:personality:none", {}, "There is no personality 'none'."],
  ])("one that %s", (_name, kind, path, files, says) => {
    const { texts, diagnostics } = check(`@You:\na {{ ⟦include/${kind}: include("${path}")⟧ }} b\n`, files);
    expect(texts).toEqual([`a {{ include("${path}") }} b`]);
    expect(diagnostics).toMatchObject([{ severity: "error", blocks: true, message: expect.stringContaining(says) }]);
  });

  test.each([
    ["nil", "nil"],
    ["''", "an empty text"],
    ["{}", "a table"],
    ["'a.md', 'b'", "is a string"],
    ["'a.md', { [symbols.MIME] = 1 }", "symbols.MIME"],
  ])("the arguments %s", (args, says) => {
    const { diagnostics } = check(`@You:\n{{ ⟦include/argument: include(${args})⟧ }}\n`);
    expect(diagnostics[0]?.message).toContain(says);
  });

  test("in code, which cannot be rendered then", () => {
    const { evaluated } = check("@You:\na {% x = ⟦include/missing: include('b.md')⟧ %} {{ 1 }}\n\n@You:\nb");
    expect(evaluated.result?.messages.map((output) => output?.failed)).toEqual([true, false]);
  });

  test("in frontmatter, whose variables are gone then", () => {
    check("```lua\na = 1\nb = ⟦include/missing: include 'b.md'⟧\n```\n@You:\n{{ a }}\n");
  });

  test("in a function of the frontmatter: where the message calls it", () => {
    const { chains } = check(
      "```lua\nfunction part(name) return include(name .. '.md') end\n```\n@You:\n{{ ⟦include/missing: part('b')⟧ }}\n",
    );
    expect(chains).toEqual([[`main.chat "include(name .. '.md')"`]]);
  });

  test("in a loop once, with the count", () => {
    const { diagnostics } = check("@You:\n{% for i = 1, 3 do %}{{ ⟦include/missing: include('b.md')⟧ }}{% end %}\n");
    expect(diagnostics[0]?.message).toMatch(/\(3 times\)$/);
  });

  test("and pcall catches it", () => {
    const { texts, diagnostics } = check("@You:\n{% local ok, text = pcall(include, 'b.md') %}{{ ok }} {{ text }}\n");
    expect(texts[0]).toMatch(/^false main\.chat:2: There is no file at "b\.md"\./);
    expect(diagnostics).toEqual([]);
  });
});

describe("a missing file names those that may be meant", () => {
  const files = { "sub/notes.md": "", "sub/note.txt": "", "sub/deep/x.md": "" };

  test("of its own folder, as paths in the manner of the call", () => {
    const { diagnostics } = check('@You:\n{{ ⟦include/missing: include("./sub/notez.md")⟧ }}\n', files);
    expect(diagnostics[0]).toMatchObject({
      suggestions: ["./sub/notes.md", "./sub/note.txt"],
      message: expect.stringContaining("Did you mean"),
    });
  });

  test.each(["./b.md", "../b.md", "~/b.md"])("and a reference the path that it holds: @%s", (path) => {
    const { diagnostics } = check(`@You:\n{{ ⟦include/missing: include("@${path}")⟧ }}\n`, files);
    expect(diagnostics[0]).toMatchObject({
      message: `There is no file at "@${path}". Did you mean '${path}'?`,
      data: { kind: "replace", with: [path] },
    });
  });

  test("and the fix replaces what is between the quotes", () => {
    const { diagnostics, evaluated } = check("@You:\n{{ ⟦include/missing: include('sub/notez.md', { a = 1 })⟧ }}\n", files);
    const { data } = diagnostics[0] ?? {};
    expect(data).toMatchObject({ kind: "replace", with: ["sub/notes.md", "sub/note.txt"] });
    const { start = 0, end = 0 } = data?.kind === "replace" ? data.span : {};
    expect(evaluated.snapshot.text.text.slice(start, end)).toBe("sub/notez.md");
  });

  test.each(["'sub/' .. 'notez.md'", "[[sub/notez.md]]", "'sub\\x2fnotez.md'"])("without a fix where the path is written %s", (path) => {
    const { diagnostics } = check(`@You:\n{{ ⟦include/missing: include(${path})⟧ }}\n`, files);
    expect(diagnostics[0]?.suggestions).toContain("sub/notes.md");
    expect(diagnostics[0]?.data).toBeUndefined();
  });

  test("but no folder, and none of a folder that is not there", () => {
    const { diagnostics } = check(
      "@You:\n{{ ⟦include/missing: include('sub/deeq')⟧ }}{{ ⟦include/missing: include('sup/notes.md')⟧ }}\n",
      files,
    );
    expect(diagnostics.map(({ suggestions = [] }) => suggestions)).toEqual([[], []]);
  });
});

describe("circular includes", () => {
  const message = (file: string): string => `Circular include detected (requested by '/chats/${file}')`;

  test("are told where the circle closes, with the calls that led there", () => {
    const files = { "a.md": "{{ include('b.md') }}", "b.md": "x {{ ⟦include/circular: include('a.md')⟧ }}" };
    const { texts, diagnostics, chains } = check("@You:\n{{ include('a.md') }}\n", files);
    expect(texts).toEqual(["{{ include('a.md') }}"]);
    expect(diagnostics).toMatchObject([{ file: "/chats/b.md", message: message("b.md"), blocks: true }]);
    expect(chains).toEqual([[`a.md "include('b.md')"`, `main.chat "include('a.md')"`]]);
  });

  test("begin with the document itself", () => {
    expect(check("@You:\n{{ ⟦include/circular: include('main.chat')⟧ }}\n").diagnostics).toMatchObject([{ message: message("main.chat") }]);
  });

  test("are found whatever way the path is written", () => {
    check("@You:\n{{ include('a.md') }}\n", { "a.md": "{{ ⟦include/circular: include('./x/../a.md')⟧ }}" });
  });

  test("are none where files are attached as they are", () => {
    check("@You:\n{{ include('a.md') }}\n", { "a.md": "{{ include('a.md', { [symbols.BINARY] = true }) }}" });
  });

  test("are none where a file is included again behind itself", () => {
    expect(check("@You:\n{{ include('a.md') }}{{ include('b.md') }}\n", { "a.md": "A", "b.md": "{{ include('a.md') }}" }).texts).toEqual([
      "AA",
    ]);
  });

  test("are found though the file was rendered before in another place", () => {
    // b renders well beside a; below a it would include a again.
    const files = {
      "a.md": "{{ include('b.md', { stop = stop }) }}",
      "b.md": "{% if not stop then %}{{ ⟦include/circular: include('a.md', { stop = true })⟧ }}{% end %}",
    };
    const { texts } = check(
      "```lua\nstop = nil\n```\n@You:\n{{ include('b.md', { stop = true }) }}|{{ include('a.md', { stop = false }) }}\n",
      files,
    );
    expect(texts).toEqual(["|{{ include('a.md', { stop = false }) }}"]);
  });
});

describe("includes nest at most 16 deep", () => {
  const chain = (length: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length }, (_, i) => [`${i}.md`, i === length - 1 ? "end" : `{{ include('${i + 1}.md') }}`]));

  test("16 files render", () => {
    expect(check("@You:\n{{ include('0.md') }}\n", chain(16)).texts).toEqual(["end"]);
  });

  test("the seventeenth is refused at its call, with all calls that led there", () => {
    const files = { ...chain(17), "15.md": "{{ ⟦include/too-deep: include('16.md')⟧ }}" };
    const { chains, diagnostics } = check("@You:\n{{ include('0.md') }}\n", files);
    expect(diagnostics[0]?.message).toBe('Includes nest deeper than 16 files. Let "15.md" do without "16.md".');
    expect(chains[0]).toHaveLength(16);
    expect(chains[0]?.at(-1)).toBe(`main.chat "include('0.md')"`);
  });

  test("also where the end of the chain was rendered before", () => {
    const files = { ...chain(17), "15.md": "{{ ⟦include/too-deep: include('16.md')⟧ }}" };
    expect(check("@You:\n{{ include('8.md') }} {{ include('0.md') }}\n", files).texts).toEqual(["end {{ include('0.md') }}"]);
  });
});

describe("faults in an included file are told there, once", () => {
  test("expressions that fail stay as they are, with a warning", () => {
    const { texts, diagnostics, chains } = check("@You:\n{{ include('s/a.md', { name = 'x' }) }}\n", {
      "s/a.md": "a\n{{ ⟦expression/undefined-variable: nmae⟧ }} {{ ⟦expression/runtime: nil⟧ + 1 }} {{ x ⟦expression/syntax: +⟧ }} b",
    });
    expect(texts).toEqual(["a\n{{ nmae }} {{ nil + 1 }} {{ x + }} b"]);
    expect(diagnostics.map(({ blocks, severity }) => [blocks, severity])).toEqual(Array(3).fill([false, "warning"]));
    expect(new Set(chains.map(String))).toEqual(new Set([`main.chat "include('s/a.md', { name = 'x' })"`]));
  });

  test("code that fails blocks, and the call above only leaves its text", () => {
    const { texts, diagnostics } = check("@You:\n[{{ include('a.md') }}]\n", { "a.md": "{{ 1 }}\n{% ⟦template/runtime: error('no')⟧ %}" });
    expect(texts).toEqual(["[{{ include('a.md') }}]"]);
    expect(diagnostics).toMatchObject([{ blocks: true, severity: "error", message: "no." }]);
  });

  test("code that is not well-formed blocks, and the place that explains it is in the same file", () => {
    const { chains } = check("@You:\n{{ include('a.md') }}\n", { "a.md": "\n{% if true then %}x{% ⟦template/syntax: until⟧ x %}" });
    expect(chains).toEqual([['a.md "if"', `main.chat "include('a.md')"`]]);
  });

  test("a tag that is never closed is told, and the rest is text", () => {
    const { texts, diagnostics } = check("@You:\n{{ include('a.md') }}\n", { "a.md": "a ⟦template/unclosed-tag: {{⟧ 1 + b" });
    expect(texts).toEqual(["a {{ 1 + b"]);
    expect(diagnostics[0]?.message).toContain("the rest of the file is literal text");
  });

  test("in code of the document: its message cannot be rendered", () => {
    const { evaluated } = check("@You:\n{% x = include('a.md') %}\n", { "a.md": "{{ ⟦include/missing: include('b.md')⟧ }}" });
    expect(evaluated.result?.messages[0]?.failed).toBe(true);
  });

  test("in frontmatter", () => {
    const { chains } = check("```lua\nx = include('a.md')\n```\n@You:\nhi\n", { "a.md": "{{ ⟦include/missing: include('b.md')⟧ }}" });
    expect(chains).toEqual([[`main.chat "include('a.md')"`]]);
  });

  test("all that a file has are told together, also those of files below it", () => {
    const files = {
      "a.md":
        "{{ include('b.md') }} {{ ⟦include/missing: include('d.md')⟧ }} {{ include('c.md') }} {{ ⟦expression/undefined-variable: y⟧ }}",
      "b.md": "{% ⟦template/runtime: error('b')⟧ %}",
      "c.md": "{{ ⟦expression/undefined-variable: x⟧ }}",
    };
    const { diagnostics } = check("@You:\n{{ include('a.md') }}\n", files);
    expect(diagnostics.filter(({ blocks }) => blocks)).toHaveLength(2);
  });

  test("though several calls, messages and loops include the file", () => {
    const files = {
      "a.md": "{{ ⟦expression/undefined-variable: x⟧ }}",
      "b.md": "{% ⟦template/runtime: error('b')⟧ %}",
      "c.md": "{{ include('a.md') }}",
    };
    const all =
      "{{ include('a.md') }}{% for i = 1, 3 do %}{{ include('a.md', { n = {} }) }}{{ include('b.md', { n = {} }) }}{% end %}{{ include('c.md') }}";
    const { chains } = check(`@You:\n${all}\n\n@You:\n${all}\n`, files);
    expect(chains).toEqual([[`main.chat "include('a.md')"`], [`main.chat "include('b.md', { n = {} })"`]]);
  });

  test("a function of the document that fails there is told there, and its own place beside it", () => {
    const document = "```lua\nfunction bad() return nil + 1 end\n```\n@You:\n{{ include('a.md', { bad = bad }) }}\n";
    const { chains } = check(document, { "a.md": "{{ ⟦expression/runtime: bad()⟧ }}" });
    expect(chains).toEqual([[`main.chat "nil"`, `main.chat "include('a.md', { bad = bad })"`]]);
  });

  test("where a function of the frontmatter includes the file, the call in the message is the last place", () => {
    const document = "```lua\nfunction part(name) return include(name) end\n```\n@You:\n{{ part('a.md') }}\n";
    const { chains } = check(document, { "a.md": "{{ ⟦include/missing: include('b.md')⟧ }}" });
    expect(chains).toEqual([['main.chat "include(name)"', `main.chat "part('a.md')"`]]);
  });

  test("pcall catches them, and then there is nothing to tell", () => {
    const files = { "a.md": "\n{{ y }}{{ include('b.md') }}", "b.md": "{% error('no') %}" };
    const { texts } = check("@You:\n{% ok, text = pcall(include, 'a.md') %}{{ ok }} {{ text }}\n", files);
    expect(texts).toEqual(["false main.chat:2: b.md:1: no."]);
  });

  test("and of one that was caught, a call that is not tells with its own way there", () => {
    const files = { "s/a.md": "\n{{ include('b.md') }}", "s/b.md": "{% ⟦template/runtime: error('no')⟧ %}" };
    const { chains } = check("@You:\n{% pcall(include, 's/a.md') %}\n\n@You:\n{{ include('s/a.md') }}\n", files);
    expect(chains).toEqual([[`s/a.md "include('b.md')"`, `main.chat "include('s/a.md')"`]]);
    const nested = { ...files, "c.md": "{{ include('s/a.md') }}" };
    expect(check("@You:\n{% pcall(include, 's/a.md') %}{{ include('c.md') }}\n", nested).chains).toEqual([
      [`s/a.md "include('b.md')"`, `c.md "include('s/a.md')"`, `main.chat "include('c.md')"`],
    ]);
  });

  test("a budget that runs out is told where it was spent, and nothing catches it", () => {
    const files = { "a.md": "{% pcall(include, 'b.md') %}", "b.md": "x {% ⟦limit/steps: while⟧ true do end %}" };
    const result = includeCase("@You:\n{{ include('a.md') }}\n\n@You:\n{{ 1 }}\n\n@You:\nplain", files, {
      limits: { timeMs: 60_000, steps: 100_000, memoryBytes: 1 << 20, stringBytes: 1 << 20, depth: 190 },
    });
    expect(result.differences).toEqual([]);
    expect(result.chains).toEqual([[`a.md "pcall(include, 'b.md')"`, `main.chat "include('a.md')"`]]);
    expect(result.evaluated.result?.messages.map((output) => output?.failed)).toEqual([true, true, false]);
  });

  test("what only the last good frontmatter led to is told of by the present text, where it leads there as well", () => {
    const lastGood = { language: "lua", code: "function part(name) return include(name) end" };
    const document = "```lua\n⟦frontmatter/syntax: x⟧ =\n```\n@You:\n{{ part('a.md') }}{{ include('a.md') }}\n";
    const result = includeCase(document, { "a.md": "{{ 1 + ⟦expression/runtime: {}⟧ }}" }, { lastGood });
    expect(result.chains.at(-1)).toEqual([`main.chat "include('a.md')"`]);
    const failing = includeCase(document, { "a.md": "{% ⟦template/runtime: error('no')⟧ %}" }, { lastGood });
    expect(failing.chains.at(-1)).toEqual([`main.chat "include('a.md')"`]);
  });

  test("faults of the last good frontmatter are not those of the present one", () => {
    const lastGood = { language: "lua", code: "x = 1 pcall(include, 'a.md') y = include('b.md')" };
    const result = includeCase("```lua\nx =\n```\n@You:\n{{ x }}\n", { "a.md": "{% error('no') %}", "b.md": "{{ z }}" }, { lastGood });
    expect(result.texts).toEqual(["1"]);
    expect(result.diagnostics.map(({ code }) => code)).toEqual(["frontmatter/syntax"]);
  });
});
