import type { Ledger } from "../ledger.js";
import { either, matching, record } from "../shape.js";
import type { Received, Refusal, Wire } from "../wire.js";
import { responses, responsesError } from "./responses.js";
import { input, inputRefusal, parameterRefusal, sharedMembers, worded } from "./responses-rules.js";

const body = record(
  { model: matching(/./), input, stream: either(true), store: either(false), instructions: matching(/\S/) },
  sharedMembers,
);

/** What the backend of ChatGPT says in words of its own. */
const detailed: Readonly<Record<string, string>> = {
  instructions: "Instructions are required",
  store: "Store must be set to false",
  stream: "Stream must be set to true",
  max_output_tokens: "Unsupported parameter: max_output_tokens",
  temperature: "Unsupported parameter: temperature",
};

/** The Responses wire as the backend of ChatGPT speaks it (spec/providers-and-send.md §1.6). */
export const codex: Wire = {
  ...responses,
  name: "codex",
  accepts: (path) => /\/codex\/responses$/.test(path),
  refusal,
  error({ message, ...refusal }) {
    const error = responsesError({ message, ...refusal });
    return refusal.kind === "bad-request" ? { ...error, body: JSON.stringify({ detail: message }) } : error;
  },
};

function refusal(request: Received, ledger: Ledger): Refusal | undefined {
  const { headers } = request;
  if (!/^Bearer \S+$/.test(headers.authorization ?? "")) return { kind: "authentication", message: "Unauthorized" };
  if (!headers["chatgpt-account-id"]) return { kind: "authentication", message: "Missing chatgpt-account-id" };
  if (headers["openai-beta"] !== "responses=experimental") return { kind: "bad-request", message: "Missing OpenAI-Beta" };
  if (!headers.originator) return { kind: "bad-request", message: "Missing originator" };
  const problem = body(request.body, []);
  if (problem !== undefined) {
    const message = detailed[String(problem.path[0])];
    return message === undefined ? worded(problem) : { kind: "bad-request", message };
  }
  const items = request.body.input as Parameters<typeof inputRefusal>[0];
  if (items.some(({ role }) => role === "system")) return { kind: "bad-request", message: "System messages are not allowed" };
  return parameterRefusal(request.body) ?? inputRefusal(items, ledger);
}
