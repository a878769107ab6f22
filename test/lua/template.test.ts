import { describe, expect, it } from "vitest";
import { compile, type Probe } from "../../server/src/lua/compile.js";
import { parseChunk } from "../../server/src/lua/parse.js";
import { render, testChunk, testState, textAt } from "./support.js";

function check(template: string, expected: string): void {
  expect(render(template)).toBe(expected);
}

describe("a template is one program", () => {
  it("blocks open in one tag and close in another", () => {
    check("{% for i = 1, 3 do %}{{ i }},{% end %}", "1,2,3,");
    check("{% if false then %}a{% else %}b{% end %}", "b");
    check("{% local n = 0 repeat n = n + 1 %}({{ n }}){% until n == 2 %}", "(1)(2)");
    check("{% for i = 1, 4 do %}{% if i % 2 == 0 then goto skip end %}{{ i }}{% ::skip:: %}{% end %}", "13");
  });
  it("locals are seen by later expressions, in their block only", () => {
    check("{% local a = 1 %}{{ a }}{% do local b = 2 %}{{ a + b }}{% end %}{{ b }}", "13<Undefined variable 'b'>");
  });
  it("a return ends the output", () => {
    check("kept {% do return end %} dropped {{ 1 }}", "kept ");
  });
  it("comments end with their tag", () => {
    check("a{% -- x %}b{% --[[ y ]] %}c", "abc");
  });
});

describe("an expression", () => {
  it("gives one value", () => check("{{ ('x'):gsub('x', 'y') }}", "y"));
  it("spoils only itself when it fails", () =>
    check("a {{ nope }} b {{ 1 + nil }} c", "a <Undefined variable 'nope'> b <attempt to perform arithmetic on a nil value> c"));
  it("spoils only itself when it is not well-formed", () => {
    check(
      "{{ 1 + }} {{ return x }} {{ a b }} {{ 2 }}",
      "<unexpected symbol near '}}' @ +> <unexpected symbol near 'return' @ return> <'}}' expected near 'b' @ b> 2",
    );
    check("{{}} {{ a) + (b }}", "<unexpected symbol near '}}' @ > <'}}' expected near ')' @ )>");
    check("{{ function() return 1 }} {% local x = 5 %}{{ x }}", "<'end' expected near '}}' @ 1> 5");
  });
});

describe("an error in code is one for the template", () => {
  it("at its token", () => {
    check("one {% local = 5 %} two", "syntax: '<name>' expected near '=' @ =");
    check("{% x = %}text", "syntax: unexpected symbol near '=' @ =");
    check("{% if true then %}text {{ 1 }}", "syntax: 'end' expected near '<eof>' @ then");
    check("{% return 1 %} text", "syntax: '<eof>' expected near '1' @ 1");
    check("{{ 1 }}{% else %}", "syntax: '<eof>' expected near 'else' @ else");
  });
  it("also when it runs", () => check("a{% error('stop') %}b", "a!stop @ error('stop')"));
});

describe("a probe sees the name under the cursor", () => {
  function probes(marked: string): string[] {
    const offset = marked.indexOf("‸");
    const source = marked.replace("‸", "");
    const seen: string[] = [];
    const record = ({ kind, name, value, setAt }: Probe): void => {
      seen.push(
        `${kind} ${name}=${typeof value === "object" ? value.kind : value}${setAt ? ` @${setAt.span.start} ${textAt(setAt)}` : ""}`,
      );
    };
    compile(parseChunk(source), { chunk: testChunk(source), probe: { offset, record } }).call(testState(), []);
    return seen;
  }
  it("reading and assigning locals", () => {
    expect(probes("local a = 1 a = 2 local b = ‸a")).toEqual(["local a=2 @12 a"]);
    expect(probes("local ‸a = 1")).toEqual(["local a=1 @6 a"]);
    expect(probes("for i = 1, 3 do local x = ‸i end")).toEqual(["local i=1 @4 i", "local i=2 @4 i", "local i=3 @4 i"]);
    expect(probes("local a = 1 local function f() return ‸a end f()")).toEqual(["local a=1 @6 a"]);
    expect(probes("local function f(‸p) end f(7)")).toEqual(["local p=7 @17 p"]);
  });
  it("globals and members", () => {
    expect(probes("x = 1 y = ‸x")).toEqual(["global x=1 @0 x"]);
    expect(probes("‸x = 1")).toEqual(["global x=1 @0 x"]);
    expect(probes("local t = {k = 5} local y = t.‸k")).toEqual(["member k=5"]);
    expect(probes("local t = {} t.‸k = 6")).toEqual(["member k=6"]);
    expect(probes("local s = ('x'):up‸per()")).toEqual(["member upper=function"]);
    expect(probes("local s = string.up‸per('x')")).toEqual(["member upper=function"]);
  });
});

it("an error meant for the caller of an expression is placed at the call of error", () => {
  check("{{ error('m', 2) }}", "<m>");
});

it.each([
  "nope",
  "nope.x.y",
  "nope['x']",
  "nope(1)",
  "nope:x(1)",
  "(nope).x",
  "nope + 1",
  "nope < 1",
  "nope > 1",
  "nope == nil",
  "nope and 1",
  "nope or 1",
  "nope .. 'x'",
  "not nope",
  "-nope",
  "#nope",
  "nope.x(other).y + 1",
])("an expression that reads a missing name first fails as it does anywhere else: %s", (expression) => {
  expect(render(`{{ ${expression} }}`)).toBe("<Undefined variable 'nope'>");
  expect(render(`{{ (function() return ${expression} end)() }}`)).toBe("<Undefined variable 'nope'>");
});

it("a name that is defined as nil is not missing, and neither is a local", () => {
  expect(render("{% gone = nil %}{{ gone }}{% local here %}{{ here }}{{ here or 'x' }}")).toBe("nilnilx");
});
