import type { FrameLocator, Locator, Page } from "playwright-core";

/** What a person does and sees in the window. Everything waits until it is there. */
export interface Workbench {
  readonly page: Page;
  /** Opens a file of the workspace by its name, and waits until its server speaks of it: the status bar shows who answers. */
  open(name: string): Promise<void>;
  /** Presses keys one after the other, such as `Control+K v`. */
  press(keys: string): Promise<void>;
  /** Types at the cursor, a key at a time. */
  type(text: string): Promise<void>;
  /** Puts the cursor somewhere; both count from 1. */
  goTo(line: number, column: number): Promise<void>;
  /** Runs a command by its title. */
  run(title: string): Promise<void>;
  /** Saves the active file. */
  save(): Promise<void>;
  /** How a piece of text in the active editor is coloured. */
  colourOf(text: RegExp): Promise<string>;
  /** Lines of the active editor that are on the screen. */
  lines(): Promise<string[]>;
  /** Underlined places of a severity in the active editor. */
  squiggles(severity: "error" | "warning" | "info" | "hint"): Locator;
  /** Rows of the list of problems. */
  problems(): Promise<string[]>;
  /** The hover that is shown for the place of the cursor. */
  hover(): Promise<Locator>;
  /** The item of the status bar. */
  status(): Locator;
  /** A message with a text, in the corner of the window. */
  message(text: string | RegExp): Locator;
  /** The live preview. */
  preview(): FrameLocator;
}

/** What runs in the page knows styles. */
interface Styling {
  getComputedStyle(node: unknown): { readonly color: string };
}

/** Drives the workbench in a page. */
export function createWorkbench(page: Page): Workbench {
  const editor = page.locator(".editor-group-container.active .monaco-editor").first();
  const input = page.locator(".quick-input-widget:visible input").first();
  const bench: Workbench = {
    page,
    async open(name) {
      // Else it would take the place of the preview, if that has the focus.
      await page.keyboard.press("Control+1");
      await page.locator(".editor-group-container").first().and(page.locator(".active")).waitFor();
      const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first();
      const isThere = await row.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
      // A file that was written before anybody watched.
      if (!isThere) await bench.run("Refresh Explorer");
      await row.dblclick();
      await page.locator(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`).waitFor();
      await page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
      if (name.endsWith(".chat")) await bench.status().waitFor();
    },
    async press(keys) {
      for (const key of keys.split(" ")) await page.keyboard.press(key);
    },
    type: (text) => page.keyboard.type(text),
    async goTo(line, column) {
      await page.keyboard.press("Control+G");
      await input.fill(`:${line}:${column}`);
      await page.locator(".quick-input-widget .monaco-list-row", { hasText: `line ${line}` }).waitFor();
      await page.keyboard.press("Enter");
      await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    },
    async run(title) {
      await page.keyboard.press("F1");
      await input.fill(`>${title}`);
      await page.locator(".quick-input-widget .monaco-list-row", { hasText: title }).first().waitFor();
      await page.keyboard.press("Enter");
    },
    async save() {
      await page.keyboard.press("Control+S");
      await page.locator(".editor-group-container.active .tab.active:not(.dirty)").waitFor();
    },
    colourOf: (text) =>
      editor
        .locator(".view-line span span", { hasText: text })
        .first()
        .evaluate((node) => (globalThis as object as Styling).getComputedStyle(node).color),
    async lines() {
      const texts = await editor.locator(".view-line").allInnerTexts();
      return texts.map((text) => text.replaceAll("\u00a0", " "));
    },
    squiggles: (severity) => editor.locator(`.squiggly-${severity}`),
    async problems() {
      await bench.run("Problems: Focus on Problems View");
      const rows = page.locator(".markers-panel .monaco-list-row");
      await rows.first().waitFor();
      return rows.allInnerTexts();
    },
    async hover() {
      await bench.press("Control+K Control+I");
      const shown = page.locator(".monaco-hover:not(.hidden) .hover-contents").first();
      await shown.waitFor();
      return page.locator(".monaco-hover:not(.hidden)").first();
    },
    status: () => page.locator(".statusbar-item[id*='chat.status']"),
    message: (text) => page.locator(".notification-toast", { hasText: text }),
    preview: () => page.frameLocator("iframe.webview.ready").frameLocator("#active-frame"),
  };
  return bench;
}
