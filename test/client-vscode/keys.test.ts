import { describe, expect, test } from "vitest";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { createKeys, keyFault } = await import(new URL("../../client-vscode/src/keys.ts", import.meta.url).href);

/** Keys with a person who chooses and types, and what the person was shown. */
function keys({
  chosen,
  typed,
  kept = {},
  isFull = false,
}: {
  chosen?: string;
  typed?: string;
  kept?: Record<string, string>;
  isFull?: boolean;
}) {
  const stored = new Map(Object.entries(kept).map(([service, key]) => [`chat.key.${service}`, key]));
  const offered: unknown[] = [];
  const told: string[] = [];
  const secrets = {
    get: async (name: string) => stored.get(name),
    async store(name: string, value: string) {
      if (isFull) throw new Error("There is no keyring.");
      stored.set(name, value);
    },
    delete: async (name: string) => void stored.delete(name),
  };
  const person = {
    async choose(services: unknown) {
      offered.push(services);
      return chosen;
    },
    typeKey: async () => typed,
    tell: (message: string) => void told.push(message),
  };
  const changed: [string, string | undefined][] = [];
  const keyOf = createKeys(secrets, person, (service: string) => changed.push([service, stored.get(`chat.key.${service}`)]));
  return { offered, told, stored, changed, keys: keyOf };
}

describe("to connect a provider", () => {
  test("gives its key to the server, for this provider and no other one", async () => {
    const { keys: of, told, changed } = keys({ chosen: "anthropic", typed: " sk-1 \n" });
    await of.connect(["anthropic", "openai"]);
    expect(await of.answer({ service: "anthropic" })).toBe("sk-1");
    expect(await of.answer({ service: "openai" })).toBe(null);
    expect(told.join()).toMatch(/anthropic is connected/);
    // The server hears of it once the new key is there.
    expect(changed).toEqual([["anthropic", "sk-1"]]);
    expect(told.join()).not.toContain("sk-1");
  });

  test("shows which ones are connected, each once", async () => {
    const { keys: of, offered } = keys({ kept: { openai: "k" } });
    await of.connect(["anthropic", "openai", "openai"]);
    expect(offered).toEqual([
      [
        { name: "anthropic", isConnected: false },
        { name: "openai", isConnected: true },
      ],
    ]);
  });

  test("changes nothing when the person turns away, or types no key", async () => {
    for (const given of [
      { chosen: "anthropic" },
      { typed: "new" },
      { chosen: "anthropic", typed: "  " },
      { chosen: "anthropic", typed: "a b" },
    ]) {
      const { keys: of, stored, told, changed } = keys({ ...given, kept: { anthropic: "old" } });
      await of.connect(["anthropic"]);
      expect([...stored.values()]).toEqual(["old"]);
      expect([...told, ...changed]).toEqual([]);
    }
  });
});

test("a key that the editor cannot keep is told, without the key, and nobody is connected", async () => {
  const { keys: of, told, changed } = keys({ chosen: "openai", typed: "sk-1", isFull: true });
  await of.connect(["openai"]);
  expect(await of.connectService({ service: "openai" })).toEqual({ connected: false });
  expect(told).toEqual(Array(2).fill("The editor could not keep the key of openai: There is no keyring."));
  expect(changed).toEqual([]);
});

describe("to disconnect a provider", () => {
  test("is possible where settings do not name it any more", async () => {
    const { keys: of, offered, stored } = keys({ chosen: "own", typed: "sk-1" });
    await of.connectService({ service: "own" });
    await of.disconnect(["openai"]);
    expect(offered).toEqual([[{ name: "own", isConnected: true }]]);
    expect([...stored.entries()]).toEqual([["chat.keys", "[]"]]);
  });

  test("forgets its key and no other one", async () => {
    const { keys: of, offered, changed } = keys({ chosen: "openai", kept: { openai: "a", anthropic: "b" } });
    await of.disconnect(["anthropic", "openai", "moonshot"]);
    expect(offered).toEqual([
      [
        { name: "anthropic", isConnected: true },
        { name: "openai", isConnected: true },
      ],
    ]);
    expect(await of.answer({ service: "openai" })).toBe(null);
    expect(await of.answer({ service: "anthropic" })).toBe("b");
    expect(changed).toEqual([["openai", undefined]]);
  });

  test("asks nothing where there is no key, and says so", async () => {
    const { keys: of, offered, told } = keys({ chosen: "openai" });
    await of.disconnect(["openai"]);
    expect(offered).toEqual([]);
    expect(told).toEqual(["The editor keeps no key of a provider."]);
  });

  test("changes nothing when the person turns away", async () => {
    const { keys: of, stored } = keys({ kept: { openai: "a" } });
    await of.disconnect(["openai"]);
    expect([...stored.values()]).toEqual(["a"]);
  });
});

test("keys that were told are known, so that they are shown nowhere", async () => {
  const { keys: of } = keys({ kept: { openai: "a", anthropic: "b" } });
  await of.answer({ service: "openai" });
  expect([...of.told()]).toEqual(["a"]);
});

test("what can be no key is told without the key", () => {
  expect(keyFault("sk-1")).toBeUndefined();
  expect(keyFault(" sk-1\n")).toBeUndefined();
  for (const wrong of ["", "  ", "export KEY=sk-1", "sk\n1", "sk\u0000"]) {
    expect(keyFault(wrong)).toMatch(/\.$/);
    expect(keyFault(wrong)).not.toMatch(/sk/);
  }
});
