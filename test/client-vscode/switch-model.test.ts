import { describe, expect, test } from "vitest";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { choicesOf, switchModel } = await import(new URL("../../client-vscode/src/switch-model.ts", import.meta.url).href);

const status = {
  provider: "b",
  model: "b-2",
  choices: [
    { provider: "a", models: ["a-1"] },
    { provider: "b", models: ["b-1", "b-2"] },
  ],
};

describe("what a document can be switched to", () => {
  test("is what answers now, what the settings say, and every provider with its models", () => {
    const labels = choicesOf(status).map(({ label, change }: { label: string; change: object }) => [label, change]);
    expect(labels).toEqual([
      ["b/b-2", { provider: "b", model: "b-2" }],
      ["What the settings say", {}],
      ["a", { provider: "a", model: null }],
      ["a/a-1", { provider: "a", model: "a-1" }],
      ["b", { provider: "b", model: null }],
      ["b/b-1", { provider: "b", model: "b-1" }],
    ]);
  });

  test("is nothing but the settings while nothing is known", () => {
    expect(choicesOf({})).toHaveLength(1);
  });
});

describe("a switch", () => {
  const run = async (label: string | undefined, after: object): Promise<unknown[]> => {
    const done: unknown[] = [];
    const host = {
      status: async () => status,
      switch: async (argument: object) => {
        done.push(argument);
        return after;
      },
      choose: async (choices: { label: string }[]) => choices.find((choice) => choice.label === label),
      tell: (message: string) => done.push(message),
    };
    await switchModel(host, "file:///a.chat");
    return done;
  };

  test("tells the server what the person chose", async () => {
    expect(await run("a/a-1", { provider: "a", model: "a-1" })).toEqual([{ uri: "file:///a.chat", provider: "a", model: "a-1" }]);
    expect(await run("a", { provider: "a", model: "a-1" })).toEqual([{ uri: "file:///a.chat", provider: "a", model: null }]);
    expect(await run("What the settings say", {})).toEqual([{ uri: "file:///a.chat" }]);
  });

  test("says so when the frontmatter counts before it", async () => {
    expect((await run("a/a-1", { provider: "b", model: "b-2" }))[1]).toBe(
      "The frontmatter of this document chooses b/b-2, which counts before. Change it there.",
    );
  });

  test("does nothing when the person turns away", async () => {
    expect(await run(undefined, {})).toEqual([]);
  });
});
