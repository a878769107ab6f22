import { describe, expect, test } from "vitest";
import { bodyOf, requestOf } from "./request-of.js";

const hi = "@You:\nhi\n";
const lua = (code: string): string => `\`\`\`lua\n${code}\n\`\`\`\n${hi}`;

describe("an endpoint of settings", () => {
  test.each([
    ["anthropic", "https://gateway/v1/messages", "anthropic"],
    ["openai", "https://gateway/v1/responses", "responses"],
    ["chat-completions", "https://gateway/v1/chat/completions", "chat-completions"],
    [undefined, "https://gateway/v1/chat/completions", "chat-completions"],
  ])("of the kind %s is asked at %s", (kind, url, protocol) => {
    const gateway = { ...(kind && { kind }), base_url: "https://gateway", model: "m", headers: { "X-Team": "a" } };
    const { request, settings } = requestOf(hi, { provider: "gateway", providers: { gateway } });
    expect(request.url).toBe(url);
    expect(settings).toMatchObject({ provider: "gateway", protocol, model: "m" });
    expect(JSON.parse(request.body)).toMatchObject({ model: "m" });
  });

  test("that speaks Gemini's wire has its project in its address", () => {
    const settings = {
      provider: "g",
      providers: { g: { kind: "vertex", base_url: "https://gateway/x", model: "m/1" } },
      parameters: { g: { project_id: "p" } },
    };
    expect(requestOf(hi, settings).request.url).toBe(
      "https://gateway/x/v1beta1/projects/p/locations/global/publishers/google/models/m%2F1:streamGenerateContent?alt=sse",
    );
  });

  test("knows the models of the catalogue by the wire it speaks, and those that settings add", () => {
    const gateway = { kind: "anthropic", base_url: "https://gateway", models: { mine: { output_limit: 3000, thinking: "budget" } } };
    const of = (model: string) => bodyOf(hi, { provider: "gateway", model, providers: { gateway } });
    expect(of("claude-opus-4-7")).toMatchObject({ max_tokens: 64_000, thinking: { type: "adaptive" } });
    expect(of("mine")).toMatchObject({ max_tokens: 1500, thinking: { type: "enabled", budget_tokens: 1499 } });
    expect(of("other")).toMatchObject({ max_tokens: 4000 });
    expect(of("other")).not.toHaveProperty("thinking");
  });

  test("takes the place of the address of a provider that is built in", () => {
    const url = (provider: string, base_url: string) => requestOf(hi, { provider, providers: { [provider]: { base_url } } }).request.url;
    expect(url("anthropic", "http://127.0.0.1:1")).toBe("http://127.0.0.1:1/v1/messages");
    expect(url("openai", "http://127.0.0.1:1/v1")).toBe("http://127.0.0.1:1/v1/responses");
    expect(url("codex", "http://127.0.0.1:1")).toBe("http://127.0.0.1:1/backend-api/codex/responses");
    expect(url("moonshot", "http://127.0.0.1:1/")).toBe("http://127.0.0.1:1/v1/chat/completions");
    expect(url("anthropic", "")).toBe("https://api.anthropic.com/v1/messages");
  });
});

describe("Vertex", () => {
  test.each([
    ["global", "https://aiplatform.googleapis.com/"],
    ["europe-west4", "https://europe-west4-aiplatform.googleapis.com/"],
  ])("is asked in %s at %s", (location, begin) => {
    const text = lua(`flemma.opt.provider = "vertex"\nflemma.opt.vertex = { project_id = "p", location = "${location}" }`);
    const { url } = requestOf(text).request;
    expect(url.startsWith(begin)).toBe(true);
    expect(url).toContain(`/locations/${location}/`);
  });
});

describe("options", () => {
  test("give times in ms, and 0 for ever", () => {
    expect(requestOf(hi).settings.timeouts).toEqual({ connect: 10_000, head: 600_000, idle: 300_000 });
    const text = lua("flemma.opt.timeout = 5\nflemma.opt.parameters.connect_timeout = 2\nflemma.opt.parameters.idle_timeout = 0");
    expect(requestOf(text).settings.timeouts).toEqual({ connect: 2000, head: 5000, idle: 0 });
  });

  test.each([
    ["flemma.opt.thinking = false", { kind: "off" }],
    ["flemma.opt.thinking = nil", { kind: "silent" }],
    ['flemma.opt.thinking = "low"', { kind: "on", effort: "low" }],
    ["flemma.opt.thinking = 9000", { kind: "on", effort: "medium" }],
    ['flemma.opt.anthropic.thinking = "low"\nflemma.opt.thinking = "max"', { kind: "on", effort: "low" }],
    ['flemma.opt.anthropic.effort = "xhigh"', { kind: "on", effort: "xhigh" }],
    ["flemma.opt.anthropic.thinking_budget = 0", { kind: "off" }],
    ['flemma.opt.openai.reasoning = "low"', { kind: "on", effort: "high" }],
  ])("say how much is thought: %s", (code, thinking) => {
    expect(requestOf(lua(code)).settings.thinking).toEqual(thinking);
  });

  test("of a preset count", () => {
    const presets = { $fast: { provider: "openai", model: "gpt-5.4-mini", parameters: { thinking: "minimal" } } };
    expect(bodyOf(lua('flemma.opt.model = "$fast"'), { presets })).toMatchObject({ model: "gpt-5.4-mini", reasoning: { effort: "low" } });
  });

  test("say what becomes of foreign thinking", () => {
    const reply = "@Assistant:\n<thinking>\nhm\n</thinking>\nok\n@You:\nx\n";
    expect(JSON.stringify(bodyOf(`${hi}${reply}`))).toContain("hm");
    expect(JSON.stringify(bodyOf(`${lua('flemma.opt.parameters.thinking.foreign = "drop"')}${reply}`))).not.toContain("hm");
  });
});

test("caches know a document by a key that tells nothing of its path, and others by others", () => {
  const { settings, request } = requestOf(hi, { provider: "openai" });
  expect(settings.cacheKey).toMatch(/^[0-9a-f]{32}$/);
  expect(request.body).toContain(settings.cacheKey);
  expect(request.body).not.toContain("chats");
});

test("a model that nobody knows works, with what is usual", () => {
  expect(bodyOf(lua('flemma.opt.model = "claude-next"'))).toEqual({
    cache_control: { type: "ephemeral" },
    max_tokens: 4000,
    messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
    model: "claude-next",
    stream: true,
  });
});
