import { hash } from "../base/hash.js";
import type { ConfigSummary } from "../evaluation/config-summary.js";
import { endpointOf, measureOf, modelAt } from "../providers/endpoint.js";
import { maxTokensFor } from "../providers/models/max-tokens.js";
import { temperatureFor } from "../providers/models/temperature.js";
import { thinkingFor, thinkingOptions } from "../providers/models/thinking.js";
import type { RequestSettings, Timeouts } from "../providers/protocols/protocol.js";

/** What a request is made for: what options come to, the headers that settings add, and the document. */
export interface RequestOrigin {
  readonly config: ConfigSummary;
  readonly headers: { readonly [name: string]: string };
  readonly uri: string;
}

/** Resolves everything that options say of a request, for the chosen provider and model. What is missing is left empty: see `requestFaults`. */
export function requestSettings({ config, headers, uri }: RequestOrigin): RequestSettings {
  const { provider, model, request } = config;
  const option = (name: string): unknown => request.parameters[name]?.value;
  const { protocol, baseUrl = "" } = endpointOf(provider, { kind: request.endpoint.kind, location: option("location") });
  const info = modelAt({ provider, protocol, id: model }, config.models);
  const thinking = thinkingFor(thinkingOptions(request.parameters), { info, measure: measureOf(protocol) });
  const wanted = option("temperature");
  const temperature = temperatureFor(typeof wanted === "number" ? wanted : undefined, { protocol, model, info, thinking });
  const project = option("project_id");
  const location = option("location");
  return {
    provider,
    protocol,
    model,
    ...(info && { info }),
    baseUrl: (typeof request.endpoint.base_url === "string" && request.endpoint.base_url) || baseUrl,
    headers,
    maxTokens: maxTokensFor(option("max_tokens"), info).tokens,
    ...(temperature !== undefined && { temperature }),
    thinking,
    cacheRetention: retentionOf(option("cache_retention")),
    cacheKey: cacheKeyOf(uri),
    ...(typeof project === "string" && { project }),
    ...(typeof location === "string" && { location }),
    timeouts: timeoutsOf(option),
  };
}

function retentionOf(value: unknown): RequestSettings["cacheRetention"] {
  return value === "short" || value === "long" ? value : "none";
}

/** In all 128 bits that tell documents apart, and nobody where they are. */
function cacheKeyOf(uri: string): string {
  return [1, 2, 3, 4].map((basis) => hash(uri, basis).toString(16).padStart(8, "0")).join("");
}

function timeoutsOf(option: (name: string) => unknown): Timeouts {
  const ms = (name: string): number => {
    const seconds = option(name);
    return typeof seconds === "number" ? seconds * 1000 : 0;
  };
  return { connect: ms("connect_timeout"), head: ms("timeout"), idle: ms("idle_timeout") };
}
