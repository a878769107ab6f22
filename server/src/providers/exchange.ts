import { failure, reportedFailure } from "./classify.js";
import type { FindCredential } from "./credential-search.js";
import type { Failure } from "./failure.js";
import { type HttpReply, post } from "./http/post.js";
import { TransportError } from "./http/transport-error.js";
import { pause } from "./pause.js";
import type { Credential, Decoder, RequestSettings, WireEvent, WireRequest } from "./protocols/protocol.js";
import type { StreamEvent, Usage } from "./provider.js";
import type { Environment } from "./proxy.js";
import { redactor } from "./redact.js";
import { reportedError, unexpectedReply } from "./reported-error.js";
import { type Dice, duration, isPassingFailure, retryOf } from "./retry.js";
import { createEventCutter } from "./sse.js";
import { settledUsage } from "./usage.js";

/** One request and everything it takes to have it answered. */
export interface Exchange {
  readonly request: WireRequest;
  readonly settings: Pick<RequestSettings, "provider" | "timeouts" | "headers" | "cacheRetention">;
  readonly credential: FindCredential;
  /** The headers that show who asks. */
  authorization(credential: Credential): { readonly [name: string]: string };
  /** A decoder for each attempt. */
  decoder(): Decoder;
  readonly env: Environment;
  readonly dice?: Dice;
}

/** Once a reply is over, the rest of its stream is waited for no longer than this, in ms. */
const longestRest = 5000;
/** A search for a credential that takes longer than this is told, in ms. */
const shortSearch = 300;
/** UTF-16 units of a reply that is no stream: errors are shorter. */
const mostErrorUnits = 64 * 1024;

const commonHeaders = { "accept-encoding": "identity", "user-agent": "chat-language-server" };

/**
 * Sends a request and gives the reply as it comes. Nothing is tried again once a piece of the reply was given out
 * (spec/providers-and-send.md §1.1). Never throws; ends early, without a last piece, when the signal is aborted.
 */
export async function* exchange(all: Exchange, signal: AbortSignal): AsyncGenerator<StreamEvent, void> {
  const dice = all.dice ?? { random: Math.random, now: Date.now };
  const search = all.credential(signal);
  if (await isSlow(search)) {
    yield { kind: "waiting", reason: `waiting for credential:${all.settings.provider}` };
  }
  let found = await search;
  let isRenewed = false;
  for (let retries = 0; !signal.aborted; ) {
    if (found?.kind === "missing") return yield { kind: "failed", failure: found.failure };
    const failed: FailedExchange | undefined = yield* attempt(all, found?.credential, signal);
    if (failed === undefined || signal.aborted) return;
    const told = redacted(failed.failure, all, found?.credential);
    const { usage } = failed;
    if (told.kind === "authentication" && !failed.isShown) {
      const other = await all.credential(signal, found?.credential);
      if (other?.kind !== "found" || isRenewed) return yield { kind: "failed", failure: { ...told, advice: found?.advice ?? told.advice } };
      isRenewed = true;
      found = other;
      continue;
    }
    const retry = failed.isShown ? ({ kind: "give-up", failure: told } as const) : retryOf({ ...failed, failure: told, retries }, dice);
    if (retry.kind === "give-up")
      return yield {
        kind: "failed",
        failure: failed.isPassing ? withCount(retry.failure, retries + 1) : retry.failure,
        ...(usage && { usage }),
      };
    retries++;
    yield { kind: "waiting", reason: `retrying in ${duration(retry.ms)} (${told.status ?? told.kind})` };
    await pause(retry.ms, signal);
  }
}

/** A person may be asked for a credential, or to open the keyring. */
async function isSlow(search: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  void search.then(() => over.abort());
  await pause(shortSearch, over.signal);
  return !over.signal.aborted;
}

/** A request that had no complete reply. */
interface FailedExchange {
  readonly failure: Failure;
  /** Of the reply, by lower-case name. */
  readonly headers: { readonly [name: string]: string };
  /** The same request may do better. */
  readonly isPassing: boolean;
  /** A piece of the reply was given out. */
  readonly isShown: boolean;
  readonly usage?: Usage;
}

/** Sends the request once; undefined when the reply was complete. */
async function* attempt(
  { request, settings, authorization, decoder, env }: Exchange,
  credential: Credential | undefined,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, FailedExchange | undefined> {
  // A header that a person set shows who asks, whatever else was found.
  const headers = { ...commonHeaders, ...(credential && authorization(credential)), ...request.headers };
  let reply: HttpReply;
  try {
    reply = await post({ url: request.url, body: request.body, headers, timeouts: settings.timeouts, env }, signal);
  } catch (error) {
    const { message, isPassing } = error as TransportError;
    return { failure: failure("network", message), headers: {}, isPassing, isShown: false };
  }
  if (reply.status >= 200 && reply.status < 300) return yield* streamed(reply, { decoder: decoder(), request, settings });
  const refused = await refusal(reply, request.url);
  return { failure: refused, headers: reply.headers, isPassing: isPassingFailure(refused), isShown: false };
}

interface Reading extends Pick<Exchange, "request" | "settings"> {
  readonly decoder: Decoder;
}

async function* streamed(
  reply: HttpReply,
  { decoder, request, settings }: Reading,
): AsyncGenerator<StreamEvent, FailedExchange | undefined> {
  const cutter = createEventCutter();
  let isShown = false;
  let units = 0;
  let body = "";
  let broken: Failure | undefined;

  /** Gives out what was decoded; tells how the reply ended, once it did. */
  function* told(events: readonly StreamEvent[]): Generator<StreamEvent, FailedExchange | "complete" | undefined> {
    for (const event of events) {
      if (event.kind === "failed")
        return failedWith(event.failure.kind === "incomplete" ? (broken ?? event.failure) : event.failure, event.usage);
      const sent = { body: request.body, units, isLong: settings.cacheRetention === "long" };
      yield event.kind === "done" ? { ...event, usage: settledUsage(event.usage, sent) } : event;
      if (event.kind === "done") return "complete";
      isShown = true;
      units += unitsOf(event);
    }
    return undefined;
  }

  function failedWith(what: Failure, usage?: Usage): FailedExchange {
    const counted = usage !== undefined && usage.inputTokens + usage.outputTokens > 0 && { usage };
    return { failure: what, headers: reply.headers, isPassing: isNoRoom(what), isShown, ...counted };
  }

  try {
    for await (const piece of reply.text()) {
      body = isShown ? "" : (body + piece).slice(0, mostErrorUnits);
      if (isNoStream(body) && body.length === mostErrorUnits) break;
      if (isNoStream(body)) continue;
      for (const event of cutter.push(piece)) {
        const end = yield* told(decoder.push(event));
        if (end !== undefined) return end === "complete" ? undefined : end;
      }
      if (decoder.isOver()) reply.hurry(longestRest);
    }
  } catch (error) {
    const isCut = error instanceof TransportError && error.isPassing;
    broken = failure(isCut ? "incomplete" : "network", (error as Error).message);
  }
  if (isNoStream(body)) return failedWith(toldIn(body, reply.status));
  for (const event of cutter.rest().filter(isWhole)) {
    const end = yield* told(decoder.push(event));
    if (end !== undefined) return end === "complete" ? undefined : end;
  }
  const end = yield* told(decoder.end());
  return end === "complete" ? undefined : end;
}

/** Providers that have no room say so in the stream, too. */
function isNoRoom({ kind }: Failure): boolean {
  return kind === "overload" || kind === "rate";
}

/** A body of JSON or HTML, though a stream of events was asked for. */
function isNoStream(body: string): boolean {
  return /^\s*[{[<]/.test(body);
}

/** An event that the stream ended in may be cut off. */
function isWhole({ data }: WireEvent): boolean {
  try {
    JSON.parse(data);
    return true;
  } catch {
    return data.trim() === "[DONE]";
  }
}

function unitsOf(event: StreamEvent): number {
  switch (event.kind) {
    case "text":
      return event.text.length;
    case "thinking":
      return event.content.length;
    case "tool-use":
      return event.json.length;
    default:
      return 0;
  }
}

/** What a reply says that is no success. */
async function refusal(reply: HttpReply, url: string): Promise<Failure> {
  const { status, headers } = reply;
  const { location } = headers;
  if (status >= 300 && status < 400 && location !== undefined) {
    reply.close();
    return redirect(new URL(url), location, status);
  }
  reply.hurry(longestRest);
  let body = "";
  try {
    for await (const piece of reply.text()) {
      body += piece;
      if (body.length > mostErrorUnits) break;
    }
  } catch {
    // What has come of it says enough.
  }
  const told = toldIn(body, status);
  const limits = Object.entries(headers).filter(([name]) => /rate-?limit|^retry-after|^x-codex-(?:primary|secondary)-/.test(name));
  if (limits.length === 0) return told;
  return { ...told, message: `${told.message} (${limits.map(([name, value]) => `${name}: ${value}`).join(", ")})` };
}

/** Following it would carry the key to where nobody wanted it. */
function redirect(from: URL, location: string, status: number): Failure {
  const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  const place = to === undefined ? "somewhere else" : `${to.origin}${to.pathname}`;
  const advice = "Redirects are not followed: if that is where the provider is, put its address into base_url.";
  return { ...failure("not-found", `The provider at ${from.origin} redirects to ${place}.`, status), advice };
}

function toldIn(body: string, status: number): Failure {
  const told = reportedError(jsonOf(body), status);
  return reportedFailure(told ?? { status, names: [], message: unexpectedReply(body) });
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function withCount(told: Failure, attempts: number): Failure {
  return attempts === 1 ? told : { ...told, message: `${told.message.replace(/\.$/, "")} (tried ${attempts} times).` };
}

/** A server may repeat what it was sent, or write what a terminal would obey. */
function redacted(told: Failure, { settings }: Exchange, credential: Credential | undefined): Failure {
  const redact = redactor([...Object.values(settings.headers), credential?.secret ?? "", credential?.account ?? ""]);
  return { ...told, message: redact(told.message).replace(/[\p{Cc}\p{Bidi_C}]+/gu, " "), advice: redact(told.advice) };
}
