import { describe, expect, test } from "vitest";
import type { Prompt, PromptContent, PromptPart } from "../../../server/src/conversation/prompt.js";
import { modelInfo } from "../../../server/src/providers/catalogue.js";
import type { RequestSettings } from "../../../server/src/providers/protocols/protocol.js";
import { requestMakers } from "../../../server/src/providers/protocols/request-makers.js";

const protocols = { anthropic: "anthropic", openai: "responses", codex: "codex", vertex: "gemini", moonshot: "chat-completions" } as const;
type Provider = keyof typeof protocols;

function settingsOf(provider: Provider, model: string, more: Partial<RequestSettings> = {}): RequestSettings {
  const info = modelInfo(provider, model);
  return {
    provider,
    protocol: protocols[provider],
    model,
    ...(info && { info }),
    baseUrl: "https://host",
    headers: {},
    maxTokens: 8000,
    thinking: { kind: "silent" },
    cacheRetention: "none",
    cacheKey: "key",
    timeouts: { connect: 1, head: 1, idle: 1 },
    ...more,
  };
}

const user = (...parts: PromptPart[]): Prompt["turns"][number] => ({ role: "user", parts });
const assistant = (...parts: PromptPart[]): Prompt["turns"][number] => ({ role: "assistant", parts });
const text = (value: string) => ({ kind: "text", text: value }) as const;
const use = (id: string, name = "read") => ({ kind: "tool_use", id, name, json: "{}" }) as const;
const result = (toolUseId: string, parts: readonly PromptContent[], isError = false) =>
  ({ kind: "tool_result", toolUseId, name: "read", isError, parts }) as const;
const thinking = (signature: string) => ({ kind: "thinking", content: "hm", signature }) as const;
const image = { kind: "image", filename: "a.png", mimeType: "image/png", data: "AAAA" } as const;
const pdf = { kind: "pdf", filename: "a.pdf", mimeType: "application/pdf", data: "BBBB" } as const;

function body(settings: RequestSettings, turns: Prompt["turns"], more: Partial<Prompt> = {}) {
  const prompt: Prompt = { system: undefined, turns, tools: [], ...more };
  return JSON.parse(requestMakers[settings.protocol].request(prompt, settings).body);
}

const asked = [user(text("hi"))];
const tool = {
  name: "read",
  description: "Reads.",
  inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false },
};

describe("what tools answer", () => {
  const turns = [user(text("hi")), assistant(use("t")), user(result("t", [text("see"), image, pdf]))];
  const failed = [user(text("hi")), assistant(use("t")), user(result("t", [], true))];
  const files = [user(text("hi")), assistant(use("t")), user(result("t", [text("see"), image], true))];

  test("is text, or blocks where there are files (Anthropic)", () => {
    const settings = settingsOf("anthropic", "claude-sonnet-4-6");
    expect(body(settings, turns).messages[2].content).toEqual([
      {
        type: "tool_result",
        tool_use_id: "t",
        content: [
          { type: "text", text: "see" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
          { type: "document", title: "a.pdf", source: { type: "base64", media_type: "application/pdf", data: "BBBB" } },
        ],
      },
    ]);
    expect(body(settings, failed).messages[2].content).toEqual([
      { type: "tool_result", tool_use_id: "t", content: "Tool execution failed", is_error: true },
    ]);
  });

  test("says in words that it failed (OpenAI)", () => {
    const settings = settingsOf("openai", "gpt-5.4");
    expect(body(settings, turns).input.at(-1)).toEqual({
      type: "function_call_output",
      call_id: "t",
      output: [
        { type: "input_text", text: "see" },
        { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" },
        { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,BBBB" },
      ],
    });
    expect(body(settings, failed).input.at(-1)).toMatchObject({ output: "Error: Tool execution failed" });
    expect(body(settings, files).input.at(-1).output[0]).toEqual({ type: "input_text", text: "Error:" });
  });

  test("is followed by its files (Gemini)", () => {
    const settings = settingsOf("vertex", "gemini-2.5-pro");
    expect(body(settings, turns).contents[2].parts).toEqual([
      { functionResponse: { name: "read", response: { output: "see" } } },
      { inlineData: { mimeType: "image/png", data: "AAAA", displayName: "a.png" } },
      { inlineData: { mimeType: "application/pdf", data: "BBBB", displayName: "a.pdf" } },
    ]);
    expect(body(settings, failed).contents[2].parts).toEqual([
      { functionResponse: { name: "read", response: { error: "Tool execution failed" } } },
    ]);
  });

  test("is text alone, which names its files (Chat Completions)", () => {
    const settings = settingsOf("moonshot", "kimi-k2.6");
    expect(body(settings, turns).messages.at(-1)).toEqual({
      role: "tool",
      tool_call_id: "t",
      name: "read",
      content: "see\n[binary file: a.png (image/png)]\n[binary file: a.pdf (application/pdf)]",
    });
    expect(body(settings, failed).messages.at(-1)).toMatchObject({ content: "Error: Tool execution failed" });
  });
});

describe("caches", () => {
  test("are marked at the last tool, the system prompt and the end of it all (Anthropic)", () => {
    const prompt = { system: "s", tools: [tool, { ...tool, name: "write" }] };
    const marks = (retention: RequestSettings["cacheRetention"]) => {
      const sent = body(settingsOf("anthropic", "claude-sonnet-4-6", { cacheRetention: retention }), asked, prompt);
      return [sent.tools[0].cache_control, sent.tools[1].cache_control, sent.system, sent.cache_control];
    };
    expect(marks("short")).toEqual([
      undefined,
      { type: "ephemeral" },
      [{ type: "text", text: "s", cache_control: { type: "ephemeral" } }],
      { type: "ephemeral" },
    ]);
    expect(marks("long")[3]).toEqual({ type: "ephemeral", ttl: "1h" });
    expect(marks("none")).toEqual([undefined, undefined, "s", undefined]);
  });

  test("are known by a key, for some time (OpenAI)", () => {
    const sent = (cacheRetention: RequestSettings["cacheRetention"]) => body(settingsOf("openai", "gpt-5.4", { cacheRetention }), asked);
    expect(sent("short")).toMatchObject({ prompt_cache_key: "key", prompt_cache_retention: "in_memory" });
    expect(sent("long")).toMatchObject({ prompt_cache_key: "key", prompt_cache_retention: "24h" });
    for (const name of ["prompt_cache_key", "prompt_cache_retention"]) expect(sent("none")).not.toHaveProperty(name);
  });

  test("are known by a key to Moonshot, and nobody else who speaks its wire is told", () => {
    const settings = settingsOf("moonshot", "kimi-k2.6", { cacheRetention: "short" });
    expect(body(settings, asked)).toMatchObject({ prompt_cache_key: "key" });
    expect(body({ ...settings, provider: "local" }, asked)).not.toHaveProperty("prompt_cache_key");
  });
});

describe("thinking", () => {
  const on = (budget?: number, effort?: string): Pick<RequestSettings, "thinking"> => ({
    thinking: { kind: "on", ...(budget !== undefined && { budget }), ...(effort !== undefined && { effort }) },
  });
  const members = (settings: RequestSettings): unknown => {
    const { thinking, output_config, reasoning, include, generationConfig, reasoning_effort } = body(settings, asked);
    return { thinking, output_config, reasoning, include, config: generationConfig?.thinkingConfig, reasoning_effort };
  };

  test("is adaptive, with a budget, or both (Anthropic)", () => {
    expect(members(settingsOf("anthropic", "claude-opus-4-7", on(undefined, "max")))).toMatchObject({
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "max" },
    });
    expect(members(settingsOf("anthropic", "claude-sonnet-4-5", on(2048)))).toMatchObject({
      thinking: { type: "enabled", budget_tokens: 2048 },
    });
    expect(members(settingsOf("anthropic", "claude-opus-4-5", on(2048, "low")))).toMatchObject({
      thinking: { type: "enabled", budget_tokens: 2048 },
      output_config: { effort: "low" },
    });
  });

  test("stays below the limit of the reply, or is left out (Anthropic)", () => {
    const thinking = (maxTokens: number) => body(settingsOf("anthropic", "claude-sonnet-4-5", { ...on(5000), maxTokens }), asked).thinking;
    expect(thinking(2000)).toEqual({ type: "enabled", budget_tokens: 1999 });
    expect(thinking(1025)).toEqual({ type: "enabled", budget_tokens: 1024 });
    expect(thinking(1024)).toBeUndefined();
  });

  test("with a budget is left out while tools answer a reply without thinking (Anthropic)", () => {
    const settings = settingsOf("anthropic", "claude-sonnet-4-5", on(2048));
    const answer = user(result("t", [text("x")]));
    expect(body(settings, [...asked, assistant(use("t")), answer])).not.toHaveProperty("thinking");
    expect(body(settings, [...asked, assistant(thinking("S"), use("t")), answer])).toHaveProperty("thinking");
    expect(body(settings, [...asked, assistant(use("t")), answer, assistant(text("ok")), ...asked])).toHaveProperty("thinking");
  });

  test("is an effort with a summary, off explicitly, or least where it cannot be off (OpenAI)", () => {
    expect(members(settingsOf("openai", "gpt-5.4", on(undefined, "high")))).toMatchObject({
      reasoning: { effort: "high", summary: "auto" },
      include: ["reasoning.encrypted_content"],
    });
    const off = (model: string) => body(settingsOf("openai", model, { thinking: { kind: "off" } }), asked).reasoning?.effort;
    expect(["gpt-5.4", "gpt-5", "o3", "gpt-5.5-pro"].map(off)).toEqual(["none", "minimal", "low", "medium"]);
    expect(body(settingsOf("openai", "gpt-5.4"), asked)).not.toHaveProperty("reasoning");
  });

  test("is a level or a budget, and off as far as a model can (Gemini)", () => {
    const config = (model: string, more: Partial<RequestSettings>) =>
      body(settingsOf("vertex", model, more), asked).generationConfig.thinkingConfig;
    expect(config("gemini-3.1-pro-preview", on(undefined, "low"))).toEqual({ includeThoughts: true, thinkingLevel: "LOW" });
    expect(config("gemini-2.5-pro", on(500))).toEqual({ includeThoughts: true, thinkingBudget: 500 });
    const off = { thinking: { kind: "off" } } as const;
    expect(config("gemini-2.5-flash", off)).toEqual({ thinkingBudget: 0 });
    expect(config("gemini-2.5-pro", off)).toEqual({ thinkingBudget: 128 });
    expect(config("gemini-3-flash-preview", off)).toEqual({ thinkingLevel: "MINIMAL" });
    expect(config("gemini-2.5-flash", {})).toBeUndefined();
  });

  test("is on or off of Moonshot's models, and a word for others", () => {
    const thinking = (model: string, more: Partial<RequestSettings>) => body(settingsOf("moonshot", model, more), asked).thinking;
    expect(thinking("kimi-k2.6", on())).toEqual({ type: "enabled" });
    expect(thinking("kimi-k2.6", { thinking: { kind: "off" } })).toEqual({ type: "disabled" });
    expect(thinking("kimi-k2.6", {})).toBeUndefined();
    expect(thinking("kimi-k2-thinking", { thinking: { kind: "off" } })).toEqual({ type: "enabled" });
    expect(body(settingsOf("moonshot", "qwen", on(undefined, "low")), asked)).toMatchObject({ reasoning_effort: "low" });
  });
});

describe("thoughts in their places", () => {
  const reasoning = Buffer.from('{"id":"rs", "type":"reasoning","encrypted_content":"x","big":12345678901234567890}').toString("base64");

  test("below everything else go first, as other programs write them (Anthropic)", () => {
    const turns = [...asked, assistant(text("a"), use("t"), thinking("S")), user(result("t", []))];
    const { content } = body(settingsOf("anthropic", "claude-sonnet-4-6"), turns).messages[1];
    expect(content.map(({ type }: { type: string }) => type)).toEqual(["thinking", "text", "tool_use"]);
  });

  test("between other parts stay, and at the end of a reply that was cut off they lead to nothing (Anthropic)", () => {
    const turns = [...asked, assistant(thinking("S"), text("a"), thinking("T"), text("b"), thinking("U"), text(" ")), ...asked];
    const { content } = body(settingsOf("anthropic", "claude-sonnet-4-6"), turns).messages[1];
    expect(content.map(({ type, signature }: { type: string; signature?: string }) => signature ?? type)).toEqual([
      "S",
      "text",
      "T",
      "text",
    ]);
    expect(body(settingsOf("anthropic", "claude-sonnet-4-6"), [...asked, assistant(thinking("S")), ...asked]).messages).toHaveLength(2);
  });

  test("that nobody signed are not sent as thinking (Anthropic)", () => {
    const { content } = body(settingsOf("anthropic", "claude-sonnet-4-6"), [...asked, assistant(thinking(""), text("a")), ...asked])
      .messages[1];
    expect(content).toEqual([{ type: "text", text: "a" }]);
  });

  test("are items as they came, to the byte, and only of models that reason (OpenAI)", () => {
    const prompt: Prompt = {
      system: undefined,
      turns: [...asked, assistant(thinking(reasoning), use("t")), user(result("t", []))],
      tools: [],
    };
    const sent = (model: string) => requestMakers.responses.request(prompt, settingsOf("openai", model)).body;
    expect(sent("gpt-5.4")).toContain(',{"id":"rs", "type":"reasoning","encrypted_content":"x","big":12345678901234567890},');
    expect(sent("gpt-4.1")).not.toContain("reasoning");
  });

  test.each([
    ["no base64", "???"],
    ["no JSON", Buffer.from("{").toString("base64")],
    ["another item", Buffer.from('{"type":"message","encrypted_content":"x"}').toString("base64")],
    ["nothing encrypted", Buffer.from('{"type":"reasoning","id":"rs"}').toString("base64")],
  ])("with %s are left out (OpenAI)", (_, signature) => {
    const { input } = body(settingsOf("openai", "gpt-5.4"), [...asked, assistant(thinking(signature), text("a")), ...asked]);
    expect(input.map(({ type, role }: { type?: string; role?: string }) => type ?? role)).toEqual(["user", "message", "user"]);
  });

  test("that nothing follows are left out (OpenAI)", () => {
    const { input } = body(settingsOf("openai", "gpt-5.4"), [
      ...asked,
      assistant(text("a"), thinking(reasoning), text(" "), thinking(reasoning)),
      ...asked,
    ]);
    expect(input).toHaveLength(3);
  });

  test("sign the call behind them, else the text before them, else what comes next (Gemini)", () => {
    const parts = (...said: PromptPart[]) => {
      const answers = said.flatMap((part) => (part.kind === "tool_use" ? [result(part.id, [])] : []));
      const { contents } = body(settingsOf("vertex", "gemini-2.5-pro"), [...asked, assistant(...said), user(...answers, text("x"))]);
      return contents[1].parts.map(({ text, functionCall, thoughtSignature }: Record<string, { name: string }>) => {
        const what = functionCall === undefined ? text : functionCall.name;
        return thoughtSignature === undefined ? what : `${what} ${thoughtSignature}`;
      });
    };
    expect(parts(thinking("S"), use("t"))).toEqual(["read S"]);
    expect(parts(text("a"), thinking("S"), use("t"), thinking("T"), use("u", "find"))).toEqual(["a", "read S", "find T"]);
    expect(parts(thinking("S"), text("a"))).toEqual(["a S"]);
    expect(parts(text("a"), thinking("S"), text("b"))).toEqual(["a S", "b"]);
    expect(parts(text("a"), thinking("S"))).toEqual(["a S"]);
    expect(parts(text("a"), use("t"), thinking("S"))).toEqual(["a", "read S"]);
    expect(parts(thinking("S"))).toEqual([" S"]);
    expect(parts(thinking(""), text("a"))).toEqual(["a"]);
  });

  test("of another provider leave a call that Gemini 3 takes all the same", () => {
    const { contents } = body(settingsOf("vertex", "gemini-3.1-pro-preview"), [
      ...asked,
      assistant(use("t"), use("u")),
      user(result("t", []), result("u", [])),
    ]);
    expect(contents[1].parts.map(({ thoughtSignature }: { thoughtSignature?: string }) => thoughtSignature)).toEqual([
      Buffer.from("skip_thought_signature_validator").toString("base64"),
      undefined,
    ]);
  });

  test("are told with the reply, and a call without any has a blank while thinking is on (Moonshot)", () => {
    const turns = [...asked, assistant({ kind: "thinking", content: "one" }, { kind: "thinking", content: "two" }, text("a")), ...asked];
    const settings = settingsOf("moonshot", "kimi-k2.6", { thinking: { kind: "on" } });
    expect(body(settings, turns).messages[1]).toMatchObject({ content: "a", reasoning_content: "one\n\ntwo" });
    const called = [...asked, assistant(use("t")), user(result("t", []))];
    expect(body(settings, called).messages[1]).toMatchObject({ content: null, reasoning_content: " " });
    expect(body({ ...settings, thinking: { kind: "off" } }, called).messages[1]).not.toHaveProperty("reasoning_content");
  });
});

describe("turns", () => {
  const wires: readonly [Provider, string, string][] = [
    ["anthropic", "claude-sonnet-4-6", "messages"],
    ["openai", "gpt-5.4", "input"],
    ["vertex", "gemini-2.5-pro", "contents"],
    ["moonshot", "kimi-k2.6", "messages"],
  ];
  const roles = (provider: Provider, model: string, list: string, turns: Prompt["turns"]) =>
    body(settingsOf(provider, model), turns)[list].map(({ role }: { role: string }) => role);

  test("of one role that follow each other are one where roles alternate", () => {
    const turns = [user(text("a")), user(text("b")), assistant(text("c")), assistant(text("d")), user(text("e"))];
    expect(wires.map(([provider, model, list]) => roles(provider, model, list, turns))).toEqual([
      ["user", "user", "assistant", "assistant", "user"],
      ["user", "user", "assistant", "assistant", "user"],
      ["user", "model", "user"],
      ["user", "assistant", "user"],
    ]);
  });

  test("without content are none, but where they keep roles apart", () => {
    const turns = [user(text("a")), assistant(text(" \n")), user(text(" ")), assistant(text("b")), user(text("c"))];
    expect(wires.map(([provider, model, list]) => roles(provider, model, list, turns))).toEqual([
      ["user", "assistant", "user"],
      ["user", "assistant", "user"],
      ["user", "model", "user"],
      ["user", "assistant", "user"],
    ]);
    expect(body(settingsOf("vertex", "gemini-2.5-pro"), [user(text(" "))]).contents).toEqual([{ role: "user", parts: [{ text: "" }] }]);
  });

  test("begin with the user", () => {
    for (const [provider, model, list] of wires.filter(([name]) => name !== "openai"))
      expect(roles(provider, model, list, [assistant(text("a")), user(text("b"))])[0]).toBe("user");
  });

  test("of the user keep texts on lines of their own (Chat Completions)", () => {
    const file = { kind: "text_file", filename: "a", mimeType: "text/plain", text: "file" } as const;
    const settings = settingsOf("moonshot", "kimi-k2.6");
    expect(body(settings, [user(text("a"), file, text("b"))]).messages).toEqual([{ role: "user", content: "a\nfile\nb" }]);
    expect(body(settings, [user(text("a"), image)]).messages[0].content).toEqual([
      { type: "text", text: "a" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    ]);
  });
});

describe("tools", () => {
  const open = { ...tool, name: "server:open", inputSchema: { type: "object", properties: { a: { type: "object" } } } };

  test("are strict only where their schema leaves nothing open (OpenAI)", () => {
    const { tools } = body(settingsOf("openai", "gpt-5.4"), asked, { tools: [tool, open] });
    expect(tools.map(({ name, strict }: { name: string; strict: boolean }) => [name, strict])).toEqual([
      ["read", true],
      ["server__open", false],
    ]);
  });

  test("are nowhere when none is offered", () => {
    for (const [provider, model] of [
      ["anthropic", "claude-sonnet-4-6"],
      ["openai", "gpt-5.4"],
      ["vertex", "gemini-2.5-pro"],
      ["moonshot", "kimi-k2.6"],
    ] as const) {
      const sent = body(settingsOf(provider, model), asked);
      for (const name of ["tools", "tool_choice", "toolConfig"]) expect(sent).not.toHaveProperty(name);
    }
  });
});

test("Codex wants instructions, and takes neither a limit nor a temperature", () => {
  const sent = body(settingsOf("codex", "gpt-5.5", { temperature: 1 }), asked);
  expect(sent).toMatchObject({ instructions: expect.stringMatching(/./), store: false, stream: true, parallel_tool_calls: true });
  for (const name of ["max_output_tokens", "temperature"]) expect(sent).not.toHaveProperty(name);
  expect(body(settingsOf("codex", "gpt-5.5"), asked, { system: "Be brief." }).instructions).toBe("Be brief.");
});

test("headers of settings count before those of the wire, whatever their case", () => {
  const settings = settingsOf("anthropic", "claude-sonnet-4-6", { headers: { "Anthropic-Version": "2099-01-01", "X-Team": "a" } });
  const { headers } = requestMakers.anthropic.request({ system: undefined, turns: asked, tools: [] }, settings);
  expect(headers).toMatchObject({ "anthropic-version": "2099-01-01", "x-team": "a", "content-type": "application/json" });
  expect(Object.keys(headers).filter((name) => /version/i.test(name))).toHaveLength(1);
});
