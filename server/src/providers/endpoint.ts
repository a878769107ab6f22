import { modelInfo, type ProviderName } from "./catalogue.js";
import type { ModelInfo } from "./models/model-info.js";

/** The families of wires. Codex speaks `responses` with a body of its own; every OpenAI-compatible endpoint speaks `chat-completions`. */
export type ProtocolName = "anthropic" | "responses" | "codex" | "gemini" | "chat-completions" | "echo";

/** The wire of a provider, and where it is usually reached. */
export interface Endpoint {
  readonly protocol: ProtocolName;
  /** Undefined where options must tell. */
  readonly baseUrl: string | undefined;
}

const builtIn: Readonly<Record<ProviderName, Endpoint>> = {
  anthropic: { protocol: "anthropic", baseUrl: "https://api.anthropic.com" },
  openai: { protocol: "responses", baseUrl: "https://api.openai.com/v1" },
  vertex: { protocol: "gemini", baseUrl: undefined },
  moonshot: { protocol: "chat-completions", baseUrl: "https://api.moonshot.ai/v1" },
  codex: { protocol: "codex", baseUrl: "https://chatgpt.com/backend-api/codex" },
  echo: { protocol: "echo", baseUrl: "" },
};

/** The wires by what options call them (`providers.*.kind`). */
const byKind: { readonly [kind: string]: ProtocolName } = {
  anthropic: "anthropic",
  openai: "responses",
  vertex: "gemini",
  "chat-completions": "chat-completions",
};

/** Whose catalogue knows the models behind a wire. */
const makers: { readonly [Name in ProtocolName]?: ProviderName } = { anthropic: "anthropic", responses: "openai", gemini: "vertex" };

/** The endpoint of a provider; `kind` and `location` are what options say of it, if anything. */
export function endpointOf(provider: string, { kind, location }: { readonly kind?: unknown; readonly location?: unknown }): Endpoint {
  const own = Object.hasOwn(builtIn, provider) ? builtIn[provider as ProviderName] : undefined;
  const protocol = (typeof kind === "string" ? byKind[kind] : undefined) ?? own?.protocol ?? "chat-completions";
  if (protocol === "gemini" && own?.baseUrl === undefined) return { protocol, baseUrl: own && googleUrl(location) };
  return { protocol, baseUrl: own?.baseUrl };
}

function googleUrl(location: unknown): string {
  const region = typeof location === "string" && location !== "global" ? `${location}-` : "";
  return `https://${region}aiplatform.googleapis.com`;
}

/** A model, and through whom it is asked. */
interface ModelPlace {
  readonly provider: string;
  readonly protocol: ProtocolName;
  readonly id: string;
}

/** In what thinking is measured on a wire, where a model does not tell. */
export function measureOf(protocol: ProtocolName): "budget" | "effort" {
  return protocol === "anthropic" || protocol === "gemini" || protocol === "echo" ? "budget" : "effort";
}

/** What is known of a model at an endpoint: a gateway sells the models of others. `added` are models of settings. */
export function modelAt({ provider, protocol, id }: ModelPlace, added: readonly ModelInfo[]): ModelInfo | undefined {
  return modelInfo(provider, id, added) ?? modelInfo(makers[protocol] ?? provider, id);
}
