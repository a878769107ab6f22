import type { FrameLocator, Locator, Page } from "playwright-core";

/**
 * What a person does and sees in the window. Everything waits until it is there. What is pressed is pressed again where
 * nothing comes of it: VS Code drops an answer for which it has asked once more meanwhile, of its own accord.
 */
export interface Workbench {
  readonly page: Page;
  /** Opens a file of the workspace by its name, and waits until its server speaks of it: the status bar shows who answers. */
  open(name: string): Promise<void>;
  /** Presses keys one after the other, such as `Control+K v`, once. */
  press(keys: string): Promise<void>;
  /** Presses keys until they bring something to be seen. Only for keys that change nothing when they are pressed once more. */
  pressUntil(keys: string, seen: Locator): Promise<void>;
  /** Types at the cursor, a key at a time. */
  type(text: string): Promise<void>;
  /** Puts the cursor somewhere; both count from 1. */
  goTo(line: number, column: number): Promise<void>;
  /** Goes to the next problem, which says a text. */
  goToProblem(text: string): Promise<void>;
  /** Runs a command by its title. */
  run(title: string): Promise<void>;
  /** Chooses an action for the place of the cursor by a text of its title. */
  act(title: string): Promise<void>;
  /** Chooses what completes the word at the cursor. */
  complete(label: string): Promise<void>;
  /** Sends the active document by the keys for it, as soon as its title offers that. */
  send(): Promise<void>;
  /** Confirms what is typed or chosen in the box at the top. */
  confirm(): Promise<void>;
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
  /** Looks at the hover for the place of the cursor, which says a text; the text of all of it. */
  hover(text: RegExp): Promise<string>;
  /** A lens above a line of the active editor. */
  lens(title: string): Locator;
  /** The item of the status bar. */
  status(): Locator;
  /** A message with a text, in the corner of the window. */
  message(text: string | RegExp): Locator;
  /** The live preview. */
  preview(): FrameLocator;
}

/** For so many ms a person waits for what a key brings before they press it again, and presses it so often. */
const patience = 5000;
const tries = 6;

/** What runs in the page knows styles. */
interface Styling {
  getComputedStyle(node: unknown): { readonly color: string };
}

/** A line as the page holds it. */
interface ShownLine {
  readonly textContent: string;
  readonly style: { readonly top: string };
}

/** Drives the workbench in a page. */
export function createWorkbench(page: Page): Workbench {
  const editor = page.locator(".editor-group-container.active .monaco-editor").first();
  const active = page.locator(".editor-group-container.active");
  const box = page.locator(".quick-input-widget:visible");
  const input = box.locator("input").first();
  const bench: Workbench = {
    page,
    async open(name) {
      // Else it would take the place of the preview, if that has the focus.
      await bench.pressUntil("Control+1", page.locator(".editor-group-container").first().and(page.locator(".active")));
      const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first();
      const isThere = await row.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
      // A file that was written before anybody watched.
      if (!isThere) await bench.run("Refresh Explorer");
      const focused = active.filter({ has: page.locator(`.tab.active[data-resource-name="${name}"]`) }).locator(".monaco-editor.focused");
      await again(() => row.dblclick(), focused);
      if (name.endsWith(".chat")) await bench.status().waitFor();
    },
    async press(keys) {
      for (const key of keys.split(" ")) await page.keyboard.press(key);
    },
    pressUntil: (keys, seen) => again(() => bench.press(keys), seen),
    type: (text) => page.keyboard.type(text),
    async goTo(line, column) {
      await bench.pressUntil("Control+G", input);
      await input.fill(`:${line}:${column}`);
      await box.locator(".monaco-list-row", { hasText: `line ${line}` }).waitFor();
      await bench.confirm();
      await page.locator(".statusbar-item", { hasText: `Ln ${line}, Col` }).waitFor();
      await active.locator(".monaco-editor.focused").waitFor();
    },
    async goToProblem(text) {
      const shown = page.locator(".marker-widget", { hasText: text });
      await bench.pressUntil("F8", shown);
      await again(() => bench.press("Escape"), shown, "hidden");
      await active.locator(".monaco-editor.focused").waitFor();
    },
    async run(title) {
      await bench.pressUntil("F1", input);
      await input.fill(`>${title}`);
      await box.locator(".monaco-list-row.focused", { hasText: title }).waitFor();
      await input.press("Enter");
    },
    async act(title) {
      const menu = page.locator(".action-widget").first();
      await bench.pressUntil("Control+.", menu);
      await menu.locator(".monaco-list-row", { hasText: title }).first().click();
      await menu.waitFor({ state: "hidden" });
    },
    async complete(label) {
      const row = page.locator(".suggest-widget.visible .monaco-list-row.focused", { hasText: label });
      await bench.pressUntil("Control+Space", row);
      await bench.press("Enter");
    },
    async send() {
      await active.locator(".editor-actions .codicon-send").waitFor();
      await bench.press("Control+Alt+Enter");
    },
    confirm: () => again(() => input.press("Enter"), box, "hidden"),
    async save() {
      await page.keyboard.press("Control+S");
      await active.locator(".tab.active:not(.dirty)").waitFor();
    },
    colourOf: (text) =>
      editor
        .locator(".view-line span span", { hasText: text })
        .first()
        .evaluate((node) => (globalThis as object as Styling).getComputedStyle(node).color),
    async lines() {
      const all = await editor.locator(".view-line").evaluateAll((nodes) =>
        nodes.map((node) => {
          const { textContent, style } = node as object as ShownLine;
          return { text: textContent, top: Number.parseFloat(style.top) };
        }),
      );
      // What was changed stands behind the others in the page.
      return all.sort((a, b) => a.top - b.top).map(({ text }) => text.replaceAll("\u00a0", " "));
    },
    squiggles: (severity) => editor.locator(`.squiggly-${severity}`),
    async problems() {
      await bench.run("Problems: Focus on Problems View");
      const rows = page.locator(".markers-panel .monaco-list-row");
      // The first row is the file.
      await rows.nth(1).waitFor();
      return rows.allInnerTexts();
    },
    async hover(text) {
      const shown = page.locator(".monaco-hover:not(.hidden)", { hasText: text }).first();
      await bench.pressUntil("Control+K Control+I", shown);
      const whole = (await shown.textContent()) ?? "";
      await again(() => bench.press("Escape"), page.locator(".monaco-hover:not(.hidden)").first(), "hidden");
      return whole;
    },
    lens: (title) => active.locator(".codelens-decoration a", { hasText: title }),
    status: () => page.locator(".statusbar-item[id*='chat.status']"),
    message: (text) => page.locator(".notification-toast", { hasText: text }),
    preview: () => page.frameLocator("iframe.webview.ready").frameLocator("#active-frame"),
  };
  return bench;
}

/** Does something until an element is to be seen, or hidden, as a person does who sees that nothing came of it. */
async function again(act: () => Promise<unknown>, element: Locator, state: "visible" | "hidden" = "visible"): Promise<void> {
  for (let tried = 1; tried < tries; tried++) {
    await act();
    const isDone = await element.waitFor({ state, timeout: patience }).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
  await act();
  await element.waitFor({ state, timeout: patience });
}
