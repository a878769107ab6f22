import { expect, test } from "vitest";
import { inSession } from "./in-session.js";

const code = inSession();

/** Opens the walkthrough at a step, as a person does who comes back to it for the next one. */
async function openStep(title: string): Promise<void> {
  const tab = code.page.locator(".tab", { hasText: "Walkthrough" });
  if ((await tab.count()) > 0) await tab.first().click();
  else {
    await code.run("Welcome: Open Walkthrough");
    await code.page.locator(".quick-input-widget .monaco-list-row", { hasText: "Conversations as plain text" }).click();
  }
  await code.page.locator(".getting-started-step", { hasText: title }).click();
}

/** Follows a link of the step that is open. */
async function follow(link: string): Promise<void> {
  await code.page.locator(".getting-started-step.expanded").getByRole("button", { name: link }).click();
}

/** Closes a list without choosing. */
async function turnAway(): Promise<void> {
  await code.press("Escape");
  await code.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
}

test("every step of the walkthrough leads where it says", async () => {
  await openStep("Start a conversation");
  await follow("New conversation");
  await code.page.locator(".tab.active", { hasText: "Untitled-1" }).waitFor();
  await code.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
  await code.type("Tell me. fake:hello/none/walkthrough");
  await code.status().waitFor();

  await openStep("See what the model reads");
  await follow("Open the preview");
  await code.preview().locator("article.user", { hasText: "Tell me." }).waitFor();

  const rows = code.page.locator(".quick-input-widget .monaco-list-row");
  await openStep("Connect a provider");
  await follow("Connect a provider");
  await rows.filter({ hasText: "openai" }).waitFor();
  await turnAway();
  await openStep("Connect a provider");
  await follow("Choose who answers");
  await code.page.locator(".quick-input-title", { hasText: "Who answers this document?" }).waitFor();
  await expect.poll(() => rows.filter({ hasText: "answers now" }).count()).toBe(1);
  await turnAway();

  await openStep("Send, and take it back");
  await follow("Send");
  const exchange = await code.fake.until(() => code.fake.exchangesOf("walkthrough")[0], "The request");
  expect(exchange.refusal).toBeUndefined();
  await expect.poll(async () => (await code.lines()).join("\n")).toContain("Hello there.");
});
