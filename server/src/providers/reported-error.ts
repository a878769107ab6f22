import { cutText } from "../base/cut-text.js";
import { at, countAt, listAt, textAt } from "./protocols/wire-value.js";
import { duration } from "./retry.js";

/** An error as a provider tells it. */
export interface ReportedError {
  /** Of the HTTP reply, or what the error says it would have been. */
  readonly status?: number;
  /** The provider's words for the kind of error, lower case, the most exact one first. */
  readonly names: readonly string[];
  readonly message: string;
}

/**
 * Reads an error in any of the shapes that providers have (spec/providers-and-send.md §1.1, "Errors"): `error.message`, `error`
 * as a string, `message`, `errors[0].message`, `detail`, or a list of one of them; undefined where nothing is told.
 */
export function reportedError(json: unknown, status?: number): ReportedError | undefined {
  const body = Array.isArray(json) ? json[0] : json;
  const error = typeof at(body, "error") === "object" ? at(body, "error") : body;
  const told = [
    textAt(body, "error", "message"),
    [textAt(body, "error"), textAt(body, "message")].filter((text) => text !== "").join(" — "),
    textAt(body, "errors", 0, "message"),
    textAt(body, "detail"),
    textAt(body, "detail", "message"),
  ].find((text) => text !== "");
  const code = at(error, "code") ?? at(body, "code");
  const reasons = listAt(error, "details").map((detail) => textAt(detail, "reason"));
  const type = textAt(error, "type");
  const state = textAt(error, "status");
  const names = [typeof code === "string" ? code : "", ...reasons, type, state, textAt(body, "error")].filter(
    (name) => name !== "" && name !== "error",
  );
  if (told === undefined && names.length === 0) return undefined;
  const prefix = type !== "" && type !== "error" ? type : typeof code === "string" ? code : "";
  const violations = listAt(error, "details").flatMap((detail) =>
    listAt(detail, "fieldViolations").map((one) => textAt(one, "description")),
  );
  const suffix = [state === "" ? "" : `(Status: ${state})`, ...violations, resetOf(error)].filter((part) => part !== "").join(" ");
  const known = status ?? (typeof code === "number" && code >= 400 && code < 600 ? code : undefined);
  return {
    ...(known !== undefined && { status: known }),
    names: names.map((name) => name.toLowerCase()),
    message: cutText(
      [[prefix, told ?? ""].filter((part) => part !== "").join(" — "), suffix].filter((part) => part !== "").join(" "),
      2000,
    ),
  };
}

/** When a limit of use ends (Codex), in seconds since 1970 or from now. */
function resetOf(error: unknown): string {
  const at = countAt(error, "resets_at");
  if (at !== undefined && at < 1e11) return `(resets at ${new Date(at * 1000).toISOString()})`;
  const after = countAt(error, "resets_in_seconds");
  return after === undefined ? "" : `(resets in ${duration(after * 1000)})`;
}

/** What a body that is no error of a known shape says, for people: its beginning, on one line, without the tags of a page. */
export function unexpectedReply(body: string): string {
  const page = /^\s*</.test(body) ? body.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, " ").replace(/<[^>]*>/g, " ") : body;
  const line = page.replace(/\s+/g, " ").trim();
  return line === "" ? "The provider answered with nothing." : `Unexpected API response: ${cutText(line, 300)}`;
}
