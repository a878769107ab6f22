import type { Prompt } from "../conversation/prompt.js";
import { promptOf } from "../conversation/prompt-of.js";
import type { ConfigSummary } from "../evaluation/config-summary.js";
import type { RequestSettings, WireRequest } from "../providers/protocols/protocol.js";
import { requestMakers } from "../providers/protocols/request-makers.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { settledOptions } from "../workspace/snapshot.js";
import { requestSettings } from "./request-settings.js";

/** A request as it is sent, and what it was made of. */
export interface PreparedRequest {
  readonly settings: RequestSettings;
  readonly prompt: Prompt;
  readonly request: WireRequest;
}

/**
 * Makes the request of an evaluated document: the very bytes that are sent, and that people are shown. Undefined while
 * nothing is known of the options. Of a document that cannot be sent, it holds what there is.
 */
export function wireRequest(evaluated: Evaluated): PreparedRequest | undefined {
  const config = settledOptions(evaluated)?.config;
  if (config === undefined) return undefined;
  const settings = requestSettings({ config, headers: evaluated.headers ?? {}, uri: evaluated.snapshot.uri });
  const maker = requestMakers[settings.protocol];
  const prompt = promptOf(evaluated, { ...maker.rules, foreign: foreignOf(config) });
  return { settings, prompt, request: maker.request(prompt, settings) };
}

function foreignOf({ request }: ConfigSummary): "preserve" | "drop" {
  return request.parameters["thinking.foreign"]?.value === "drop" ? "drop" : "preserve";
}
