import { rmSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { JournalEnd, JournalHeader, JournalLine } from "./journal.js";
import { isRunning, ownIdentity } from "./process-identity.js";

/** What a journal holds of a reply. */
export interface JournaledReply {
  /** Absolute path of the journal, and its name without the ending, which no other has. */
  readonly path: string;
  readonly id: string;
  readonly header: JournalHeader;
  /** The document text of the reply, from its first unit on. */
  readonly text: string;
  /** Missing when the process died first. */
  readonly end?: JournalEnd;
}

/** Journals that nobody asked for are removed after so many ms. */
const mostAge = 30 * 24 * 3600 * 1000;

/** The absolute paths of the journals in `folder` of the document that `key` stands for. Never rejects. */
export async function journalPaths(folder: string, key: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(`${key}_`)).map((name) => join(folder, name));
}

/**
 * Reads journals of runs that are over: of processes that do not run any more, and those of this process, which knows what it
 * is doing. The oldest comes first. Never rejects.
 */
export async function readJournals(paths: readonly string[]): Promise<JournaledReply[]> {
  const found = await Promise.all(paths.map(readJournal));
  return found.filter((reply) => reply !== undefined).sort((a, b) => a.header.started - b.header.started);
}

/** Reads a journal; undefined when there is none, or its run still goes on in another process. Never rejects. */
export async function readJournal(path: string): Promise<JournaledReply | undefined> {
  const content = await readFile(path, "utf8").catch(() => "");
  const [header, ...lines] = content.split("\n").flatMap(parseLine);
  if (header === undefined || !("journal" in header) || typeof header.before !== "string") return undefined;
  const isOwn = header.process.pid === ownIdentity().pid && header.process.host === ownIdentity().host;
  if (!isOwn && (await isRunning(header.process))) return undefined;
  const id = path.replace(/^.*[/\\]|\.jsonl$/g, "");
  return { path, id, header, ...replyOf(lines) };
}

/** Removes a journal that is of no use any more. Never throws. */
export function removeJournal({ path }: JournaledReply): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is offered once more.
  }
}

/** Removes journals that are too old, as told by when they were last written. Never rejects. */
export async function collectJournals(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats !== undefined && Date.now() - stats.mtimeMs > mostAge) await rm(path, { force: true }).catch(() => {});
  }
}

/** A line that a dying process left unfinished tells nothing. */
function parseLine(line: string): (JournalHeader | JournalLine)[] {
  try {
    const value = JSON.parse(line) as JournalHeader | JournalLine | null;
    return typeof value === "object" && value !== null ? [value] : [];
  } catch {
    return [];
  }
}

function replyOf(lines: readonly (JournalHeader | JournalLine)[]): Pick<JournaledReply, "text" | "end"> {
  const pieces: string[] = [];
  let end: JournalEnd | undefined;
  for (const line of lines) {
    if ("piece" in line && line.piece === pieces.length + 1) pieces.push(line.text);
    else if ("end" in line) end = line.end;
  }
  return { text: pieces.join(""), ...(end !== undefined && { end }) };
}
