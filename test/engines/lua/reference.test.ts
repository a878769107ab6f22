import { describe, expect, test } from "vitest";
import { createEnvironment } from "../../../server/src/engines/lua/environment/environment.js";
import { membersOf, reference } from "../../../server/src/engines/lua/reference.js";
import { decodeUtf8 } from "../../../server/src/lua/bytes.js";
import { createRandomNumbers } from "../../../server/src/lua/library/math.js";
import { LuaTable } from "../../../server/src/lua/table.js";
import { hostFunction, type LuaValue } from "../../../server/src/lua/values.js";
import { surroundingsOf } from "../../conformance/harness.js";

/** Every name of the environment with its kind, tables before their members. */
function* namesOf(values: Iterable<readonly [LuaValue, LuaValue]>, prefix = ""): Iterable<readonly [string, string]> {
  for (const [key, value] of values) {
    const path = prefix + decodeUtf8(String(key));
    const isFunction = typeof value === "object" && value.kind === "function";
    yield [path, isFunction ? "function" : value instanceof LuaTable ? "table" : "value"];
    if (value instanceof LuaTable) yield* namesOf(value.hash, `${path}.`);
  }
}

describe("the reference of the environment", () => {
  const world = {
    fact: () => ({ readable: false, isFolder: false }),
    include: hostFunction("include", () => []),
    random: createRandomNumbers(1),
  };
  const environment = new Map(namesOf(createEnvironment(surroundingsOf("/chats"), world)));

  test("holds exactly the names that templates find, each as what it is", () => {
    const described = new Map([...reference.values()].map(({ path, kind }) => [path, kind]));
    expect([...described].sort()).toEqual([...environment].sort());
  });

  test("says something of every name, and names the parameters of every function", () => {
    for (const { path, doc, kind, signature } of reference.values()) {
      expect(doc, path).toMatch(/^[A-Z1].*[.:…0-9%MS`)]$/);
      expect(signature.startsWith("("), path).toBe(kind === "function");
    }
  });

  test("gives the members of a table, not those below them", () => {
    expect(membersOf("vim").map(({ path }) => path)).toEqual(["vim.fn", "vim.fs"]);
    expect(membersOf("").every(({ path }) => !path.includes("."))).toBe(true);
    expect(membersOf("print")).toEqual([]);
  });
});
