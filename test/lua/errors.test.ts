import { describe, expect, it } from "vitest";
import { decodeUtf8 } from "../../server/src/lua/bytes.js";
import { LuaError } from "../../server/src/lua/errors.js";
import { badArgument } from "../../server/src/lua/library/arguments.js";
import { hostFunction } from "../../server/src/lua/values.js";
import { evaluate, runProgram, testState, textAt } from "./support.js";

function errorOf(source: string, state = testState()): LuaError {
  const outcome = runProgram(source, state);
  if (outcome.kind !== "error") throw new Error(`no error but ${outcome.kind}`);
  return outcome.error;
}

/** The text the error points at, and its message. */
function check(source: string, at: string, text: string): void {
  const error = errorOf(source);
  expect([textAt(error.site), error.text]).toEqual([at, text]);
}

describe("an error points at", () => {
  it("the thing that is nil when it is indexed", () => {
    check("local t = {} return 1 + t.k.z", "t.k", "attempt to index field 'k' (a nil value)");
    check("local a a.b = 1", "a", "attempt to index local 'a' (a nil value)");
  });
  it("the last name of what is called", () => {
    check("local t = {} t.a()", "a", "attempt to call field 'a' (a nil value)");
    check("local t = {} t:nomethod(1)", "nomethod", "attempt to call method 'nomethod' (a nil value)");
  });
  it("names with letters beyond ASCII, told in words and caught in bytes", () => {
    for (const [code, at, text] of [
      ["return 1 .. größe.länge", "größe.länge", "attempt to concatenate field 'länge' (a nil value)"],
      ["return größe.日本.x", "größe.日本", "attempt to index field '日本' (a nil value)"],
      ["größe.日本()", "日本", "attempt to call field '日本' (a nil value)"],
      ["größe:ö()", "ö", "attempt to call method 'ö' (a nil value)"],
      ["größe()", "größe", "attempt to call local 'größe' (a table value)"],
      ["return nöthing", "nöthing", "Undefined variable 'nöthing'"],
      ["local ü = string.rep ü()", "ü", "bad argument #1 to 'ü' (string expected, got no value)"],
    ] as const) {
      const inner = `local größe = {} ${code}`;
      check(inner, at, text);
      const caught = evaluate(`return select(2, pcall(function() ${inner} end))`);
      expect(decodeUtf8(caught)).toContain(text);
    }
  });
  it("a member that was missed, with the keys of its own table, never with those of another", () => {
    const keys = (code: string) => [...(errorOf(`local a, b = { max = 1 }, { mix = 2 } return ${code}`).unknown?.candidates() ?? [])];
    for (const code of ["1 + b.mux", "b.mux + 1", "-(b.mux)", "#b.mux", "b.mux < 1", "1 >= b.mux", "'x' .. b.mux", "b.mux.y", "b.mux()"])
      expect(keys(code), code).toEqual(["mix"]);
    for (const code of ["a.mux + b.mux", "a.mux < b.mux", "(function() return a.mux end)() + 1"]) expect(keys(code), code).toEqual([]);
  });
  it("the bad operand", () => {
    check("local x = 1 + ({})", "({})", "attempt to perform arithmetic on a table value");
    check("local t = {} local x = 'a' .. t.b .. 'c'", "t.b", "attempt to concatenate field 'b' (a nil value)");
    check("local x = 1 < nil", "nil", "attempt to compare number with nil");
    check("local x = nil > 1", "nil", "attempt to compare number with nil");
    check("local x = #5", "5", "attempt to get length of a number value");
  });
  it("the argument, or the name when it is missing", () => {
    check("string.rep('x', {})", "{}", "bad argument #2 to 'rep' (number expected, got table)");
    check("string.rep('x')", "rep", "bad argument #2 to 'rep' (number expected, got no value)");
    check("('x'):rep({})", "{}", "bad argument #1 to 'rep' (number expected, got table)");
    check("string.upper(nil)", "nil", "bad argument #1 to 'upper' (string expected, got nil)");
  });
  it("the call of error", () => {
    check("local a = 1 error('m')", "error('m')", "m");
    check("error({})", "error({})", "(error object is a table value)");
    check("local function f() error('m', 2) end\nf()", "f()", "m");
    check("error('m', 2)", "error('m', 2)", "m");
  });
});

it("the value has the position that Lua code sees, the text has none", () => {
  const error = errorOf("\n\nerror('é')");
  expect(error.value).toBe("c:3: \xc3\xa9");
  expect(error.text).toBe("é");
});

describe("what is unknown comes with what it could have been", () => {
  it("a global: locals in scope and all globals", () => {
    const { unknown, text, site } = errorOf("local mine = 1 local x = mane");
    expect(text).toBe("Undefined variable 'mane'");
    expect([unknown?.name, unknown?.object, textAt(unknown?.site), textAt(site)]).toEqual(["mane", undefined, "mane", "mane"]);
    expect([...(unknown?.candidates() ?? [])]).toEqual(expect.arrayContaining(["mine", "string", "tostring"]));
  });
  it.each([
    ["string.uper('x')", "uper", "string", "upper"],
    ["local s = 'x' s:uper()", "uper", "s", "upper"],
    ["local t = {name = 1} local x = t.nme.y", "nme", "t", "name"],
    ["local t = {name = {}} t.nam.y = 1", "nam", "t", "name"],
    ["local t = {a = {deep = 1}} t.a.dep()", "dep", "t.a", "deep"],
  ])("a member: the keys of its object: %s", (source, name, object, candidate) => {
    const { unknown } = errorOf(source);
    expect([unknown?.name, unknown?.object, textAt(unknown?.site)]).toEqual([name, object, name]);
    expect([...(unknown?.candidates() ?? [])]).toContain(candidate);
  });
  it("pcall catches it", () => {
    expect(runProgram("return pcall(function() return nope end)")).toMatchObject({ values: [false, "c:1: Undefined variable 'nope'"] });
  });
});

it("the trace names the calls from the inside out", () => {
  const error = errorOf("local function f() local x = nil + 1 end\nlocal function g() f() end\ng(1)");
  expect(error.trace.map(textAt)).toEqual(["f()", "g(1)"]);
});

it("a host function's error gets the place of its call", () => {
  const state = testState();
  state.environment.globals.set(
    "bad",
    hostFunction("bad", () => {
      throw new LuaError(undefined, "host says no");
    }),
  );
  state.environment.globals.set(
    "strict",
    hostFunction("strict", (args) => {
      throw badArgument(args, 1, "strict", "string");
    }),
  );
  const error = errorOf("\nlocal x = bad(1)", state);
  expect([error.value, error.text, textAt(error.site)]).toEqual(["c:2: host says no", "host says no", "bad(1)"]);
  expect(textAt(errorOf("strict(5)", state).site)).toBe("5");
});
