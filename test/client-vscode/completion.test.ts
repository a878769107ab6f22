import { expect, test } from "vitest";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { createCompletionMiddleware } = await import(new URL("../../client-vscode/src/completion.ts", import.meta.url).href);

const folder = 18;
const { provideCompletionItem } = createCompletionMiddleware(folder);

test("a folder that was chosen brings up what is in it, and nothing else does", async () => {
  const items = [
    { label: "docs/", kind: folder },
    { label: "a.md", kind: 16 },
  ];
  const wanted = ["editor.action.triggerSuggest", undefined];
  for (const answer of [items.map((item) => ({ ...item })), { items: items.map((item) => ({ ...item })), isIncomplete: true }]) {
    const found = await provideCompletionItem({}, {}, {}, {}, async () => answer);
    expect(found).toBe(answer);
    expect((Array.isArray(found) ? found : found.items).map((item: { command?: { command: string } }) => item.command?.command)).toEqual(
      wanted,
    );
  }
});

test("no answer stays none", async () => {
  expect(await provideCompletionItem({}, {}, {}, {}, async () => null)).toBeNull();
});
