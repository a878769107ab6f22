import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseChunk, parseTemplate, tooMuchCode } from "../../server/src/lua/parse.js";
import { namesAt } from "../../server/src/lua/scope.js";
import { piecesOf } from "./support.js";

/** Problems as `text⟨message⟩`. */
function problems(source: string): string[] {
  return parseChunk(source).problems.map(({ span, message }) => `${source.slice(span.start, span.end)}⟨${message}⟩`);
}

function check(source: string, ...expected: string[]): void {
  expect(problems(source)).toEqual(expected);
}

describe("a syntax error stands at the exact token", () => {
  it("at the offending token", () => {
    check("x = = 1", "=⟨unexpected symbol near '='⟩");
    check("local = 5", "=⟨'<name>' expected near '='⟩");
    check("x y", "y⟨'=' expected near 'y'⟩");
    check("f(a b)", "b⟨')' expected near 'b'⟩");
    check("x = 'a\\q'", "\\q⟨invalid escape sequence near ''a'⟩");
  });

  it("at the last token when the program ends too soon", () => {
    check("if x then\n  f()\n-- comment\n", ")⟨'end' expected (to close 'if' at line 1) near '<eof>'⟩");
    check("function f()\n  return 1\nx = 1 end", "x⟨'end' expected (to close 'function' at line 1) near 'x'⟩");
    check("repeat\n  return 1\nx = 1 until true", "x⟨'until' expected (to close 'repeat' at line 1) near 'x'⟩");
    check("if x then return 1 y = 2 end", "y⟨'end' expected near 'y'⟩");
    check("return 1\nx = 1", "x⟨'<eof>' expected near 'x'⟩");
    check("t = {1,\n 2 ", "2⟨'}' expected (to close '{' at line 1) near '<eof>'⟩");
    check("x =", "=⟨unexpected symbol near '<eof>'⟩");
  });

  it("with the opener beside it", () => {
    const [problem] = parseChunk("while x do\n f()").problems;
    expect(problem?.related).toEqual([{ span: { start: 0, end: 5 }, message: "to close 'while' here" }]);
  });

  it("counts lines from the first line given", () => {
    expect(parseChunk("if x then\n\n", undefined, 10).problems[0]?.message).toContain("at line 10)");
  });
});

describe("parsing goes on after an error", () => {
  it("finds several problems in one text", () => {
    check("x = = 1\ny = 2\nz = )\n", "=⟨unexpected symbol near '='⟩", ")⟨unexpected symbol near ')'⟩");
  });

  it("keeps the block of a broken header", () => {
    check("if x = 1 then\n y = 2\nend\nz = 3", "=⟨'then' expected near '='⟩");
  });

  it("skips functions that stand in the broken statement", () => {
    check("x = = function() return 1 end\ny = 1", "=⟨unexpected symbol near '='⟩");
  });

  it("reports an error inside of a function argument only once", () => {
    check("f(function() x = = 1 end)\ny = 2", "=⟨unexpected symbol near '='⟩");
  });
});

describe("nesting has a limit that is a problem, never a crash", () => {
  const many = 100_000;
  it.each([
    ["parentheses", `x = ${"(".repeat(many)}1${")".repeat(many)}`],
    ["tables", `x = ${"{".repeat(many)}${"}".repeat(many)}`],
    ["unary operators", `x = ${"not ".repeat(many)}1`],
    ["minus signs", `x = ${"- ".repeat(many)}1`],
    ["blocks", `${"do ".repeat(many)}${"end ".repeat(many)}`],
    ["powers", `x = ${"2^".repeat(many)}1`],
    ["sums", `x = ${"1+".repeat(many)}1`],
    ["calls", `f${"()".repeat(many)}`],
    ["members", `x = a${".b".repeat(many)}`],
    ["indexes", `x = ${"a[".repeat(many)}`],
    ["functions", "f(function() ".repeat(many)],
    ["conditions", "if x then ".repeat(many)],
    ["comparisons", `x = ${"1<".repeat(many)}1`],
    ["calls in calls", "f(".repeat(many)],
    ["logic", `x = ${"a or ".repeat(many)}a`],
  ])("%s", (_, source) => {
    expect(problems(source).at(-1)).toMatch(/chunk has too many syntax levels/);
  });

  it("is far above what people write", () => {
    check(`x = ${"1+".repeat(500)}1`);
    check(`x = ${"'a'..".repeat(5000)}'a'`);
    check(`x = ${"(".repeat(150)}1${")".repeat(150)}`);
  });
});

describe("code beyond reason", () => {
  it("is a problem where it becomes too much, and the rest is not looked at", () => {
    const all = parseChunk("x = 1\n".repeat(300_000)).problems;
    expect(all.map(({ message }) => message)).toEqual([tooMuchCode]);
    expect(all[0]?.span.start).toBeGreaterThan(900_000);
  });

  it("with ever new faults is left after a thousand of them", () => {
    expect(parseChunk("x = = 1\n".repeat(50_000)).problems).toHaveLength(1000);
  });
});

describe("names in scope", () => {
  const at = (marked: string): string[] => namesAt(parseChunk(marked.replace("‸", "")), marked.indexOf("‸"));
  it("are innermost first and without repeats", () => {
    expect(at("local a, b = 1 local function f(c) local a = 2 ‸ end")).toEqual(["a", "c", "f", "b"]);
  });
  it("end with their block and begin after their statement", () => {
    expect(at("do local a = 1 end ‸")).toEqual([]);
    expect(at("local a = ‸1")).toEqual([]);
    expect(at("for i = 1, 2 do ‸ end")).toEqual(["i"]);
  });
  it("are known in broken programs too", () => {
    expect(at("local a = 1\nlocal b = = 2\nx = ‸")).toEqual(["b", "a"]);
  });
});

describe("whatever the text", () => {
  const words = fc.array(
    fc.constantFrom(
      ..."local function end if then else for in do x y = ( ) { } [ ] , . .. + 1 'a' \" ' \\ -- [[ ]] return while repeat until nil goto :: \n {{ }} {% %} é 😀".split(
        " ",
      ),
    ),
    { maxLength: 40 },
  );
  const check = (source: string): void => {
    const inside = ({ start, end }: { start: number; end: number }) =>
      expect(0 <= start && start <= end && end <= source.length).toBe(true);
    for (const { span, related } of parseChunk(source).problems) {
      inside(span);
      for (const each of related ?? []) inside(each.span);
    }
    const { problems, holes } = parseTemplate(source, piecesOf(source));
    for (const { span } of problems) inside(span);
    for (const { problem } of holes) if (problem) inside(problem.span);
  };

  it("parsing never fails and every span lies inside of it", () => {
    fc.assert(
      fc.property(words, (parts) => check(parts.join(" "))),
      { numRuns: 400 },
    );
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 60 }), check), { numRuns: 400 });
  });
});
