import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requestMakers } from "../../server/src/providers/protocols/request-makers.js";
import { createLedger } from "../support/fake-providers/ledger.js";
import { wires } from "../support/fake-providers/wires/wires.js";
import { conversations } from "./conversations.js";
import { networkProviders, requestOf } from "./request-of.js";

const ledger = createLedger();

/** Why a real server would refuse the request of a document; undefined where it would answer. */
function refusal(text: string, settings: object): string | undefined {
  const { request, settings: resolved } = requestOf(text, settings);
  const { pathname, search } = new URL(request.url);
  const path = pathname + search;
  const wire = wires.find(({ accepts }) => accepts(path));
  if (wire === undefined) throw new Error(`nobody accepts ${path}`);
  const authorization = requestMakers[resolved.protocol].authorization({ secret: "key", account: "a" });
  const body = JSON.parse(request.body) as Record<string, unknown>;
  const received = { path, headers: { ...request.headers, ...authorization }, bytes: Buffer.from(request.body), body };
  return wire.refusal(received, ledger)?.message;
}

const models = {
  anthropic: ["claude-sonnet-4-6", "claude-opus-4-5", "claude-sonnet-4-5", "claude-3-5-haiku-latest", "claude-99"],
  openai: ["gpt-5.4", "gpt-5", "o3", "gpt-4.1", "gpt-9"],
  codex: ["gpt-5.5", "gpt-5.3-codex-spark"],
  vertex: ["gemini-3.1-pro-preview", "gemini-2.5-pro", "gemini-2.5-flash", "gemini-2.5-flash-lite"],
  moonshot: ["kimi-k2.6", "kimi-k2-thinking", "kimi-k2-turbo-preview", "kimi-k9"],
} as const;

describe("no real server refuses a request", () => {
  for (const provider of networkProviders) {
    const settings = fc.record(
      {
        model: fc.constantFrom(...models[provider]),
        thinking: fc.constantFrom<unknown>("minimal", "low", "medium", "high", "max", 1, 500, 100_000, false, {
          level: "low",
          foreign: "drop",
        }),
        temperature: fc.constantFrom(0, 0.3, 1, 2),
        max_tokens: fc.constantFrom<unknown>(1, 1024, 1025, 9_999_999, "0.1%", "100%"),
        cache_retention: fc.constantFrom("none", "short", "long"),
        tools: fc.constantFrom(["read", "bash"], []),
      },
      { requiredKeys: [] },
    );

    test(provider, () => {
      fc.assert(
        fc.property(conversations(ledger), settings, fc.boolean(), (exchanges, chosen, startsWithReply) => {
          const opening = startsWithReply ? "" : "@System:\nBe brief.\n@You:\nhi\n";
          const text = opening + exchanges.map(({ reply, answer }) => reply + answer).join("");
          expect(refusal(text, { provider, vertex: { project_id: "p" }, ...chosen })).toBeUndefined();
        }),
        { numRuns: 80 },
      );
    });
  }
});
