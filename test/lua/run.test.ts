import { expect, it } from "vitest";
import { evaluate } from "./support.js";

function check(source: string, expected: string): void {
  expect(evaluate(source)).toBe(expected);
}

it("programs as deep and long as the parser lets through also run", () => {
  check(`return ${"1+".repeat(500)}1`, "501");
  check(`return ${"(".repeat(190)}7${")".repeat(190)}`, "7");
  check(`return #(${"'a'..".repeat(20000)}'a')`, "20001");
  check(
    `local x = 5 ${Array.from({ length: 3000 }, (_, i) => `${i === 0 ? "if" : "elseif"} x == ${i + 10} then return ${i}`).join(" ")} else return "none" end`,
    "none",
  );
  check(`${"do ".repeat(150)}local deep = 1 return deep ${"end ".repeat(150)}`, "1");
  check(`local t = ${"{".repeat(150)}1${"}".repeat(150)} local n = 0 while type(t) == "table" do t = t[1] n = n + 1 end return n`, "150");
  check(
    `local f = ${"function() return ".repeat(60)}9${" end".repeat(60)} local r = f while type(r) == "function" do r = r() end return r`,
    "9",
  );
});

it("a global that was assigned nil is defined", () => check("x = nil return x", "nil"));

it("break may stand in the middle of a block", () => check("while true do break local x = 1 end return 'out'", "out"));

it("names may have letters of any language", () => check("local größe = 3 übrig = 4 return größe + übrig", "7"));

it("a large number of locals and upvalues keep apart", () => {
  const names = Array.from({ length: 150 }, (_, i) => `v${i}`);
  check(
    `local ${names.join(", ")} = ${names.map((_, i) => i).join(", ")} local function sum() return ${names.join(" + ")} end return sum()`,
    String((149 * 150) / 2),
  );
});
