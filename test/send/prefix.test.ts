import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLedger } from "../support/fake-providers/ledger.js";
import { conversations } from "./conversations.js";
import { networkProviders, requestOf } from "./request-of.js";

/** The bytes of a request up to where a new message would begin: without what closes its list of messages and the body. */
function withoutEnd(body: string): string {
  expect(body.endsWith("]}")).toBe(true);
  return body.slice(0, -2);
}

describe("the next turn begins with every byte of the request before it", () => {
  test.each(networkProviders)("%s", (provider) => {
    fc.assert(
      fc.property(conversations(createLedger()), (exchanges) => {
        const settings = { provider, vertex: { project_id: "p" }, tools: ["read", "bash"] };
        let text = "@System:\nBe {{ 1 }}.\n@You:\nhi\n";
        let before = withoutEnd(requestOf(text, settings).request.body);
        for (const { reply, answer } of exchanges) {
          text += reply + answer;
          const { body } = requestOf(text, settings).request;
          expect(body.slice(0, before.length)).toBe(before);
          before = withoutEnd(body);
        }
      }),
      { numRuns: 40 },
    );
  });
});
