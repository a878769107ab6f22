import { expect, test } from "vitest";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { createKeys } = await import(new URL("../../client-vscode/src/keys.ts", import.meta.url).href);

function keys(chosen: string | undefined, typed: string | undefined) {
  const kept = new Map<string, string>();
  const secrets = {
    get: async (name: string) => kept.get(name),
    store: async (name: string, value: string) => void kept.set(name, value),
    delete: async (name: string) => void kept.delete(name),
  };
  const person = { choose: async () => chosen, typeKey: async () => typed };
  return { kept, keys: createKeys(secrets, person) };
}

test("a key that a person sets is what the server gets for this provider, and for no other one", async () => {
  const { keys: of } = keys("anthropic", " sk-1 \n");
  await of.set(["anthropic", "openai"]);
  expect(await of.answer({ service: "anthropic" })).toBe("sk-1");
  expect(await of.answer({ service: "openai" })).toBe(null);
});

test("an empty key is forgotten, and who turns away changes nothing", async () => {
  for (const [chosen, typed, left] of [
    ["anthropic", "", []],
    ["anthropic", undefined, ["old"]],
    [undefined, "new", ["old"]],
  ] as const) {
    const { kept, keys: of } = keys(chosen, typed);
    kept.set("chat.key.anthropic", "old");
    await of.set(["anthropic"]);
    expect([...kept.values()]).toEqual(left);
  }
});
