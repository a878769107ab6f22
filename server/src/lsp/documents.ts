import type { TextDocumentContentChangeEvent } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { languageId } from "../../../shared/language.js";
import { offsetAt, type Position, type PositionEncoding, sourceText } from "../base/source-text.js";
import { shift } from "../base/span.js";
import { replacement, type TextEdit } from "../base/text-edit.js";
import { type EngineOutside, luaOutside } from "../engines/document-engine.js";
import { createSnapshot, type Evaluated, type Snapshot, withEngine } from "../workspace/snapshot.js";

/** An open document: its newest snapshot, and the newest evaluation of it or of an older one (what is wrong, not what it renders to). */
export interface OpenDocument {
  readonly uri: string;
  /** The present text, parsed when somebody asks: of a burst of changes, only the states that are looked at. */
  readonly snapshot: Snapshot;
  /** Aborted as soon as the present text is not the newest any more, by a change or because the document is closed. */
  readonly outdated: AbortSignal;
  evaluated: Evaluated | undefined;
  /** Takes the snapshot that was evaluated: the present text, read in another template language than it was. */
  adopt(snapshot: Snapshot): void;
}

/** The texts that the client has open. The client's word counts, never the disk's. */
export interface Documents {
  get(uri: string): OpenDocument | undefined;
  all(): Iterable<OpenDocument>;
  open(uri: string, version: number, text: string): OpenDocument;
  /** Applies changes in their order; gives each as an edit of the text before it. Undefined when `uri` is not open. */
  change(uri: string, version: number, changes: readonly TextDocumentContentChangeEvent[]): readonly TextEdit[] | undefined;
  close(uri: string): void;
}

/** Why what was computed for a text is given up. Made once: an error of its own for every keystroke would cost more than the edit. */
const outdated = new Error("The text has changed.");

interface Entry extends OpenDocument {
  text: TextDocument;
  present: AbortController;
}

interface Opened {
  readonly uri: string;
  readonly version: number;
  readonly content: string;
}

/** `first` is the snapshot of the text as it was opened. */
function createEntry({ uri, version, content }: Opened, first: Snapshot): Entry {
  let parsed = first;
  return {
    uri,
    text: TextDocument.create(uri, languageId, version, content),
    present: new AbortController(),
    evaluated: undefined,
    get outdated() {
      return this.present.signal;
    },
    get snapshot() {
      // A change always comes with a new text, though not always with a new version (some editors send 0).
      const text = this.text.getText();
      if (parsed.version !== this.text.version || parsed.text.text !== text) {
        parsed = createSnapshot(uri, this.text.version, text, parsed);
      }
      return parsed;
    },
    adopt(snapshot) {
      parsed = snapshot;
    },
  };
}

/**
 * Makes an empty store; `encoding` is asked at every change, for it is known only after `initialize`. `outsideOf` is what
 * settings say of the template language of the document at a URI, as far as they are known.
 */
export function createDocuments(encoding: () => PositionEncoding, outsideOf: (uri: string) => EngineOutside = () => luaOutside): Documents {
  const entries = new Map<string, Entry>();

  function applyChange(
    text: TextDocument,
    version: number,
    change: TextDocumentContentChangeEvent,
  ): { text: TextDocument; edit: TextEdit } {
    if (!("range" in change)) {
      const edit = replacement(text.getText(), change.text);
      return { text: TextDocument.update(text, [change], version), edit };
    }
    const start = toUtf16(text, change.range.start, encoding());
    const end = toUtf16(text, change.range.end, encoding());
    const [from = 0, to = 0] = [text.offsetAt(start), text.offsetAt(end)].sort((a, b) => a - b);
    const edit = narrow(text.getText().slice(from, to), { span: { start: from, end: to }, newText: change.text });
    return { text: TextDocument.update(text, [{ range: { start, end }, text: change.text }], version), edit };
  }

  return {
    get: (uri) => entries.get(uri),
    all: () => entries.values(),
    open(uri, version, text) {
      // Project files mostly say the same of all documents: what was found out of another one is a good guess.
      const { engineOutside = outsideOf(uri) } = [...entries.values()].at(-1)?.snapshot ?? {};
      // A message that makes no sense fails here, and leaves nothing behind.
      const entry = createEntry({ uri, version, content: text }, withEngine(createSnapshot(uri, version, text), engineOutside));
      entries.get(uri)?.present.abort(outdated);
      entries.set(uri, entry);
      return entry;
    },
    change(uri, version, changes) {
      const entry = entries.get(uri);
      if (entry === undefined) return undefined;
      const edits: TextEdit[] = [];
      // A version counts, though nothing comes with it.
      entry.text = TextDocument.update(entry.text, [], version);
      for (const change of changes) {
        const applied = applyChange(entry.text, version, change);
        entry.text = applied.text;
        edits.push(applied.edit);
      }
      entry.present.abort(outdated);
      entry.present = new AbortController();
      return edits;
    },
    close(uri) {
      entries.get(uri)?.present.abort(outdated);
      entries.delete(uri);
    },
  };
}

/** Clients may resend whole lines: only what differs is the edit. */
function narrow(old: string, { span, newText }: TextEdit): TextEdit {
  const inner = replacement(old, newText);
  return { span: shift(inner.span, span.start), newText: inner.newText };
}

/** A position of the client in UTF-16, which the text document counts in; only the line in question is looked at. */
function toUtf16(text: TextDocument, position: Position, encoding: PositionEncoding): Position {
  if (encoding === "utf-16") return position;
  const line = text.getText({ start: { line: position.line, character: 0 }, end: { line: position.line + 1, character: 0 } });
  return { line: position.line, character: offsetAt(sourceText(line), { line: 0, character: position.character }, encoding) };
}
