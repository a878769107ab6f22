import { describe, expect, test } from "vitest";
import { completions } from "../../../server/src/features/completion.js";
import { createSnapshot } from "../../../server/src/workspace/snapshot.js";
import { evaluateGo } from "../../evaluation/go/support.js";
import { accepted, goAt, goItems } from "./support.js";

const inputs = "name = 'Ada'; user = { first = 'A', address = { city = 'Rome' } }; list = { { n = 1 }, { n = 2 } }; f = function() end";

function labels(body: string): string[] {
  return goItems(body, inputs).map(({ label }) => label);
}

function check(body: string, { has = [], not = [] }: { has?: string[]; not?: string[] }): void {
  const found = labels(body);
  expect(found, body).toEqual(expect.arrayContaining(has));
  for (const label of not) expect(found, `${body}: ${label}`).not.toContain(label);
}

describe("fields are completed", () => {
  test("from the scope, after a dot", () => {
    expect(labels("@You:\n{{ .‸ }}\n")).toEqual([
      "inputs",
      "system",
      "time",
      "git",
      "env",
      "swarm",
      "invocationMode",
      "turns",
      "filename",
      "dirname",
    ]);
  });

  test("from the frontmatter, at every depth, without functions and options", () => {
    expect(labels("@You:\n{{ .inputs.‸ }}\n")).toEqual(["name", "user", "list"]);
    expect(labels("@You:\n{{ .inputs.user.address.‸ }}\n")).toEqual(["city"]);
    expect(labels("@You:\n{{ $.inputs.user.‸ }}\n")).toEqual(["first", "address"]);
  });

  test("in an action that is not closed, at the end of the document and above other actions", () => {
    expect(labels("@You:\n{{ .inputs.user.‸")).toEqual(["first", "address"]);
    expect(labels("@You:\n{{ .inputs.user.‸\n\nMore text, and {{ .inputs.name }}\n")).toEqual(["first", "address"]);
    expect(labels("@You:\n{{ if .inputs.user.‸\nHi\n{{ end }}\n")).toEqual(["first", "address"]);
  });

  test("with what is known of their values", () => {
    const details = goItems("@You:\n{{ .inputs.‸ }}\n", inputs).map(({ label, detail }) => `${label}: ${detail}`);
    expect(details).toEqual(['name: string "Ada"', "user: map { first, address }", "list: list of 2 { n }"]);
  });

  test("with the values that an evaluation told", () => {
    const { snapshot, offset, text } = goAt("@You:\n{{ .system.‸ }}\n", inputs);
    const { result } = evaluateGo(text);
    const items = completions(snapshot, offset, { ...(result?.scope && { scope: result.scope }) });
    expect(items.map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
      'arch: string "amd64"',
      'cwd: string "/nowhere"',
      'os: string "linux"',
    ]);
  });

  test("with an explanation of the scope", () => {
    const items = goItems("@You:\n{{ .time.‸ }}\n");
    expect(items.find(({ label }) => label === "today")?.doc).toBe("The date today: 2006-01-02.");
  });

  test("of the dot of with, range, block and a template", () => {
    expect(labels("@You:\n{{ with .inputs.user }}{{ .‸ }}{{ end }}")).toEqual(["first", "address"]);
    expect(labels("@You:\n{{ with .inputs.nope }}{{ else with .inputs.user }}{{ .‸ }}{{ end }}")).toEqual(["first", "address"]);
    expect(labels("@You:\n{{ with .inputs.user }}{{ else }}{{ .‸ }}{{ end }}")).toContain("inputs");
    expect(labels("@You:\n{{ with .inputs.user }}{{ end }}{{ .‸ }}")).toContain("inputs");
    expect(labels("@You:\n{{ range .inputs.list }}{{ .‸ }}{{ end }}")).toEqual(["n"]);
    expect(labels('@You:\n{{ block "b" .inputs.user }}{{ .‸ }}{{ end }}')).toEqual(["first", "address"]);
    expect(labels('@You:\n{{ define "t" }}{{ .‸ }}{{ end }}{{ template "t" .inputs.user }}')).toEqual(["first", "address"]);
    expect(labels('@System:\n{{ define "t" }}{{ .‸ }}{{ end }}\n\n@You:\n{{ template "t" .inputs.user.address }}')).toEqual(["city"]);
  });

  test("of variables, parentheses and calls", () => {
    expect(labels("@You:\n{{ $u := .inputs.user }}{{ $u.‸ }}")).toEqual(["first", "address"]);
    expect(labels("@You:\n{{ range $i, $x := .inputs.list }}{{ $x.‸ }}{{ end }}")).toEqual(["n"]);
    expect(labels("@You:\n{{ (index .inputs.list 0).‸ }}")).toEqual(["n"]);
    expect(labels("@You:\n{{ (.inputs.user).‸ }}")).toEqual(["first", "address"]);
    expect(labels('@You:\n{{ (dict "a" 1 "b" 2).‸ }}')).toEqual(["a", "b"]);
    expect(labels("@You:\n{{ with first .inputs.list }}{{ .‸ }}{{ end }}")).toEqual(["n"]);
  });

  test("from JSON and YAML as well", () => {
    for (const [language, code] of [
      ["json", '{"flemma": {"templating": {"engine": "go"}}, "user": {"first": "A"}}'],
      ["yaml", "flemma: {templating: {engine: go}}\nuser: {first: A}"],
    ]) {
      const { snapshot, offset } = goAtText(`\`\`\`${language}\n${code}\n\`\`\`\n@You:\n{{ .inputs.user.‸ }}\n`);
      expect(completions(snapshot, offset).map(({ label }) => label)).toEqual(["first"]);
    }
  });

  test("in place of the whole name", () => {
    expect(accepted("@You:\n{{ .inputs.us‸er.first }}\n", "name", inputs)).toBe("@You:\n{{ .inputs.name.first }}\n");
    expect(accepted("@You:\n{{ upper .‸ }}\n", "inputs", inputs)).toBe("@You:\n{{ upper .inputs }}\n");
  });
});

describe("names are completed", () => {
  test("variables that are in scope, the innermost first", () => {
    expect(labels("@You:\n{{ $a := 1 }}{{ range $b := .inputs.list }}{{ $‸ }}{{ end }}{{ $c := 1 }}")).toEqual(["$b", "$a", "$"]);
    expect(labels("@You:\n{{ range $b := .inputs.list }}{{ end }}{{ $‸ }}")).toEqual(["$"]);
    expect(labels("@System:\n{{ $a := 1 }}\n\n@You:\n{{ $‸ }}")).toEqual(["$"]);
    expect(labels('@You:\n{{ $a := 1 }}{{ define "t" }}{{ $‸ }}{{ end }}')).toEqual(["$"]);
    expect(labels("@You:\n{{ if .x }}{{ $a := 1 }}{{ else }}{{ $‸ }}{{ end }}")).toEqual(["$"]);
    expect(labels("@You:\n{{ if $a := .x }}{{ else }}{{ $‸ }}{{ end }}")).toEqual(["$a", "$"]);
  });

  test("functions with signature and explanation, those of nobody else marked", () => {
    const items = goItems("@You:\n{{ .inputs.name | ‸ }}\n", inputs);
    const trunc = items.find(({ label }) => label === "trunc");
    expect(trunc).toMatchObject({ kind: "function", detail: "trunc n s → string" });
    expect(trunc?.doc).toMatch(/first n characters/);
    expect(items.find(({ label }) => label === "embed")?.doc).toContain("Not portable");
    expect(items.every(({ kind }) => kind === "function")).toBe(true);
  });

  test("templates that this message or an earlier one defines", () => {
    const system = '@System:\n{{ define "one" }}1{{ end }}\n\n@You:\n';
    const later = '\n\n@You:\n{{ define "three" }}3{{ end }}\n';
    expect(labels(`${system}{{ block "two" . }}2{{ end }}{{ template "‸" . }}${later}`)).toEqual(["one", "two"]);
    expect(labels(`${system}{{ template "o‸`)).toEqual(["one"]);
    expect(labels(`${system}{{ template \`‸\` }}`)).toEqual(["one"]);
    expect(accepted(`${system}{{ template "o‸ld" . }}`, "one")).toContain('{{ template "one" . }}');
    expect(accepted(`${system}{{ template "o‸ }} and "more"`, "one")).toContain('{{ template "one }} and "more"');
    expect(accepted(`${system}{{ template ‸ }}`, "one")).toContain('{{ template "one" }}');
  });

  test("not the one that is being written", () => {
    expect(labels('@You:\n{{ define "mi‸ne" }}{{ end }}')).toEqual([]);
  });
});

describe("words of the language are completed", () => {
  test("end first, where a block is open", () => {
    expect(labels("@You:\n{{ if .x }}a{{ ‸ }}").slice(0, 3)).toEqual(["end", "else", "else if"]);
    expect(labels("@You:\n{{ with .x }}a{{ ‸ }}").slice(0, 3)).toEqual(["end", "else", "else with"]);
    expect(labels("@You:\n{{ range .x }}a{{ ‸ }}").slice(0, 4)).toEqual(["end", "else", "break", "continue"]);
    expect(goItems("@You:\n{{ if .x }}a{{ en‸ }}")[0]?.detail).toBe("ends {{ if .x }}");
  });

  test("only where they fit", () => {
    check("@You:\n{{ ‸ }}", { has: ["if", "range", "with", "define", "template", "block"], not: ["end", "else", "break"] });
    check("@You:\n{{ if .x }}{{ else }}{{ ‸ }}", { has: ["end"], not: ["else", "else if", "define"] });
    check('@You:\n{{ range .x }}{{ block "b" . }}{{ ‸ }}', { has: ["end"], not: ["break", "continue", "else"] });
    check("@You:\n{{ upper ‸ }}", { has: ["true", ".inputs"], not: ["if", "end", "range"] });
    check("@You:\n{{ if .x }}{{ else ‸ }}", { has: ["if"], not: ["with", "upper"] });
    check("@You:\n{{ if .x }}{{ else if ‸ }}", { has: [".inputs", "eq"], not: ["if"] });
    expect(labels("@You:\n{{ if .x }}{{ end ‸ }}")).toEqual([]);
  });
});

describe("nothing is suggested", () => {
  test.each([
    ["in a comment", "@You:\n{{/* .‸ */}}\n"],
    ["in text", "@You:\nSee .‸\n"],
    ["in code", "@You:\n`{{ .‸ }}`\n"],
    ["in a string", '@You:\n{{ upper ".‸" }}\n'],
    ["in a number", "@You:\n{{ add 1.‸ }}\n"],
    ["behind an action", "@You:\n{{ .inputs }}‸\n"],
    ["in what the assistant said", "@Assistant:\n{{ .‸ }}\n"],
    ["behind the last word of an action", "@You:\n{{ range .x }}{{ break ‸ }}{{ end }}\n"],
  ])("%s", (_, body) => expect(labels(body)).toEqual([]));

  test("of Lua in a template of Go", () => {
    check("@You:\n{{ ‸ }}", { not: ["string", "and then", "function", "os", "print(", "local"] });
    expect(goItems("@You:\n{% ‸ %}", inputs)).toEqual([]);
  });

  test("while options in the frontmatter still are", () => {
    const { snapshot, offset } = goAtText('```lua\nflemma.opt.templating.engine = "go"\nflemma.opt.‸\n```\n@You:\n{{ .x }}\n');
    expect(completions(snapshot, offset).map(({ label }) => label)).toContain("templating");
  });
});

function goAtText(marked: string): ReturnType<typeof goAt> {
  const offset = marked.indexOf("‸");
  const text = marked.replace("‸", "");
  return { snapshot: createSnapshot("file:///chats/input.chat", 1, text), offset, text };
}
