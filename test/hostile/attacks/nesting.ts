import { type Attack, code, diagnosed, expression, frontmatter, json, message, rendered } from "./attack.js";

const deep = 50_000;

/** Sources that nest or repeat until a parser that recurses breaks, and frontmatter that is data but too much of it. */
export const nesting: readonly Attack[] = [
  diagnosed("parentheses", () => expression("(".repeat(deep) + ")".repeat(deep)), "limit/depth:2"),
  diagnosed("tables", () => code(`x = ${"{".repeat(deep)}${"}".repeat(deep)}`), "limit/depth:2"),
  diagnosed("functions", () => code(`x = ${"function() return ".repeat(deep)}1${" end".repeat(deep)}`), "limit/depth:2"),
  diagnosed("if in if", () => code("if true then ".repeat(deep) + "end ".repeat(deep)), "limit/depth:2"),
  diagnosed("if over tags", () => message("{% if true then %}".repeat(5000) + "{% end %}".repeat(5000)), "limit/depth:2"),
  diagnosed("unary operators", () => expression(`${"not ".repeat(deep)}1`), "limit/depth:2"),
  diagnosed("minus signs", () => expression(`${"- ".repeat(deep)}1`), "limit/depth:2"),
  diagnosed("powers", () => expression(`1${" ^ 1".repeat(deep)}`), "limit/depth:2"),
  rendered("concatenations", () => expression(`1${" .. 1".repeat(deep)}`), "1".repeat(deep + 1)),
  diagnosed("sums", () => expression(`1${" + 1".repeat(deep)}`), "limit/depth:2"),
  diagnosed("member chains", () => frontmatter(`t = {}\nx = t${".t".repeat(deep)}`), "limit/depth:3"),
  diagnosed("call chains", () => frontmatter(`function f() return f end\nx = f${"()".repeat(deep)}`), "limit/depth:3"),
  rendered("else if chains", () => code(`if false then ${"elseif false then ".repeat(deep)}end`), "\nhello"),
  rendered("a table of many fields", () => frontmatter(`t = { ${"1,".repeat(100_000)} }`, "{{ #t }}"), "100000"),
  rendered("a thousand locals", () => code(Array.from({ length: 1000 }, (_, index) => `local a${index} = 1`).join(" ")), "\nhello"),
  diagnosed("JSON, deep", () => json(`{"a": ${"[".repeat(deep)}${"]".repeat(deep)}}`), "limit/depth:2"),
  diagnosed("JSON, deep in objects", () => json(`{"a": ${'{"a": '.repeat(deep)}1${"}".repeat(deep)}}`), "limit/depth:2"),
  rendered("JSON, wide", () => json(`{"a": [${"1,".repeat(200_000)}1]}`, "{{ #a }}"), "200001"),
  rendered(
    "JSON with many keys",
    () => json(`{${Array.from({ length: 20_000 }, (_, index) => `"k${index}": ${index}`).join(", ")}}`, "{{ k19999 }}"),
    "19999",
  ),
  rendered("JSON with a string of 1 MB", () => json(`{"a": "${"x".repeat(1_000_000)}"}`, "{{ #a }}"), "1000000"),
  rendered("JSON with equal keys", json('{"a": 1, "a": 2, "a": {"b": 1, "b": 3}}', "{{ a.b }}"), "3"),
  rendered(
    "JSON numbers beyond numbers",
    json(
      '{"a": 1e999, "b": -1e999, "c": 1e-999, "d": 123456789012345678901234567890}',
      "{{ tostring(a) }} {{ tostring(b) }} {{ c }} {{ d }}",
    ),
    "inf -inf 0 1.2345678901235e+29",
  ),
  rendered("JSON with a huge exponent", () => json(`{"a": 1e${"9".repeat(100_000)}}`, "{{ tostring(a) }}"), "inf"),
  rendered("a numeral of 1 MB", () => frontmatter(`a = ${"1".repeat(1_000_000)}`, "{{ tostring(a) }}"), "inf"),
  diagnosed("JSON that never ends", () => json(`{"a": "${"x".repeat(100_000)}`), "frontmatter/syntax:2"),
  diagnosed(
    "a name of 1 MB that nobody defined",
    () => frontmatter(`${"a".repeat(500_000)}b = 1`, `{{ ${"a".repeat(500_000)}c }}`),
    "expression/undefined-variable:5",
  ),
  diagnosed(
    "1,000 names that nobody defined, beside 1,000 that are",
    () =>
      frontmatter(
        Array.from({ length: 1000 }, (_, index) => `recipient_name_${index} = 1`).join(" "),
        Array.from({ length: 1000 }, (_, index) => `{{ recipient_mane_${index} }}`).join("\n"),
      ),
    ...Array.from({ length: 1000 }, (_, index) => `expression/undefined-variable:${index + 5}`),
  ),
];
