import type { TextDocumentContentChangeEvent } from "vscode-languageserver";
import { offsetAt, positionAt, type Range, rangeAt, sourceText } from "../../server/src/base/source-text.js";
import { applyEdits, type TextEdit } from "../../server/src/base/text-edit.js";
import { createDocuments } from "../../server/src/lsp/documents.js";
import type { DocumentWriter, ReplyEdit, WritableDocument } from "../../server/src/send/document-writer.js";

/** How an editor behaves towards a server. Times in ms. */
export interface Manners {
  /** Whether it refuses an edit for an older version, and with which answer; "unchecked" makes every edit at its line and character. */
  readonly stale: "refused" | "skipped but answered true" | "unchecked";
  /** The version of a document when it is opened. Edits for version 0 are never checked. */
  readonly firstVersion: number;
  /** By how much the version grows at a change, at most. */
  readonly versionStep: number;
  /** So long changes are gathered, at most, before they are told in one notification. */
  readonly debounce: number;
  /** Tells the whole text instead of what changed. */
  readonly tellsAll: boolean;
  /** One edit in so many is not made, though the answer is true; one in so many is refused without a reason; 0 is never. */
  readonly drops: number;
  readonly refuses: number;
  /** One edit in so many is made only after up to two seconds, unless the text has changed by then, though it was answered at once. */
  readonly delays: number;
}

/** An editor that behaves as real ones do, and the server's copy of its document. */
export interface ScriptedEditor {
  readonly document: WritableDocument;
  /** Everything that the editor was asked for. */
  readonly asked: readonly ReplyEdit[];
  /** The most requests that were open at a time. */
  mostOpen(): number;
  /** The text that the person sees. */
  text(): string;
  /** What the person does. */
  edit(edit: TextEdit): void;
  attach(writer: DocumentWriter): void;
  /** Tells what has not been told yet. */
  flush(): void;
}

const uri = "file:///a.chat";

/** Opens an editor with one document. `random` gives whole numbers from 0 to below its argument. */
export function scriptedEditor(initial: string, manners: Manners, random: (below: number) => number): ScriptedEditor {
  const documents = createDocuments(() => "utf-16");
  const copy = documents.open(uri, manners.firstVersion, initial);
  const asked: ReplyEdit[] = [];
  let open = 0;
  let most = 0;
  let text = initial;
  let version = manners.firstVersion;
  let untold: TextDocumentContentChangeEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writer: DocumentWriter | undefined;
  const oneIn = (count: number): boolean => count > 0 && random(count) === 0;

  function apply(range: Range, newText: string): void {
    const source = sourceText(text);
    const span = { start: offsetAt(source, range.start), end: offsetAt(source, range.end) };
    untold.push({ range: rangeAt(source, span), text: newText });
    text = applyEdits(text, [{ span, newText }]);
    version += 1 + random(manners.versionStep);
    if (manners.debounce === 0) flush();
    else timer ??= setTimeout(flush, 1 + random(manners.debounce));
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const changes = manners.tellsAll ? [{ text }] : untold;
    if (untold.length === 0) return;
    untold = [];
    const edits = documents.change(uri, version, changes);
    if (copy.snapshot.text.text !== text) throw new Error("The copy is not the text.");
    writer?.changed(edits ?? []);
  }

  async function request({ span, newText }: ReplyEdit): Promise<boolean> {
    const { snapshot } = copy;
    const range = rangeAt(snapshot.text, span);
    await later(random(8));
    const isStale = (): boolean => snapshot.version !== 0 && snapshot.version !== version;
    if (isStale() && manners.stale !== "unchecked") return manners.stale !== "refused";
    if (oneIn(manners.refuses)) return false;
    if (oneIn(manners.drops)) return true;
    if (oneIn(manners.delays)) void later(random(2000)).then(() => isStale() || apply(range, newText));
    else apply(range, newText);
    await later(random(8));
    return true;
  }

  return {
    asked,
    mostOpen: () => most,
    text: () => text,
    edit({ span, newText }) {
      const source = sourceText(text);
      apply({ start: positionAt(source, span.start), end: positionAt(source, span.end) }, newText);
    },
    attach: (attached) => {
      writer = attached;
    },
    flush,
    document: {
      text: () => copy.snapshot.text.text,
      isOpen: () => true,
      async edit(edit) {
        asked.push(edit);
        most = Math.max(most, ++open);
        try {
          return await request(edit);
        } finally {
          open--;
        }
      },
    },
  };
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const exact: Manners = {
  stale: "refused",
  firstVersion: 1,
  versionStep: 1,
  debounce: 0,
  tellsAll: false,
  drops: 0,
  refuses: 0,
  delays: 0,
};

/** How editors that people use behave, and some that are worse. */
export const manners: Readonly<Record<string, Manners>> = {
  "like VS Code": exact,
  "like VS Code, which refuses now and then": { ...exact, refuses: 5 },
  "like Neovim": { ...exact, stale: "skipped but answered true", firstVersion: 0, versionStep: 3, debounce: 150 },
  "like Neovim, set to tell at once": {
    ...exact,
    stale: "skipped but answered true",
    firstVersion: 0,
    versionStep: 3,
    debounce: 20,
    drops: 9,
  },
  "that takes no versions": { ...exact, stale: "unchecked" },
  "that takes no versions and tells late": { ...exact, stale: "unchecked", debounce: 300 },
  "that tells the whole text": { ...exact, tellsAll: true },
  "that tells the whole text and takes no versions": { ...exact, stale: "unchecked", tellsAll: true },
  "that makes edits long after it was given up": { ...exact, delays: 4, debounce: 20 },
};
