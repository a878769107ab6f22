import { type SourceText, sourceText } from "../base/source-text.js";
import type { EvaluationResult } from "../evaluation/types.js";
import type { ChatDocument } from "../syntax/ast.js";
import { parseDocument } from "../syntax/parse-document.js";

/** One state of one document. Never changes; a change of text makes a new one that shares unchanged messages. */
export interface Snapshot {
  readonly uri: string;
  readonly version: number;
  readonly text: SourceText;
  readonly document: ChatDocument;
}

/** A snapshot with what its evaluation gave; `result` is absent where evaluation was cut off from outside. */
export interface Evaluated {
  readonly snapshot: Snapshot;
  readonly outcome: "done" | "timed-out" | "out-of-memory" | "crashed" | "syntax-only";
  readonly result?: EvaluationResult;
}

/** Parses `text` into a snapshot, sharing the messages that `previous` already has. */
export function createSnapshot(uri: string, version: number, text: string, previous?: Snapshot): Snapshot {
  return { uri, version, text: sourceText(text), document: parseDocument(text, previous?.document) };
}
