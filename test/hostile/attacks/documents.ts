import { type Attack, diagnosed, expression, message, rendered, syntaxOnly } from "./attack.js";

const million = 1_000_000;
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

/** Documents that are hostile before any Lua runs: by size, by count, by their characters. */
export const documents: readonly Attack[] = [
  rendered("100,000 expressions", () => message("{{ 1 }}".repeat(100_000)), "1".repeat(100_000)),
  rendered("100,000 code tags", () => message("{% x = 1 %}".repeat(100_000)), ""),
  rendered("30,000 roles", () => `${"@You:\n".repeat(30_000)}last\n`, "last"),
  syntaxOnly("10 MB of lines", () => message("all work and no play\n".repeat(500_000))),
  syntaxOnly("10 MB of tags", () => message("{{ 1 }}\n".repeat(1_300_000))),
  syntaxOnly("10 MB of roles", () => "@You:\n".repeat(1_700_000)),
  syntaxOnly("10 MB in one line", () => message("x".repeat(10 * million))),
  rendered("a line of 1 MB", () => message("x".repeat(million)), "x".repeat(million)),
  rendered("a line of 1 MB that ends in a tag", () => message(`${"x".repeat(million)}{{ 1 }}`), `${"x".repeat(million)}1`),
  diagnosed("1 MB of {", () => message("{".repeat(million)), "template/unclosed-tag:2"),
  diagnosed("2,000 empty expressions in one line", () => message("{{}}".repeat(2000)), ...Array<string>(2000).fill("expression/syntax:2")),
  diagnosed(
    "openers with their own message each",
    () => "@You:\n{{ '\n".repeat(10_000),
    ...Array.from({ length: 10_000 }, (_, index) => `template/unclosed-tag:${2 * index + 2}`),
  ),
  diagnosed("1 MB of backticks", () => message("`".repeat(million)), "document/unclosed-fence:2"),
  rendered(
    "1 MB of backticks in pairs of fences",
    () => message("```\n```\n".repeat(120_000)).trimEnd(),
    "```\n```\n".repeat(120_000).trimEnd(),
  ),
  rendered("1 MB of @", () => message("@".repeat(million)), "@".repeat(million)),
  rendered("1 MB of @./", () => message("@./(".repeat(million / 4)), "@./(".repeat(million / 4)),
  rendered("1 MB of references and options", () => message("@./a;b='".repeat(million / 8)), "@./a;b='".repeat(million / 8)),
  rendered("1 MB of backslashes", () => message("\\".repeat(million)), "\\".repeat(million)),
  diagnosed("1 MB of unclosed thinking", () => `@Assistant:\n${"<thinking>\n".repeat(80_000)}`, "thinking/unclosed:2"),
  rendered("NUL", "@You:\na\0b{{ '\\0' == '\0' }}\0\n", "a\0btrue\0"),
  rendered("lone surrogates", "@You:\n\ud800 {{ '\udfff' }} {{ #'\ud800' }}\n", "\ud800 \udfff 3"),
  rendered("a byte order mark, mixed line ends", "\ufeff@You:\r\na\rb\n{{ 1 }}\r\n", "a\nb\n1"),
  diagnosed("the bidirectional override in a name", expression("a\u202eb"), "expression/undefined-variable:2"),
  diagnosed(
    "5,000 broken expressions",
    () => message(lines(5000, () => "{{ a | upper }}")),
    ...Array.from({ length: 5000 }, (_, index) => `expression/syntax:${index + 2}`),
  ),
  diagnosed(
    "2,000 expressions with undefined names in one line",
    () => message(lines(1, () => "{{ nobody }}".repeat(2000))),
    ...Array<string>(2000).fill("expression/undefined-variable:2"),
  ),
  diagnosed(
    "a tool heading 20,000 times",
    () => `@Assistant:\n${"**Tool Use:** `a` (`b`)\n".repeat(20_000)}`,
    ...Array.from({ length: 20_000 }, (_, index) => `tool/missing-fence:${index + 2}`),
  ),
];
