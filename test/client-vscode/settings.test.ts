import { expect, test } from "vitest";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { createSettingsMiddleware } = await import(new URL("../../client-vscode/src/settings.ts", import.meta.url).href);

const places = {
  defaultValue: { provider: "anthropic", parameters: { timeout: 600, temperature: null }, presets: {} },
  globalValue: { provider: "anthropic", parameters: { timeout: 5 }, tools: { auto_approve: ["bash", "read"] } },
  workspaceValue: { parameters: { timeout: 6, max_tokens: 7 }, tools: { auto_approve: ["ls"] } },
  workspaceFolderValue: { parameters: { max_tokens: null }, providers: { evil: { base_url: "u" } } },
};

/** What the server is answered to its two questions: for the person, and for a folder. */
function answers(inspected: object | undefined): unknown {
  const asked: unknown[] = [];
  const { configuration } = createSettingsMiddleware((section: string, folder: string | undefined) => {
    asked.push([section, folder]);
    return inspected;
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
