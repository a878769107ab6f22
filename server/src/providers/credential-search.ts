import { isVariableName } from "../config/secret-options.js";
import { failure } from "./classify.js";
import type { ProtocolName } from "./endpoint.js";
import type { Failure } from "./failure.js";
import type { Credential } from "./protocols/protocol.js";
import type { Environment } from "./proxy.js";
import { isThisMachine } from "./this-machine.js";

/** What a place had: a secret, good until a time (ms since 1970) where that is known, or why it had none. */
export type Lookup = { readonly secret: string; readonly until?: number } | { readonly reason: string };

/** The places that credentials are kept in. None of them rejects. */
export interface CredentialPlaces {
  /** Asks the editor; absent for one that keeps no credentials. */
  askClient?(service: string, signal: AbortSignal): Promise<Lookup>;
  /** Another number once the editor keeps another credential for a service: what was found before counts no longer. */
  clientRevision?(service: string): number;
  readonly env: Environment;
  keyring(service: string, account: string, signal: AbortSignal): Promise<Lookup>;
  /** An access token of Google's application-default credentials, or of a service account: its JSON or the path of it. */
  googleToken(serviceAccount: string | undefined, signal: AbortSignal): Promise<Lookup>;
  /** An access token of the program `gcloud`. */
  gcloudToken(signal: AbortSignal): Promise<Lookup>;
  /** The text of the Codex CLI's file; `path` is what settings say, where they say one. */
  codexFile(path: string | undefined): Promise<{ readonly path: string; readonly text: string } | { readonly reason: string }>;
  /** ms since 1970. */
  now(): number;
}

/** Whose credential is wanted. */
export interface Wanted {
  /** As options name the provider; the service that credentials are kept under. */
  readonly provider: string;
  readonly protocol: ProtocolName;
  readonly baseUrl: string;
  /** What settings add to its requests. */
  readonly headers: { readonly [name: string]: string };
  /** The environment variable that settings name for an endpoint (`providers.NAME.key`). */
  readonly variable?: string;
  /** The provider needs no definition in settings. */
  readonly isBuiltIn: boolean;
  /** What settings say of the Codex CLI's login (`credentials.codex`): whether it may be used, or its path. */
  readonly codex?: boolean | string;
}

/** What was found; `credential` is undefined for an endpoint that is asked without one. `advice` is for one that is not accepted. */
export type FoundCredential =
  | { readonly kind: "found"; readonly credential: Credential | undefined; readonly advice: string }
  | { readonly kind: "missing"; readonly failure: Failure };

/**
 * Looks for a credential. `refused` is one that the provider did not take: it is forgotten, and undefined says that no other is
 * to be had. Never rejects; aborting ends the search.
 */
export type FindCredential = (signal: AbortSignal, refused?: Credential) => Promise<FoundCredential | undefined>;

/** What was found before. */
export interface Credentials {
  of(wanted: Wanted): FindCredential;
}

/** Access tokens are good for an hour; they are fetched anew a little before, in ms (spec/providers-and-send.md §1.4). */
const tokenLife = 3600 * 0.925 * 1000;

/** Makes the search for credentials: the editor, the environment, the keyring, and what the provider has of its own (spec §1.7). */
export function createCredentials(places: CredentialPlaces): Credentials {
  const kept = new Map<string, { readonly secret: string; readonly origin: string; readonly until: number; readonly revision: number }>();

  async function search(wanted: Wanted, signal: AbortSignal): Promise<FoundCredential> {
    const { provider } = wanted;
    if (wanted.protocol === "echo") return { kind: "found", credential: undefined, advice: "" };
    if (wanted.protocol === "codex") return codexLogin(wanted, places);
    const before = kept.get(provider);
    const revision = places.clientRevision?.(provider) ?? 0;
    if (before !== undefined && before.until > places.now() && before.revision === revision) return found(before.secret, before.origin);
    const what = isToken(wanted) ? "access token" : "key";
    const reasons: string[] = [];
    for (const { name, look, isKept } of placesFor(wanted, places)) {
      if (signal.aborted) break;
      const lookup = await look(signal);
      if ("reason" in lookup) reasons.push(lookup.reason);
      else if (lookup.secret.trim() === "") reasons.push(`${name} is empty`);
      else if (!canBeSent(lookup.secret.trim())) reasons.push(`${name} holds characters that no ${what} has`);
      else {
        const until = lookup.until ?? (isToken(wanted) ? places.now() + tokenLife : Number.POSITIVE_INFINITY);
        if (isKept) kept.set(provider, { secret: lookup.secret.trim(), origin: name, until, revision });
        return found(lookup.secret.trim(), name);
      }
    }
    const advice = adviceFor(wanted, places);
    if (isOptional(wanted)) return { kind: "found", credential: undefined, advice };
    const message = `No ${what} for '${provider}' was found: ${reasons.join("; ")}.`;
    return { kind: "missing", failure: { ...failure("authentication", message), advice } };
  }

  return {
    of: (wanted) => async (signal, refused) => {
      if (refused === undefined) return search(wanted, signal);
      kept.delete(wanted.provider);
      if (!isToken(wanted) && wanted.protocol !== "codex") return undefined;
      const other = await search(wanted, signal);
      return other.kind === "found" && other.credential?.secret !== refused.secret ? other : undefined;
    },
  };
}

/** A header takes no other characters, and a copied key may hold quotes or blanks that nobody sees. */
function canBeSent(secret: string): boolean {
  return /^[\x21-\x7e]+$/.test(secret);
}

interface Place {
  /** For people. */
  readonly name: string;
  /** What it had is remembered, for asking again costs time or disturbs a person. */
  readonly isKept: boolean;
  look(signal: AbortSignal): Promise<Lookup>;
}

function placesFor(wanted: Wanted, places: CredentialPlaces): Place[] {
  const { provider } = wanted;
  const account = isToken(wanted) ? "access_token" : "api_key";
  const environment = variablesOf(wanted).map((name) => (isVariableName(name) ? inEnvironment(name, places.env) : misnamed(wanted)));
  // Who runs a model at home is not asked for a key that nobody has.
  if (!wanted.isBuiltIn && isOptional(wanted)) return environment;
  const client: Place[] = places.askClient
    ? [{ name: "the editor", isKept: true, look: async (signal) => (await places.askClient?.(provider, signal)) ?? noEditor }]
    : [];
  const keyring = { name: "the keyring", isKept: true, look: (signal: AbortSignal) => places.keyring(provider, account, signal) };
  if (!isToken(wanted)) return [...client, ...environment, keyring];
  const serviceAccount = places.env.VERTEX_SERVICE_ACCOUNT;
  const google: Place[] = [
    { name: "Google's credentials", isKept: true, look: (signal) => places.googleToken(serviceAccount, signal) },
    { name: "gcloud", isKept: true, look: (signal) => places.gcloudToken(signal) },
  ];
  return [...client, ...environment, keyring, ...google];
}

const noEditor: Lookup = { reason: "the editor keeps no credentials" };

function inEnvironment(name: string, env: Environment): Place {
  const value = env[name];
  return { name, isKept: false, look: async () => (value === undefined ? { reason: `${name} is not set` } : { secret: value }) };
}

/** What stands there instead is perhaps the key itself, so it is not repeated. */
function misnamed({ provider }: Wanted): Place {
  const name = `providers.${provider}.key`;
  return { name, isKept: false, look: async () => ({ reason: `${name} is not the name of an environment variable` }) };
}

/** `<SERVICE>_<KIND>`, and what else Vertex calls it (spec §1.4, §1.7). */
function variablesOf(wanted: Wanted): string[] {
  if (wanted.variable !== undefined) return [wanted.variable];
  const service = wanted.provider.toUpperCase().replace(/[^A-Z0-9]/g, "_");
  if (!isToken(wanted)) return [`${service}_API_KEY`];
  return [`${service}_ACCESS_TOKEN`, ...(wanted.provider === "vertex" ? ["VERTEX_AI_ACCESS_TOKEN"] : [])];
}

function isToken({ protocol }: Wanted): boolean {
  return protocol === "gemini";
}

function found(secret: string, origin: string): FoundCredential {
  return {
    kind: "found",
    credential: { secret },
    advice: `The provider did not accept what ${origin} gave: put a valid one there, then send again.`,
  };
}

function adviceFor(wanted: Wanted, { askClient }: CredentialPlaces): string {
  const [variable = ""] = variablesOf(wanted);
  if (!isVariableName(variable))
    return `Write the name of an environment variable as providers.${wanted.provider}.key, and set that variable where this program is started; then send again.`;
  if (isToken(wanted))
    return `Run 'gcloud auth application-default login', or set ${variable} where this program is started; then send again.`;
  const others = [
    ...(askClient ? ["give the key to the editor"] : []),
    `keep it in the keyring (service ${wanted.provider}, account api_key)`,
  ];
  return `Set ${variable} where this program is started, or ${others.join(", or ")}; then send again.`;
}

/** Whether nobody has to show who asks: settings do it by a header, or nobody else is there. A key that settings name is always needed. */
function isOptional({ baseUrl, headers, variable }: Wanted): boolean {
  if (variable !== undefined) return false;
  return Object.keys(headers).some(showsWhoAsks) || (URL.canParse(baseUrl) && isThisMachine(new URL(baseUrl).hostname));
}

function showsWhoAsks(header: string): boolean {
  return /^(?:authorization|cookie)$|key|token|secret/i.test(header);
}

const login = "Run 'codex login', then send again.";

/** The login of the Codex CLI, read anew every time and never written: only that program may refresh it (spec §1.6). */
async function codexLogin({ codex, provider }: Wanted, places: CredentialPlaces): Promise<FoundCredential> {
  if (codex === undefined || codex === false) {
    const advice = "Set credentials.codex to true in your own settings if you want that, and run 'codex login'.";
    return missing("The login of the Codex command line is used only where you allow it; this use of it is not official.", advice);
  }
  const file = await places.codexFile(codex === true ? undefined : codex);
  if ("reason" in file) return missing(`There is no login of the Codex command line: ${file.reason}.`, login);
  const { path, text } = file;
  const { auth_mode, tokens } = codexData(text);
  if (auth_mode !== "chatgpt") return missing(`'${path}' holds no login with a ChatGPT account.`, login);
  const { access_token, account_id } = tokens;
  if (typeof access_token !== "string" || access_token === "") return missing(`'${path}' holds no access token.`, login);
  const account = typeof account_id === "string" && account_id !== "" ? { account: account_id } : {};
  return { kind: "found", credential: { secret: access_token, ...account }, advice: login };

  function missing(message: string, advice: string): FoundCredential {
    return { kind: "missing", failure: { ...failure("authentication", `${provider}: ${message}`), advice } };
  }
}

interface CodexData {
  readonly auth_mode?: unknown;
  readonly tokens: { readonly access_token?: unknown; readonly account_id?: unknown };
}

function codexData(text: string): CodexData {
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data !== "object" || data === null) return { tokens: {} };
    const tokens = "tokens" in data && typeof data.tokens === "object" && data.tokens !== null ? data.tokens : {};
    return { ...data, tokens };
  } catch {
    return { tokens: {} };
  }
}
