import type { ToolDefinition } from "./definitions/definition.js";

/** What becomes of a tool use before it runs. */
export type Decision = "approve" | "require_approval" | "deny";

/** What one layer of options says of tool uses. */
export type Policy =
  /** Tools that need no approval, presets expanded; every other tool needs it. */
  | { readonly kind: "list"; readonly names: readonly string[] }
  /** What a function said of this very tool use; undefined leaves it to the next layer. A function that failed says false. */
  | { readonly kind: "answer"; readonly value: boolean | "deny" | undefined };

/** One use of a tool, with the policies of the layers, highest first. */
export interface ApprovalRequest {
  readonly tool: ToolDefinition["name"];
  readonly policies: readonly Policy[];
}

/** Decides by the highest policy that says anything; where none does, a person is asked (spec/providers-and-send.md §3). */
export function decideApproval({ tool, policies }: ApprovalRequest): Decision {
  for (const policy of policies) {
    const decision = decisionOf(policy, tool);
    if (decision !== undefined) return decision;
  }
  return "require_approval";
}

function decisionOf(policy: Policy, tool: string): Decision | undefined {
  switch (policy.kind) {
    case "list":
      return policy.names.includes(tool) ? "approve" : "require_approval";
    case "answer":
      return decisionOfAnswer(policy.value);
  }
}

function decisionOfAnswer(value: boolean | "deny" | undefined): Decision | undefined {
  switch (value) {
    case true:
      return "approve";
    case false:
      return "require_approval";
    case "deny":
      return "deny";
    case undefined:
      return undefined;
  }
}
