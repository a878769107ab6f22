/** What a model says, in no wire's form. Pieces are the deltas in which it comes. */
export interface Reply {
  readonly parts: readonly ReplyPart[];
  /** "complete" where nothing is said. */
  readonly ending?: "complete" | "truncated" | "blocked";
}

/** One block of a reply. A wire leaves out what it cannot say. */
export type ReplyPart =
  | { readonly kind: "text"; readonly pieces: readonly string[] }
  /** Signed by every wire that signs. */
  | { readonly kind: "thinking"; readonly pieces: readonly string[] }
  /** Thinking that only the provider can read (Anthropic). */
  | { readonly kind: "redacted"; readonly data: string }
  /** The pieces are those of the input's JSON. */
  | { readonly kind: "tool-use"; readonly id: string; readonly name: string; readonly pieces: readonly string[] };

/** The text of a reply, without thinking and tools. */
export function textOf({ parts }: Reply): string {
  return parts.flatMap((part) => (part.kind === "text" ? part.pieces : [])).join("");
}
