import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { shift } from "../base/span.js";
import type { ChatDocument, ToolResult, ToolStatus } from "./ast.js";
import { pairTools } from "./tool-pairing.js";

const open: Partial<Record<ToolStatus, string>> = {
  pending: "is still pending",
  approved: "is approved but has not run",
  rejected: "was rejected",
  denied: "was denied",
  aborted: "was aborted",
};

/** What a model is told of a tool use without a final result. */
export const missingResult = "No result provided";

/** Says whether a result is what the tool gave, or that it failed; every other one stands for a result to come. */
export function isFinal({ status }: ToolResult): boolean {
  return status === undefined || open[status] === undefined;
}

/** Says whether a result answers its use: it is final, or a person wrote into a pending one (spec/providers-and-send.md §2.3). */
export function isAnswer(result: ToolResult): boolean {
  return isFinal(result) || isFilled(result);
}

function isFilled({ status, fence }: ToolResult): boolean {
  return status === "pending" && fence.content.end > fence.content.start;
}

/** A tool use without a final result: the model is told of an error instead (spec/providers-and-send.md §1.1). */
export function* toolsWithoutResult(document: ChatDocument): Iterable<Diagnostic> {
  for (const { use, result, start } of pairTools(document).pairs) {
    const state = result?.status && open[result.status];
    if (result !== undefined && state === undefined) continue;
    if (result !== undefined && isFilled(result)) {
      const message = `The result of tool use '${use.id}' (${use.name}) is marked as pending, but has content, which is sent. Remove "(pending)".`;
      yield diagnostic("tool/missing-result", shift(use.heading, start), message);
      continue;
    }
    const what = `Tool use '${use.id}' (${use.name}) ${state ?? "has no result"}.`;
    const told = `The model is told that it failed: "${missingResult}".`;
    const todo = `Add a "**Tool Result:** \`${use.id}\`" block with its output to the next @You message.`;
    yield diagnostic("tool/missing-result", shift(use.heading, start), `${what} ${told} ${todo}`);
  }
}
