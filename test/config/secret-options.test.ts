import { describe, expect, test } from "vitest";
import { headersOf, withoutSecrets } from "../../server/src/config/secret-options.js";
import { layerOf } from "./layers.js";

const user = layerOf("user", [
  ["providers", { gateway: { base_url: "https://g", headers: { "X-Key": "sk-secret" } }, other: { model: "m" } }],
]);

describe("the values of headers", () => {
  test("are hidden, their names are not", () => {
    const shown = JSON.stringify(withoutSecrets([user]));
    expect(shown).not.toContain("sk-secret");
    expect(shown).toContain("X-Key");
    expect(shown).toContain("https://g");
  });

  test("are those of the provider that is asked, from the layer that counts", () => {
    expect(headersOf([user], "gateway")).toEqual({ "X-Key": "sk-secret" });
    expect(headersOf([user], "other")).toEqual({});
    const above = layerOf("command line", [["providers", { gateway: { headers: { A: "b" } } }]]);
    expect(headersOf([user, above], "gateway")).toEqual({ A: "b" });
  });

  test("leave layers without any as they are", () => {
    const layers = [layerOf("user", [["provider", "echo"]])];
    expect(withoutSecrets(layers)).toBe(layers);
  });
});
