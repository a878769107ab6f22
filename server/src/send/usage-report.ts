import type { Usage } from "../providers/provider.js";
import { estimateCost } from "../providers/usage.js";
import type { Evaluated } from "../workspace/snapshot.js";
import { settledOptions } from "../workspace/snapshot.js";
import { requestSettings } from "./request-settings.js";

/** What a reply used, and about what it cost. */
export interface UsageReport extends Usage {
  /** In USD, by the list price; absent for a model whose price nobody knows. */
  readonly cost?: number;
}

/** The report of a reply to an evaluated document. */
export function usageReport({ snapshot, ...rest }: Evaluated, usage: Usage): UsageReport {
  const config = settledOptions({ snapshot, ...rest })?.config;
  const info = config && requestSettings({ config, headers: {}, uri: snapshot.uri }).info;
  const cost = info && estimateCost(usage, info);
  return cost === undefined ? usage : { ...usage, cost };
}

/** A report for a person: "1,204 tokens in (1,000 from the cache), 340 out, about $0.0123". */
export function usageText({
  inputTokens,
  outputTokens,
  cacheReadTokens = 0,
  cacheWriteTokens = 0,
  isEstimated,
  cost,
}: UsageReport): string {
  const caches = [
    ...(cacheReadTokens > 0 ? [`${count(cacheReadTokens)} from the cache`] : []),
    ...(cacheWriteTokens > 0 ? [`${count(cacheWriteTokens)} into it`] : []),
  ];
  const input = inputTokens + cacheReadTokens + cacheWriteTokens;
  const cached = caches.length === 0 ? "" : ` (${caches.join(", ")})`;
  const price = cost === undefined || cost === 0 ? "" : `, about ${dollars(cost)}`;
  return `${isEstimated ? "about " : ""}${count(input)} tokens in${cached}, ${count(outputTokens)} out${price}`;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

/** Two digits that count, and at least cents. */
function dollars(amount: number): string {
  const digits = amount >= 1 ? 2 : Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(amount))));
  return `$${amount.toFixed(digits)}`;
}
