import { Failure, LimitFailure } from "./failure.js";
import type { Run } from "./run.js";
import { runTemplate, type TemplateCall } from "./run-template.js";

/** Runs a template; a limit that is reached, and a stack that is full, become a `Failure` at the place where that happens. */
export function runToEnd(run: Run, call: TemplateCall): void {
  try {
    runTemplate(run, call);
  } catch (error) {
    const reason = error instanceof LimitFailure ? error.reason : overflow(error);
    if (reason === undefined) throw error;
    throw new Failure("Limit", reason, { tree: run.tree, template: run.name, node: run.at });
  }
}

/** What the JavaScript engine has no room for. */
function overflow(error: unknown): string | undefined {
  if (!(error instanceof RangeError)) return undefined;
  if (isStackOverflow(error)) return "nested too deep";
  return /Invalid (string|array) length/.test(error.message) ? "more memory than allowed" : undefined;
}

/** Says whether something was thrown because calls are nested too deep. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}
