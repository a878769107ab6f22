/** What a run cost. Tokens are estimates where the provider does not count. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A piece of a streamed reply. A stream without a final `done` is an aborted reply (spec/providers-and-send.md, decision 6). */
export type StreamEvent = { readonly kind: "text"; readonly text: string } | { readonly kind: "done"; readonly usage: Usage };
