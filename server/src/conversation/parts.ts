import type { Json } from "../base/json.js";

/** A part of a message, in the form of the command line's JSON (spec/contracts.md). */
export type Part = TextPart | FilePart | ThinkingPart | ToolUsePart | ToolResultPart;

export interface TextPart {
  readonly kind: "text";
  readonly text: string;
}

/** A file that is attached; its bytes are in `Evaluated.contents`. */
export type FilePart = TextFilePart | BinaryFilePart;

interface FileFacts {
  /** The last name of its path. */
  readonly filename: string;
  readonly mime_type: string;
  /** How many it has. */
  readonly bytes: number;
  /** Of its bytes, in hexadecimal digits. */
  readonly sha256: string;
}

interface TextFilePart extends FileFacts {
  readonly kind: "text_file";
  /** Line ends as they are. */
  readonly text: string;
}

interface BinaryFilePart extends FileFacts {
  readonly kind: "image" | "pdf";
}

export interface ThinkingPart {
  readonly kind: "thinking";
  readonly content: string;
  readonly signature?: { readonly provider: string; readonly value: string };
  readonly redacted?: true;
}

export interface ToolUsePart {
  readonly kind: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}

export interface ToolResultPart {
  readonly kind: "tool_result";
  readonly tool_use_id: string;
  readonly name?: string;
  readonly is_error: boolean;
  readonly parts: readonly Part[];
}
