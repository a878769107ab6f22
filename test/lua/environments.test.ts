import { describe, expect, it } from "vitest";
import { compile } from "../../server/src/lua/compile.js";
import { LuaError } from "../../server/src/lua/errors.js";
import { createStandardLibrary } from "../../server/src/lua/library/standard.js";
import { parseChunk } from "../../server/src/lua/parse.js";
import type { Environment, LuaState } from "../../server/src/lua/state.js";
import { hostFunction, type LuaFunction, type LuaValue } from "../../server/src/lua/values.js";
import { evaluate, runProgram, testChunk, testState, textAt } from "./support.js";

/** An environment with the standard library and some more globals. */
function environmentWith(more: Record<string, LuaValue> = {}): Environment {
  const globals = createStandardLibrary({ seed: 7, clock: { epochMs: 0, timeZone: "UTC" } });
  for (const [name, value] of Object.entries(more)) globals.set(name, value);
  return { globals, assignedAt: new Map() };
}

/** What a program returns first when it runs in another environment. */
function resultIn(state: LuaState, environment: Environment, source: string): LuaValue {
  return state.within(environment, () => compile(parseChunk(source), { chunk: testChunk(source) }).call(state, []))[0];
}

/** A state whose global `f` is a function made in another environment. */
function stateWith(other: Environment, source: string): LuaState {
  const state = testState();
  state.environment.globals.set("f", resultIn(state, other, source));
  return state;
}

describe("a function keeps the environment it was made in", () => {
  it("for reading globals", () => {
    const state = stateWith(environmentWith({ name: "inner" }), "return function() return name end");
    expect(evaluate("name = 'outer' return f(), name", state)).toBe("inner outer");
  });
  it("for assigning globals, of which the caller sees nothing", () => {
    const other = environmentWith();
    const state = stateWith(other, "return function() made = 1 end");
    expect(evaluate("f() return made", state)).toBe("error: Undefined variable 'made'");
    expect(other.globals.get("made")).toBe(1);
    expect(textAt(other.assignedAt.get("made"))).toBe("made");
    expect(state.environment.assignedAt.has("made")).toBe(false);
  });
  it("and so do the functions it makes, however deep and whoever calls it", () => {
    const state = stateWith(
      environmentWith({ name: "inner" }),
      "return function() return function() return function() return name end end end",
    );
    expect(evaluate("name = 'outer' return f()()()", state)).toBe("inner");
  });
  it("when it is called by a function of the host or in place of its caller", () => {
    const state = stateWith(environmentWith({ name: "inner" }), "return function() return name end");
    const source = "name = 'outer' local function tail(n) if n == 0 then return f() end return tail(n - 1) end";
    expect(evaluate(`${source} return select(2, pcall(f)), (('x'):gsub('x', f)), tail(150), name`, state)).toBe("inner inner inner outer");
  });
  it("when it gets a function of the caller, which keeps its own", () => {
    const state = stateWith(environmentWith({ name: "inner" }), "return function(g) return g() .. name end");
    expect(evaluate("name = 'outer' return f(function() return name end)", state)).toBe("outerinner");
  });
});

describe("another environment", () => {
  it("ends with what ran in it, also after an error", () => {
    const state = testState();
    const own = state.environment;
    const other = environmentWith();
    expect(resultIn(state, other, "shared = 5 return shared")).toBe(5);
    expect(() => resultIn(state, other, "error('no')")).toThrow(LuaError);
    expect(state.environment).toBe(own);
    expect(evaluate("return shared", state)).toBe("error: Undefined variable 'shared'");
  });
  it("may be entered from within a program, which goes on in its own", () => {
    const state = testState();
    const include = hostFunction("include", () => [resultIn(state, environmentWith(), "name = 'included' return name")]);
    state.environment.globals.set("include", include);
    expect(evaluate("name = 'own' local got = include() return got, name, (function() return name end)()", state)).toBe("included own own");
  });
  it("may be entered twice by one compiled program", () => {
    const state = testState();
    const source = "return function() return name end";
    const main = compile(parseChunk(source), { chunk: testChunk(source) });
    const [first, second] = ["one", "two"].map(
      (name) => state.within(environmentWith({ name }), () => main.call(state, []))[0] as LuaFunction,
    );
    expect([first?.call(state, []), second?.call(state, [])]).toEqual([["one"], ["two"]]);
  });
  it("spends the same budget", () => {
    const state = testState({ steps: 10_000 });
    resultIn(state, environmentWith(), "for i = 1, 8000 do end");
    expect(evaluate("for i = 1, 8000 do end", state)).toBe("limit: steps");
  });
});

describe("an undefined name in a function of another environment", () => {
  const state = stateWith(environmentWith({ greeting: "hi" }), "own = 1 return function() return greting, onw end");
  const outcome = runProgram("greeding = 1 f()", state);
  const unknown = outcome.kind === "error" ? outcome.error.unknown : undefined;

  it("is told by that environment", () => expect(unknown?.name).toBe("greting"));
  it("could have been a global of that environment, not of the caller's", () => {
    const candidates = [...(unknown?.candidates() ?? [])];
    expect(candidates).toContain("greeting");
    expect(candidates).not.toContain("greeding");
    expect(unknown?.value("greeting")).toBe("hi");
  });
  it("is told which globals the code of that environment made", () =>
    expect(["own", "greeting", "greeding"].map((name) => unknown?.isOwn(name))).toEqual([true, false, false]));
});
