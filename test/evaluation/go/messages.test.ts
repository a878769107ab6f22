import { afterAll, describe, expect, test } from "vitest";
import { tempDir } from "../../support/temp-dir.js";
import { evaluateGo, faults, goDocument, shown } from "./support.js";

const you = (body: string, frontmatter?: string): string => goDocument(`@You:\n${body}\n`, frontmatter);
const rendered = (body: string, frontmatter?: string): string[] => shown(evaluateGo(you(body, frontmatter)));
const wrong = (body: string, frontmatter?: string): string[] => faults(evaluateGo(you(body, frontmatter)));

describe("the scope of a message", () => {
  test.each([
    [
      "variables of the frontmatter",
      "{{ .inputs.name }} {{ .inputs.list }} {{ .inputs.t.a }}",
      'name = "Ada"; list = {1, 2.5}; t = {a = true}',
      "Ada [1 2.5] true",
    ],
    ["numbers without a fraction are ints", '{{ printf "%d" .inputs.n }}', "n = 3", "3"],
    ["the keys of maps in their order", "{{ range $k, $v := .inputs.t }}{{ $k }}={{ $v }};{{ end }}", "t = {b = 1, a = 2}", "a=2;b=1;"],
    [
      "what has no form in Go is not there",
      "{{ .inputs.f }}|{{ .inputs.t.g }}",
      "f = function() end; t = {g = print, h = 1}",
      "<no value>|<no value>",
    ],
    ["a table in itself ends there", "{{ .inputs.t.a }}{{ .inputs.t.t }}", "t = {a = 1}; t.t = t", "1<no value>"],
    ["names that objects have are no keys", "{{ .constructor }}{{ .inputs.__proto__ }}", "x = 1", "<no value><no value>"],
    ["the system", "{{ .system.os }} {{ .system.arch }} {{ .system.cwd }}", "", "linux amd64 /nowhere"],
    [
      "the time, which stands still",
      "{{ .time.now }} {{ .time.today }} {{ .time.timezone }} {{ now }}",
      "",
      "2026-01-02T03:04:05Z 2026-01-02 UTC 2026-01-02T03:04:05Z",
    ],
    ["what is empty here", "{{ len .swarm }}{{ len .env }}{{ len .git }}{{ len .turns }}", "", "0000"],
    ["how it is run", "{{ .invocationMode }} {{ .filename }} {{ .dirname }}", "", "interactive /nowhere/input.chat /nowhere"],
  ])("%s", (_, body, frontmatter, expected) => expect(rendered(body, frontmatter)).toEqual([expected]));

  test("variables of JSON and YAML are the same", () => {
    const body = "@You:\n{{ .inputs.name }} {{ index .inputs.list 1 }}\n";
    const json = '```json\n{"name": "Ada", "list": [1, 2], "flemma": {"templating": {"engine": "go"}}}\n```\n';
    const yaml = "```yaml\nname: Ada\nlist: [1, 2]\nflemma:\n  templating:\n    engine: go\n```\n";
    for (const frontmatter of [json, yaml]) expect(shown(evaluateGo(frontmatter + body))).toEqual(["Ada 2"]);
  });

  test("earlier turns of the assistant, as text and as JSON", () => {
    const turns = '@You:\nx\n@Assistant:\n{"n": 9007199254740993}\n@Assistant:\n```json\n[1]\n```\n@Assistant:\nno {{ json }}\n@You:\n';
    const body =
      "{{ (index .turns 0).json.n }} {{ index (index .turns 1).json 0 }} {{ (index .turns 2).text }} {{ (index .turns 2).json }}\n";
    expect(shown(evaluateGo(goDocument(turns + body)))[1]).toBe("9007199254740993 1 no {{ json }} <no value>");
    expect(shown(evaluateGo(goDocument("@You:\n{{ len .turns }}\n@Assistant:\ny\n")))).toEqual(["0"]);
  });

  test("the environment, as far as the options let it be seen", () => {
    const text = you("{{ .env.A }} {{ .env.B }} {{ len .env }}", 'flemma.opt.templating.go.env = { "A", "B" }');
    const options = {
      below: [{ origin: "user", operations: [{ kind: "list", path: "templating.go.env", edits: [{ kind: "append", item: "A" }] }] }],
      above: [],
    } as const;
    const environment = { A: "a", B: "b" };
    expect(shown(evaluateGo(text, "/nowhere", { options, environment }))).toEqual(["a <no value> 1"]);
    expect(shown(evaluateGo(text, "/nowhere", { environment }))).toEqual(["<no value> <no value> 0"]);
  });

  test("the repository, only where the options ask for it", () => {
    const repository = { branch: "trunk", commit: "abc", dirty: true };
    const body = "{{ .git.branch }} {{ .git.commit }} {{ .git.dirty }}";
    expect(shown(evaluateGo(you(body), "/nowhere", { repository }))).toEqual(["<no value> <no value> <no value>"]);
    const asking = evaluateGo(you(body, "flemma.opt.templating.go.git = true"), "/nowhere", { repository });
    expect(shown(asking)).toEqual(["trunk abc true"]);
    expect(asking.result?.wantsRepository).toBe(true);
  });

  test("variables of the command line come before those of the frontmatter", () => {
    expect(shown(evaluateGo(you("{{ .inputs.a }}{{ .inputs.b }}", "b = 2"), "/nowhere", { variables: { a: 1 } }))).toEqual(["12"]);
  });
});

describe("templates over the messages of a document", () => {
  test("what one defines, later ones run; an empty definition takes nothing away", () => {
    const text = goDocument(
      '@System:\n{{ define "x" }}<{{ . }}>{{ end }}s\n@You:\n{{ template "x" 1 }}{{ define "x" }} {{ end }}\n@You:\n{{ template "x" 2 }}\n',
    );
    expect(shown(evaluateGo(text))).toEqual(["s", "<1>", "<2>"]);
  });

  test("not earlier ones, and variables belong to one message", () => {
    const text = goDocument('@You:\n{{ template "x" }}\n@You:\n{{ define "x" }}a{{ end }}{{ $v := 1 }}\n@You:\n{{ $v }}\n');
    expect(faults(evaluateGo(text))).toEqual([
      'template/runtime «"x"» Template "x" not defined.',
      'template/syntax «$v» Undefined variable "$v". A variable lives to the end of its block, in one message.',
    ]);
  });

  test("a message without text takes no template away from later ones", () => {
    expect(shown(evaluateGo(goDocument("@You:\na\n@You:\n\n@You:\nb\n")))).toEqual(["a", "", "b"]);
  });

  test("what an assistant says, and Markdown code, is printed as it is", () => {
    expect(rendered("`{{ .x }}` {{/* c */}}\n```\n{{ y }}\n```")).toEqual(["`{{ .x }}` \n```\n{{ y }}\n```"]);
  });

  test("escaped structure loses its backslash, and CRLF is LF in texts only", () => {
    expect(rendered("\\@You:\n{{ .inputs.s }}", "s = 'a\\r\\nb'")).toEqual(["@You:\na\r\nb"]);
    expect(shown(evaluateGo(you("a\r\n{{ 1 }}\r\nb").replace(/(?<!\r)\n/g, "\r\n")))).toEqual(["a\n1\nb"]);
  });

  test("results of tools keep their place, trim markers stop at them, and what is in them is data", () => {
    const use = "@Assistant:\n**Tool Use:** `read` (`t1`)\n\n```json\n{}\n```\n";
    const result = "**Tool Result:** `t1`\n\n```\n{{ .data }}\n```\n";
    const text = goDocument(`@You:\nx\n${use}@You:\n{{ if true }}a \n${result}\n {{- "b" }}{{ end }}\n`);
    expect(faults(evaluateGo(text))).toEqual([]);
    expect(shown(evaluateGo(text))[1]).toBe("a <tool_result>b");
  });
});

describe("faults of Go templates", () => {
  test.each([
    [
      "every mistake of a message at its place",
      '{{ uper "x" }} {{ $y }}',
      "",
      [
        "template/syntax «uper» Function \"uper\" not defined. Did you mean 'upper'?",
        'template/syntax «$y» Undefined variable "$y". A variable lives to the end of its block, in one message.',
      ],
    ],
    [
      "a block without an end, at what opens it",
      "a {{ if true }} b",
      "",
      ["template/syntax «{{ if true }}» Unexpected EOF. Close {{if}} with {{end}}."],
    ],
    [
      "an action that goes on and on, in its first line",
      "a {{ .x\n\n.b",
      "",
      ['template/syntax «{{ .x» Unclosed action. An action ends with "}}".'],
    ],
    [
      "an action that a string swallows",
      'a {{ "x }}\nb',
      "",
      ['template/syntax «"x }}» Unterminated quoted string. Close the string with ".'],
    ],
    [
      "what fails while it runs, at the operand",
      "{{ .inputs.n.y.z }}",
      "n = { y = 1 }",
      ["template/runtime «.n.y.z» Can't evaluate field z in type interface {}."],
    ],
    [
      "a key that must be there",
      "{{ .inputs.mis }}",
      'flemma.opt.templating.go.missing_key = "error"',
      ['template/runtime «.mis» Map has no entry for key "mis".'],
    ],
    [
      "a path that leads nowhere, and what may be meant",
      "{{ .inputs.nmae }}",
      'name = "x"',
      ["expression/no-value «nmae» 'inputs' has no 'nmae', so <no value> is printed. Did you mean 'name'?"],
    ],
    [
      "the same in a loop, once",
      "{{ range .inputs.l }}{{ .b }}{{ end }}",
      "l = {{name = 1}, {name = 2}}",
      ["expression/no-value «b» Nothing is called 'b', so <no value> is printed."],
    ],
    [
      "the same before a failure",
      '{{ .inputs.nmae }}{{ fail "no" }}',
      'name = "x"',
      [
        "expression/no-value «nmae» 'inputs' has no 'nmae', so <no value> is printed. Did you mean 'name'?",
        'template/runtime «fail "no"» Error calling fail: no.',
      ],
    ],
    [
      "the same before a limit",
      "{{ .inputs.nmae }}{{ range until 9000000 }}{{ end }}",
      'name = "x"',
      [
        "expression/no-value «nmae» 'inputs' has no 'nmae', so <no value> is printed. Did you mean 'name'?",
        expect.stringMatching(/^limit\/memory «until 9000000» /),
      ],
    ],
    ["an error that a template asks for", '{{ fail "no" }}', "", ['template/runtime «fail "no"» Error calling fail: no.']],
    [
      "a template that there is not",
      '{{ define "row" }}{{ end }}{{ template "rwo" }}',
      "",
      ['template/runtime «"rwo"» Template "rwo" not defined. Did you mean \'row\'?'],
    ],
  ])("%s", (_, body, frontmatter, expected) => expect(wrong(body, frontmatter)).toEqual(expected));

  test("a key that is asked for with care is no fault", () => {
    expect(
      wrong('{{ if .inputs.a }}x{{ end }}{{ .inputs.a | default "d" }}{{ with .inputs.b }}{{ . }}{{ end }}{{ or .inputs.c 1 }}'),
    ).toEqual([]);
  });

  test("a fault in a template of another message stands there, and names the call", () => {
    const text = goDocument('@System:\n{{ define "x" }}{{ index . 9 }}{{ end }}\n@You:\n{{ template "x" .turns }}\n');
    const { result } = evaluateGo(text);
    const [problem] = result?.problems ?? [];
    expect(text.slice(problem?.span.start, problem?.span.end)).toBe("index . 9");
    expect(problem?.related?.map(({ span }) => text.slice(span.start, span.end))).toEqual(['{{ template "x" .turns }}']);
  });

  test("a failed message has no parts, the others are rendered", () => {
    const evaluated = evaluateGo(goDocument("@You:\n{{ nope }}\n@You:\nb\n"));
    expect(evaluated.result?.messages.map((output) => output?.failed)).toEqual([true, false]);
    expect(shown(evaluated)).toEqual(["", "b"]);
  });

  test("a loop without end spends the budget, and no later template runs", () => {
    const limits = { timeMs: 60_000, steps: 100_000, memoryBytes: 64 << 20, stringBytes: 16 << 20, depth: 190 };
    const evaluated = evaluateGo(
      goDocument("@You:\n{{ range 1000000 }}{{ range 1000000 }}{{ end }}{{ end }}\n@You:\n{{ 1 }}\n@You:\nplain\n"),
      "/nowhere",
      { limits },
    );
    expect(faults(evaluated)).toEqual([expect.stringMatching(/^limit\/steps «/)]);
    expect(evaluated.result?.messages.map((output) => output?.failed)).toEqual([true, true, false]);
  });

  test("a text that grows without end is stopped", () => {
    expect(wrong('{{ $x := "xxxxxxxx" }}{{ range 100 }}{{ $x = print $x $x }}{{ end }}')).toEqual([
      expect.stringMatching(/^limit\/memory «/),
    ]);
    expect(wrong('{{ define "a" }}{{ template "a" }}{{ end }}{{ template "a" }}')).toEqual([expect.stringMatching(/^limit\/depth «/)]);
  });
});

describe("files", () => {
  const dir = tempDir({
    "note.txt": "note",
    "part.md": "<{{ .inputs.name }}>",
    "windows.md": "a\r\n@./note.txt\r\n",
    "sub/a.md": '{{ embed "b.md" }}',
    "sub/b.md": "b",
    "loop.md": '{{ embed "loop.md" }}',
    "broken.md": "x\n{{ nope }}",
  });
  afterAll(dir.remove);
  const inFolder = (body: string, frontmatter = "name = 'Ada'") => evaluateGo(you(body, frontmatter), dir.path);

  test("references are parts, each time their text runs, and `file` makes one", () => {
    expect(shown(inFolder('a @./note.txt {{ range 2 }}@./note.txt{{ end }} {{ file "./note.txt" }}'))).toEqual([
      "a [note.txt] [note.txt][note.txt] [note.txt]",
    ]);
    expect(faults(inFolder("@./nope.txt"))).toEqual([expect.stringMatching(/^file\/missing «@.\/nope.txt»/)]);
  });

  test("a reference that a value holds is text", () => {
    expect(shown(inFolder("{{ .inputs.name }}", "name = '@./note.txt'"))).toEqual(["@./note.txt"]);
  });

  test("a reference in a template is put out where that runs", () => {
    const text = goDocument('@System:\n{{ define "n" }}@./note.txt{{ end }}s\n@You:\n{{ template "n" }}\n');
    expect(shown(evaluateGo(text, dir.path))).toEqual(["s", "[note.txt]"]);
  });

  test("texts are embedded with the scope, from where they stand, and are what the document depends on", () => {
    const evaluated = inFolder('{{ embed "part.md" }}{{ embed "sub/a.md" }}{{ include "part.md" (dict "inputs" (dict "name" "B")) }}');
    expect(faults(evaluated)).toEqual([]);
    expect(shown(evaluated)).toEqual(["<Ada>b<B>"]);
    expect([...(evaluated.files?.texts.keys() ?? [])].map((path) => path.slice(dir.path.length + 1)).sort()).toEqual([
      "part.md",
      "sub/a.md",
      "sub/b.md",
    ]);
  });

  test("line ends of texts that are embedded are LF, and references in them are text", () => {
    expect(shown(inFolder('{{ embed "windows.md" }}'))).toEqual(["a\n@./note.txt\n"]);
  });

  test.each([
    [
      "none is there",
      '{{ embed "prat.md" }}',
      'include/missing «embed "prat.md"» Error calling embed: no text for "prat.md". Did you mean \'part.md\'?',
    ],
    [
      "it embeds itself",
      '{{ embed "loop.md" }}',
      expect.stringMatching(/^include\/circular «loop.md 3» Error calling embed: a cycle: .*loop\.md → .*loop\.md\.$/),
    ],
    [
      "it is broken",
      '{{ embed "broken.md" }}',
      `template/syntax «broken.md 5» Function "nope" not defined. Did you mean 'ne', 'not' or 'now'?`,
    ],
    ["it is a folder", '{{ embed "sub" }}', "template/runtime «embed \"sub\"» Error calling embed: 'sub' is a folder."],
    ["it is no relative one", '{{ embed "/etc/passwd" }}', expect.stringMatching(/^include\/missing/)],
  ])("a text is not embedded where %s", (_, body, expected) => expect(faults(inFolder(body))).toEqual([expected]));

  test("a prompt is embedded by the name that settings give it", () => {
    const options = {
      below: [{ origin: "user", operations: [{ kind: "set", path: "templating.go.prompts", value: { greeting: "part.md" } }] }],
      above: [],
    } as const;
    expect(shown(evaluateGo(you('{{ embed "greeting" }}', "name = 'x'"), dir.path, { options }))).toEqual(["<x>"]);
  });
});
