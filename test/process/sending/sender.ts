import type { ClientCapabilities } from "vscode-languageserver/node";
import type { RunChanged } from "../../../shared/methods.js";
import { type FakeProviders, startFakeProviders } from "../../support/fake-providers/server.js";
import type { WireName } from "../../support/fake-providers/wire.js";
import { type LspClient, startClient } from "../../support/lsp-client.js";
import { createSignal } from "../../support/signal.js";
import { type TempDir, tempDir } from "../../support/temp-dir.js";

/** The provider whose requests go over each wire. */
export const providers: Readonly<Record<WireName, string>> = {
  anthropic: "anthropic",
  responses: "openai",
  codex: "codex",
  gemini: "vertex",
  "chat-completions": "moonshot",
};

/** All wires, by name. */
export const wireNames = Object.keys(providers) as WireName[];

/** What `chat.send` answers. */
export interface SendAnswer {
  readonly accepted: boolean;
  readonly run?: string;
  readonly message?: string;
  readonly diagnostics?: readonly { readonly code: string; readonly message: string }[];
}

/** A real server and an editor, before fake providers. */
export interface Sender {
  readonly client: LspClient;
  readonly fake: FakeProviders;
  readonly dir: TempDir;
  /** What was shown to the person so far. */
  readonly shown: readonly string[];
  /** Opens a new document that speaks a wire, with `prompt` as its first turn. */
  open(wire: WireName, prompt: string, parameters?: object): Promise<string>;
  /** Starts a reply; fails when it is refused. */
  begin(uri: string): Promise<void>;
  /** Resolves when the reply that was begun last is over. */
  ended(uri: string): Promise<RunChanged>;
  /** Starts a reply and waits for its end. */
  send(uri: string): Promise<RunChanged>;
  stop(): Promise<void>;
}

/** What a sender may be given. */
export interface SenderOptions {
  /** Instead of fake providers of its own; they are not closed then. */
  readonly fake?: FakeProviders;
  /** Instead of a folder of its own; it is not removed then. */
  readonly dir?: TempDir;
  /** What the server and the client may do beyond what editors usually do. */
  readonly initialization?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: object;
  readonly capabilities?: ClientCapabilities;
}

const ends: readonly RunChanged["state"][] = ["done", "cancelled", "failed"];

/** Keys by the variables in which the server looks for them. */
export const keys = {
  ANTHROPIC_API_KEY: "sk-ant-fake",
  OPENAI_API_KEY: "sk-openai-fake",
  MOONSHOT_API_KEY: "sk-moonshot-fake",
  VERTEX_ACCESS_TOKEN: "ya29.fake",
};

/** The settings that lead every provider to fake ones. */
export function endpoints({ url }: FakeProviders): object {
  return {
    anthropic: { base_url: url },
    openai: { base_url: url },
    moonshot: { base_url: url },
    vertex: { base_url: url },
    codex: { base_url: `${url}/backend-api/codex` },
  };
}

/** Writes the credentials of the Codex command line into a folder, as it keeps them itself. */
export function writeCodexAccount(dir: TempDir, access_token: string): void {
  const tokens = { id_token: "x", access_token, refresh_token: "rt-fake", account_id: "account-fake" };
  dir.write("codex/auth.json", JSON.stringify({ auth_mode: "chatgpt", tokens, last_refresh: "2026-11-30T00:00:00Z" }));
}

/** Starts the built server, a client that edits as it is asked to, and fake providers. */
export async function startSender(options: SenderOptions = {}): Promise<Sender> {
  const fake = options.fake ?? (await startFakeProviders());
  const dir = options.dir ?? tempDir();
  writeCodexAccount(dir, "codex-fake");
  const client = await startClient({
    rootUri: dir.uri(""),
    capabilities: options.capabilities ?? { workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } } },
    env: { ...keys, CODEX_HOME: dir.file("codex"), CHATLS_STATE: dir.file("state"), ...options.env },
    initializationOptions: {
      trusted: true,
      settings: {
        providers: endpoints(fake),
        "parameters.vertex.project_id": "project-fake",
        "credentials.codex": true,
        ...options.settings,
      },
      ...options.initialization,
    },
  });
  const changes: RunChanged[] = [];
  const shown: string[] = [];
  /** The runs that were begun last. */
  const begun = new Map<string, string>();
  const signal = createSignal();
  client.connection.onNotification("chat/runChanged", (change: RunChanged) => {
    changes.push(change);
    signal.changed();
  });
  client.connection.onNotification("window/showMessage", ({ message }: { message: string }) => {
    shown.push(message);
  });
  let count = 0;

  async function begin(uri: string): Promise<void> {
    const answer = await client.executeCommand<SendAnswer>("chat.send", { uri });
    if (!answer.accepted) throw new Error(`Refused: ${JSON.stringify(answer)}\n${client.text(uri)}`);
    begun.set(uri, answer.run ?? "");
  }

  function ended(uri: string): Promise<RunChanged> {
    const isOver = ({ uri: of, run, state }: RunChanged) => of === uri && run === begun.get(uri) && ends.includes(state);
    return signal.until(
      () => changes.find(isOver),
      25_000,
      () => `A reply did not end.\n${client.text(uri)}`,
    );
  }

  return {
    client,
    fake,
    dir,
    shown,
    async open(wire, prompt, parameters = {}) {
      const uri = dir.uri(`${wire}-${++count}.chat`);
      const frontmatter = JSON.stringify({ flemma: { provider: providers[wire], parameters } });
      await client.open(uri, `\`\`\`json\n${frontmatter}\n\`\`\`\n@System:\nBe brief.\n\n@You:\n${prompt}\n`);
      return uri;
    },
    begin,
    ended,
    async send(uri) {
      await begin(uri);
      return ended(uri);
    },
    async stop() {
      await client.stop();
      if (options.fake === undefined) await fake.close();
      if (options.dir === undefined) dir.remove();
    },
  };
}
