import { describe, expect, test } from "vitest";
import type { Prompt } from "../../../server/src/conversation/prompt.js";
import { toolNames } from "../../../server/src/providers/protocols/tool-names.js";

/** The names of a request that offers some tools, and in which others were used. */
function names(offered: readonly string[], used: readonly string[] = []) {
  const prompt: Prompt = {
    system: undefined,
    turns: [{ role: "assistant", parts: used.map((name) => ({ kind: "tool_use", id: name, name, json: "{}" })) }],
    tools: offered.map((name) => ({ name, description: "", inputSchema: {} })),
  };
  return toolNames(prompt);
}

describe("names of tools", () => {
  test.each([
    ["read", "read"],
    ["server:tool", "server__tool"],
    ["a:b:c", "a__b__c"],
    ["a b", "a_b"],
    [`x${"y".repeat(80)}`, `x${"y".repeat(63)}`],
  ])("%s is %s on the wire, and comes back as it was", (name, wire) => {
    const { onWire, inDocument } = names([name]);
    expect(onWire(name)).toBe(wire);
    expect(inDocument(wire)).toBe(name);
  });

  test("that hold __ themselves come back with it", () => {
    const { onWire, inDocument } = names(["a__b"]);
    expect(onWire("a__b")).toBe("a__b");
    expect(inDocument("a__b")).toBe("a__b");
  });

  test("that would be the same stay apart", () => {
    const { onWire, inDocument } = names(["a:b", "a__b"], ["a b", "a_b"]);
    const all = ["a:b", "a__b", "a b", "a_b"];
    expect(new Set(all.map(onWire)).size).toBe(4);
    expect(all.map(onWire).map(inDocument)).toEqual(all);
  });

  test("that the request does not hold stay as they are on the way back", () => {
    expect(names([]).inDocument("a__b")).toBe("a__b");
  });
});
