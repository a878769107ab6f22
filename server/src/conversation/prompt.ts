import type { JsonSchema } from "../tools/definitions/definition.js";

/**
 * What a provider is asked, in no provider's form: the conversation after its repair for the wire. Every use of a tool has its
 * result in the next turn, foreign thinking is text or gone, files have their bytes (spec/providers-and-send.md §1.1).
 */
export interface Prompt {
  readonly system: string | undefined;
  readonly turns: readonly PromptTurn[];
  /** The tools that are offered to the model, by name; none where nobody asked for tools. */
  readonly tools: readonly PromptTool[];
}

/** What decides, for one family of wires, how a conversation is repaired. */
export interface PromptRules {
  /** The name that signatures of its own thinking have in a document; undefined where thinking has none, so that unsigned thinking is its own. */
  readonly signature?: string;
  /** Whether ids of tool uses may be any text, and repeat in later turns; else they have letters, digits, `_` and `-` alone, at most 64, and none comes twice. */
  readonly ids: "any" | "plain";
  /** Whether thinking that is not its own is sent as text. */
  readonly foreign: "preserve" | "drop";
}

export interface PromptTurn {
  readonly role: "user" | "assistant";
  readonly parts: readonly PromptPart[];
}

export interface PromptTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/**
 * A part of a turn. Results come first, in the order of their uses; all else is in the order of the document. Text is as
 * rendered: what is trimmed or left out, each wire decides.
 */
export type PromptPart = PromptContent | PromptThinking | PromptToolUse | PromptToolResult;

/** What a user writes and a tool answers. `data` is base64. */
export type PromptContent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "text_file"; readonly filename: string; readonly mimeType: string; readonly text: string }
  | { readonly kind: "image" | "pdf"; readonly filename: string; readonly mimeType: string; readonly data: string };

/** Thinking that the provider itself wrote. */
export interface PromptThinking {
  readonly kind: "thinking";
  readonly content: string;
  /** As it stands in the document; an empty one signs nothing. */
  readonly signature?: string;
  readonly redacted?: true;
}

export interface PromptToolUse {
  readonly kind: "tool_use";
  readonly id: string;
  readonly name: string;
  /** The JSON of the document, which goes into requests as it is. */
  readonly json: string;
}

export interface PromptToolResult {
  readonly kind: "tool_result";
  readonly toolUseId: string;
  readonly name: string;
  readonly isError: boolean;
  readonly parts: readonly PromptContent[];
}
