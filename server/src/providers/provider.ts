import type { Failure } from "./failure.js";

/** What a run used, in tokens. Estimates where the provider does not count. */
export interface Usage {
  /** Of the prompt, without what came from a cache or went into one. */
  readonly inputTokens: number;
  /** Of the reply, thinking included. */
  readonly outputTokens: number;
  readonly thinkingTokens?: number;
  readonly cacheReadTokens?: number;
  /** Into caches, those that are kept long included. */
  readonly cacheWriteTokens?: number;
  /** Into caches that are kept long, which cost more. */
  readonly longCacheWriteTokens?: number;
  /** The provider counted nothing. */
  readonly isEstimated?: true;
}

/** How a complete reply ended: by itself, at the limit of tokens, or so that sending again goes on with it. */
export type Ending = "complete" | "truncated" | "paused";

/**
 * A piece of a streamed reply, in the order of the wire. `done` and `failed` are the last piece; a stream that ends without
 * either is an aborted reply (spec/providers-and-send.md, decision 6).
 */
export type StreamEvent =
  | { readonly kind: "text"; readonly text: string }
  /**
   * A whole block of thinking. The value of a signature is what the document keeps, and what the next request gives back; an
   * empty one says no more than who wrote the block. Gemini signs parts: its signature belongs to the use of a tool that
   * follows at once, else to the text before it.
   */
  | {
      readonly kind: "thinking";
      readonly content: string;
      readonly signature?: { readonly provider: string; readonly value: string };
      readonly redacted?: true;
    }
  /** A whole use of a tool; `json` is the input as the model wrote it, which may be no JSON. */
  | { readonly kind: "tool-use"; readonly id: string; readonly name: string; readonly json: string }
  /** Something that is not written yet grows: so many UTF-16 units of the block have come. */
  | { readonly kind: "progress"; readonly of: "thinking" | "tool-use"; readonly name?: string; readonly units: number }
  /** Nothing comes for a reason that a person may want to know: "retrying in 3 s (429)". */
  | { readonly kind: "waiting"; readonly reason: string }
  | { readonly kind: "done"; readonly ending: Ending; readonly usage: Usage }
  | { readonly kind: "failed"; readonly failure: Failure; readonly usage?: Usage };
