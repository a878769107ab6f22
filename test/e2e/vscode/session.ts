import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { type FakeProviders, startFakeProviders } from "../../support/fake-providers/server.js";
import { type CodeServer, type CodeServerOptions, startCodeServer } from "./code-server.js";
import { tapServer } from "./tap-server.js";
import { createWorkbench, type Workbench } from "./workbench.js";

/** A person at a real VS Code with the packed extension, a workspace, and providers that are none. */
export interface Session extends Workbench {
  readonly fake: FakeProviders;
  readonly server: CodeServer;
  /** Absolute path of a file of the workspace. */
  path(name: string): string;
  /** Writes a file of the workspace. */
  write(name: string, content: string | Uint8Array): void;
  /** What a file of the workspace holds on the disk. */
  read(name: string): string;
  /** Has VS Code load the window anew: what it keeps of the window is written before. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

/** What a session starts with. */
export type SessionOptions = Pick<CodeServerOptions, "program" | "vsix" | "settings" | "env" | "asksForTrust"> & {
  /** The files of the shared workspace. */
  readonly files: string;
  /** A folder for everything that is said between the extension and its server. */
  readonly log?: string;
  readonly size?: { readonly width: number; readonly height: number };
};

/** Keys that the fake providers take; the environment holds no others. */
const keys = { ANTHROPIC_API_KEY: "sk-ant-fake", MOONSHOT_API_KEY: "sk-moonshot-fake", OPENAI_API_KEY: "" };

/** Starts everything, and waits until the workbench is there. Whoever starts it stops it. */
export async function startSession({ files, log, size, settings, env, ...options }: SessionOptions): Promise<Session> {
  const base = mkdtempSync(join(tmpdir(), "chatls-vscode-"));
  // Everything that a path has to be escaped for somewhere.
  const workspace = join(base, "wörk spacé #1 100% 🎈");
  cpSync(files, workspace, { recursive: true });
  mkdirSync(join(workspace, ".git"));
  mkdirSync(join(base, "server"));
  const fake = await startFakeProviders();
  const endpoint = { base_url: fake.url };
  const server = await startCodeServer({
    ...options,
    folder: join(base, "server"),
    settings: {
      "chat.provider": "anthropic",
      "chat.providers": { anthropic: endpoint, openai: endpoint, moonshot: endpoint },
      ...settings,
    },
    env: { ...keys, CHATLS_STATE: join(base, "state"), ...env },
  });
  if (log !== undefined) tapServer(join(base, "server/extensions"), log);
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: size ?? { width: 1400, height: 900 } });
  page.setDefaultTimeout(30_000);
  const pathOf = (name: string): string => join(workspace, name);
  const bench = createWorkbench(page);
  await loaded(page, () => page.goto(`${server.url}/?folder=${encodeURIComponent(workspace)}`, { waitUntil: "domcontentloaded" }));
  return {
    ...bench,
    fake,
    server,
    path: pathOf,
    write(name, content) {
      mkdirSync(dirname(pathOf(name)), { recursive: true });
      writeFileSync(pathOf(name), content);
    },
    read: (name) => readFileSync(pathOf(name), "utf8"),
    reload: () => loaded(page, () => bench.run("Developer: Reload Window")),
    async stop() {
      await browser.close();
      await server.stop();
      await fake.close();
      rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** `CHATLS_E2E_CHROMIUM` names a browser to use instead of Debian's. */
function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHATLS_E2E_CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
}

/** Waits until the workbench is there, which something begins to load. */
async function loaded(page: Page, begin: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent("domcontentloaded"), begin()]);
  await page.locator(".monaco-workbench .part.editor").waitFor({ timeout: 60_000 });
  // The window takes keys once the list of files is there.
  await page.locator(".explorer-folders-view .monaco-list-row").first().waitFor({ timeout: 60_000 });
}
