import type { Failure, FailureKind } from "./failure.js";
import type { ReportedError } from "./reported-error.js";

/** The names that providers give to errors, where a name alone says what happened. */
const byName: { readonly [name: string]: FailureKind } = {
  authentication_error: "authentication",
  invalid_api_key: "authentication",
  api_key_invalid: "authentication",
  invalid_authentication_error: "authentication",
  incorrect_api_key_error: "authentication",
  token_expired: "authentication",
  unauthenticated: "authentication",
  permission_error: "permission",
  permission_denied: "permission",
  permission_denied_error: "permission",
  unsupported_country_region_territory: "permission",
  not_found_error: "not-found",
  not_found: "not-found",
  model_not_found: "not-found",
  resource_not_found_error: "not-found",
  rate_limit_error: "rate",
  rate_limit_exceeded: "rate",
  rate_limit_reached_error: "rate",
  resource_exhausted: "rate",
  insufficient_quota: "quota",
  billing_error: "quota",
  billing_hard_limit_reached: "quota",
  exceeded_current_quota_error: "quota",
  usage_limit_reached: "quota",
  usage_not_included: "quota",
  overloaded_error: "overload",
  engine_overloaded_error: "overload",
  server_is_overloaded: "overload",
  slow_down: "overload",
  unavailable: "overload",
  context_length_exceeded: "context-too-long",
  request_too_large: "context-too-long",
  string_above_max_length: "context-too-long",
  content_filter: "content-blocked",
  content_policy_violation: "content-blocked",
  api_error: "server",
  server_error: "server",
  internal: "server",
  internal_server_error: "server",
  deadline_exceeded: "server",
  timeout_error: "server",
};

const byStatus: { readonly [status: number]: FailureKind } = {
  401: "authentication",
  402: "quota",
  403: "permission",
  404: "not-found",
  408: "server",
  409: "server",
  413: "context-too-long",
  429: "rate",
  503: "overload",
  529: "overload",
};

/** What errors without a name for it say in words, lower case (spec/providers-and-send.md §1.1). */
const byText: readonly (readonly [RegExp, FailureKind])[] = [
  [/prompt is too long|exceeds? the context window|maximum context length|context length exceeded/, "context-too-long"],
  [/input token count.*exceeds the maximum|too many tokens|token limit exceeded/s, "context-too-long"],
  [/input token length too long|exceeded model token limit|input length and `?max_tokens`? exceed/, "context-too-long"],
  [/credit balance is too low|exceeded your current quota|insufficient balance|billing details|usage limit/, "quota"],
  [/rate.?limit|resource.?exhausted|too many requests|quota exceeded/, "rate"],
  [/overloaded/, "overload"],
  [/api key not valid|invalid api key|incorrect api key|unauthenticated|invalid authentication credentials/, "authentication"],
  [/violating our usage policy|content management policy|content filter|safety (?:system|policies)/, "content-blocked"],
];

const advice: { readonly [Kind in FailureKind]: string } = {
  authentication: "Check the key, then send again.",
  permission: "Choose a model that this key may use, or ask whoever owns the account for access.",
  "not-found": "Check the name of the model and, for an endpoint of your own, its base_url.",
  rate: "Wait a moment, then send again.",
  quota: "Add credit or raise the limit at the provider, or choose another provider.",
  overload: "Send again in a few minutes, or choose another model.",
  "context-too-long": "Shorten the conversation, remove attachments, or choose a model with a longer context.",
  "content-blocked": "Change what is asked: the same text would be blocked again.",
  "bad-request": "Correct what the message names, then send again; `render --format request` prints what was sent.",
  server: "Send again; if it goes on, the fault is the provider's.",
  network: "Check the connection, the proxy and the address of the provider, then send again.",
  incomplete: "What has come stays in the document. Send again for a whole reply.",
};

/** The failure of a kind, with what to do next. */
export function failure(kind: FailureKind, message: string, status?: number): Failure {
  return { kind, message: sentence(message), advice: advice[kind], ...(status !== undefined && { status }) };
}

/** Providers do not always end their sentences; the advice follows. */
function sentence(message: string): string {
  return /[.!?:…)]$/.test(message) ? message : `${message}.`;
}

/** The failure that a provider tells: its name for it counts first, then the status, the words last. */
export function reportedFailure(error: ReportedError): Failure {
  return failure(kindOf(error), error.message, error.status);
}

function kindOf({ names, status, message }: ReportedError): FailureKind {
  const name = names.find((one) => Object.hasOwn(byName, one));
  const named = name === undefined ? undefined : byName[name];
  const text = message.toLowerCase();
  const worded = byText.find(([pattern]) => pattern.test(text))?.[1];
  // Google has one name for limits that pass and for those that do not.
  if (named === "rate" && worded === "quota") return worded;
  if (named !== undefined) return named;
  if (status === undefined) return worded ?? "server";
  if (status === 429) return worded === "quota" ? worded : "rate";
  if (status < 400) return worded ?? "server";
  const known = byStatus[status];
  if (known !== undefined) return known;
  if (status >= 500) return worded === "overload" ? worded : "server";
  return worded ?? "bad-request";
}
