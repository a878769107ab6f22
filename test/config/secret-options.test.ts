import { expect, test } from "vitest";
import type { Layer, OptionValue } from "../../server/src/config/operations.js";
import { withoutSecrets } from "../../server/src/config/secret-options.js";

function layerWith(path: string, value: OptionValue): Layer {
  return { origin: "user", operations: [{ kind: "set", path, value }] };
}

const valueIn = ([layer]: readonly Layer[]) =>
  layer?.operations.map((operation) => (operation.kind === "set" ? operation.value : undefined));

test("names of headers stay, their values do not, whatever the provider is called", () => {
  expect(valueIn(withoutSecrets([layerWith("providers.my.box.headers", { "x-key": "secret" })]))).toEqual([{ "x-key": "(hidden)" }]);
});

test("the name of a variable stays; what cannot be one is perhaps the key itself", () => {
  expect(valueIn(withoutSecrets([layerWith("providers.box.key", "BOX_KEY")]))).toEqual(["BOX_KEY"]);
  expect(valueIn(withoutSecrets([layerWith("providers.box.key", "sk-secret")]))).toEqual(["(hidden)"]);
});

test("other options stay as they are", () => {
  const layers = [layerWith("providers.box.base_url", "http://localhost")];
  expect(withoutSecrets(layers)).toBe(layers);
});
