import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { readOutsideLayer } from "../../server/src/evaluation/outside-options.js";
import { type PreparedRequest, wireRequest } from "../../server/src/send/wire-request.js";
import { evaluateText, surroundingsOf } from "../conformance/harness.js";

/** The folder of the documents and files that requests are made of. */
export const requestFixtures = fileURLToPath(new URL("../fixtures/requests", import.meta.url));

/** The providers that are reached over the network, one for each wire. */
export const networkProviders = ["anthropic", "openai", "codex", "vertex", "moonshot"] as const;

/** Makes the request of a document; `settings` are those of the user, who chooses the provider there. */
export function requestOf(text: string, settings: object = {}): PreparedRequest {
  const { layer, problems } = readOutsideLayer({ origin: "user", by: "user", below: [] }, JSON.stringify(settings));
  expect(problems).toEqual([]);
  // The place of the document is a part of what caches know it by.
  const surroundings = { ...surroundingsOf(requestFixtures), filename: "/chats/input.chat" };
  const prepared = wireRequest(evaluateText(text, surroundings, { options: { below: [layer], above: [] } }));
  if (prepared === undefined) throw new Error("nothing is known of the options");
  return prepared;
}

/** The body of a request as the server reads it. */
export function bodyOf<Body = Record<string, unknown>>(text: string, settings: object = {}): Body {
  return JSON.parse(requestOf(text, settings).request.body) as Body;
}
