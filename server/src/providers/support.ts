/** The kinds of files that messages hold. */
export type FileKind = "text_file" | "image" | "pdf";

/** What a provider does with files: how each kind goes into a request, in words; a kind that is not there is refused. */
export interface FileSupport {
  /** How people call the provider. */
  readonly name: string;
  readonly takes: { readonly [Kind in FileKind]?: string };
}

const asText = "embedded as text";

const anthropic: FileSupport = {
  name: "Anthropic",
  takes: { text_file: asText, image: "a base64 image part", pdf: "a document part" },
};
const openai: FileSupport = {
  name: "OpenAI",
  takes: { text_file: asText, image: "an image_url with a data URL", pdf: "a file object" },
};
const vertex: FileSupport = { name: "Vertex AI", takes: { text_file: asText, image: "inlineData", pdf: "inlineData" } };
/** Chat Completions has no part for a PDF. */
const chatCompletions: FileSupport["takes"] = { text_file: asText, image: "an image_url with a data URL" };

/** What the providers that are built in do with files (seed A348–A354). */
export const providerSupport = {
  anthropic,
  openai,
  vertex,
  moonshot: { name: "Moonshot", takes: chatCompletions },
  codex: { name: "Codex", takes: { text_file: "input_text", image: "input_image with a data URL", pdf: "input_file" } },
  echo: { name: "echo", takes: { text_file: asText, image: "named", pdf: "named" } },
} as const satisfies { readonly [provider: string]: FileSupport };

/** By the protocol that an endpoint of settings speaks (`providers.*.kind`). */
const protocolSupport: { readonly [kind: string]: FileSupport["takes"] } = {
  anthropic: anthropic.takes,
  openai: openai.takes,
  vertex: vertex.takes,
  "chat-completions": chatCompletions,
};

/** What a provider does with files; `kind` is the protocol that settings give it. */
export function fileSupport(provider: string, kind: unknown): FileSupport {
  const builtIn = Object.hasOwn(providerSupport, provider) ? providerSupport[provider as keyof typeof providerSupport] : undefined;
  const takes = typeof kind === "string" && Object.hasOwn(protocolSupport, kind) ? protocolSupport[kind] : undefined;
  return { name: builtIn?.name ?? provider, takes: takes ?? builtIn?.takes ?? chatCompletions };
}
