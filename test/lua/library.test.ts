import { describe, expect, it } from "vitest";
import { passiveLimits } from "../../server/src/lua/budget.js";
import { decodeUtf8, encodeUtf8 } from "../../server/src/lua/bytes.js";
import { createStandardLibrary } from "../../server/src/lua/library/standard.js";
import { createState } from "../../server/src/lua/state.js";
import { LuaTable } from "../../server/src/lua/table.js";
import { hostFunction } from "../../server/src/lua/values.js";
import { evaluate, testState } from "./support.js";

function check(source: string, expected: string): void {
  expect(evaluate(source)).toBe(expected);
}

describe("text and bytes", () => {
  it("go both ways", () => {
    for (const text of ["", "abc", "é€😀"]) expect(decodeUtf8(encodeUtf8(text))).toBe(text);
    expect(encodeUtf8("é€😀")).toBe("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  });
  it("a lone surrogate comes back", () => {
    expect(encodeUtf8("\ud800")).toBe("\xed\xa0\x80");
    expect(decodeUtf8(encodeUtf8("a\ud800b\udc00"))).toBe("a\ud800b\udc00");
  });
  it("bytes that are no UTF-8 become U+FFFD", () => {
    expect(decodeUtf8("a\xffb\xc3")).toBe("a\ufffdb\ufffd");
    expect(decodeUtf8("\xc0\x80")).toBe("\ufffd\ufffd");
    expect(decodeUtf8("\xff".repeat(10_000))).toBe("\ufffd".repeat(10_000));
  });
  it("long ones too, whatever stands at the seams", () => {
    const text = "aé€😀".repeat(3000);
    expect(decodeUtf8(encodeUtf8(text))).toBe(text);
  });
  it("case and order change by bytes, and only those of ASCII", () => {
    check("return ('aZ\\xe9\\xc9'):upper() == 'AZ\\xe9\\xc9' and ('aZ\\xe9\\xc9'):lower() == 'az\\xe9\\xc9'", "true");
    check("return ('abc'):reverse() .. #(('ab\\0'):rep(5000):reverse())", "cba15000");
  });
  it("what is no number is no number at once, however long", () => {
    for (const almost of [
      "('1'):rep(1e6) .. 'x'",
      "('1'):rep(1e6) .. '.' .. ('1'):rep(1e6) .. '-'",
      "(' '):rep(1e6) .. 'x'",
      "'0x' .. ('1'):rep(1e6) .. 'g'",
    ])
      check(`return tostring(tonumber(${almost}))`, "nil");
    check("return tonumber(('0'):rep(1000) .. '12.50' .. (' '):rep(1000))", "12.5");
  });
});

describe("the library holds what templates may use", () => {
  it("and nothing else", () => {
    expect([...createStandardLibrary({ seed: 1, clock: { epochMs: 0 } }).keys()].sort()).toEqual([
      "_VERSION",
      "assert",
      "error",
      "ipairs",
      "math",
      "os",
      "pairs",
      "pcall",
      "select",
      "string",
      "table",
      "tonumber",
      "tostring",
      "type",
      "utf8",
    ]);
    const keys = (name: string): string =>
      evaluate(`local t = {} for k in pairs(${name}) do t[#t + 1] = k end table.sort(t) return table.concat(t, " ")`);
    expect(keys("string")).toBe("byte char find format gmatch gsub len lower match rep reverse sub upper");
    expect(keys("table")).toBe("concat foreach foreachi getn insert maxn remove sort unpack");
    expect(keys("math")).toBe("abs ceil floor max min pi random randomseed round");
    expect(keys("os")).toBe("clock date difftime time");
  });
  it("a change to it is gone with the evaluation", () => {
    check("string.x = 1 return ('q').x", "1");
    check("return ('q').x", "nil");
  });
});

describe("tables", () => {
  it("are traversed in the order of insertion", () =>
    check("local r = '' for k in pairs({z = 1, a = 2, 10, m = 3}) do r = r .. k end return r", "1zam"));
  it("can be emptied while traversed", () =>
    check(
      "local t, n = {1, 2, 3, a = 1, b = 2}, 0 for k in pairs(t) do t[k] = nil end for _ in pairs(t) do n = n + 1 end return n, #t",
      "0 0",
    ));
  it("have addresses that stay", () =>
    check(
      "local t, u = {}, {} return tostring(t) == tostring(t), tostring(t) ~= tostring(u), (tostring(t):gsub('%x+$', ''))",
      "true true table: 0x",
    ));
  it("tell functions of the host from others", () =>
    check("return (tostring(type):gsub('0x%x+', '')), (tostring(function() end):gsub('0x%x+', ''))", "function: builtin:  function: "));
});

describe("a metatable that a host sets is honoured", () => {
  function evaluateWith(source: string): string {
    const state = testState();
    const table = new LuaTable();
    const meta = new LuaTable();
    const define = (name: string, result: (...values: unknown[]) => string): void => {
      meta.set(
        name,
        hostFunction(name, (args) => [result(...args)]),
      );
    };
    define("__index", (_, key) => `got ${String(key)}`);
    define("__add", () => "added");
    define("__concat", () => "joined");
    define("__len", () => "length");
    define("__call", (_, value) => `called ${String(value)}`);
    define("__tostring", () => "text");
    table.metatable = meta;
    state.environment.globals.set("it", table);
    state.stringMetatable = new LuaTable();
    state.stringMetatable.set(
      "__pow",
      hostFunction("__pow", ([a, b]) => [`${String(a)}^${String(b)}`]),
    );
    return evaluate(source, state);
  }
  it("for every operation", () => {
    expect(evaluateWith("return it.x, it + 1, 1 + it, it .. 'a', 'a' .. it, #it, it(5), tostring(it)")).toBe(
      "got x added added joined joined length called 5 text",
    );
    expect(evaluateWith("return 'a' ^ 'b', 2 ^ '3'")).toBe("a^b 8");
  });
});

describe("the clock stands still", () => {
  it("at the moment of the request", () => {
    check("return os.time(), os.date('%Y-%m-%d %H:%M:%S'), os.clock()", "1709211909 2024-02-29 13:05:09 0");
  });
  it("in the time zone of the request", () => {
    const zone = (timeZone: string): string => {
      const globals = createStandardLibrary({ seed: 1, clock: { epochMs: Date.UTC(2024, 6, 1), timeZone } });
      return evaluate(
        "return os.date('%H:%M %z'), os.date('*t').isdst, os.time({year = 2024, month = 7, day = 1, hour = 12})",
        createState({ limits: passiveLimits, globals }),
      );
    };
    expect(zone("Europe/Berlin")).toBe("02:00 +0200 true 1719828000");
    expect(zone("Asia/Kolkata")).toBe("05:30 +0530 false 1719815400");
  });
});

it("random numbers depend on the seed only", () => {
  const first = evaluate("return math.random(), math.random(100), math.random(5, 6)");
  expect(evaluate("return math.random(), math.random(100), math.random(5, 6)")).toBe(first);
});
