import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mainPath } from "../../support/built.js";
import { type FakeProviders, startFakeProviders } from "../../support/fake-providers/server.js";
import type { WireName } from "../../support/fake-providers/wire.js";
import { type TempDir, tempDir } from "../../support/temp-dir.js";
import { type Ran, runCommand, writeSettings } from "./command-line.js";
import { endpoints, providers, type Sender, startSender, wireNames, writeCodexAccount } from "./sender.js";
import { type Watch, watch } from "./watch.js";

/** Secrets that are recognised wherever they turn up, each from another place. */
const canaries = {
  anthropic: "sk-canary-anthropic-7f3a9c",
  openai: "sk-canary-openai-51be02",
  moonshot: "sk-canary-moonshot-c8d417",
  vertex: "ya29.canary-vertex-90ab33",
  codex: "canary-codex-token-2e6f18",
  editor: "sk-canary-editor-4471aa",
  header: "canary-gateway-header-d90c5e",
  gcloud: "ya29.canary-gcloud-0b7d21",
};
const environment = {
  ANTHROPIC_API_KEY: canaries.anthropic,
  OPENAI_API_KEY: canaries.openai,
  MOONSHOT_API_KEY: canaries.moonshot,
  VERTEX_ACCESS_TOKEN: canaries.vertex,
};
const keyOf: Readonly<Record<WireName, string>> = {
  anthropic: canaries.anthropic,
  responses: canaries.openai,
  "chat-completions": canaries.moonshot,
  gemini: canaries.vertex,
  codex: canaries.codex,
};
const everyForm = Object.values(canaries).flatMap((value) => [value, Buffer.from(value).toString("base64").replace(/=+$/, "")]);

/** Where a secret stands in a text; empty where there is none. */
function leaksIn(what: string, text: string): string[] {
  return everyForm
    .filter((form) => text.includes(form))
    .map((form) => `${form} in ${what}: …${text.slice(Math.max(0, text.indexOf(form) - 80), text.indexOf(form) + 60)}`);
}

const isLogin = (path: string) => path.endsWith("codex/auth.json");
const faultNames = [
  "none",
  "unauthorized",
  "forbidden",
  "bad-request",
  "key-in-html",
  "key-in-text",
  "key-in-headers",
  "key-in-stream",
  "key-in-redirect",
  "redirect",
  "json-error-as-200",
  "close-before-headers-always",
  "hang-after-text",
];

let fake: FakeProviders;
beforeAll(async () => {
  fake = await startFakeProviders();
});
afterAll(() => fake.close());

describe("the server", () => {
  let sender: Sender;
  let watched: Watch;
  /** Everything that the server said to the editor. */
  let said = "";

  beforeAll(async () => {
    const dir = tempDir();
    const headers = { "x-gateway-key": canaries.header };
    const addresses = endpoints(fake) as Record<string, object>;
    sender = await startSender({
      fake,
      dir,
      env: environment,
      settings: {
        providers: {
          ...Object.fromEntries(Object.entries(addresses).map(([name, endpoint]) => [name, { ...endpoint, headers }])),
          gateway: { kind: "anthropic", base_url: `${fake.url}/gateway`, key: "GATEWAY_KEY", model: "claude-sonnet-4-6", headers },
        },
      },
      initialization: { capabilities: { credential: true } },
    });
    writeCodexAccount(dir, canaries.codex);
    sender.client.process.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString("latin1");
    });
    sender.client.connection.onRequest("chat/credential", ({ service }: { service: string }) =>
      service === "gateway" ? { secret: canaries.editor } : null,
    );
    await sender.client.connection.sendNotification("$/setTrace", { value: "verbose" });
    watched = watch(sender.client.process.pid, dir.path, isLogin);
  });

  afterAll(async () => {
    await sender?.stop();
    sender?.dir.remove();
  });

  describe.each(wireNames)("over %s", (wire) => {
    test.each(faultNames)("asks with its key, and tells it nobody, whatever happens: %s", { timeout: 60_000 }, async (fault) => {
      const name = `${wire}-${fault}-key`;
      const { client } = sender;
      const uri = await sender.open(wire, `fake:rich/${fault}/${name}`, fault.startsWith("hang") ? { idle_timeout: 0.3 } : {});
      await sender.send(uri);
      for (const command of ["chat.status", "chat.request", "chat.preview"]) await client.executeCommand(command, { uri, show: true });
      const exchanges = fake.exchangesOf(name);
      expect(exchanges.map(({ wire, request }) => wire?.keyOf(request))).toEqual(exchanges.map(() => keyOf[wire]));
      expect(exchanges.map(({ request }) => request.headers["x-gateway-key"])).toEqual(exchanges.map(() => canaries.header));
      for (const { request } of exchanges) expect(leaksIn("a body", request.bytes.toString())).toEqual([]);
      expect(leaksIn("the document", client.text(uri))).toEqual([]);
      expect(fake.exchanges().filter(({ request }) => request.path.startsWith("/elsewhere"))).toEqual([]);
    });
  });

  test("takes the editor's key, and tells it nobody", async () => {
    const { client } = sender;
    const uri = sender.dir.uri("gateway.chat");
    for (const fault of ["none", "unauthorized"]) {
      await (fault === "none" ? client.open(uri, "") : Promise.resolve());
      await client.change(uri, `\`\`\`json\n{"flemma": {"provider": "gateway"}}\n\`\`\`\n@You:\nfake:hello/${fault}/gateway-${fault}\n`);
      await sender.send(uri);
      await client.executeCommand("chat.status", { uri, show: true });
      expect(fake.exchangesOf(`gateway-${fault}`).map(({ wire, request }) => wire?.keyOf(request))).toEqual([canaries.editor]);
    }
  });

  test("says nothing of any key: not to the editor, not in its log, not in files, not to its children", () => {
    watched.stop();
    const seen = watched.seen();
    expect([...seen.keys()].filter((what) => what.endsWith("environ")).length).toBeGreaterThan(0);
    expect([...seen.keys()].filter((what) => what.includes("/state/")).length).toBeGreaterThan(0);
    expect(said.length).toBeGreaterThan(10_000);
    expect([...seen].flatMap(([what, text]) => leaksIn(what, text))).toEqual([]);
    expect(leaksIn("what the editor was told", said)).toEqual([]);
    expect(leaksIn("the log", sender.client.stderr())).toEqual([]);
  });
});

describe("the command line", () => {
  let dir: TempDir;
  beforeAll(() => {
    dir = tempDir();
    writeCodexAccount(dir, canaries.codex);
    writeSettings(dir, fake);
    for (const program of ["gcloud", "secret-tool"]) {
      const output = program === "gcloud" ? canaries.gcloud : "";
      dir.write(
        `bin/${program}`,
        `#!/bin/sh\n{ echo "$0 $@"; env; } >>"${dir.path}/children"\n${output === "" ? "exit 1" : `echo ${output}`}\n`,
      );
      chmodSync(dir.file(`bin/${program}`), 0o755);
    }
  });
  afterAll(() => dir.remove());

  async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran & { readonly watched: Watch }> {
    const watches: Watch[] = [];
    const except = (path: string) => isLogin(path) || path.startsWith(`${dir.path}/bin/`);
    const ran = await runCommand(args, { dir, env, started: (pid) => watches.push(watch(pid, dir.path, except)) });
    const [watched] = watches as [Watch];
    watched.stop();
    return { ...ran, watched };
  }

  test.each(wireNames.flatMap((wire) => ["none", "unauthorized", "key-in-stream"].map((fault) => [wire, fault] as const)))(
    "over %s asks with its key, and tells it nobody: %s",
    { timeout: 60_000 },
    async (wire, fault) => {
      const name = `${wire}-${fault}-cli`;
      const file = dir.write(
        `${name}.chat`,
        `\`\`\`json\n{"flemma": {"provider": "${providers[wire]}"}}\n\`\`\`\n@You:\nfake:rich/${fault}/${name}\n`,
      );
      const printed = await run(["render", "--format", "request", file], environment);
      const { code, said, watched } = await run(["send", file], environment);
      expect([code, said]).toEqual([fault === "none" ? 0 : 1, said]);
      const exchanges = fake.exchangesOf(name);
      expect(exchanges.map(({ wire, request }) => wire?.keyOf(request))).toEqual([keyOf[wire]]);
      // A preview is what is sent, byte for byte.
      expect(printed.said.trimEnd()).toBe(exchanges[0]?.request.bytes.toString("latin1"));
      expect(leaksIn("the output", said)).toEqual([]);
      expect([...watched.seen()].flatMap(([what, text]) => leaksIn(what, text))).toEqual([]);
    },
  );

  test("starts the programs that keep keys without any of its own, and keeps theirs to itself", { timeout: 60_000 }, async () => {
    const { VERTEX_ACCESS_TOKEN: _, ...others } = environment;
    const file = dir.write("programs.chat", '```json\n{"flemma": {"provider": "vertex"}}\n```\n@You:\nfake:hello/none/programs\n');
    const { code, said, watched } = await run(["send", file], others);
    expect([code, said]).toEqual([0, said]);
    expect(fake.exchangesOf("programs").map(({ wire, request }) => wire?.keyOf(request))).toEqual([canaries.gcloud]);
    const children = readFileSync(dir.file("children"), "utf8");
    expect(children).toMatch(/gcloud auth print-access-token/);
    expect(leaksIn("what its programs were given", children)).toEqual([]);
    expect(leaksIn("the output", said)).toEqual([]);
    expect([...watched.seen()].flatMap(([what, text]) => leaksIn(what, text))).toEqual([]);
  });

  test("does not print a key that stands where the name of a variable belongs", { timeout: 60_000 }, async () => {
    const gateway = { kind: "anthropic", base_url: "https://gateway.invalid", key: canaries.anthropic, model: "m" };
    const config = dir.write("misuse.json", JSON.stringify({ providers: { gateway } }));
    const file = dir.write("misuse.chat", '```json\n{"flemma": {"provider": "gateway"}}\n```\n@You:\nHi\n');
    for (const command of [["check"], ["render"], ["send"]]) {
      const { said } = await run([...command, "--config", config, file], {});
      expect(leaksIn(`the output of ${command}`, said)).toEqual([]);
      if (command[0] === "send") expect(said).toContain("providers.gateway.key is not the name of an environment variable");
    }
  });

  test("of a key that no header can hold, it tells nothing", { timeout: 60_000 }, async () => {
    const canary = `${canaries.anthropic}-€\u2028`;
    const file = dir.write("odd.chat", '```json\n{"flemma": {"provider": "anthropic"}}\n```\n@You:\nfake:hello/none/odd\n');
    const { code, said } = await run(["send", file], { ANTHROPIC_API_KEY: canary });
    expect(code).toBe(1);
    expect(leaksIn("the output", said)).toEqual([]);
  });
});

test("the sources hold no key", () => {
  const folder = dirname(mainPath);
  const programs = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(programs.length).toBeGreaterThan(5);
  for (const name of programs) expect(readFileSync(join(folder, name), "utf8"), name).not.toMatch(/sk-ant-|sk-proj-|ya29\./);
});
