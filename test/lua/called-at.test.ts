import { describe, expect, it } from "vitest";
import { luaToString } from "../../server/src/lua/library/base.js";
import type { LuaState } from "../../server/src/lua/state.js";
import { LuaTable } from "../../server/src/lua/table.js";
import { hostFunction, type LuaFunction } from "../../server/src/lua/values.js";
import { evaluate, render, testState, textAt } from "./support.js";

interface Watched {
  readonly state: LuaState;
  /** `NAME: TEXT` of every call of the host, where the text is that of the place it was called from. */
  readonly calls: string[];
}

const events = ["__index", "__newindex", "__call", "__add", "__sub", "__pow", "__unm", "__concat", "__len", "__lt", "__eq", "__tostring"];

/** A state with a host function `note`, `each` (calls its arguments) and tables `p` and `q` whose every operation is noted. */
function watchedState(): Watched {
  const state = testState();
  const calls: string[] = [];
  const noted = (name: string, result: LuaFunction["call"] = () => []): LuaFunction =>
    hostFunction(name, (args) => {
      calls.push(`${name}: ${textAt(state.calledAt)}`);
      return result(state, args);
    });
  const meta = new LuaTable();
  for (const event of events) meta.set(event, noted(event, event === "__tostring" ? () => ["text"] : () => [proxy]));
  const proxy = new LuaTable();
  proxy.metatable = meta;
  const other = new LuaTable();
  other.metatable = meta;
  proxy.set("method", noted("method"));
  state.stringMetatable = meta;
  const { globals } = state.environment;
  globals.set("p", proxy);
  globals.set("q", other);
  globals.set(
    "note",
    noted("note", (_, args) => args),
  );
  globals.set(
    "each",
    hostFunction("each", (args) => {
      for (const fn of args) (fn as LuaFunction).call(state, []);
      return [];
    }),
  );
  return { state, calls };
}

function check(source: string, expected: readonly string[]): void {
  const { state, calls } = watchedState();
  const outcome = evaluate(source, state);
  expect(outcome).not.toMatch(/^(error|syntax|limit):/);
  expect(calls).toEqual(expected);
}

describe("a function of the host knows the call", () => {
  it("as a function, a method, a value that is called", () => {
    check("note(1) local x = note('a') .. 'b'", ["note: note(1)", "note: note('a')"]);
    check("p.method(1) p:method(2)", ["method: p.method(1)", "method: p:method(2)"]);
    check("p(1, 2)", ["__call: p(1, 2)"]);
  });
  it("of itself, not of those in its arguments", () =>
    check("note(note(1), p + 1)", ["note: note(1)", "__add: p + 1", "note: note(note(1), p + 1)"]));
  it("in return position, near the surface and far down", () => {
    check("local function f() return note(1) end f() return f()", ["note: note(1)", "note: note(1)"]);
    check("local function f(n) if n == 0 then return note(n) end return f(n - 1) end return f(150)", ["note: note(n)"]);
    check("local function f(n) if n == 0 then return p(n) end return f(n - 1) end local _ = f(150)", ["__call: p(n)"]);
  });
  it("as an iterator: the place of the iterator", () =>
    check("for _ in note do end for _ in note, nil do end", ["note: note", "note: note"]));
});

describe("a metamethod knows the operation", () => {
  it("of reading: each step of a chain by itself", () => {
    check("local x = p.a.b", ["__index: p.a", "__index: p.a.b"]);
    check("local x = p['a'][1]", ["__index: p['a']", "__index: p['a'][1]"]);
    check("local x = p:a(1)", ["__index: p:a(1)", "__call: p:a(1)"]);
  });
  it("of writing: the target", () => {
    check("p.a = 1", ["__newindex: p.a"]);
    check("p.a.b = q.c", ["__index: p.a", "__index: q.c", "__newindex: p.a.b"]);
    check("function p.f() end function p.g:h() end", ["__newindex: p.f", "__index: p.g", "__newindex: p.g:h"]);
  });
  it("of writing to several targets: each its own, from right to left", () =>
    check("p.a, q.b, p['c'] = 1, note(2), 3", ["note: note(2)", "__newindex: p['c']", "__newindex: q.b", "__newindex: p.a"]));
  it("of arithmetic, with tables and with strings", () => {
    check("local x = p + 1 - 2", ["__add: p + 1", "__sub: p + 1 - 2"]);
    check("local x = 1 - p ^ 2", ["__pow: p ^ 2", "__sub: 1 - p ^ 2"]);
    check("local x = 'a' + 'b' + -p", ["__add: 'a' + 'b'", "__unm: -p", "__add: 'a' + 'b' + -p"]);
  });
  it("of everything else", () => {
    check("local x = p .. 'a' local y = 'b' .. 'c' .. p", ["__concat: p .. 'a'", "__concat: 'b' .. 'c' .. p", "__concat: 'b' .. 'c' .. p"]);
    check("local x = #p, p < q, p > q, p == q", ["__len: #p", "__lt: p < q", "__lt: p > q", "__eq: p == q"]);
  });
  it("also when its operands made calls of Lua functions before", () =>
    check("local function f() note(1) return 1 end local x = p + f() p.a = f()", [
      "note: note(1)",
      "__add: p + f()",
      "note: note(1)",
      "__newindex: p.a",
    ]));
});

describe("a function of the host that another one calls has the place of that one", () => {
  it("through pcall", () => check("pcall(note, 1) pcall(p, 1)", ["note: pcall(note, 1)", "__call: pcall(p, 1)"]));
  it("through sort, gsub and tostring", () => {
    check("table.sort({ 1, 2 }, note)", ["note: table.sort({ 1, 2 }, note)"]);
    check("local x = ('a'):gsub('a', note)", ["note: ('a'):gsub('a', note)"]);
    check("local x = tostring(p)", ["__tostring: tostring(p)"]);
  });
  it("also after a Lua function in between, whether it returned or failed", () => {
    check("each(function() note(1) end, note)", ["note: note(1)", "note: each(function() note(1) end, note)"]);
    check("local function fails() note(1) error('no') end each(function() pcall(fails) end, note)", [
      "note: note(1)",
      "note: each(function() pcall(fails) end, note)",
    ]);
  });
});

it("a value that prints itself knows the expression of the template", () => {
  const { state, calls } = watchedState();
  expect(render("{% note(1) %}{{ p }}", state)).toBe("text");
  expect(calls).toEqual(["note: note(1)", "__tostring: p"]);
});

it("outside of every run there is no place", () => {
  const { state, calls } = watchedState();
  evaluate("note(1)", state);
  evaluate("note(2) error('no')", state);
  expect(state.calledAt).toBeUndefined();
  expect(luaToString(state.environment.globals.get("p"), state)).toBe("text");
  expect(calls.at(-1)).toBe("__tostring: undefined");
});
