import { type Attack, diagnosed, rendered, yaml } from "./attack.js";

/** Lists of ten aliases each, level over level. */
function laughs(levels: number): string {
  const level = (index: number): string =>
    `a${index}: &a${index} [${Array(10)
      .fill(index === 0 ? "ha" : `*a${index - 1}`)
      .join(", ")}]`;
  return Array.from({ length: levels }, (_, index) => level(index)).join("\n");
}

/** YAML that stands for more than it holds, or asks more of a parser than it should. */
export const yamlBombs: readonly Attack[] = [
  diagnosed("a billion laughs", () => yaml(laughs(10)), "limit/memory:6"),
  rendered("a thousand laughs", () => yaml(laughs(3)), "hello"),
  diagnosed("laughs in objects", () => yaml(laughs(10).replaceAll("[", "{k: [").replaceAll("]", "]}")), "limit/memory:6"),
  diagnosed(
    "a long text, often repeated",
    () => yaml(`a: &a ${"x".repeat(500_000)}\n${Array.from({ length: 1000 }, (_, index) => `b${index}: *a`).join("\n")}`),
    "limit/memory:12",
  ),
  diagnosed("an alias in what it repeats", yaml("a: &a [*a]"), "frontmatter/syntax:2"),
  diagnosed("deep lists", () => yaml(`a: ${"[".repeat(20_000)}`), "limit/depth:2"),
  diagnosed("deep lists of dashes", () => yaml(`a:\n  ${"- ".repeat(10_000)}x`), "limit/depth:3"),
  diagnosed("deep objects", () => yaml(`${"{a: ".repeat(4000)}1${"}".repeat(4000)}`), "limit/depth:2"),
  diagnosed("deep keys", () => yaml(`${"? ".repeat(10_000)}x`), "limit/depth:2"),
  diagnosed("a million lines", () => yaml("a: 1\n".repeat(300_000)), "limit/memory:4287"),
  diagnosed("commas alone", () => yaml(`a: [${",".repeat(20_000)}]`), "frontmatter/syntax:2"),
  diagnosed("tags alone", () => yaml(`a: ${"!x ".repeat(10_000)}`), "frontmatter/syntax:2"),
  diagnosed("tabs alone", () => yaml(`a:\n${"\tb: 1\n".repeat(3000)}`), "frontmatter/syntax:3"),
  rendered("a text of 1 MB", () => yaml(`a: |\n${`  ${"x".repeat(99)}\n`.repeat(10_000)}`, "{{ #a }}"), "1000000"),
  rendered("names of JavaScript", yaml("__proto__: {x: 1}\nconstructor: 2", "{{ __proto__.x }}{{ constructor }}"), "12"),
];
