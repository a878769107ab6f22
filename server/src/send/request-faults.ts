import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { firstLineEnd } from "../base/source-text.js";
import type { Span } from "../base/span.js";
import type { ConfigSummary } from "../evaluation/config-summary.js";
import { endpointOf } from "../providers/endpoint.js";
import { isThisMachine } from "../providers/this-machine.js";
import { type Evaluated, settledOptions } from "../workspace/snapshot.js";

/** What the chosen provider lacks before anything can be sent to it, where the document chose it, else at the first line. */
export function requestFaults(evaluated: Evaluated): Diagnostic[] {
  const config = settledOptions(evaluated)?.config;
  if (config === undefined) return [];
  const at = evaluated.result?.choice ?? firstLine(evaluated);
  return [...incomplete(config, at), ...wrongAddress(config, at)];
}

function firstLine({ snapshot }: Evaluated): Span {
  const { text } = snapshot;
  return { start: 0, end: text.text.slice(0, firstLineEnd(text)).trimEnd().length };
}

function* incomplete({ provider, model, request }: ConfigSummary, at: Span): Iterable<Diagnostic> {
  const { protocol, baseUrl } = endpointOf(provider, { kind: request.endpoint.kind });
  const lacks = (what: string, todo: string): Diagnostic => diagnostic("provider/incomplete", at, `'${provider}' ${what}. ${todo}`);
  if (baseUrl === undefined && !request.endpoint.base_url)
    yield lacks("has no address", `Set providers.${provider}.base_url in your settings.`);
  if (model === "") yield lacks("has no model", `Set "model" in the frontmatter, or providers.${provider}.model in your settings.`);
  if (protocol === "gemini" && !request.parameters.project_id?.value)
    yield lacks(
      "needs a Google Cloud project, which is billed",
      `Set parameters.${provider}.project_id in the frontmatter, the project file or your settings.`,
    );
}

function* wrongAddress({ provider, request }: ConfigSummary, at: Span): Iterable<Diagnostic> {
  const { base_url: address, allow_http: isHttpAllowed } = request.endpoint;
  const location = request.parameters.location?.value;
  // It becomes a part of a host's name, and who may set it is not who may say where a token goes.
  if (typeof location === "string" && !/^[a-z0-9-]+$/.test(location))
    yield diagnostic(
      "provider/address",
      at,
      `'${location}' is no region of Google Cloud. Use small letters, digits and '-' for 'location'.`,
    );
  if (typeof address !== "string" || address === "") return;
  const wrong = (what: string, todo: string): Diagnostic =>
    diagnostic("provider/address", at, `The address of '${provider}' (providers.${provider}.base_url) ${what}. ${todo}`);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
    yield wrong("is none of the web", 'Write one such as "https://host/v1".');
  else if (url.username !== "" || url.password !== "")
    yield wrong("holds a name or a password", `Use providers.${provider}.key or providers.${provider}.headers for them.`);
  else if (url.protocol === "http:" && isHttpAllowed !== true && !isThisMachine(url.hostname))
    yield wrong(
      "is not encrypted, and not on this machine",
      `Use https, or set providers.${provider}.allow_http if everybody on the way may read along.`,
    );
}
