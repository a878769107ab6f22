import { expect, test } from "vitest";
import { reportedFailure } from "../../server/src/providers/classify.js";
import type { Failure } from "../../server/src/providers/failure.js";
import { reportedError, unexpectedReply } from "../../server/src/providers/reported-error.js";

function told(body: unknown, status?: number): Failure | undefined {
  const error = reportedError(body, status);
  return error && reportedFailure(error);
}

test.each<[what: string, body: object, status: number | undefined, kind: string, message: string]>([
  ["Anthropic", { type: "error", error: { type: "rate_limit_error", message: "Slow." } }, 429, "rate", "rate_limit_error — Slow."],
  [
    "OpenAI",
    { error: { type: "invalid_request_error", code: "model_not_found", message: "No model." } },
    404,
    "not-found",
    "invalid_request_error — No model.",
  ],
  [
    "OpenAI without credit",
    { error: { type: "insufficient_quota", code: "insufficient_quota", message: "No." } },
    429,
    "quota",
    "insufficient_quota — No.",
  ],
  [
    "Anthropic without credit",
    { error: { type: "invalid_request_error", message: "Your credit balance is too low" } },
    400,
    "quota",
    "invalid_request_error — Your credit balance is too low.",
  ],
  ["Google", { error: { code: 403, status: "PERMISSION_DENIED", message: "No." } }, 403, "permission", "No. (Status: PERMISSION_DENIED)"],
  [
    "Google, in a list",
    [{ error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "Quota exceeded" } }],
    429,
    "rate",
    "Quota exceeded (Status: RESOURCE_EXHAUSTED)",
  ],
  [
    "Google, a bad field",
    {
      error: {
        code: 400,
        status: "INVALID_ARGUMENT",
        message: "Bad.",
        details: [{ fieldViolations: [{ description: "contents: empty" }] }],
      },
    },
    400,
    "bad-request",
    "Bad. (Status: INVALID_ARGUMENT) contents: empty.",
  ],
  [
    "Google, a bad key",
    { error: { code: 400, status: "INVALID_ARGUMENT", message: "No.", details: [{ reason: "API_KEY_INVALID" }] } },
    400,
    "authentication",
    "No. (Status: INVALID_ARGUMENT)",
  ],
  [
    "Moonshot",
    { code: 5, error: "resource_not_found_error", message: "no", scode: "0x5", status: false },
    404,
    "not-found",
    "resource_not_found_error — no.",
  ],
  ["a message alone", { message: "Unauthorized" }, 401, "authentication", "Unauthorized."],
  ["a list of errors", { errors: [{ message: "No." }] }, 422, "bad-request", "No."],
  ["Codex", { detail: "Unauthorized" }, 401, "authentication", "Unauthorized."],
  [
    "Codex at its limit",
    { error: { type: "usage_limit_reached", message: "Limit.", resets_in_seconds: 7000 } },
    429,
    "quota",
    "usage_limit_reached — Limit. (resets in 117 min)",
  ],
  ["a gateway", { error: { message: "Too many", code: 429 } }, undefined, "rate", "Too many."],
])("an error of %s is read", (_, body, status, kind, message) => {
  expect(told(body, status)).toMatchObject({ kind, message });
});

test.each<[message: string, status: number | undefined, kind: string]>([
  ["prompt is too long: 210000 tokens > 200000 maximum", 400, "context-too-long"],
  ["Your input exceeds the context window of this model", 400, "context-too-long"],
  ["The input token count (2) exceeds the maximum number of tokens allowed (1)", 400, "context-too-long"],
  ["Invalid request: Your request exceeded model token limit: 262144", 400, "context-too-long"],
  ["This model's maximum context length is 8192 tokens", undefined, "context-too-long"],
  ["Overloaded", undefined, "overload"],
  ["Too many requests", undefined, "rate"],
  ["You exceeded your current quota, please check your plan and billing details.", 429, "quota"],
  ["Request had invalid authentication credentials.", undefined, "authentication"],
  ["messages: roles must alternate", 400, "bad-request"],
  ["rate limit", 500, "server"],
  ["rate limit", 401, "authentication"],
  ["whatever", 402, "quota"],
  ["whatever", 413, "context-too-long"],
  ["whatever", 502, "server"],
  ["whatever", 503, "overload"],
  ["whatever", 529, "overload"],
  ["whatever", undefined, "server"],
])("“%s” with the status %s is %s", (message, status, kind) => {
  expect(told({ error: { message } }, status)?.kind).toBe(kind);
});

test("every failure says what to do next", () => {
  for (const status of [400, 401, 402, 403, 404, 413, 429, 500, 503]) expect(told({ message: "x" }, status)?.advice).toMatch(/^[A-Z].*\.$/);
});

test("what tells nothing is no error", () => {
  expect(reportedError({}, 500)).toBeUndefined();
  expect(reportedError("text", 500)).toBeUndefined();
  expect(reportedError(undefined, 500)).toBeUndefined();
});

test("of a page its words are told, on one line and not all of them", () => {
  const page = `<!DOCTYPE html><html><head><style>p { color: red }</style><title>502</title></head><body>\n<h1>Bad\n Gateway</h1>${"x".repeat(1000)}</body>`;
  expect(unexpectedReply(page)).toBe(`Unexpected API response: 502 Bad Gateway ${"x".repeat(300 - "502 Bad Gateway ".length)}…`);
  expect(unexpectedReply("upstream\n  error")).toBe("Unexpected API response: upstream error");
  expect(unexpectedReply(" ")).toBe("The provider answered with nothing.");
});
