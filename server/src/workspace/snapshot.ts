import { type SourceText, sourceText } from "../base/source-text.js";
import type { EvaluationResult, FileFact } from "../evaluation/types.js";
import type { ChatDocument } from "../syntax/ast.js";
import { parseDocument } from "../syntax/parse-document.js";

/** One state of one document. Never changes; a change of text makes a new one that shares unchanged messages. */
export interface Snapshot {
  readonly uri: string;
  readonly version: number;
  readonly text: SourceText;
  /** The tree; of a text that is too large, one without messages: its syntax is checked in the isolated process. */
  readonly document: ChatDocument;
  readonly isTooLarge: boolean;
}

/** Texts above this many UTF-8 bytes are checked for syntax only, where they hold nobody up (design: "One keystroke"). */
const largest = 2 * 1024 * 1024;

/** A snapshot with what its evaluation gave; `result` is absent where evaluation was cut off from outside. */
export interface Evaluated {
  readonly snapshot: Snapshot;
  readonly outcome: "done" | "timed-out" | "out-of-memory" | "crashed" | "syntax-only";
  readonly result?: EvaluationResult;
  /** What its templates asked about files, by absolute path, and were told. */
  readonly facts?: ReadonlyMap<string, FileFact>;
}

/** Parses `text` into a snapshot, sharing the messages that `previous` already has. */
export function createSnapshot(uri: string, version: number, text: string, previous?: Snapshot): Snapshot {
  const isTooLarge = exceeds(text, largest);
  const document = isTooLarge ? unparsed(text) : parseDocument(text, previous?.isTooLarge ? undefined : previous?.document);
  return { uri, version, text: sourceText(text), document, isTooLarge };
}

function exceeds(text: string, bytes: number): boolean {
  if (text.length > bytes) return true;
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;
}

function unparsed(source: string): ChatDocument {
  const span = { start: 0, end: source.length };
  return { kind: "document", source, span, bom: { start: 0, end: 0 }, preamble: span, messages: [], problems: [] };
}
