import { type Attack, diagnosed, expression, flooded, frontmatter, message, rendered, syntaxOnly } from "./attack.js";

const million = 1_000_000;
const many = 100_000;

/** A list of 1.7 MB. */
const deepList = (): string => Array.from({ length: 1300 }, (_, index) => `${"  ".repeat(index)}- x`).join("\n");

const deepUse = (): string => `**Tool Use:** \`a\` (\`b\`)\n\`\`\`json\n${"[".repeat(many)}${"]".repeat(many)}\n\`\`\``;

/** Documents with as many of one thing as fit. An editor asks for everything it can show of them, and they are edited. */
export const crowded: readonly Attack[] = [
  rendered("100,000 expressions", () => message("{{ 1 }}".repeat(many)), "1".repeat(many)),
  rendered("100,000 code tags", () => message("{% x = 1 %}".repeat(many)), ""),
  rendered("100,000 expressions of a variable", () => frontmatter("v = 1", "{{ v }}".repeat(many)), "1".repeat(many)),
  rendered("100,000 roles", () => `${"@You:\n".repeat(many)}last\n`, "last"),
  flooded("100,000 references to no file", () => message("@./a\n".repeat(many)), "file/missing"),
  rendered("2,000 messages with an expression", () => "@You:\n{{ 1 }}\n".repeat(2000), "1".repeat(2000)),
  flooded("100,000 expressions with undefined names", () => message("{{ x }}\n".repeat(many)), "expression/undefined-variable"),
  flooded("100,000 members of undefined names", () => message("{{ x.y.z }}\n".repeat(many)), "expression/undefined-variable"),
  flooded("100,000 sums with nil", () => message("{{ 1 + nil }}\n".repeat(many)), "expression/runtime"),
  flooded("50,000 calls that fail", () => frontmatter("t = {}", "{{ t.x() }}\n".repeat(many / 2)), "expression/runtime"),
  flooded("100,000 names with a dot before them", () => message("{{ .x }}\n".repeat(many)), "expression/syntax"),
  flooded("100,000 broken expressions", () => message("{{ a | upper }}\n".repeat(many)), "expression/syntax"),
  flooded("100,000 openers with their own message each", () => "@You:\n{{ '\n".repeat(many), "template/unclosed-tag"),
  flooded("100,000 unknown roles", () => "@Yuo:\n".repeat(many), "role/unknown"),
  flooded("80,000 tool headings", () => `@Assistant:\n${"**Tool Use:** `a` (`b`)\n".repeat(80_000)}`, "tool/missing-fence"),
  diagnosed("100,000 failing code tags", () => message("{% error('x') %}\n".repeat(many)), "template/runtime:2"),
  rendered(
    "1.9 MB of prose",
    () => message("The quick brown fox jumps over the lazy dog.\n".repeat(42_000)).trimEnd(),
    "The quick brown fox jumps over the lazy dog.\n".repeat(42_000).trimEnd(),
  ),
  rendered(
    "1.9 MB of fences",
    () => message("```js\nlet a = 1;\n```\n".repeat(90_000)).trimEnd(),
    "```js\nlet a = 1;\n```\n".repeat(90_000).trimEnd(),
  ),
  rendered("1.9 MB of emoji", () => message("\u{1f600}".repeat(470_000)), "\u{1f600}".repeat(470_000)),
];

/** Documents that are hostile before any Lua runs: by size, by count, by their characters. */
export const documents: readonly Attack[] = [
  ...crowded,
  syntaxOnly("10 MB of lines", () => message("all work and no play\n".repeat(500_000))),
  syntaxOnly("10 MB of tags", () => message("{{ 1 }}\n".repeat(1_300_000))),
  syntaxOnly("10 MB of roles", () => "@You:\n".repeat(1_700_000)),
  syntaxOnly("10 MB in one line", () => message("x".repeat(10 * million))),
  rendered(
    "prose in lists, 1,300 deep",
    () => `\`\`\`lua\nflemma.opt.templating.engine = "prose"\n\`\`\`\n@You:\n${deepList()}\n\`\`\`lua\nreturn #prose\n\`\`\`\n`,
    String(deepList().length),
  ),
  rendered(
    "a tool use that nests 100,000 deep",
    () => `@Assistant:\n${deepUse()}\n@You:\nlast\n`,
    `${deepUse()}last`,
    "tool/invalid-input:2",
  ),
  rendered("a line of 1 MB", () => message("x".repeat(million)), "x".repeat(million)),
  rendered("a line of 1 MB that ends in a tag", () => message(`${"x".repeat(million)}{{ 1 }}`), `${"x".repeat(million)}1`),
  diagnosed("1 MB of {", () => message("{".repeat(million)), "template/unclosed-tag:2"),
  flooded("100,000 empty expressions in one line", () => message("{{}}".repeat(many)), "expression/syntax"),
  diagnosed("300,000 statements in the frontmatter", () => frontmatter("x = 1\n".repeat(300_000)), "limit/memory:166668"),
  diagnosed("a table of 150,000 tables in the frontmatter", () => frontmatter(`x = {${"{1,2,'a'},".repeat(150_000)}}`), "limit/memory:2"),
  diagnosed("200,000 broken statements in the frontmatter", () => frontmatter("x = = 1\n".repeat(200_000)), "frontmatter/syntax:2"),
  diagnosed("1.5 MB of references", () => message("@./a\n".repeat(300_000)), "limit/steps:150002"),
  diagnosed("1 MB of backticks", () => message("`".repeat(million)), "document/unclosed-fence:2"),
  rendered(
    "1 MB of backticks in pairs of fences",
    () => message("```\n```\n".repeat(120_000)).trimEnd(),
    "```\n```\n".repeat(120_000).trimEnd(),
  ),
  rendered("1 MB of @", () => message("@".repeat(million)), "@".repeat(million)),
  rendered("1 MB of @./", () => message("@./(".repeat(million / 4)), "@./(".repeat(million / 4), "file/missing:2"),
  flooded("1 MB of references and options", () => message("@./a;type='x/y' ".repeat(million / 16)), "file/missing"),
  rendered("1 MB of backslashes", () => message("\\".repeat(million)), "\\".repeat(million)),
  diagnosed("1 MB of unclosed thinking", () => `@Assistant:\n${"<thinking>\n".repeat(80_000)}`, "thinking/unclosed:2"),
  rendered("NUL", "@You:\na\0b{{ '\\0' == '\0' }}\0\n", "a\0btrue\0"),
  rendered("lone surrogates", "@You:\n\ud800 {{ '\udfff' }} {{ #'\ud800' }}\n", "\ud800 \udfff 3"),
  rendered("a byte order mark, mixed line ends", "\ufeff@You:\r\na\rb\n{{ 1 }}\r\n", "a\nb\n1"),
  diagnosed("the bidirectional override in a name", expression("a\u202eb"), "expression/undefined-variable:2"),
  flooded("100,000 undefined names in one line", () => message("{{ nobody }}".repeat(many)), "expression/undefined-variable"),
];
