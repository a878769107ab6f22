import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, inject, test } from "vitest";
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { INITIAL, type IRawGrammar, parseRawGrammar, Registry } from "vscode-textmate";

const extensions = join(dirname(inject("program").entry), "../../lib/vscode/extensions");

/** The grammars that come with VS Code, as far as ours embeds them. */
const bundled: Readonly<Record<string, string>> = {
  "source.lua": "lua/syntaxes/lua.tmLanguage.json",
  "source.json": "json/syntaxes/JSON.tmLanguage.json",
  "source.yaml": "yaml/syntaxes/yaml.tmLanguage.json",
  "source.yaml.embedded": "yaml/syntaxes/yaml-embedded.tmLanguage.json",
  "text.html.markdown": "markdown-basics/syntaxes/markdown.tmLanguage.json",
};

async function load(scope: string): Promise<IRawGrammar | null> {
  const own = new URL("../../../client-vscode/syntaxes/chat.tmLanguage.json", import.meta.url).pathname;
  const path = scope === "text.chat" ? own : join(extensions, bundled[scope] ?? "none");
  return existsSync(path) ? parseRawGrammar(readFileSync(path, "utf8"), path) : null;
}

await loadWASM(readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm")));
const registry = new Registry({ onigLib: Promise.resolve({ createOnigScanner, createOnigString }), loadGrammar: load });
const grammar = await registry.loadGrammar("text.chat");

interface Token {
  readonly token: string;
  readonly scopes: string[];
  readonly line: string;
  readonly start: number;
}

/** The tokens of a text, line by line. */
function tokensOf(text: string): Token[] {
  let state = INITIAL;
  return text.split("\n").flatMap((line) => {
    const result = grammar?.tokenizeLine(line, state);
    if (result === undefined) throw new Error("The grammar was not loaded.");
    state = result.ruleStack;
    return result.tokens.map(({ startIndex: start, endIndex, scopes }) => ({ token: line.slice(start, endIndex), scopes, line, start }));
  });
}

/** The scopes of every token of a text that holds `word`, one list for each line that has it. */
function scopesOf(text: string, word: string): string[][] {
  const holds = ({ token, line, start }: Token): boolean => {
    const at = line.indexOf(word);
    return start <= at && at < start + token.length;
  };
  return tokensOf(text)
    .filter(holds)
    .map((each) => each.scopes);
}

function scopes(text: string, word: string): string {
  return scopesOf(text, word).join("\n");
}

const frontmatters = {
  lua: ['```lua\nname = "Ann" -- note\n```\n@You:\nHi name\n', "string.quoted.double.lua"],
  json: ['```json\n{ "name": "Ann" }\n```\n@You:\nHi name\n', "string.quoted.double.json"],
  yaml: ["```yaml\nname: Ann\n```\n@You:\nHi name\n", "string.unquoted"],
} as const;

for (const [language, [text, scope]] of Object.entries(frontmatters))
  test(`frontmatter in ${language} has its own colours, and ends where it ends`, () => {
    expect(scopes(text, "Ann")).toContain(`meta.embedded.block.${language}`);
    expect(scopes(text, "Ann")).toContain(scope);
    expect(scopes(text, "Hi")).not.toContain("meta.embedded");
    expect(scopes(text, "Hi")).toContain("meta.message.template.chat");
  });

test("frontmatter ends at its last line, whatever is unfinished in it", () => {
  for (const unfinished of [
    'lua\nname = "Ann',
    "lua\nname = [[Ann",
    "lua\n--[[ Ann",
    'json\n{ "name": "Ann',
    "yaml\nname: [Ann",
    'yaml\nname: "Ann',
  ])
    expect(scopes(`\`\`\`${unfinished}\n\`\`\`\n@You:\nHi {{ nil }}\n`, "nil"), unfinished).toContain("meta.tag.expression.chat");
});

test("frontmatter stands on the first line only", () => {
  expect(scopes("\n```lua\nname = 1\n```\n", "name")).not.toContain("meta.frontmatter");
  expect(scopes("@You:\n```lua\nname = 1\n```\n", "name")).not.toContain("meta.frontmatter");
});

test("role markers are whole lines outside of fences", () => {
  const text = "@System:\na\n@You: no marker\n```\n@Assistant:\n```\n\\@You:\n@You:\n@Assistant:\nb\n";
  const marked = (word: string): boolean[] =>
    scopesOf(text, word).map((found) => found.some((scope) => scope.startsWith("entity.name.type.role")));
  expect(marked("You")).toEqual([false, false, true]);
  expect(marked("Assistant")).toEqual([false, true]);
  expect(marked("System")).toEqual([true]);
  expect(scopes("@Bot:\nx\n", "Bot")).toContain("invalid.deprecated.role.chat");
});

test("a message ends in the middle of any Markdown", () => {
  const bodies = ["- a list\n  - deeper", "> a quote", "| a | b |\n| - | - |", "<div>", "a *star", "1. one\n\n   text", "[a](b", "`a ``b"];
  // What is never closed, and fences that hide nothing from the server.
  const unclosed = ["<!-- a", "a <!-- b", "<pre>", "<script>", '<a href="', "~~~", "~~~ js", "   ```", "- ```", "> ```lua"];
  for (const body of [...bodies, ...unclosed])
    expect(scopes(`@You:\n${body}\n@Assistant:\nreply\n`, "reply"), body).toContain("meta.message.assistant.chat");
});

test("tags hold Lua, wherever Markdown they stand in", () => {
  for (const text of [
    "x {{ 1 + nil }} y",
    "# {{ 1 + nil }} y",
    "- **{{ 1 + nil }}** y",
    "`{{ 1 + nil }}` y",
    "```\n{{ 1 + nil }}\n``` y",
    "> {{- 1 + nil -}} y",
  ]) {
    const [found = []] = scopesOf(`@You:\n${text}\n`, "nil");
    expect(found.join(" "), text).toMatch(/meta\.tag\.expression\.chat meta\.embedded\.inline\.lua .*constant\.language.*\.lua/);
    expect(scopes(`@You:\n${text}\n`, " y"), text).not.toContain("meta.embedded");
  }
  expect(scopes("@You:\n{%- for i = 1, 2 do -%}x{% end %}y\n", "for")).toContain("keyword.control.lua");
  expect(scopes("@You:\n{%- for i = 1, 2 do -%}x{% end %}y\n", "x")).not.toContain("meta.tag");
  expect(scopes("@You:\n{%\nlocal a = 'b'\n%}\nafter\n", "local")).toContain("meta.tag.code.chat");
  expect(scopes("@You:\n{%\nlocal a = 'b'\n%}\nafter\n", "after")).not.toContain("meta.tag");
});

test("a string with braces does not end a tag", () => {
  expect(scopes('@You:\n{{ "}}" .. other }} after\n', "other")).toContain("meta.tag.expression.chat");
  expect(scopes('@You:\n{{ "}}" .. other }} after\n', "after")).not.toContain("meta.tag");
});

test("braces of tables do not end a tag, and a closed tag ends however tight it is", () => {
  for (const tag of ["{{ f{a={b=1}} .. nil }}", "{{{ nil }}}", "{{ f{} .. nil }}", "{% x = {y={}} z = nil %}"]) {
    expect(scopes(`@You:\n${tag} after\n`, "nil"), tag).toContain("meta.embedded.inline.lua");
    expect(scopes(`@You:\n${tag} after\n`, "after"), tag).not.toContain("meta.tag");
  }
});

test("a comment in a tag ends where the tag does, and else with its line", () => {
  for (const tag of [
    "{% -- note %}",
    "{%- -- note -%}",
    "{{ x -- note }}",
    "{{ x -- note -}}",
    "{{ x --[[ note ]] }}",
    "{% x = 1 -- note\ny = 2 %}",
  ]) {
    expect(scopes(`@You:\n${tag} after\n`, "note"), tag).toMatch(/meta\.tag\.(?:code|expression)\.chat\b.*comment/);
    expect(scopes(`@You:\n${tag} after\n`, "after"), tag).not.toContain("meta.tag");
  }
});

test("a tag that is never closed colours no other message", () => {
  for (const tag of [
    "{{ a",
    "{% if x then",
    "{{ 'a }}",
    '{% x = "a %}',
    "{% --[[ a %}",
    "{{ [==[ a ]] }}",
    "{{ f{ }}",
    "{{ .a",
    "{{/* a",
    "{{ .a | f `b",
  ]) {
    const text = `@You:\n${tag}\n\n@Assistant:\nreply\n\n@You:\nagain {{ nil }}\n`;
    expect(scopes(text, "reply"), tag).toContain("meta.message.assistant.chat");
    expect(scopes(text, "reply"), tag).not.toContain("meta.tag");
    expect(scopes(text, "again"), tag).not.toContain("meta.tag");
    expect(scopes(text, "nil"), tag).toContain("meta.tag.expression.chat");
  }
});

test("what the assistant says holds no tag and no reference", () => {
  const text = "@Assistant:\n{{ nil }} and @./notes.md\n";
  expect(scopes(text, "nil")).not.toContain("meta.tag");
  expect(scopes(text, "notes")).not.toContain("meta.reference");
});

test("actions of Go are told from Lua", () => {
  for (const action of [
    "{{ .name }}",
    "{{- if .name }}",
    '{{ "x" | printf "%q" }}',
    "{{ range $i, $x := .items }}",
    "{{ end }}",
    "{{/* note */}}",
    "{{ $x }}",
    "{{ len .items }}",
    "{{ not (eq .a 1) }}",
  ])
    expect(scopes(`@You:\nx ${action} y\n`, "{{"), action).toContain("meta.tag.action.chat");
  for (const expression of [
    "{{ name }}",
    "{{ 1 .. 2 }}",
    "{{ f{ a = 1 } }}",
    "{{ .5 + 1 }}",
    "{{ endings }}",
    '{{ "a | b" }}',
    "{{ a.b }}",
    "{{ f(.5) }}",
    "{{ f (x) }}",
  ])
    expect(scopes(`@You:\nx ${expression} y\n`, "{{"), expression).toContain("meta.tag.expression.chat");
  expect(scopes("@You:\n{{ range .items }}\n", "range")).toContain("keyword.control.go-template");
  expect(scopes("@You:\n{{ .item }} y\n", " y")).not.toContain("meta.tag");
});

test("references are links, with what stands behind their path apart", () => {
  const link = "markup.underline.link.reference.chat";
  for (const text of ["see @./a.md now", "see @../b%20c.png.", "(@~/notes.md)", "@//etc/hosts", "`@./x.md`"])
    expect(scopes(`@You:\n${text}\n`, "@"), text).toContain("meta.reference.chat");
  expect(scopes("@You:\nsee @./a.md, then\n", "a.md")).toContain(link);
  expect(scopes("@You:\nsee @./a.md, then\n", ", then")).not.toContain("meta.reference");
  expect(scopes("@You:\nsee @./a.md;type=text/csv now\n", "type=")).toContain("string.other.option.chat");
  expect(scopes('@You:\n@./a.md;type="text/x y";n=1. now\n', "x y")).toContain("string.other.option.chat");
  expect(scopes("@You:\nmail me@example.com\n", "@")).not.toContain("meta.reference");
});

test("a reference ends at a bracket that it did not open, and before a tag", () => {
  const linked = (text: string): string[] => {
    const found = tokensOf(`@You:\n${text}\n`).filter(({ scopes: all }) => all.includes("markup.underline.link.reference.chat"));
    return found.map(({ token }) => token);
  };
  expect(linked("(see @./a(1).md), @./b(c d, [x](@./c.md)y and ![](@../d[2].png)")).toEqual(["./a(1).md", "./b", "./c.md", "../d[2].png"]);
  expect(linked("<@./a.md> {@./b.md} @./c/{{ name }}.md @./d.md。")).toEqual(["./a.md", "./b.md", "./c/", "./d.md"]);
  expect(linked("`@./a.md` and `x` @./b.md `@./c.md`")).toEqual(["./a.md", "./b.md", "./c.md"]);
});

test("thinking is set apart, up to its end or the next message", () => {
  const text = '@Assistant:\n<thinking anthropic:signature="abc=">\nI think.\n</thinking>\nreply\n';
  expect(scopes(text, "I think")).toContain("comment.block.thinking.chat");
  expect(scopes(text, "abc=")).toContain("string.other.signature.chat");
  expect(scopes(text, "reply")).not.toContain("thinking");
  expect(scopes("@Assistant:\n<thinking>\nI think.\n@You:\nnext\n", "next")).toContain("meta.message.template.chat");
  expect(scopes('@Assistant:\n<thinking anthropic:signature="abc="/>\nreply\n', "reply")).not.toContain("thinking");
});

test("uses and results of tools show name, id and JSON, and results run nothing", () => {
  const use = '@Assistant:\n**Tool Use:** `read` (`t_1`)\n\n```json\n{ "path": "a" }\n```\nreply\n';
  expect(scopes(use, "read")).toContain("entity.name.function.tool.chat");
  expect(scopes(use, "path")).toContain("meta.embedded.block.json");
  expect(scopes(use, "reply")).not.toContain("meta.tool");
  const result = "@You:\n**Tool Result:** `t_1` (error)\n\n````\n{{ nil }} @./a.md\n```\n@You:\n````\n\nHi {{ nil }}\n";
  const [inResult = [], behind = []] = scopesOf(result, "nil");
  expect(inResult.join(" ")).not.toContain("meta.tag");
  expect(behind.join(" ")).toContain("meta.tag.expression.chat");
  expect(scopes(result, "error")).toContain("storage.modifier.status.chat");
  expect(scopes(result, "a.md")).not.toContain("meta.reference");
});

test("the mark of a reply that was cut off is no text", () => {
  expect(scopes("@Assistant:\nhalf\n<!-- flemma:aborted: stopped -->\n", "stopped")).toContain("comment.block.aborted.chat");
});

test.each([
  ["braces", `{{ ${"{".repeat(19_000)}`],
  ["openings", "{{ a ".repeat(3800)],
  ["full stops behind a reference", `@./${".".repeat(19_000)}x`],
  ["references in brackets", "@./a(".repeat(3800)],
  ["dashes", `{% ${"--".repeat(9500)}`],
  ["quotes", `{% ${"'".repeat(19_000)}`],
])("a line that is made to take long is coloured all the same: %s", { timeout: 5000 }, (_, line) => {
  expect(scopesOf(`@You:\n${line}\n@Assistant:\nreply`, "reply").join()).toContain("meta.message.assistant.chat");
});
