import { endpointOf, type ProtocolName } from "../providers/endpoint.js";
import { type Evaluated, settledOptions } from "../workspace/snapshot.js";
import type { ReplyEnd } from "./stream-reply.js";

/** Where a person shows who they are by a key; at the other wires by a login, or not at all. */
const keyed: readonly ProtocolName[] = ["anthropic", "responses", "chat-completions"];

/** The provider that refused a reply, or was not asked, for want of a valid key; undefined where something else went wrong, or no key would help. */
export function keyWanted(end: ReplyEnd, evaluated: Evaluated): string | undefined {
  const config = settledOptions(evaluated)?.config;
  if (end.state !== "failed" || end.failure.kind !== "authentication" || config === undefined) return undefined;
  const { provider, request } = config;
  return keyed.includes(endpointOf(provider, { kind: request.endpoint.kind }).protocol) ? provider : undefined;
}
