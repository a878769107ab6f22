import { createHash, randomBytes } from "node:crypto";
import { close, fsync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ownIdentity, type ProcessIdentity } from "./process-identity.js";

/** How a run ended; an end that is missing was the end of the process. */
export type JournalEnd = "done" | "cancelled" | "failed";

/** What a run is told at its start. Never holds headers or keys. */
export interface RunStart {
  readonly uri: string;
  /** What stands for the document in names of files (document-key.ts). */
  readonly key: string;
  /** The document as it was sent; the reply goes below it. */
  readonly text: string;
  readonly version: number;
  readonly provider: string;
  readonly model: string;
}

/** The first line of a journal. */
export interface JournalHeader {
  readonly journal: 1;
  readonly uri: string;
  /** SHA-256 of the text that was sent, in hexadecimal digits, and its length in UTF-16 units: the place of the reply. */
  readonly hash: string;
  readonly length: number;
  readonly version: number;
  readonly provider: string;
  readonly model: string;
  /** The last lines above the reply, by which its place is found again. */
  readonly before: string;
  readonly process: ProcessIdentity;
  /** Milliseconds since 1970. */
  readonly started: number;
}

/** Every other line of a journal: a piece of document text, how much of the text is in the document, or the end. */
export type JournalLine =
  | { readonly piece: number; readonly text: string }
  /** UTF-16 units from the start of the reply. */
  | { readonly applied: number }
  | { readonly end: JournalEnd };

/** The journal of one run. No function throws: a run goes on without its journal. */
export interface Journal {
  /** Writes down document text; to be called before anybody is shown it. */
  piece(text: string): void;
  /** Notes that the document holds so many UTF-16 units of the reply. */
  applied(units: number): void;
  /** Closes the journal; it stays until the reply is known to be in the file. Without a piece there is nothing to stay. */
  end(how: JournalEnd): Promise<void>;
  /** Removes the journal: the reply is in the file, or nobody wants it. */
  remove(): void;
}

/** The journal of a run that has none. */
export const noJournal: Journal = { piece() {}, applied() {}, end: async () => {}, remove() {} };

/** What stands in the way of a journal, told once. */
export type TellTrouble = (error: unknown) => void;

/** Text reaches the disk itself at most so many ms later; that of a process that dies is safe at once. */
const syncEvery = 500;

/** The folder of the journals in the state folder. */
export function journalFolder(stateFolder: string): string {
  return join(stateFolder, "runs");
}

/** Begins the journal of a run in a folder, which is made if it is missing; the journal of a folder that cannot be used is empty. */
export function beginJournal(folder: string, start: RunStart, onTrouble: TellTrouble): Journal {
  const path = join(folder, `${start.key}_${Date.now().toString(36)}_${randomBytes(4).toString("hex")}.jsonl`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const journal = writeJournal(path, openSync(path, "ax", 0o600), onTrouble);
    journal.line(headerOf(start));
    return journal;
  } catch (error) {
    onTrouble(error);
    return noJournal;
  }
}

function headerOf({ uri, text, version, provider, model }: RunStart): JournalHeader {
  const hash = createHash("sha256").update(text).digest("hex");
  const before = lastLines(text);
  return { journal: 1, uri, hash, length: text.length, version, provider, model, before, process: ownIdentity(), started: Date.now() };
}

const contextLines = 3;
const mostContext = 2000;

/** The last lines of a text with their line ends, without the start of very long ones. */
function lastLines(text: string): string {
  const lines = text.split(/(?<=\n)/);
  return lines.slice(-contextLines).join("").slice(-mostContext);
}

function writeJournal(path: string, file: number, onTrouble: TellTrouble): Journal & { line(line: JournalHeader | JournalLine): void } {
  /** What the disk did not take yet; it goes on with the very byte that failed. */
  const unwritten: Buffer[] = [];
  let isTroubled = false;
  let pieces = 0;
  let isClosed = false;
  /** A mark that goes with the next write. */
  let mark = "";
  let lastSync = 0;
  let timer: NodeJS.Timeout | undefined;
  let syncing = Promise.resolve();

  function line(content: JournalHeader | JournalLine): void {
    if (isClosed) return;
    unwritten.push(Buffer.from(`${mark}${JSON.stringify(content)}\n`));
    mark = "";
    write();
    timer ??= setTimeout(sync, lastSync + syncEvery - performance.now()).unref();
  }

  function write(): void {
    try {
      for (let [next] = unwritten; next !== undefined; [next] = unwritten) {
        const written = writeSync(file, next);
        if (written < next.length) unwritten[0] = next.subarray(written);
        else unwritten.shift();
      }
    } catch (error) {
      trouble(error);
    }
  }

  function trouble(error: unknown): void {
    if (!isTroubled) onTrouble(error);
    isTroubled = true;
  }

  function sync(): void {
    clearTimeout(timer);
    timer = undefined;
    lastSync = performance.now();
    const before = syncing;
    syncing = new Promise((resolve) => fsync(file, () => before.then(resolve)));
  }

  async function closeFile(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(timer);
    await syncing;
    close(file, () => {});
  }

  const journal: ReturnType<typeof writeJournal> = {
    line,
    piece(text) {
      if (text !== "") line({ piece: ++pieces, text });
    },
    applied(applied) {
      mark = `${JSON.stringify({ applied } satisfies JournalLine)}\n`;
    },
    async end(how) {
      if (pieces === 0) return journal.remove();
      line({ end: how });
      sync();
      await closeFile();
    },
    remove() {
      void closeFile();
      try {
        rmSync(path, { force: true });
      } catch (error) {
        trouble(error);
      }
    },
  };
  return journal;
}
