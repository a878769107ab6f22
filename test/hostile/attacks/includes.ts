import { type Attack, code, diagnosed, expression, frontmatter, message, rendered, withFiles } from "./attack.js";

const binary = "{ [symbols.BINARY] = true }";

/** Sixteen files, each of which includes the next one so many times. */
function chain(times: number, args = "nil", end = "x"): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 16 }, (_, i) => [`${i}.md`, i === 15 ? end : `{{ include('${i + 1}.md', ${args}) }}`.repeat(times)]),
  );
}

const everything = ["a", "b", "c"].map((name) => `{{ include('${name}.md') }}`).join("");

/** Included files that include each other, are huge, or are no files. */
export const includes: readonly Attack[] = [
  withFiles(diagnosed("a file that includes itself", expression("include('a.md')"), "include/circular:2"), {
    "a.md": "{{ include('a.md') }}",
  }),
  withFiles(
    diagnosed("a file that includes itself a thousand times", expression("include('a.md')"), ...Array(1).fill("include/circular:2")),
    {
      "a.md": "{% for i = 1, 1000 do %}{{ include('a.md') }}{% end %}",
    },
  ),
  withFiles(
    diagnosed("files that all include each other", expression("include('a.md')"), ...Array(7).fill("include/circular:2")),
    Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.md`, everything])),
  ),
  withFiles(rendered("sixteen files, each with the next one twice", expression("#include('0.md')"), String(2 ** 15)), chain(2)),
  withFiles(diagnosed("the same with ten thousand copies of each", expression("#include('0.md')"), "limit:2"), chain(10_000)),
  withFiles(diagnosed("the same with tables as arguments", expression("include('0.md')"), "limit:2"), chain(2, "{ t = {} }")),
  withFiles(
    diagnosed("one file more than may nest", expression("include('0.md')"), "include/too-deep:2"),
    chain(1, "nil", "{{ include('16.md') }}"),
  ),
  withFiles(
    diagnosed("the same, doubled", expression("include('0.md')"), ...Array(2).fill("include/too-deep:2")),
    chain(2, "nil", "{{ include('16.md') }}{{ include('17.md') }}"),
  ),
  withFiles(diagnosed("a loop in an included file", expression("include('a.md')"), "limit:2"), { "a.md": "{% while true do end %}" }),
  withFiles(diagnosed("pcall around a loop in an included file", code("while true do pcall(include, 'a.md') end"), "limit:2"), {
    "a.md": "{% while true do end %}",
  }),
  withFiles(diagnosed("memory in an included file", expression("include('a.md')"), "limit/memory:2"), {
    "a.md": "{% s = 'x' while true do s = s .. s end %}",
  }),
  withFiles(diagnosed("includes for ever", code("while true do include('a.md', { n = {} }) end"), "limit:2"), { "a.md": "{{ #n }}" }),
  withFiles(diagnosed("failing includes for ever", code("while true do pcall(include, 'a.md', { n = {} }) end"), "limit:2"), {
    "a.md": "{% error(n) %}",
  }),
  withFiles(
    diagnosed("includes of included texts that grow", code("s = 'x' while true do s = include('a.md', { s = s }) end"), "limit:2"),
    { "a.md": "{{ s }}{{ s }}" },
  ),
  withFiles(
    diagnosed(
      "warnings in a loop of includes",
      message("{% for i = 1, 1000 do %}{{ include('a.md', { n = {} }) }}{% end %}"),
      "expression/runtime:2",
    ),
    { "a.md": "{{ n + 1 }}" },
  ),
  withFiles(diagnosed("as many files as one asks for", code("for i = 1, 1e7 do pcall(include, 'no' .. i) end"), "limit:2"), {}),
  withFiles(diagnosed("as many folders as one asks for", code("for i = 1, 1e7 do pcall(include, i .. '/no') end"), "limit:2"), {}),
  withFiles(
    diagnosed("as many attachments as one asks for", code(`for i = 1, 1e7 do pcall(include, 'no' .. i, ${binary}) end`), "limit:2"),
    {},
  ),
  withFiles(
    diagnosed(
      "parts of parts of parts",
      code(`p = include('t.md', ${binary}) while true do p = include('a.md', { p = p }) end`),
      "limit:2",
    ),
    {
      "t.md": "t",
      "a.md": "{{ p }}{{ p }}",
    },
  ),
  withFiles(diagnosed("a file of a megabyte, in a loop", code("for i = 1, 1e7 do x = include('a.md', { t = {} }) end"), "limit:2"), {
    "a.md": () => "word ".repeat(200_000),
  }),
  withFiles(
    diagnosed("a file of a megabyte of tags, in a loop", code("for i = 1, 1e4 do x = include('a.md', { t = {} }) end"), "limit:2"),
    {
      "a.md": () => "{{ math.random() }}".repeat(55_000),
    },
  ),
  withFiles(diagnosed("a file that is too large", expression("include('a.md')"), "include/too-large:2"), {
    "a.md": () => "word ".repeat(250_000),
  }),
  withFiles(rendered("a file of a megabyte of openers", expression("#include('a.md')"), String(1_000_000), "template/unclosed-tag:2"), {
    "a.md": () => "{{".repeat(500_000),
  }),
  withFiles(
    diagnosed(
      "a device, a terminal, endless zeros",
      message("{{ include('/dev/random') }}\n{{ include('/dev/tty') }}\n{{ include('/dev/zero') }}"),
      "include/forbidden:2",
      "include/forbidden:3",
      "include/forbidden:4",
    ),
    {},
  ),
  withFiles(
    {
      name: "20,000 includes of no file",
      text: () => message("{{ include('no.md') }}\n".repeat(20_000)),
      ending: { kind: "flooded", code: "include/missing" },
    },
    {},
  ),
  withFiles(diagnosed("a path without end", expression("include(('a/'):rep(1e6))"), "include/missing:2"), {}),
  withFiles(diagnosed("a path with NUL", expression("include('a\\0b')"), "include/missing:2"), {}),
  withFiles(
    diagnosed(
      "a function that includes, called without end",
      frontmatter("function f() return include('a.md', { f = f }) end", "{{ f() }}"),
      "include/circular:5",
    ),
    { "a.md": "{{ f() }}" },
  ),
];
