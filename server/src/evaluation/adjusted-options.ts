import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import type { Layer } from "../config/operations.js";
import { endpointOf, measureOf, modelAt } from "../providers/endpoint.js";
import { maxTokensFor } from "../providers/models/max-tokens.js";
import { temperatureFor } from "../providers/models/temperature.js";
import { thinkingFor, thinkingOptions } from "../providers/models/thinking.js";
import type { ConfigSummary } from "./config-summary.js";

/**
 * What a layer writes that is sent otherwise, for the model that answers takes no such value
 * (spec/providers-and-send.md §1.1, "Parameters and defaults"). Spans are those of the layer.
 */
export function* adjustedOptions(
  layer: Layer,
  config: Pick<ConfigSummary, "provider" | "model" | "models" | "request">,
): Iterable<Diagnostic> {
  const { provider, model, request } = config;
  const { protocol } = endpointOf(provider, { kind: request.endpoint.kind });
  const info = modelAt({ provider, protocol, id: model }, config.models);
  const thinking = thinkingFor(thinkingOptions(request.parameters), { info, measure: measureOf(protocol) });
  const limit = written(layer, config, "max_tokens");
  const { tokens, asked } = maxTokensFor(limit?.value, info);
  if (limit !== undefined && asked !== undefined) {
    const bound = tokens < asked ? "most" : "least";
    yield diagnostic("config/adjusted", limit.span, `${model} takes at ${bound} ${tokens} tokens: that is sent instead of ${asked}.`);
  }
  const temperature = written(layer, config, "temperature");
  if (typeof temperature?.value !== "number") return;
  const sent = temperatureFor(temperature.value, { protocol, model, info, thinking });
  // Most models take none while they think, which is no fault of who wrote it for all of them.
  if (sent === temperature.value || sent === undefined) return;
  yield diagnostic("config/adjusted", temperature.span, `${model} takes no temperature of ${temperature.value}: ${sent} is sent instead.`);
}

/** The value that counts of a parameter, where the layer wrote it and has the last word. */
function written({ origin, operations }: Layer, { provider, request }: Pick<ConfigSummary, "provider" | "request">, name: string) {
  const found = request.parameters[name];
  const paths = [`parameters.${provider}.${name}`, `parameters.${name}`];
  const operation = paths.map((path) => operations.findLast((each) => each.path === path)).find((each) => each !== undefined);
  if (found?.origin !== origin || operation?.kind !== "set" || operation.span === undefined || operation.value !== found.value)
    return undefined;
  return { value: found.value, span: operation.span satisfies Span };
}
