import { describe, expect, test } from "vitest";
import { layerOf, put, writerFor } from "./layers.js";

describe("a writer", () => {
  test("gives what counts at any time", () => {
    const writer = writerFor("frontmatter", [layerOf("user", [["timeout", 1]])]);
    expect(writer.config().get("parameters.timeout")).toEqual({ value: 1, origin: "user" });
    put(writer, ["timeout", 2]);
    expect(writer.config().get("parameters.timeout")).toEqual({ value: 2, origin: "frontmatter" });
  });

  test("keeps what was read once, for what is written later is another configuration", () => {
    const writer = writerFor("frontmatter");
    const before = writer.config();
    put(writer, ["tools", ["ls"]]);
    expect(before.get("tools")?.value).toHaveLength(7);
    expect(writer.config().get("tools")?.value).toEqual(["ls"]);
  });

  test("knows presets and endpoints as soon as they are defined", () => {
    const writer = writerFor("user");
    put(writer, ["provider", "local"]);
    expect(writer.problems().map(({ code }) => code)).toEqual(["config/unknown-provider"]);
    put(writer, ["providers", { local: { model: "m" } }]);
    put(writer, ["provider", "local"]);
    expect(writer.config().provider.value).toBe("local");
    expect(writer.vocabulary().providers).toContain("local");
  });

  test("tells a fault at one place once", () => {
    const writer = writerFor("user");
    for (let count = 0; count < 5; count++) put(writer, ["timeout", "x"]);
    expect(writer.problems()).toHaveLength(1);
    expect(writer.layer().operations).toEqual([]);
  });

  test.each([
    ["values", (count: number) => ["timeout", count + 1] as const],
    ["what is taken back", () => ["timeout", null] as const],
    ["lists", () => ["tools", ["bash", "ls"]] as const],
    ["items that are added", (count: number) => ["tools", [count % 2 === 0 ? "+bash" : "^ls"]] as const],
    ["items that are added and removed", (count: number) => ["tools", [count % 2 === 0 ? "+bash" : "!bash"]] as const],
    ["values that are taken back by turns", (count: number) => ["timeout", count % 2 === 0 ? 1 : null] as const],
  ])("keeps no more of %s than counts, however often they are written", (_name, setting) => {
    const writer = writerFor("frontmatter");
    for (let count = 0; count < 50; count++) put(writer, setting(count));
    expect(writer.layer().operations.length).toBeLessThan(3);
  });

  test("what is left out made no difference", () => {
    const writer = writerFor("frontmatter");
    for (const item of ["+bash", "^ls", "!read", "+read", "^bash", "!ls", "+ls"]) put(writer, ["tools", [item]]);
    expect(writer.config().get("tools")?.value).toEqual(["bash", "edit", "write", "grep", "find", "read", "ls"]);
  });
});
