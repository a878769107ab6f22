import type { ModelInfo } from "./model-info.js";

/** A limit of a reply in tokens. `asked` is there where somebody asked for a number that the model does not take. */
export interface MaxTokens {
  readonly tokens: number;
  readonly asked?: number;
}

/** What a share comes to for a model whose limit nobody knows. */
const unknownLimit = 4000;
/** No share comes to less. */
const leastShare = 1024;

/**
 * What `max_tokens` (a number, or a share such as "50%") comes to for a model: at most what it can write, at least what it needs
 * (spec/providers-and-send.md §1.1). Without a value, half of what it can write.
 */
export function maxTokensFor(value: unknown, info: ModelInfo | undefined): MaxTokens {
  if (typeof value !== "number") return { tokens: share(typeof value === "string" ? Number.parseFloat(value) : 50, info) };
  const tokens = within(value, info);
  return tokens === value ? { tokens } : { tokens, asked: value };
}

function share(percent: number, info: ModelInfo | undefined): number {
  if (info === undefined) return unknownLimit;
  return within(Math.max(leastShare, Math.floor((info.outputLimit * percent) / 100)), info);
}

function within(tokens: number, info: ModelInfo | undefined): number {
  return info === undefined ? tokens : Math.min(info.outputLimit, Math.max(info.minOutput ?? 1, tokens));
}
