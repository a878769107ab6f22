import { expect, test } from "vitest";

// The extension is a program of its own, with other rules of resolution: its file is loaded as it is.
const { createCommandMiddleware } = await import(new URL("../../client-vscode/src/commands.ts", import.meta.url).href);

/** What became of a command. */
async function run(command: string, args: unknown[], active?: string): Promise<unknown[]> {
  const done: unknown[] = [];
  const middleware = createCommandMiddleware({
    active: async () => active,
    preview: (uri: string) => done.push(["preview", uri]),
    request: (uri: string) => done.push(["request", uri]),
    tell: (message: string) => done.push(["told", message]),
  });
  await middleware(command, args, async (...sent: unknown[]) => done.push(["server", ...sent]));
  return done;
}

const a = "file:///a.chat";
/** What menus give: an object of VS Code that reads as its URI. */
const uri = { scheme: "file", path: "/b.chat", toString: () => "file:///b.chat" };

test("a command from the palette is about the conversation that the person is at, and its answer is for the person", async () => {
  expect(await run("chat.status", [], a)).toEqual([["server", "chat.status", [{ uri: a, show: true }]]]);
});

test("a command from a menu is about what the menu belongs to", async () => {
  expect(await run("chat.send", [uri, { groupId: 0 }], a)).toEqual([["server", "chat.send", [{ uri: "file:///b.chat", show: true }]]]);
});

test("a command of the server keeps its argument", async () => {
  expect(await run("chat.switch", [{ uri: a, provider: "echo" }])).toEqual([["server", "chat.switch", [{ uri: a, provider: "echo" }]]]);
});

test("answers that are documents are shown in the preview; programs get what they asked for", async () => {
  expect(await run("chat.preview", [], a)).toEqual([["preview", a]]);
  expect(await run("chat.preview", [{ uri: a }])).toEqual([["preview", a]]);
  expect(await run("chat.preview", [{ uri: a, message: 1, item: 2 }])).toEqual([
    ["server", "chat.preview", [{ uri: a, message: 1, item: 2 }]],
    ["preview", a],
  ]);
  expect(await run("chat.request", [{ uri: a, show: true }])).toEqual([["request", a]]);
  expect(await run("chat.request", [{ uri: a, provider: "openai" }])).toEqual([
    ["server", "chat.request", [{ uri: a, provider: "openai" }]],
  ]);
  expect(await run("chat.preview", [{ uri: a, message: 2 }])).toEqual([["server", "chat.preview", [{ uri: a, message: 2 }]]]);
});

test("without a conversation nothing is sent, and the person is told", async () => {
  expect(await run("chat.send", [])).toEqual([["told", "This command is for conversations. Open a .chat file first."]]);
});
