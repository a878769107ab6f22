import { describe, expect, it } from "vitest";
import { passiveLimits, passiveLimitsFor } from "../../server/src/lua/budget.js";
import { compile } from "../../server/src/lua/compile.js";
import { parseChunk } from "../../server/src/lua/parse.js";
import { createState } from "../../server/src/lua/state.js";
import { runProgram, testChunk, testState, textAt } from "./support.js";

/** Programs that would run, grow or nest without end, and the limit that stops them. */
const hostile: readonly (readonly [program: string, limit: RegExp])[] = [
  ["while true do end", /steps/],
  ["repeat until false", /steps/],
  ["for i = 1, 1/0 do end", /steps/],
  ["for i = 1, 2, 0 do end", /steps/],
  ["::a:: goto a", /steps/],
  ["while true do pcall(function() while true do end end) end", /steps/],
  ["while true do pcall(error) end", /steps/],
  ["local function f() return f() end f()", /steps/],
  ["local s = ('a'):rep(1e9)", /memory/],
  ["local s = ('a'):rep(1e9, 'b')", /memory/],
  ["local s = 'a' while true do s = s .. s end", /memory/],
  ["local s = 'a' while true do s = ('%s%s'):format(s, s) end", /memory|steps/],
  ["local s = 'a' while true do s = s:gsub('.', '%0%0') end", /memory|steps/],
  ["local s = ('a'):rep(1e6) s = s:gsub('a', ('b'):rep(1e6))", /memory/],
  ["local t = {'x'} while true do t = {table.concat({t[1], t[1]})} end", /memory|steps/],
  ["local t = {} for i = 1, 1e9 do t[i] = i end", /memory|steps/],
  ["local t = {} for i = 1, 1e9 do t['k' .. i] = i end", /memory|steps/],
  ["local t = {} while true do t = {t} end", /memory|steps/],
  ["local t = {} while true do t[#t + 1] = function() return t end end", /memory|steps/],
  ["local t = {} while true do table.insert(t, 1, 1) end", /memory|steps/],
  ["local t, s = {}, ('x'):rep(1e6) for i = 1, 1e9 do t[i] = s:upper() end", /memory|steps/],
  ["local x = (('a'):rep(30)):find(('.-'):rep(30) .. 'b')", /steps/],
  ["local x = (('a'):rep(10000)):find('.-.-.-.-b$')", /steps/],
  ["local x = (('a'):rep(1e6)):find('[' .. ('b'):rep(1e4) .. ']')", /steps/],
  ["local x = (('('):rep(1e5)):find('%b()x')", /steps/],
  ["local t = {} for i = 1, 1000 do t[i] = i end table.sort(t, function() while true do end end)", /steps/],
  ["local s = ('x'):gsub('x', function() while true do end end)", /steps/],
  ["local function f() return 1 + f() end f()", /depth/],
  ["local function f() pcall(f) f() end f()", /depth/],
  ["local function f() return (('x'):gsub('x', f)) end f()", /depth/],
  ["local function f() table.sort({1, 2}, f) return true end f()", /depth/],
  ["local function f() for _ in f do end end f()", /depth/],
  ["local a, b = ('x'):rep(1e7) .. 'a', ('x'):rep(1e7) .. 'b' while true do local c = a == b end", /steps/],
  ["local s = ('x'):rep(1e6) while true do local x = s:find('y', 1, true) end", /steps/],
  [`while true do ${"x = 1 ".repeat(5000)}end`, /steps/],
  [`while true do if false then ${"elseif false then ".repeat(5000)}end end`, /steps/],
  ["local t = {1, 2} for i = 1, 1e4 do t[-i] = 1 end while true do table.insert(t, 1, 1) table.remove(t, 1) end", /steps/],
  [
    "local t = {} for i = 1, 1e5 do t[i] = 1 end for i = 1, 1e5 - 1 do t[i] = nil end while true do for k in pairs(t) do break end end",
    /steps/,
  ],
  ["local t = {} for i = 1, 1e5 do t[i] = 1 end for i = 1, 1e5 - 1 do t[i] = nil end while true do table.foreach(t, type) end", /steps/],
  ["local a, b = ('x'):rep(1e6) .. 'a', ('x'):rep(1e6) .. 'b' while true do table.sort({b, a}) end", /steps/],
  ["local function f(...) return f(1, ...) end f()", /steps|depth/],
  ["local s = ('%0'):rep(1e6) while true do local x = ('a'):gsub('a', s) end", /memory|steps/],
  ["local s = ('%%'):rep(1e5) while true do local x = s:format() end", /memory|steps/],
  ["local s = ('1'):rep(1e5) while true do local x = s + 1 end", /steps/],
  ["local a, b = ('x'):rep(1e6) .. 'a', ('x'):rep(1e6) .. 'b' while true do local c = a < b end", /steps/],
  ["local s = ('1'):rep(1e5) while true do local x = tonumber(s .. 'x') end", /memory|steps/],
  ["while true do local x = os.date('%c') end", /steps/],
  ["local x = os.date(('%c'):rep(1e6))", /memory|steps/],
];

describe("a hostile program is stopped, and nothing in it can catch that", () => {
  it.each(hostile)("%s", (program, limit) => {
    const outcome = runProgram(program, testState({ steps: 400_000 }));
    expect(outcome.kind).toBe("limit");
    if (outcome.kind !== "limit") return;
    expect(outcome.error.limit).toMatch(limit);
    expect(outcome.error.site, "the place that spent it").toBeDefined();
  });
});

it("deep expressions in deep recursion are a depth limit, not a crash", () => {
  const program = `local function f(n) return ${"(".repeat(150)}f(n + 1)${" + 1)".repeat(150)} end f(1)`;
  expect(runProgram(program, testState({ depth: 100_000 }))).toMatchObject({ kind: "limit", error: { limit: "depth" } });
});

it("the clock is looked at while the program runs", () => {
  let now = 0;
  const state = createState({ limits: { ...passiveLimits, timeMs: 50 }, now: () => now++ });
  expect(() => compile(parseChunk("while true do end"), { chunk: testChunk("while true do end") }).call(state, [])).toThrow(
    "took too long",
  );
});

it("work of the engine is not the template's, as long as it takes no longer than the template may", () => {
  let now = 0;
  const state = createState({ limits: { ...passiveLimits, timeMs: 50 }, now: () => now });
  const look = (): void => state.charge(10_000);
  const work = (ms: number): void =>
    state.untimed(() => {
      now += ms;
    });
  work(30);
  work(20);
  now += 50;
  look();
  work(1);
  expect(look).toThrow("took too long");
});

it("the place of a spent budget is the loop or call", () => {
  const outcome = runProgram("local s = 'x'\nlocal y = s:rep(1e9)");
  expect(outcome.kind === "limit" && textAt(outcome.error.site)).toBe("s:rep(1e9)");
});

it.each([
  ["while true do end", "while"],
  ["repeat until false", "repeat"],
  ["for i = 1, 1/0 do end", "for"],
  ["for k in function() return 1 end do end", "for"],
])("of a loop it is the keyword: %s", (program, keyword) => {
  const outcome = runProgram(program, testState({ steps: 10_000 }));
  expect(outcome.kind === "limit" && textAt(outcome.error.site)).toBe(keyword);
});

it("what people write stays far below the limits", () => {
  expect(runProgram("local s = '' for i = 1, 20000 do s = s .. 'line' end return #s")).toMatchObject({ values: [80000] });
  expect(
    runProgram("local t = {} for i = 1, 50000 do t[i] = i end table.sort(t, function(a, b) return a > b end) return t[1]"),
  ).toMatchObject({ values: [50000] });
});

it("tail calls go as deep as they like", () => {
  expect(runProgram("local function f(n) if n == 0 then return 'done' end return f(n - 1) end return f(100000)")).toMatchObject({
    values: ["done"],
  });
});

it("while typing, a longer text has more time, up to an end", () => {
  const times = [0, 50_000, 200_000, 350_000, 2_000_000].map((length) => passiveLimitsFor(length).timeMs);
  expect(times).toEqual([200, 250, 400, 550, 550]);
});
