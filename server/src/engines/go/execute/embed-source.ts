/** Where `embed` finds texts. */
export interface EmbedSource {
  /**
   * The text that a reference means in the text with the key `from`, and the key that tells it from all others (which is also
   * what messages call it); undefined where this source has none.
   */
  read(ref: string, from: string): { readonly key: string; readonly text: string } | undefined;
}

/** A source of prompts by their names. */
export function promptEmbedSource(prompts: { readonly [name: string]: string }): EmbedSource {
  return {
    read: (ref) => (Object.hasOwn(prompts, ref) ? { key: ref, text: prompts[ref] as string } : undefined),
  };
}
