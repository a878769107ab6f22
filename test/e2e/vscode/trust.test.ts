import { expect, test } from "vitest";
import { inSession } from "./in-session.js";

const code = inSession({ asksForTrust: true, settings: { "security.workspace.trust.startupPrompt": "never" } });

test("without trust a document is checked and shown, but no project file counts and nothing is sent", async () => {
  code.write("flemma.json", '{ "provider": "echo" }');
  code.write("trust.chat", "@You:\nHello {{ nobody }} fake:hello/none/trust\n");
  await code.open("trust.chat");
  await code.squiggles("warning").waitFor();
  await expect.poll(() => code.status().textContent()).toMatch(/^anthropic\//);
  await code.pressUntil("Control+K v", code.page.locator(".tab", { hasText: "Preview trust.chat" }));
  await code.preview().locator("article.user", { hasText: "Hello" }).waitFor();
  await code.open("trust.chat");
  await code.press("Control+Alt+Enter");
  expect(await code.page.locator(".tab-actions .codicon-send, .editor-actions .codicon-send").count()).toBe(0);
  await code.lens("Send").click();
  await code.message(/not trusted/).waitFor();
  expect(code.fake.exchanges()).toEqual([]);
});

test("once the person trusts the folder, its project file counts and sends work", async () => {
  await code.run("Workspaces: Manage Workspace Trust");
  await code.page.locator(".workspace-trust-editor").getByRole("button", { name: "Trust", exact: true }).click();
  await code.page.locator(".monaco-modal-editor-block .codicon-close").first().click();
  await code.open("trust.chat");
  await expect.poll(() => code.status().textContent()).toBe("echo/echo");
  await code.send();
  await code.page.locator(".view-line", { hasText: "@Assistant:" }).waitFor();
});
