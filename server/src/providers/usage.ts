import type { ModelInfo } from "./models/model-info.js";
import type { Usage } from "./provider.js";

/** What was sent and what came: its length in UTF-16 units, and whether caches were asked to keep it long. */
export interface Sent {
  readonly body: string;
  readonly units: number;
  readonly isLong: boolean;
}

/** About so many UTF-16 units are a token. */
const unitsPerToken = 4;

/** The usage of a reply, estimated where the provider counted nothing. */
export function settledUsage(usage: Usage, { body, units, isLong }: Sent): Usage {
  if (usage.inputTokens + usage.outputTokens + (usage.cacheReadTokens ?? 0) + (usage.cacheWriteTokens ?? 0) === 0) {
    return {
      inputTokens: Math.ceil(body.length / unitsPerToken),
      outputTokens: Math.ceil(units / unitsPerToken),
      isEstimated: true,
    };
  }
  const { cacheWriteTokens, longCacheWriteTokens } = usage;
  return isLong && cacheWriteTokens !== undefined && longCacheWriteTokens === undefined
    ? { ...usage, longCacheWriteTokens: cacheWriteTokens }
    : usage;
}

/**
 * What a usage costs in USD by the list price of a model (spec/providers-and-send.md §1.8); caches that are kept long cost twice
 * the input. Undefined where nobody knows the price.
 */
export function estimateCost(usage: Usage, { price }: Pick<ModelInfo, "price">): number | undefined {
  if (price === undefined) return undefined;
  const long = usage.longCacheWriteTokens ?? 0;
  const short = Math.max(0, (usage.cacheWriteTokens ?? 0) - long);
  const millionths =
    usage.inputTokens * price.input +
    usage.outputTokens * price.output +
    (usage.cacheReadTokens ?? 0) * (price.cacheRead ?? price.input) +
    short * (price.cacheWrite ?? price.input) +
    long * price.input * 2;
  return millionths / 1e6;
}
