import type { Ledger } from "../ledger.js";
import type { Reply, ReplyPart } from "../reply.js";
import type { Refusal, StreamedEvent, Wire, WireError } from "../wire.js";
import { geminiRefusal, geminiTurns } from "./gemini-rules.js";

const kinds: Readonly<Record<Refusal["kind"], readonly [status: number, name: string]>> = {
  "bad-request": [400, "INVALID_ARGUMENT"],
  context: [400, "INVALID_ARGUMENT"],
  authentication: [401, "UNAUTHENTICATED"],
  permission: [403, "PERMISSION_DENIED"],
  "not-found": [404, "NOT_FOUND"],
  "too-large": [413, "INVALID_ARGUMENT"],
  rate: [429, "RESOURCE_EXHAUSTED"],
  quota: [429, "RESOURCE_EXHAUSTED"],
  server: [500, "INTERNAL"],
  unavailable: [503, "UNAVAILABLE"],
  overloaded: [529, "UNAVAILABLE"],
};

const finishReasons = { complete: "STOP", truncated: "MAX_TOKENS", blocked: "SAFETY" };

/** Vertex AI's streamGenerateContent (spec/providers-and-send.md §1.4). */
export const gemini: Wire = {
  name: "gemini",
  accepts: (path) =>
    /\/v1(beta1)?\/projects\/[^/]+\/locations\/[^/]+\/publishers\/google\/models\/[^/:]+:streamGenerateContent(\?|$)/.test(path),
  keyOf: ({ headers }) => headers.authorization?.replace(/^Bearer /, ""),
  refusal: geminiRefusal,
  turns: geminiTurns,
  stream: events,
  error,
  errorEvent: (refusal) => ({ data: JSON.stringify(JSON.parse(error(refusal).body)), role: "noise" }),
};

function error({ kind, message }: Refusal): WireError {
  const [code, status] = kinds[kind];
  const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "SYNTHETIC", domain: "googleapis.com" }];
  return { status: code, body: JSON.stringify({ error: { code, message, status, details } }, null, 2) };
}

function events({ parts, ending = "complete" }: Reply, ledger: Ledger): StreamedEvent[] {
  const chunks: StreamedEvent[] = [];
  /** Thinking waits for the part that shows its signature. */
  let unsigned = false;
  for (const part of parts) {
    chunks.push(...(part.kind === "tool-use" ? [call(part, unsigned, ledger)] : pieces(part)));
    if (part.kind === "thinking") unsigned = true;
    if (part.kind === "tool-use") unsigned = false;
  }
  const said = parts.flatMap((part) => (part.kind === "text" ? part.pieces : [])).join("");
  const closing = { text: "", ...(unsigned && { thoughtSignature: ledger.sign({ kind: "text", of: said }) }) };
  return chunks.concat(chunk("terminal", [closing], finishReasons[ending]));
}

function pieces(part: ReplyPart): StreamedEvent[] {
  if (part.kind === "text") return part.pieces.map((text) => ({ ...chunk("text", [{ text }]), text }));
  return part.kind === "thinking" ? part.pieces.map((text) => chunk("thinking", [{ text, thought: true }])) : [];
}

function call({ name, pieces }: ReplyPart & { kind: "tool-use" }, isSigned: boolean, ledger: Ledger): StreamedEvent {
  const functionCall = { name, args: "ARGUMENTS" };
  const part = { functionCall, ...(isSigned && { thoughtSignature: ledger.sign({ kind: "tool-use", of: name }) }) };
  const event = chunk("tool", [part]);
  return { ...event, data: event.data.replace('"ARGUMENTS"', () => pieces.join("")) };
}

/** Every chunk is a whole response; usage grows from one to the next. */
function chunk(role: StreamedEvent["role"], parts: readonly object[], finishReason?: string): StreamedEvent {
  const usageMetadata = {
    promptTokenCount: 24,
    ...(finishReason && { candidatesTokenCount: 34, thoughtsTokenCount: 10, cachedContentTokenCount: 8 }),
    totalTokenCount: 58,
  };
  const candidate = { content: { role: "model", parts }, ...(finishReason && { finishReason }) };
  return { data: JSON.stringify({ candidates: [candidate], usageMetadata, modelVersion: "synthetic", responseId: "synthetic" }), role };
}
