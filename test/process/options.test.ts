import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ClientCapabilities,
  type Command,
  ConfigurationRequest,
  DidChangeConfigurationNotification,
} from "vscode-languageserver/node";
import { type LspClient, type StartOptions, startClient } from "../support/lsp-client.js";
import { createSignal } from "../support/signal.js";
import { tempDir } from "../support/temp-dir.js";

interface StatusChanged {
  readonly uri: string;
  readonly provider: string;
  readonly model: string;
  readonly temperature: number | null;
  readonly running: boolean;
}

/** A client that remembers what it was told about status lines and shown as messages. */
interface Watcher {
  readonly client: LspClient;
  readonly shown: readonly string[];
  lines(uri: string): readonly StatusChanged[];
  line(uri: string, wanted: (line: StatusChanged) => boolean): Promise<StatusChanged>;
  status<Status = Record<string, unknown>>(uri: string): Promise<Status>;
}

async function watch(options: StartOptions): Promise<Watcher> {
  const client = await startClient({ rootUri: dir.uri(""), ...options });
  const told: StatusChanged[] = [];
  const shown: string[] = [];
  const signal = createSignal();
  client.connection.onNotification("chat/statusChanged", (line: StatusChanged) => {
    told.push(line);
    signal.changed();
  });
  client.connection.onNotification("window/showMessage", ({ message }: { message: string }) => {
    shown.push(message);
  });
  const lines = (uri: string): readonly StatusChanged[] => told.filter((line) => line.uri === uri);
  return {
    client,
    shown,
    lines,
    line: (uri, wanted) =>
      signal.until(
        () => lines(uri).find(wanted),
        8000,
        () => `The status line of ${uri} did not come: ${JSON.stringify(told)}`,
      ),
    status: (uri) => client.executeCommand("chat.status", { uri }),
  };
}

const dir = tempDir();
let plain: Watcher;
let count = 0;

beforeAll(async () => {
  plain = await watch({ initializationOptions: { trusted: true, settings: { provider: "echo", temperature: 0.5 } } });
});

afterAll(async () => {
  await plain?.client.stop();
  dir.remove();
});

async function open(text: string, { client }: Watcher = plain): Promise<string> {
  const uri = dir.uri(`o${++count}.chat`);
  await client.open(uri, text);
  return uri;
}

const lua = (code: string): string => `\`\`\`lua\n${code}\n\`\`\`\n@You:\nHi\n`;

describe("chat.status", () => {
  test("names every option that somebody set, and who did", async () => {
    const uri = await open(lua('flemma.opt.model = "gpt-9"\nflemma.opt.tools = { "read" }'));
    expect(await plain.status(uri)).toEqual({
      provider: "echo",
      model: "gpt-9",
      engine: "lua",
      thinking: "high",
      temperature: 0.5,
      maxTokens: "50%",
      options: {
        provider: { value: "echo", origin: "user" },
        "parameters.temperature": { value: 0.5, origin: "user" },
        model: { value: "gpt-9", origin: "frontmatter" },
        tools: { value: ["read"], origin: "frontmatter" },
      },
      tools: ["read"],
      approval: expect.objectContaining({ bash: "require_approval", read: "approve" }),
      project: { state: "none" },
      diagnostics: { blocking: 0, warnings: 0 },
      running: false,
    });
  });

  test("is shown as a message where the code action or a person asked for it", async () => {
    const uri = await open(lua('flemma.opt.model = "gpt-9"'));
    const before = plain.shown.length;
    await plain.status(uri);
    expect(plain.shown).toHaveLength(before);
    const place = { line: 0, character: 0 };
    const [action] = await plain.client.connection.sendRequest<Command[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: { start: place, end: place },
      context: { diagnostics: [], only: ["source.chat.status"] },
    });
    const answer = await plain.client.executeCommand(action?.command ?? "", action?.arguments?.[0]);
    expect(answer).toEqual(await plain.status(uri));
    expect(plain.shown.slice(before)).toEqual([
      'echo/gpt-9 answers; the templates are in lua. Set by your settings: provider = "echo", parameters.temperature = 0.5. Set by the frontmatter: model = "gpt-9". Nothing blocks a send.',
    ]);
  });

  test("keeps the last good options while the frontmatter is broken, and a send is blocked", async () => {
    const good = lua('flemma.opt.model = "first"');
    const uri = await open(good);
    await plain.line(uri, ({ model }) => model === "first");
    await plain.client.change(uri, good.replace('"first"', '"first'));
    expect(await plain.status(uri)).toMatchObject({ model: "first", frontmatterError: expect.any(String), diagnostics: { blocking: 1 } });
    expect(await plain.client.executeCommand("chat.send", { uri })).toMatchObject({
      accepted: false,
      diagnostics: [{ code: "frontmatter/syntax" }],
    });
    await plain.client.change(uri, good.replace("first", "second"));
    await plain.line(uri, ({ model }) => model === "second");
    expect(plain.lines(uri).map(({ model }) => model)).toEqual(["first", "second"]);
  });
});

describe("chat/statusChanged", () => {
  test("is sent when typing changes what a status line shows, once, and not for other edits", async () => {
    const uri = await open(lua("x = 1"));
    expect(await plain.line(uri, () => true)).toEqual({
      uri,
      provider: "echo",
      model: "echo",
      thinking: "high",
      temperature: 0.5,
      maxTokens: "50%",
      engine: "lua",
      running: false,
    });
    await plain.client.change(uri, lua("x = 2"));
    await plain.client.change(uri, lua('flemma.opt.model = "other"'));
    await plain.line(uri, ({ model }) => model === "other");
    await plain.client.waitForDiagnostics(uri, await plain.client.change(uri, lua('flemma.opt.model = "other"\ny = 1')));
    expect(plain.lines(uri)).toHaveLength(2);
  });

  test("says when a reply is being written", async () => {
    const uri = await open("@You:\nHi\n");
    await plain.client.executeCommand("chat.send", { uri });
    await plain.line(uri, ({ running }) => running);
    await plain.client.waitForText(uri, (text) => text.endsWith("\n\n@You:\n"));
    const isOver = (): boolean => plain.lines(uri).at(-1)?.running === false;
    await plain.line(uri, isOver);
    expect(plain.lines(uri).map(({ running }) => running)).toEqual([false, true, false]);
  });

  test("is about one document: another with other options has its own", async () => {
    const one = await open(lua("flemma.opt.temperature = 1"));
    const two = await open(lua("flemma.opt.temperature = 2"));
    await plain.line(one, ({ temperature }) => temperature === 1);
    await plain.line(two, ({ temperature }) => temperature === 2);
    await plain.client.change(one, lua("flemma.opt.temperature = 1.5"));
    await plain.line(one, ({ temperature }) => temperature === 1.5);
    expect(await plain.status(two)).toMatchObject({ temperature: 2 });
    expect(plain.lines(two)).toHaveLength(1);
  });
});

describe("chat.switch", () => {
  const change = (uri: string, options: object): Promise<unknown> => plain.client.executeCommand("chat.switch", { uri, ...options });

  test("sets options of one document above the settings, survives edits, and is forgotten when it is closed", async () => {
    const uri = await open("@You:\nHi\n");
    const other = await open("@You:\nHi\n");
    const switched = await change(uri, { model: "m1", parameters: { temperature: 1.5 } });
    expect(switched).toMatchObject({ provider: "echo", model: "m1", temperature: 1.5 });
    expect(switched).toMatchObject({ options: { model: { value: "m1", origin: "switch" } } });
    await plain.client.change(uri, "@You:\nHello\n");
    expect(await plain.status(uri)).toMatchObject({ model: "m1" });
    expect(await plain.status(other)).toMatchObject({ model: "echo", temperature: 0.5 });
    await plain.client.close(uri);
    await plain.client.open(uri, "@You:\nHi\n");
    expect(await plain.status(uri)).toMatchObject({ model: "echo", temperature: 0.5 });
  });

  test("changes what is named, takes back what is null, and everything when nothing is named", async () => {
    const uri = await open("@You:\nHi\n");
    await change(uri, { model: "m1", parameters: { temperature: 1.5 } });
    expect(await change(uri, { parameters: { max_tokens: 10 } })).toMatchObject({ model: "m1", temperature: 1.5, maxTokens: 10 });
    expect(await change(uri, { parameters: { temperature: null } })).toMatchObject({ temperature: 0.5, maxTokens: 10 });
    expect(await change(uri, { model: null })).toMatchObject({ model: "echo", maxTokens: 10 });
    expect(await change(uri, { model: "m2" })).toMatchObject({ provider: "echo", model: "m2" });
    expect(await change(uri, { provider: "openai" })).toMatchObject({ provider: "openai", model: "gpt-5.4" });
    expect(await change(uri, { model: "gpt-5.4-mini" })).toMatchObject({ provider: "openai", model: "gpt-5.4-mini", maxTokens: 10 });
    expect(await change(uri, { parameters: null })).toMatchObject({ provider: "openai", model: "gpt-5.4-mini", maxTokens: "50%" });
    expect(await change(uri, {})).toMatchObject({ provider: "echo", model: "echo", temperature: 0.5 });
  });

  test("does not count before the frontmatter", async () => {
    const uri = await open(lua('flemma.opt.model = "own"'));
    expect(await change(uri, { model: "m1" })).toMatchObject({ model: "own" });
  });

  test("knows the presets of the project file", async () => {
    const project = tempDir();
    project.write("flemma.json", '{ "presets": { "$fast": { "model": "gpt-5-mini", "provider": "openai" } } }');
    const uri = project.uri("a.chat");
    const { client } = await watch({ rootUri: project.uri(""), initializationOptions: { trusted: true } });
    await client.open(uri, "@You:\nHi\n");
    const named = (model: string) => client.executeCommand("chat.switch", { uri, model });
    expect(await named("$fast")).toMatchObject({ provider: "openai", model: "gpt-5-mini" });
    await expect(named("$fsat")).rejects.toThrow("Unknown preset '$fsat'. Did you mean '$fast'?");
    await client.stop();
    project.remove();
  });

  test.each([
    [{ provider: "ecko" }, "Unknown provider 'ecko'. Did you mean 'echo'?"],
    [{ parameters: { temprature: 1 } }, "Unknown option 'temprature' in 'parameters'. Did you mean 'temperature'?"],
    [{ parameters: { temperature: "hot" } }, "'parameters.temperature' must be a number from 0 to 2, not 'hot'."],
    [{ model: "$fats" }, "Unknown preset '$fats'."],
    [{ parameters: [1] }, "'parameters' must be an object of options, not a list."],
    [{ models: "m2" }, "There is nothing to switch that is called 'models'. Did you mean 'model'?"],
  ])("refuses %j with the text of the diagnostic, and leaves everything as it was", async (options, message) => {
    const uri = await open("@You:\nHi\n");
    await change(uri, { model: "m1" });
    await expect(change(uri, options)).rejects.toThrow(message);
    expect(await plain.status(uri)).toMatchObject({ model: "m1", temperature: 0.5 });
  });

  test("of a document that is not open is an error", async () => {
    const uri = dir.uri("nowhere.chat");
    await expect(change(uri, { model: "m1" })).rejects.toThrow("is not open");
    await plain.client.open(uri, "@You:\nHi\n");
    expect(await plain.status(uri)).toMatchObject({ model: "echo" });
  });
});

describe("a send", () => {
  test("to a provider that lacks something is refused, and says what to do; typing is not told", async () => {
    const uri = await open(lua('flemma.opt.provider = "vertex"'));
    const answer = await plain.client.executeCommand<{ diagnostics: { code: string; message: string }[] }>("chat.send", { uri });
    expect(answer).toMatchObject({ accepted: false, diagnostics: [{ code: "provider/incomplete" }] });
    expect(answer.diagnostics[0]?.message).toContain("parameters.vertex.project_id");
    expect(plain.client.text(uri)).toBe(lua('flemma.opt.provider = "vertex"'));
    await plain.status(uri);
    expect(plain.client.published(uri).flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  });
});

describe("settings", () => {
  const asked: ClientCapabilities = {
    workspace: {
      applyEdit: true,
      configuration: true,
      workspaceFolders: true,
      didChangeConfiguration: { dynamicRegistration: true },
    },
  };

  /** A client that answers with these sections: its own under "", those of folders by URI. */
  async function configured(sections: Record<string, unknown>, delay = 0): Promise<Watcher> {
    const watcher = watch({ capabilities: asked, initializationOptions: { trusted: true } });
    const { client } = await watcher;
    client.connection.onRequest(ConfigurationRequest.type, async ({ items }) => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      return items.map(({ scopeUri }) => sections[scopeUri ?? ""] ?? sections[""] ?? null);
    });
    return watcher;
  }

  test("are asked for before a document is evaluated, and again when they change; null is not set", async () => {
    const sections: Record<string, unknown> = { "": { provider: "echo", model: null, temperature: 1 } };
    const watcher = await configured(sections, 50);
    const uri = await open("@You:\nHi\n", watcher);
    await watcher.line(uri, () => true);
    expect(watcher.lines(uri)).toMatchObject([{ provider: "echo", model: "echo", temperature: 1 }]);
    sections[""] = { provider: "echo", temperature: 2 };
    await watcher.client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    await watcher.line(uri, ({ temperature }) => temperature === 2);
    await watcher.client.stop();
  });

  test("that come with the start count until a client that cannot be asked tells others", async () => {
    const watcher = await watch({ initializationOptions: { trusted: true, settings: { provider: "echo", temperature: 1 } } });
    const uri = await open("@You:\nHi\n", watcher);
    const tell = (settings: unknown) => watcher.client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings });
    await watcher.line(uri, ({ temperature }) => temperature === 1);
    for (const nothing of [null, {}, { other: { a: 1 } }, { chat: null }]) await tell(nothing);
    expect(await watcher.status(uri)).toMatchObject({ provider: "echo", temperature: 1 });
    await tell({ chat: { provider: "openai" } });
    await watcher.line(uri, ({ provider }) => provider === "openai");
    expect(await watcher.status(uri)).toMatchObject({ temperature: null });
    await watcher.client.stop();
  });

  test("of a workspace folder count for its documents only, and cannot define providers", async () => {
    const inner = dir.uri("inner");
    const sections = {
      "": { provider: "echo", temperature: 1 },
      [inner]: { provider: "echo", temperature: 1.5, model: "inner", providers: { mine: { base_url: "https://example.org" } } },
    };
    const watcher = await configured(sections);
    await watcher.client.connection.sendNotification("workspace/didChangeWorkspaceFolders", {
      event: { added: [{ uri: inner, name: "inner" }], removed: [] },
    });
    const inside = dir.uri("inner/a.chat");
    await watcher.client.open(inside, "@You:\nHi\n");
    await watcher.line(inside, ({ model }) => model === "inner");
    expect(await watcher.status(inside)).toMatchObject({
      options: {
        provider: { value: "echo", origin: "user" },
        model: { value: "inner", origin: "workspace" },
        "parameters.temperature": { value: 1.5, origin: "workspace" },
      },
    });
    const outside = await open("@You:\nHi\n", watcher);
    expect(await watcher.status(outside)).toMatchObject({ model: "echo", temperature: 1 });
    expect(watcher.shown).toEqual([expect.stringContaining("cannot be set here")]);
    await watcher.client.stop();
  });

  test("that are wrong are told once each; the right ones count, and the server lives on", async () => {
    const sections: Record<string, unknown> = { "": { provider: "echo", temprature: 1, tools: ["raed"], thinking: "hihg", max_tokens: 7 } };
    const watcher = await configured(sections);
    const uri = await open("@You:\nHi\n", watcher);
    expect(await watcher.status(uri)).toMatchObject({ provider: "echo", maxTokens: 7, thinking: "high" });
    const faults = [...watcher.shown];
    expect(faults).toHaveLength(3);
    expect(faults.join()).toContain("Did you mean 'temperature' or 'templating'?");
    sections[""] = { ...(sections[""] as object), temperature: 2 };
    await watcher.client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    await watcher.line(uri, ({ temperature }) => temperature === 2);
    expect(watcher.shown).toEqual(faults);
    for (const nonsense of [3, "x", [1], { tools: { a: 1 } }, { presets: { $x: 3 } }]) {
      sections[""] = nonsense;
      await watcher.client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: nonsense });
    }
    await watcher.line(uri, ({ provider }) => provider === "anthropic");
    await watcher.client.stop();
  });

  test("may define a provider that is chosen above its definition", async () => {
    const endpoint = { kind: "chat-completions", base_url: "https://example.org", model: "local" };
    const watcher = await configured({ "": { provider: "mine", providers: { mine: endpoint } } });
    const uri = await open("@You:\nHi\n", watcher);
    expect(await watcher.status(uri)).toMatchObject({ provider: "mine", model: "local" });
    expect(watcher.shown).toEqual([]);
    await watcher.client.stop();
  });
});
