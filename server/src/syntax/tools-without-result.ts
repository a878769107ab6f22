import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { shift } from "../base/span.js";
import type { ChatDocument, ToolStatus } from "./ast.js";
import { pairTools } from "./tool-pairing.js";

const open: Partial<Record<ToolStatus, string>> = {
  pending: "is still pending",
  approved: "is approved but has not run",
  rejected: "was rejected",
  denied: "was denied",
  aborted: "was aborted",
};

/** A tool use without a final result: the model would wait for it (spec/providers-and-send.md §1.1). */
export function* toolsWithoutResult(document: ChatDocument): Iterable<Diagnostic> {
  for (const { use, result, start } of pairTools(document).pairs) {
    const state = result?.status === undefined ? undefined : open[result.status];
    if (result !== undefined && state === undefined) continue;
    const what = `Tool use '${use.id}' (${use.name}) ${state ?? "has no result"}.`;
    const todo = `Add a "**Tool Result:** \`${use.id}\`" block with its output to the next @You message.`;
    yield diagnostic("tool/missing-result", shift(use.heading, start), `${what} ${todo}`);
  }
}
