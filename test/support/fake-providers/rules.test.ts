import { describe, expect, test } from "vitest";
import { jsonFault } from "./json-rules.js";
import { createLedger } from "./ledger.js";
import type { Wire } from "./wire.js";
import { anthropic } from "./wires/anthropic.js";
import { chatCompletions } from "./wires/chat-completions.js";
import { codex } from "./wires/codex.js";
import { gemini } from "./wires/gemini.js";
import { responses } from "./wires/responses.js";

type Body = Readonly<Record<string, unknown>>;
/** What a rule forbids, the members that break it, and what the refusal says. */
type Rows = readonly (readonly [what: string, members: Body, message: RegExp])[];

const ledger = createLedger();
const paths = {
  anthropic: "/v1/messages",
  responses: "/v1/responses",
  codex: "/codex/responses",
  gemini: "/v1beta1/projects/p/locations/global/publishers/google/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse",
  "chat-completions": "/v1/chat/completions",
};
const bearer = { authorization: "Bearer key" };
const headers = {
  anthropic: { "x-api-key": "key", "anthropic-version": "2023-06-01" },
  responses: bearer,
  codex: { ...bearer, "chatgpt-account-id": "a", "openai-beta": "responses=experimental", originator: "o" },
  gemini: bearer,
  "chat-completions": bearer,
};

function refusal(wire: Wire, body: Body, extra: Readonly<Record<string, string>> = headers[wire.name]): string | undefined {
  const source = JSON.stringify(body);
  const request = { path: paths[wire.name], headers: extra, bytes: Buffer.from(source), body: JSON.parse(source) as Body };
  expect(wire.accepts(request.path)).toBe(true);
  return wire.refusal(request, ledger)?.message;
}

function checkRules(wire: Wire, valid: Body, rows: Rows): void {
  describe(`the rules of ${wire.name}`, () => {
    test("let a whole conversation pass", () => expect(refusal(wire, valid)).toBeUndefined());
    test("want a key", () => expect(refusal(wire, valid, { authorization: "Bearer " })).toMatch(/./));
    test.each(rows)("forbid %s", (_, members, message) => expect(refusal(wire, { ...valid, ...members })).toMatch(message));
  });
}

const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"], additionalProperties: false };
const openSchema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const partialSchema = { ...schema, required: [] };

{
  const signature = ledger.sign({ kind: "thinking", of: "Thought." });
  ledger.enter("opaque==", { kind: "redacted", of: "" });
  const thought = { type: "thinking", thinking: "Thought.", signature };
  const use = (id: string) => ({ type: "tool_use", id, name: "read", input: {} });
  const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "yes" });
  const asks = { role: "user", content: "Hi" };
  const cache_control = { type: "ephemeral" };
  const turns = (assistant: unknown, user: unknown) => ({
    messages: [asks, { role: "assistant", content: assistant }, { role: "user", content: user }],
  });
  const valid = {
    model: "claude-sonnet-4-6",
    max_tokens: 2048,
    stream: true,
    system: [{ type: "text", text: "Be brief.", cache_control }],
    thinking: { type: "enabled", budget_tokens: 1024 },
    tools: [{ name: "read", input_schema: openSchema, cache_control }],
    cache_control,
    ...turns(
      [thought, { type: "redacted_thinking", data: "opaque==" }, { type: "text", text: "I read." }, use("a"), use("b")],
      [result("b"), result("a"), { type: "text", text: "So?" }],
    ),
  };
  checkRules(anthropic, valid, [
    ["members that nobody knows", { surprise: 1 }, /surprise: Extra inputs are not permitted/],
    ["a missing limit", { max_tokens: undefined }, /max_tokens: Field required/],
    ["a budget below 1024", { thinking: { type: "enabled", budget_tokens: 1000 } }, /budget_tokens: Input should be an integer from 1024/],
    ["a budget as large as the limit", { max_tokens: 1024 }, /`max_tokens` must be greater/],
    ["a temperature beside thinking", { temperature: 0.5 }, /`temperature` may only be set to 1/],
    ["a use without result", turns([thought, use("a")], "Hi"), /`tool_use` ids were found without .*: a\./],
    ["a use at the very end", { messages: [asks, { role: "assistant", content: [use("a")] }] }, /must end with a user message/],
    ["a result that comes after text", turns([thought, use("a")], [{ type: "text", text: "x" }, result("a")]), /without `tool_result`/],
    ["a result without use", turns([{ type: "text", text: "x" }], [result("a")]), /unexpected `tool_use_id`/],
    ["two results for one use", turns([thought, use("a")], [result("a"), result("a")]), /multiple `tool_result`/],
    ["one id for two uses", turns([thought, use("a"), use("a")], [result("a")]), /must be unique/],
    ["an id with a colon", turns([thought, use("a:0")], [result("a:0")]), /id: Input should be a string matching/],
    ["input that is no object", turns([{ ...use("a"), input: "x" }], [result("a")]), /input: Input should be an object/],
    ["empty text", turns("", "Hi"), /must be non-empty/],
    ["blank text", turns([{ type: "text", text: " \n" }], "Hi"), /must contain non-whitespace text/],
    ["thinking at the end", turns([thought], "Hi"), /cannot be `thinking`/],
    ["no content", turns([], "Hi"), /must have non-empty content/],
    [
      "a signature of its own making",
      turns(
        [
          { ...thought, signature: "AAAA" },
          { type: "text", text: "x" },
        ],
        "Hi",
      ),
      /Invalid `signature`/,
    ],
    [
      "a signature that is not whole",
      turns(
        [
          { ...thought, signature: signature.slice(4) },
          { type: "text", text: "x" },
        ],
        "Hi",
      ),
      /Invalid `signature`/,
    ],
    [
      "thinking that was changed",
      turns(
        [
          { ...thought, thinking: "Though." },
          { type: "text", text: "x" },
        ],
        "Hi",
      ),
      /cannot be modified/,
    ],
    ["other data that cannot be read", turns([{ type: "redacted_thinking", data: "other" }], "Hi"), /Invalid `data`/],
    ["a turn of tools that does not begin with thinking", turns([use("a")], [result("a")]), /must start with a thinking block/],
    ["an assistant who begins", { messages: [{ role: "assistant", content: "Hi" }] }, /first message must use the "user" role/],
    ["thinking of the user", turns("x", [thought]), /not permitted in user messages/],
    [
      "five marks of caches",
      { ...turns([thought, { type: "text", text: "x", cache_control }], [{ type: "text", text: "y", cache_control }]) },
      /Found 5/,
    ],
    [
      "a picture of a kind it cannot see",
      turns("x", [{ type: "image", source: { type: "base64", media_type: "image/svg+xml", data: "AAAA" } }]),
      /media_type/,
    ],
    ["a choice between no tools", { tools: undefined, tool_choice: { type: "auto" } }, /only be specified while providing tools/],
  ]);
}

{
  const summary = [{ type: "summary_text", text: "Thought." }];
  const encrypted_content = ledger.sign({ kind: "reasoning", of: JSON.stringify(["rs_1", summary]) });
  const reasoning = { type: "reasoning", id: "rs_1", summary, encrypted_content };
  const call = { type: "function_call", call_id: "a", name: "read", arguments: "{}", status: "completed" };
  const output = { type: "function_call_output", call_id: "a", output: "yes" };
  const asks = { role: "user", content: [{ type: "input_text", text: "Hi" }] };
  const says = {
    type: "message",
    role: "assistant",
    id: "msg_1",
    status: "completed",
    content: [{ type: "output_text", text: "I read.", annotations: [] }],
  };
  const tool = (parameters: object, strict = true) => ({ type: "function", name: "read", parameters, strict });
  const rows: Rows = [
    ["members that nobody knows", { surprise: 1 }, /surprise/],
    ["keeping the reply", { store: true }, /[Ss]tore/],
    ["a call without its output", { input: [asks, call] }, /No tool output found for function call a/],
    ["an output without its call", { input: [asks, output] }, /No tool call found/],
    ["an output before its call", { input: [asks, output, call] }, /No tool call found/],
    ["reasoning at the end", { input: [asks, reasoning] }, /without its required following item/],
    ["reasoning before the user", { input: [reasoning, asks] }, /without its required following item/],
    ["reasoning that is not kept whole", { input: [asks, { ...reasoning, encrypted_content: undefined }, says] }, /not persisted/],
    ["reasoning of its own making", { input: [asks, { ...reasoning, encrypted_content: "AAAA" }, says] }, /could not be verified/],
    ["reasoning that was changed", { input: [asks, { ...reasoning, summary: [] }, says] }, /could not be verified/],
    ["the user's words as the model's", { input: [{ role: "user", content: says.content }] }, /input\[0\]\.content\[0\]\.type/],
    ["the model's words as the user's", { input: [{ ...says, content: asks.content }] }, /input\[0\]\.content\[0\]\.type/],
    ["ids of another kind", { input: [asks, { ...says, id: "x" }] }, /input\[1\]\.id/],
    ["an open schema that calls itself strict", { tools: [tool(openSchema)] }, /'additionalProperties' is required/],
    ["optional members in a strict schema", { tools: [tool(partialSchema)] }, /Missing 'path'/],
    ["an empty conversation", { input: [] }, /input/],
  ];
  const input = [asks, reasoning, says, call, output, asks];
  const shared = {
    model: "gpt-5.4",
    stream: true,
    store: false,
    reasoning: { effort: "high", summary: "auto" },
    tools: [tool(schema), { ...tool(openSchema, false), name: "x" }],
  };
  checkRules(responses, { ...shared, max_output_tokens: 1000, input: [{ role: "developer", content: "Be brief." }, ...input] }, [
    ...rows,
    ["a temperature beside reasoning", { temperature: 1 }, /'temperature' is not supported/],
  ]);
  checkRules(codex, { ...shared, instructions: "Be brief.", input }, [
    ...rows,
    ["no instructions", { instructions: undefined }, /Instructions are required/],
    ["empty instructions", { instructions: "" }, /Instructions are required/],
    ["a limit of the reply", { max_output_tokens: 1000 }, /Unsupported parameter: max_output_tokens/],
    ["a temperature", { temperature: 1 }, /Unsupported parameter: temperature/],
    ["system messages", { input: [{ role: "system", content: "Be brief." }, ...input] }, /System messages are not allowed/],
  ]);
  test.each(Object.keys(headers.codex))("codex wants the header %s", (name) => {
    expect(refusal(codex, { ...shared, instructions: "x", input }, { ...headers.codex, [name]: "" })).toMatch(/./);
  });
}

{
  const onCall = ledger.sign({ kind: "tool-use", of: "read" });
  const onText = ledger.sign({ kind: "text", of: "I read." });
  const call = { functionCall: { name: "read", args: {} } };
  const response = { functionResponse: { name: "read", response: { output: "yes" } } };
  const user = (...parts: object[]) => ({ role: "user", parts });
  const model = (...parts: object[]) => ({ role: "model", parts });
  const asks = user({ text: "Hi" });
  const turns = (assistant: object, last: object) => ({ contents: [asks, assistant, last] });
  const valid = {
    contents: [
      asks,
      model({ text: "I read.", thoughtSignature: onText }),
      asks,
      model({ ...call, thoughtSignature: onCall }, call),
      user(response, response),
    ],
    systemInstruction: { parts: [{ text: "Be brief." }] },
    generationConfig: { maxOutputTokens: 1000, thinkingConfig: { includeThoughts: true, thinkingLevel: "HIGH" } },
    tools: [{ functionDeclarations: [{ name: "read", parametersJsonSchema: openSchema }] }],
  };
  checkRules(gemini, valid, [
    ["members that nobody knows", { surprise: 1 }, /Unknown name "surprise"/],
    ["no contents", { contents: [] }, /at least one contents field/],
    ["a model that begins", { contents: [model({ text: "x" }), asks] }, /start with a user role/],
    ["a model that ends", { contents: [asks, model({ text: "x" })] }, /end with a user role/],
    ["one role twice", { contents: [asks, asks] }, /alternate/],
    [
      "fewer responses than calls",
      turns(model({ ...call, thoughtSignature: onCall }, call), user(response)),
      /number of function response parts/,
    ],
    ["more responses than calls", turns(model({ text: "x" }), user(response)), /number of function response parts/],
    ["a response at the beginning", { contents: [user(response)] }, /immediately after a function call turn/],
    [
      "a response of another function",
      turns(model({ ...call, thoughtSignature: onCall }), user({ functionResponse: { name: "ls", response: {} } })),
      /names match/,
    ],
    ["parts of nothing", turns(model(), asks), /at least one parts field/],
    ["a part of two kinds", turns(model({ ...call, text: "x" }), user(response)), /one initialized field/],
    ["a signature of its own making", turns(model({ text: "x", thoughtSignature: "AAAA" }), asks), /Thought signature is not valid/],
    ["a call's signature on text", turns(model({ text: "x", thoughtSignature: onCall }), asks), /Thought signature is not valid/],
    ["a text's signature on a call", turns(model({ ...call, thoughtSignature: onText }), user(response)), /Thought signature is not valid/],
    ["a call without signature that waits for its answer", turns(model(call), user(response)), /missing a thought_signature/],
    ["a budget beside a level", { generationConfig: { thinkingConfig: { thinkingBudget: 200, thinkingLevel: "LOW" } } }, /only one of/],
    [
      "a budget of nothing for a model that must think",
      { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
      /budget 0 is invalid/,
    ],
    ["a limit beyond the model's", { generationConfig: { maxOutputTokens: 70_000 } }, /maxOutputTokens/],
    [
      "schemas under another name",
      { tools: [{ functionDeclarations: [{ name: "read", parameters: schema }] }] },
      /Unknown name "parameters"/,
    ],
  ]);
}

{
  const call = (id: string) => ({ id, type: "function", function: { name: "read", arguments: "{}" } });
  const tool = (id: string) => ({ role: "tool", tool_call_id: id, name: "read", content: "yes" });
  const asks = { role: "user", content: "Hi" };
  const calls = (...ids: string[]) => ({ role: "assistant", content: "", reasoning_content: "Thought.", tool_calls: ids.map(call) });
  const valid = {
    model: "kimi-k2.6",
    stream: true,
    stream_options: { include_usage: true },
    thinking: { type: "enabled" },
    temperature: 1,
    max_tokens: 1000,
    messages: [
      { role: "system", content: "Be brief." },
      asks,
      calls("search:0", "search:1"),
      tool("search:1"),
      tool("search:0"),
      asks,
      calls("search:0"),
      tool("search:0"),
    ],
  };
  checkRules(chatCompletions, valid, [
    ["members that nobody knows", { surprise: 1 }, /unrecognized request argument supplied: surprise/],
    ["a call without its answer", { messages: [asks, calls("a"), asks] }, /did not have response messages: a/],
    ["an answer behind another message", { messages: [asks, calls("a"), asks, tool("a")] }, /did not have response messages: a/],
    ["an answer without its call", { messages: [asks, tool("a")] }, /tool_call_id a is not found/],
    [
      "an answer to an earlier call",
      { messages: [asks, calls("a"), tool("a"), calls("b"), tool("a")] },
      /did not have response messages: b/,
    ],
    ["a call that is answered twice", { messages: [asks, calls("a"), tool("a"), tool("a")] }, /answered twice/],
    ["one id for two calls", { messages: [asks, calls("a", "a"), tool("a"), tool("a")] }, /duplicated/],
    [
      "calls without the thinking that led to them",
      { messages: [asks, { ...calls("a"), reasoning_content: undefined }, tool("a")] },
      /reasoning_content is missing/,
    ],
    ["empty messages", { messages: [asks, { role: "assistant", content: "" }, asks] }, /must not be empty/],
    ["one role twice", { messages: [asks, asks] }, /must alternate/],
    ["a model that begins", { messages: [{ role: "assistant", content: "x" }, asks] }, /must alternate/],
    ["a model that ends", { messages: [asks, { role: "assistant", content: "x" }] }, /last message/],
    ["a system message later on", { messages: [asks, { role: "system", content: "x" }] }, /must be at the beginning/],
    ["another temperature than that of thinking", { temperature: 0.6 }, /invalid temperature/],
    ["documents", { messages: [{ role: "user", content: [{ type: "file", file: {} }] }] }, /type/],
    ["a choice between no tools", { tool_choice: "auto" }, /only allowed when 'tools'/],
  ]);
}

describe("bodies that no provider takes as JSON", () => {
  test.each([
    ['{"a":"\\ud83d"}', /low surrogate/],
    ['{"a":"\\ude00\\ud83d"}', /low surrogate/],
    ["{", /JSON/],
    ["\ufeff{}", /JSON/],
  ])("%s", (source, fault) => expect(jsonFault(Buffer.from(source))).toMatch(fault));
  test("bytes that are not UTF-8", () => expect(jsonFault(Buffer.from([0x22, 0xc3, 0x22]))).toMatch(/UTF-8/));
  test.each(['{"a":"\\ud83d\\ude00"}', '{"a":"\\\\ud83d"}', '{"a":"🙂"}'])("but %s they take", (source) =>
    expect(jsonFault(Buffer.from(source))).toBeUndefined(),
  );
});
