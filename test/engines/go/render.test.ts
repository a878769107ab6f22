import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { standardFunctions } from "../../../server/src/engines/go/functions/standard.js";
import {
  GoFloat,
  goFloat,
  goValueFromJson,
  type HostFunction,
  parseGoTemplate,
  renderGoTemplate,
} from "../../../server/src/go-template.js";
import { rendered } from "./support.js";

test("the example of the seed", () => {
  expect(renderGoTemplate("Hello {{ .inputs.name | upper }}", { inputs: { name: "ada" } })).toEqual({ ok: true, output: "Hello ADA" });
});

test("the examples of docs/go-templates.md give what is written below them", () => {
  const page = readFileSync(new URL("../../../docs/go-templates.md", import.meta.url), "utf8");
  const failed = renderGoTemplate("Hello {{ .inputs.nmae.first }}", { inputs: {} }, { name: "greeting", missingKey: "error" });
  const { kind, template, line, column, offset, message, detail } = (failed as Extract<typeof failed, { ok: false }>).error;
  expect(page).toContain(
    `// { ok: false, partial: "Hello ", error: { kind: "${kind}", template: "${template}", line: ${line}, column: ${column}, offset: ${offset},`,
  );
  expect(page).toContain(`//   message: '${message}',\n//   detail: '${detail}' } }`);
  const money: HostFunction = { args: ["float"], call: (amount) => `${Number(amount).toFixed(2)} €` };
  expect(page).toContain('functions: { money: { args: ["float"], call: (amount) => ');
  expect(renderGoTemplate("{{ money 12.5 }}", {}, { functions: { money } })).toEqual({ ok: true, output: "12.50 €" });
});

test("docs/go-templates.md names every function", () => {
  const page = readFileSync(new URL("../../../docs/go-templates.md", import.meta.url), "utf8");
  const tables = page.slice(page.indexOf("Builtins:"), page.indexOf("## Code"));
  const named = [...tables.matchAll(/`([a-zA-Z0-9 ]+?)(?: "ref".*?)?`/g)].flatMap(([, names]) => (names as string).split(" "));
  expect([...standardFunctions.keys()].filter((name) => !named.includes(name))).toEqual([]);
});

test("what the host's own code throws is an error of the template, at its place", () => {
  const broken = (): never => {
    throw new Error("broken");
  };
  const scope = {
    b: {},
    get a() {
      return broken();
    },
  } as never;
  const told = 'executing "t" at <';
  expect(rendered("x{{ .a.b }}", scope)).toBe(`Execute 1:7: ${told}.a.b>: broken`);
  expect(rendered("{{ now }}", {}, { now: broken })).toMatch(/^Execute 1:4: .*: broken$/);
  expect(rendered("{{ range 5000 }}{{ end }}", {}, { shouldStop: broken })).toMatch(/^Execute .*: broken$/);
  expect(rendered("{{ .p.x }}", { p: new Proxy({}, { getOwnPropertyDescriptor: broken }) })).toMatch(/^Execute .*: broken$/);
});

describe("scope values", () => {
  test("numbers are ints where they can be, floats elsewhere", () => {
    const scope = { int: 3, float: 2.5, wide: 2n ** 62n, whole: goFloat(3), huge: 1e21, zero: -0 };
    expect(rendered('{{range $k, $v := .}}{{$k}}={{printf "%T %v" $v $v}};{{end}}', scope)).toBe(
      "float=float64 2.5;huge=float64 1e+21;int=int 3;whole=float64 3;wide=int 4611686018427387904;zero=int 0;",
    );
  });

  test("maps may be Map objects, and objects without a prototype", () => {
    const scope = new Map([["a", new Map([["b", 1]])]]);
    expect(rendered("{{.a.b}} {{len .}} {{.}} {{index .a `b`}}", scope)).toBe("1 1 map[a:map[b:1]] 1");
    expect(rendered("{{.a}}", Object.assign(Object.create(null), { a: 1 }))).toBe("1");
  });

  test("undefined is a missing key in a map and nil in a list", () => {
    expect(rendered("{{.a}} {{len .}} {{.}}", { a: undefined })).toBe("<no value> 0 map[]");
    expect(rendered("{{print .l}} {{index .l 0 | print}}", { l: [undefined] })).toBe("[<nil>] <nil>");
  });

  test("only own keys are read: what JavaScript knows of objects is missing", () => {
    const names = ["constructor", "__proto__", "toString", "hasOwnProperty"];
    for (const name of names) expect(rendered(`{{.${name}}} {{index . "${name}"}} {{len .}}`, {})).toBe("<no value> <no value> 0");
    expect(rendered("{{.l.length}}", { l: [] })).toMatch(/can't evaluate field length/);
    expect(rendered('{{(dict "__proto__" 1).__proto__}} {{toJson (dict "__proto__" 1)}}')).toBe('1 {"__proto__":1}');
    expect({}).not.toHaveProperty("polluted");
  });

  test("the scope is never changed", () => {
    const scope = Object.freeze({ list: Object.freeze([1, 2]), map: Object.freeze({ a: 1 }) });
    expect(rendered('{{append .list 3}} {{merge .map (dict "b" 2)}} {{reverse .list}} {{sortAlpha .list}} {{.}}', scope)).toBe(
      "[1 2 3] map[a:1 b:2] [2 1] [1 2] map[list:[1 2] map:map[a:1]]",
    );
  });

  test("a value without loss from JSON", () => {
    expect(goValueFromJson('{"a": 9007199254740993, "b": 1.0, "c": 18446744073709551616, "__proto__": 1}')).toEqual(
      JSON.parse('{"__proto__": 1, "a": 0, "b": 0, "c": 18446744073709552000}', (key, value) =>
        key === "a" ? 9007199254740993n : key === "b" ? new GoFloat(1) : value,
      ),
    );
    expect(() => goValueFromJson("{")).toThrow("unexpected EOF");
  });
});

describe("places of errors", () => {
  test("columns count UTF-16 units, offsets bytes, and the message what Go counts", () => {
    const result = renderGoTemplate("é👋\nü {{.a.b}}", { a: 1 }, { name: "t" });
    expect(result).toEqual({
      ok: false,
      partial: "é👋\nü ",
      error: {
        kind: "Execute",
        template: "t",
        line: 2,
        column: 7,
        offset: 14,
        message: `template: t:2:7: executing "t" at <.a.b>: can't evaluate field b in type interface {}`,
        detail: `executing "t" at <.a.b>: can't evaluate field b in type interface {}`,
      },
    });
  });

  test("a parse error is at its token, and prints nothing", () => {
    expect(rendered("line\n  {{.x}} {{ foo }}")).toBe('Parse 2:13: function "foo" not defined');
    expect(renderGoTemplate("a{{", {})).not.toHaveProperty("partial");
  });

  test("a text has all its problems told, the one that Go tells first", () => {
    const { problems } = parseGoTemplate("{{if}}{{foo}}{{else}}{{end}}\n{{.x | 1}}\n{{'ab'}}{{end}}", { name: "t" });
    expect(problems.map(({ line, column, detail }) => `${line}:${column}: ${detail}`)).toEqual([
      "1:5: missing value for if",
      '1:9: function "foo" not defined',
      "2:8: non executable command in pipeline stage 2",
      "3:3: malformed character constant: 'ab'",
      "3:9: unexpected {{end}}",
    ]);
  });

  test("a broken text is read on behind what is broken", () => {
    const { problems, definitions } = parseGoTemplate('{{range .l}}{{ "a }}\n{{define "x"}}{{end}}{{end}}{{define "y"}}{{(}}{{end}}', {
      name: "t",
    });
    expect(problems.map(({ line, column, detail }) => `${line}:${column}: ${detail}`)).toEqual([
      "1:16: unterminated quoted string",
      "2:3: unexpected <define> in command",
      "2:46: unclosed left paren",
    ]);
    expect(definitions).toEqual(["", "y"]);
  });
});

test("a text that is no template is read to its end, and has its first mistakes told", () => {
  for (const piece of ["{{\u0001", "{{end}}", '{{"', "{{(", "{{`", "}}{{", "{{if\n", "`{{", "{{/*", "{{- "]) {
    const { problems } = parseGoTemplate(piece.repeat(50_000));
    expect(problems.length, piece).toBeGreaterThan(0);
    expect(problems.length, piece).toBeLessThanOrEqual(500);
  }
});

describe("sets of templates", () => {
  test("texts before and after share the set; the later one counts, unless it prints nothing", () => {
    const templates = { lib: '{{define "a"}}A{{end}}{{define "b"}}B{{end}}', c: "C{{.}}" };
    const overlays = { over: '{{define "a"}}new{{end}}{{define "b"}} {{end}}' };
    expect(rendered('{{template "a"}}{{template "b"}}{{template "c" 1}}', {}, { templates, overlays })).toBe("newBC1");
  });

  test("an error says in which of them it is", () => {
    const result = renderGoTemplate('{{template "a" .}}', { s: "x" }, { name: "t", templates: { lib: '\n{{define "a"}}{{.s.x}}{{end}}' } });
    expect(result).toMatchObject({ ok: false, error: { template: "lib", line: 2, column: 19 } });
    expect(renderGoTemplate("", {}, { overlays: { late: "{{" } })).toMatchObject({ ok: false, error: { template: "late", kind: "Parse" } });
  });
});

describe("functions of the host", () => {
  const shout: HostFunction = { args: ["string"], call: (text) => `${text}!` };

  test("replace standard functions and builtins", () => {
    const first: HostFunction = { args: ["any"], variadic: true, call: (...values) => `and of ${values.length}` };
    expect(rendered('{{upper "a"}} {{and 0 (print 1) 2}}', {}, { functions: { upper: shout, and: first } })).toBe("a! and of 3");
    expect(rendered('{{upper "a"}}')).toBe("A");
  });

  test("a record that changes is read anew", () => {
    const functions: Record<string, HostFunction> = { f: shout };
    expect(rendered('{{f "a"}}', {}, { functions })).toBe("a!");
    functions.f = { args: ["string"], call: (text) => `${text}?` };
    expect(rendered('{{f "a"}}', {}, { functions })).toBe("a?");
    functions.g = shout;
    expect(rendered('{{g "a"}}', {}, { functions })).toBe("a!");
  });

  test("one named like a keyword takes its place", () => {
    expect(rendered('{{break "a"}}', {}, { functions: { break: shout } })).toBe("a!");
    expect(rendered("{{range .l}}{{continue}}{{end}}", { l: [1] }, { functions: { break: shout } })).toBe("");
  });

  test("whatever it throws is an error at the call", () => {
    const functions = {
      bad: {
        args: [],
        call: () => {
          throw { toString: () => "odd" };
        },
      },
    };
    expect(rendered("ab{{bad}}", {}, { functions })).toBe('Execute 1:5: executing "t" at <bad>: error calling bad: odd');
  });

  test("ints come as ints and floats as numbers, whatever they look like", () => {
    const seen: unknown[] = [];
    const see: HostFunction = { args: ["int", "float", "any"], call: (...values) => void seen.push(...values) as undefined };
    expect(rendered("{{see 9223372036854775807 1.0 1.0}}", {}, { functions: { see } })).toBe("<no value>");
    expect(seen).toEqual([9223372036854775807n, 1, new GoFloat(1)]);
  });

  test("a function as a value is called, not printed", () => {
    expect(rendered('{{call .f "a"}}', { f: shout })).toBe("a!");
    expect(rendered("{{.f}}", { f: shout })).toBe(
      'Execute 1:1: executing "t" at <{{.f}}>: can\'t print {{.f}} of type func(string) string'.replace("1:1", "1:3"),
    );
  });
});

test("the same text with other options is another template", () => {
  expect(rendered("`{{.a}}`", { a: 1 })).toBe("`{{.a}}`");
  expect(rendered("`{{.a}}`", { a: 1 }, { escapeCodeRegions: false })).toBe("`1`");
  expect(rendered("{{.a.b}}", {}, { missingKey: "error" })).toBe('Execute 1:5: executing "t" at <.a.b>: map has no entry for key "a"');
  expect(rendered("{{.a.b}}", {})).toBe("<no value>");
});
