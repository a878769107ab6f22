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

  test("are hidden whatever the provider is called", () => {
    const [layer] = withoutSecrets([
      { origin: "user", operations: [{ kind: "set", path: "providers.my.box.headers", value: { "x-key": "secret" } }] },
    ]);
    expect(layer?.operations).toEqual([{ kind: "set", path: "providers.my.box.headers", value: { "x-key": "(hidden)" } }]);
  });

  test("are hidden as is a key that stands where the name of a variable belongs", () => {
    const keyIn = (key: string) =>
      withoutSecrets([{ origin: "user", operations: [{ kind: "set", path: "providers.box.key", value: key }] }])[0]?.operations;
    expect(keyIn("BOX_KEY")).toEqual([{ kind: "set", path: "providers.box.key", value: "BOX_KEY" }]);
    expect(keyIn("sk-secret")).toEqual([{ kind: "set", path: "providers.box.key", value: "(hidden)" }]);
  });

  test("leave layers without any as they are", () => {
    const layers = [layerOf("user", [["provider", "echo"]])];
    expect(withoutSecrets(layers)).toBe(layers);
  });
});
