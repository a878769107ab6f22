import { type Attack, diagnosed, flooded, rendered } from "./attack.js";

const head = '```lua\nflemma.opt.templating.engine = "go"\n```\n@You:\n';
const go = (body: string): string => `${head}${body}\n`;
/** The line of the document on which a body begins. */
const line = 5;

/** Documents whose templates are written in Go. */
export const goTemplates: readonly Attack[] = [
  diagnosed("Go: ranges in ranges without end", go("{{ range 99999999 }}{{ range 99999999 }}{{ end }}{{ end }}"), `limit:${line}`),
  diagnosed("Go: a text that doubles", go('{{ $x := "xxxxxxxxxxxxxxxx" }}{{ range 99 }}{{ $x = print $x $x }}{{ end }}'), `limit:${line}`),
  diagnosed("Go: 300,000 actions", () => go("{{1}}".repeat(300_000)), `limit/memory:${line}`),
  diagnosed("Go: repeat", go('{{ repeat 9999999999 "xxxx" }}'), `limit:${line}`),
  diagnosed("Go: repeat of repeat", go('{{ range 9999 }}{{ repeat 999999 "xxxx" | len }}{{ end }}'), `limit:${line}`),
  diagnosed(
    "Go: a width that fills the memory",
    go('{{ printf "%999999d" 1 | len }}{{ range 99999 }}{{ printf "%999999d" 1 | len }}{{ end }}'),
    `limit:${line}`,
  ),
  diagnosed("Go: lists that grow", go("{{ $l := list }}{{ range 999999 }}{{ $l = concat $l $l (list 1) }}{{ end }}"), `limit:${line}`),
  diagnosed("Go: a template that calls itself", go('{{ define "a" }}{{ template "a" }}{{ end }}{{ template "a" }}'), `limit/depth:${line}`),
  diagnosed(
    "Go: templates that call each other twice",
    go(
      [...Array(40).keys()].map((n) => `{{ define "${n}" }}{{ template "${n + 1}" }}{{ template "${n + 1}" }}{{ end }}`).join("") +
        '{{ define "40" }}x{{ end }}{{ template "0" }}',
    ),
    `limit:${line}`,
  ),
  diagnosed("Go: output without end", go("{{ range 99999999 }}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx{{ end }}"), `limit:${line}`),
  rendered(
    "Go: names that objects have",
    go("{{ .constructor }}{{ .__proto__.x }}{{ .inputs.toString }}"),
    "<no value><no value><no value>",
    ...Array(3).fill(`expression/no-value:${line}`),
  ),
  rendered("Go: NUL and lone surrogates", go('{{ print "\\x00" "\u{d800}" | len }}a\0b'), "4a\0b"),
  diagnosed("Go: parentheses, 100,000 deep", () => go(`{{ ${"(".repeat(100_000)}1${")".repeat(100_000)} }}`), `template/syntax:${line}`),
  diagnosed("Go: blocks, 100,000 deep", () => go(`${"{{ if 1 }}".repeat(100_000)}${"{{ end }}".repeat(100_000)}`), `limit/depth:${line}`),
  flooded("Go: 100,000 unknown functions", () => go("{{ nope }}\n".repeat(100_000)), "template/syntax"),
  flooded("Go: 100,000 missing values", () => go("{{ .nope }}\n".repeat(100_000)), "expression/no-value"),
  rendered("Go: 100,000 actions", () => go("{{ 1 }}".repeat(100_000)), "1".repeat(100_000)),
  diagnosed("Go: 100,000 actions without an end", () => go("{{ .x ".repeat(100_000)), `template/syntax:${line}`),
  rendered("Go: 100,000 backticks", () => go("` ".repeat(100_001)), "` ".repeat(100_001)),
  rendered("Go: a regular expression that explodes elsewhere", go(`{{ regexMatch "(a*)*b" (repeat 50000 "a") }}`), "false"),
];
