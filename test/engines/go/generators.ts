import fc from "fast-check";
import { standardFunctions } from "../../../server/src/engines/go/functions/standard.js";
import { type GoScope, goFloat } from "../../../server/src/go-template.js";

/*
 * Templates as people write them, and worse ones: most of them run, some fail, some are broken.
 */

const words = fc.constantFrom("a", "b", "list", "map", "text", "n", "f", "nil", "missing", "é");
const field = fc.oneof(
  words.map((name) => `.${name}`),
  fc.tuple(words, words).map(([first, second]) => `.${first}.${second}`),
  fc.constantFrom(".", "$", "$x", "$y", "$.list", "$x.a"),
);
const literal = fc.constantFrom(
  ...'0 1 -1 7 1.5 1e3 0x1F \'x\' \'👋\' "" "a b" "%5.2f|%v|%q|%x|%[2]d|%*d" `raw` true false nil 9223372036854775807 "[0-9]+(a|b)*" "2026-03-04T05:06:07Z" "{\\"a\\": [1]}" "\\xff👋"'.split(
    " ",
  ),
);
const functionName = fc.constantFrom(...standardFunctions.keys());

const { pipe, operand } = fc.letrec<{ operand: string; command: string; pipe: string }>((tie) => ({
  operand: fc.oneof(
    { maxDepth: 3 },
    field,
    literal,
    functionName,
    tie("pipe").map((inner) => `(${inner})`),
    tie("pipe").map((inner) => `(${inner}).a`),
  ),
  command: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(functionName, fc.array(tie("operand"), { maxLength: 4 })).map(([name, args]) => [name, ...args].join(" ")),
    },
    { weight: 2, arbitrary: tie("operand") },
  ),
  pipe: fc.array(tie("command"), { minLength: 1, maxLength: 3 }).map((commands) => commands.join(" | ")),
}));

const open = fc.constantFrom("{{", "{{", "{{- ");
const close = fc.constantFrom("}}", "}}", " -}}");
const action = (inside: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.tuple(open, inside, close).map((parts) => parts.join(""));
const text = fc.constantFrom("text ", "\n", " é👋\n", "`{{code}}`", "```\n{{\n```\n", "{", "}}", "");

const { body } = fc.letrec<{ node: string; body: string }>((tie) => {
  const block = (head: fc.Arbitrary<string>, otherwise: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc
      .tuple(
        action(head),
        tie("body"),
        fc.oneof(
          fc.constant(""),
          fc.tuple(otherwise, tie("body")).map((parts) => parts.join("")),
        ),
      )
      .map((parts) => `${parts.join("")}{{end}}`);
  return {
    node: fc.oneof(
      { maxDepth: 3 },
      text,
      action(pipe),
      action(fc.tuple(fc.constantFrom("$x := ", "$y = ", "$x, $y := "), pipe).map((parts) => parts.join(""))),
      block(
        pipe.map((value) => `if ${value}`),
        fc.constantFrom("{{else}}", "{{else if .n}}"),
      ),
      block(
        pipe.map((value) => `with $x := ${value}`),
        fc.constantFrom("{{else}}", "{{else with .map}}"),
      ),
      block(
        fc.tuple(fc.constantFrom("", "$x := ", "$x, $y := ", "$x = "), operand).map(([head, value]) => `range ${head}${value}`),
        fc.constant("{{else}}"),
      ),
      fc.constantFrom(
        "{{break}}",
        "{{continue}}",
        '{{template "d" .}}',
        '{{template "t" .}}',
        '{{block "b" .list}}{{len .}}{{end}}',
        "{{/* c */}}",
      ),
    ),
    body: fc.array(tie("node"), { maxLength: 4 }).map((nodes) => nodes.join("")),
  };
});

const definitions = fc.constantFrom("", "", '{{define "d"}}[{{.}}]{{end}}', '{{define "d"}}{{template "d" .}}{{end}}');

/** A template whose grammar is right, most of the time. */
export const template = fc.tuple(fc.constantFrom("", "{{$x := .map}}{{$y := 1}}"), body, definitions).map((parts) => parts.join(""));

const pieces = fc.constantFrom(
  "{{",
  "}}",
  "(",
  ")",
  "|",
  ":=",
  "$",
  ".",
  '"',
  "`",
  "'",
  "-",
  "\n",
  "{{end}}",
  "{{else}}",
  "{{if",
  "/*",
  "*/",
  "\\",
  "\ud800",
  "{{range $i, ",
  "0x",
  "1e",
);
const edit = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 3 }), fc.oneof(pieces, fc.constant("")));

/** A template after some edits: mostly a broken one. */
export const brokenTemplate = fc.tuple(template, fc.array(edit, { minLength: 1, maxLength: 3 })).map(([whole, edits]) =>
  edits.reduce((before, [share, removed, inserted]) => {
    const at = Math.floor(share * (before.length + 1));
    return before.slice(0, at) + inserted + before.slice(at + removed);
  }, whole),
);

const { value } = fc.letrec<{ value: GoScope }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<GoScope>(
      null,
      true,
      false,
      "",
      "text",
      "é👋",
      "\ud800",
      0,
      1,
      -5,
      2.5,
      1e21,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -0,
      2n ** 63n - 1n,
    ),
    fc.integer().map((whole) => goFloat(whole)),
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(words, fc.string({ maxLength: 3 })), tie("value"), { maxKeys: 4 }),
  ) as fc.Arbitrary<GoScope>,
}));

/** What a template may be given. */
export const scope: fc.Arbitrary<GoScope> = fc.oneof(
  { weight: 1, arbitrary: value },
  {
    weight: 4,
    arbitrary: fc.record({
      a: value,
      b: value,
      n: fc.integer(),
      f: fc.double(),
      text: fc.string(),
      list: fc.array(value, { maxLength: 4 }),
      map: fc.dictionary(words, value, { maxKeys: 4 }),
      nil: fc.constant(null),
    }) as fc.Arbitrary<GoScope>,
  },
);
