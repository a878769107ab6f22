import { describe, expect, test } from "vitest";
import { type EngineName, engineNames } from "../../../server/src/base/engine-name.js";
import { applyEdits } from "../../../server/src/base/text-edit.js";
import { conversation } from "../../../server/src/conversation/conversation.js";
import { diagnostics } from "../../../server/src/features/diagnostics.js";
import { type Fix, fixes } from "../../../server/src/features/fixes.js";
import { createSnapshot, type Evaluated } from "../../../server/src/workspace/snapshot.js";
import { evaluateText, surroundingsOf } from "../../conformance/harness.js";
import { block } from "../../evaluation/prose/support.js";

/** A document in a language; frontmatter in one of those that choose it. */
function documentIn(engine: EngineName, body: string, language: "lua" | "json" | "yaml" = "lua"): string {
  const option = {
    lua: `name = "Ada"\nflemma.opt.templating.engine = "${engine}"`,
    json: `{"name": "Ada", "flemma": {"templating": {"engine": "${engine}"}}}`,
    yaml: `name: Ada\nflemma:\n  templating:\n    engine: ${engine}`,
  }[language];
  return `\`\`\`${language}\n${option}\n\`\`\`\n@You:\n${body}\n`;
}

function evaluated(text: string): Evaluated {
  return { ...evaluateText(text, surroundingsOf("/chats")), snapshot: createSnapshot("file:///chats/a.chat", 1, text) };
}

function faults(text: string): string[] {
  return diagnostics(evaluated(text)).map(({ code }) => code);
}

function switchFix(text: string): Fix | undefined {
  const state = evaluated(text);
  const found = diagnostics(state).find(({ code }) => code === "engine/other-language");
  return found && fixes(state.snapshot, found)[0];
}

const bodies: { readonly [engine in EngineName]: string } = {
  lua: "{% local n = 1 %}{{ name .. n }}",
  prose: `Hi {{ name }}\n\n${block("print(prose)")}`,
  go: "{{ if .inputs.name }}{{ .inputs.name }}{{ end }}",
};

const pairs = engineNames.flatMap((from) => engineNames.filter((to) => to !== from).map((to) => [from, to] as const));

describe("a body that looks like another language", () => {
  test.each(pairs)("in a document of %s is told when it is one of %s, and switching mends it", (from, to) => {
    for (const language of ["lua", "json", "yaml"] as const) {
      const text = documentIn(from, bodies[to], language);
      const fix = switchFix(text);
      expect(fix?.title, language).toMatch(/^Switch the document to /);
      expect(fix?.preferred).toBe(false);
      const switched = applyEdits(text, fix?.edits ?? []);
      expect(switched).toBe(documentIn(to, bodies[to], language));
      expect(faults(switched)).toEqual([]);
    }
  });

  test.each(engineNames)("of %s in its own document is not told", (engine) => {
    expect(faults(documentIn(engine, bodies[engine]))).toEqual([]);
  });

  test("that cannot be converted keeps its exact text", () => {
    const body = "{{ if .x }}\n{{ var.y }} \\{{ é 📚\r\n{{ end";
    const text = documentIn("prose", body);
    const fix = switchFix(text);
    const switched = applyEdits(text, fix?.edits ?? []);
    expect(switched.endsWith(`@You:\n${body}\n`)).toBe(true);
    expect(fix?.edits).toHaveLength(1);
  });

  test.each([
    ["lua", "{{ name }} {{ 1 + 1 }} 50%}"],
    ["prose", "{{ name }} {{ args }} 50%}"],
    ["go", "{{ .inputs.name }} `{{ args }}` 50%}"],
  ] as const)("is not seen in what is right in %s", (engine, body) => expect(faults(documentIn(engine, body))).toEqual([]));

  test("is not looked for in turns of the assistant, nor in plain text", () => {
    for (const engine of engineNames)
      expect(faults(`${documentIn(engine, "plain { text }")}@Assistant:\n{{ if .x }}{% x %}\n${block("return prose")}@You:\nok\n`)).toEqual(
        [],
      );
  });
});

describe("switching the language", () => {
  const plain = (body: string): string => `@You:\n${body}\n`;

  test("adds the option where no frontmatter is, and in the line ends of the document", () => {
    const text = plain(bodies.go).replaceAll("\n", "\r\n");
    const switched = applyEdits(text, switchFix(text)?.edits ?? []);
    expect(switched).toBe(`\`\`\`lua\r\nflemma.opt.templating.engine = "go"\r\n\`\`\`\r\n${text}`);
  });

  test.each([
    ["lua", 'flemma.opt.templating.engine = ""', 'flemma.opt.templating.engine = "go"'],
    ["lua", "x = 1", 'flemma.opt.templating.engine = "go"\nx = 1'],
    ["json", '{"x": 1}', '{"flemma": {"templating.engine": "go"}, "x": 1}'],
    ["json", "{}", '{"flemma": {"templating.engine": "go"}}'],
    ["json", '{"flemma": {"provider": "echo"}}', '{"flemma": {"templating.engine": "go", "provider": "echo"}}'],
    ["yaml", "x: 1", "flemma:\n  templating.engine: go\nx: 1"],
    ["yaml", "flemma:\n  provider: echo", "flemma:\n  templating.engine: go\n  provider: echo"],
  ])("adds the option to frontmatter of %s: %s", (language, code, wanted) => {
    const around = (inside: string): string => `\`\`\`${language}\n${inside}\n\`\`\`\n${plain("{{ if .inputs }}x{{ end }}")}`;
    const switched = applyEdits(around(code), switchFix(around(code))?.edits ?? []);
    expect(switched).toBe(around(wanted));
    expect(evaluated(switched).result?.engine).toBe("go");
    expect(faults(switched)).toEqual([]);
  });

  test("is not offered where the frontmatter is broken or leaves no room", () => {
    for (const frontmatter of ["```lua\nx = \n```\n", "```yaml\nflemma: { provider: echo }\n```\n", "```json\n{\n```\n"])
      expect(switchFix(frontmatter + plain(bodies.go))).toBeUndefined();
  });
});

test("documents with the same content render the same text in every language", () => {
  const same: { readonly [engine in EngineName]: string } = {
    lua: 'Dear {{ name }},\n\n- {{ "a" }}\n\n  `code` \\ é 📚\n\nBye.',
    prose: "Dear {{ name }},\n\n- {{ letter }}\n\n  `code` \\ é 📚\n\nBye.",
    go: 'Dear {{ .inputs.name }},\n\n- {{ "a" }}\n\n  `code` \\ é 📚\n\nBye.',
  };
  const texts = engineNames.map((engine) => {
    const text = documentIn(engine, same[engine]).replace('name = "Ada"', 'name = "Ada"\nletter = "a"');
    const state = evaluated(text);
    expect(diagnostics(state)).toEqual([]);
    return conversation(state).messages.map(({ parts }) => parts);
  });
  expect(texts[1]).toEqual(texts[0]);
  expect(texts[2]).toEqual(texts[0]);
});
