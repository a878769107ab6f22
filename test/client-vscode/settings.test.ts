import { expect, test } from "vitest";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { createSettingsMiddleware } = await import(new URL("../../client-vscode/src/settings.ts", import.meta.url).href);

const places = {
  defaultValue: { provider: "anthropic", parameters: { timeout: 600, temperature: null }, presets: {} },
  globalValue: { provider: "anthropic", parameters: { timeout: 5 }, tools: { auto_approve: ["bash", "read"] } },
  workspaceValue: { parameters: { timeout: 6, max_tokens: 7 }, tools: { auto_approve: ["ls"] } },
  workspaceFolderValue: { parameters: { max_tokens: null }, providers: { evil: { base_url: "u" } } },
};

/** The settings of the extension, as its manifest names them. */
const names = ["chat.provider", "chat.parameters.timeout", "chat.tools.auto_approve", "chat.presets", "chat.providers"];

/** What the server is answered to its two questions: for the person, and for a folder. */
function answers(inspected: object | undefined): unknown {
  const asked: unknown[] = [];
  const { configuration } = createSettingsMiddleware({
    inspect(section: string, folder: string | undefined) {
      asked.push([section, folder]);
      return inspected;
    },
    names,
  });
  const given = configuration({ items: [{ section: "chat" }, { section: "chat", scopeUri: "file:///w" }] });
  expect(asked).toEqual([
    ["chat", undefined],
    ["chat", "file:///w"],
  ]);
  return given;
}

test("the person's settings are what the person set: no defaults, nothing of a workspace", () => {
  expect(answers(places)).toMatchObject([places.globalValue, {}]);
});

test("the settings of a folder are those of all places, one on top of the other", () => {
  expect(answers(places)).toMatchObject([
    {},
    {
      provider: "anthropic",
      parameters: { timeout: 6, max_tokens: null },
      tools: { auto_approve: ["ls"] },
      providers: { evil: { base_url: "u" } },
    },
  ]);
});

test.each([undefined, {}, { defaultValue: { provider: "anthropic" } }])("where nobody set anything, there is nothing: %j", (inspected) => {
  expect(answers(inspected)).toEqual([null, null]);
});

test("settings that are VS Code's own, or somebody else's, are not the server's business", () => {
  const defaultValue = {
    provider: "anthropic",
    agent: { enabled: true },
    tools: { auto_approve: [], terminal: { autoApprove: {} } },
    presets: {},
  };
  const globalValue = {
    provider: "echo",
    agent: { enabled: false },
    disableAIFeatures: true,
    leftOver: { a: 1 },
    tools: { auto_approve: ["ls"], terminal: { autoApprove: { ls: true } } },
    presets: { $mine: { agent: 1 } },
    parameters: { mine: { temperature: 1 } },
  };
  expect(answers({ defaultValue, globalValue })).toEqual([
    { provider: "echo", tools: { auto_approve: ["ls"] }, presets: { $mine: { agent: 1 } }, parameters: { mine: { temperature: 1 } } },
    { provider: "echo", tools: { auto_approve: ["ls"] }, presets: { $mine: { agent: 1 } }, parameters: { mine: { temperature: 1 } } },
  ]);
});

test("a misspelled name in a section of ours reaches the server, which tells of it", () => {
  const defaultValue = { parameters: { timeout: 600 } };
  expect(answers({ defaultValue, globalValue: { parameters: { timeoot: 5 } } })).toMatchObject([{ parameters: { timeoot: 5 } }, {}]);
});
