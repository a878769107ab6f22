import { systemErrorText } from "../base/system-error.js";
import { documentKey } from "./document-key.js";
import { beginJournal, type Journal, journalFolder } from "./journal.js";
import { collectJournals, type JournaledReply, journalPaths, readJournals } from "./journals.js";
import { createLeases, type LeaseAnswer, type LeaseHolder } from "./lease.js";
import type { Claim, RunClaim } from "./run.js";

/** What is kept of runs outside of documents: who writes into which, and what came so far. */
export interface RunRecords {
  /** Keeps a document for a run of this process; a text says who else writes into it. Never rejects. */
  claim(uri: string): Promise<RunClaim | string>;
  /** The journals of a document whose runs are over, the oldest first; a text says whose run goes on. Never rejects. */
  interrupted(uri: string): Promise<readonly JournaledReply[] | string>;
  /** Resolves when no reply is coming any more, or after so many ms. */
  finished(patience: number): Promise<void>;
  /** Makes this process the only one to take care of a journal; undefined when another one does. Never rejects. */
  takeCare(reply: JournaledReply): Promise<Claim | undefined>;
}

/** Where records are, in whose name they are made, and who is told, once, that they cannot be. */
export interface RecordParts {
  /** Absolute path (state-folder.ts). */
  readonly stateFolder: string;
  /** As it stands in a sentence: "command line". */
  who(): string;
  warn(message: string): void;
}

/** Makes the records of this process. */
export function createRunRecords({ stateFolder, who, warn }: RecordParts): RunRecords {
  const folder = journalFolder(stateFolder);
  const leases = createLeases(`${stateFolder}/leases`);
  const coming = new Set<Journal>();
  const waiting = new Set<() => void>();
  let isTold = false;
  let isCollected = false;

  function collect(): void {
    if (!isCollected) void collectJournals(folder);
    isCollected = true;
  }

  function onTrouble(error: unknown): void {
    if (isTold) return;
    isTold = true;
    warn(
      `Replies are written, but what comes of them is not kept safe against a crash: ${systemErrorText(error)} ('${stateFolder}'). ` +
        "Set CHATLS_STATE to a folder that can be written.",
    );
  }

  /** A journal whose run counts as coming until it ends. */
  function followed(journal: Journal): Journal {
    coming.add(journal);
    return {
      ...journal,
      async end(how) {
        await journal.end(how);
        coming.delete(journal);
        if (coming.size === 0) for (const tell of waiting) tell();
      },
    };
  }

  /** A document that was never saved is one in each editor, though both call it the same. */
  async function lease(uri: string, key: string): Promise<Exclude<LeaseAnswer, { kind: "unavailable" }>> {
    const free = { kind: "taken", release: async () => {} } as const;
    if (uri.startsWith("untitled:")) return free;
    const answer = await leases.take(key, who());
    if (answer.kind !== "unavailable") return answer;
    onTrouble(answer.error);
    return free;
  }

  return {
    async claim(uri) {
      collect();
      const key = await documentKey(uri);
      const answer = await lease(uri, key);
      if (answer.kind === "held") return holderText(answer.holder);
      return { release: answer.release, journal: (start) => followed(beginJournal(folder, { ...start, uri, key }, onTrouble)) };
    },
    async interrupted(uri) {
      collect();
      const key = await documentKey(uri);
      const paths = await journalPaths(folder, key);
      if (paths.length === 0) return [];
      const answer = await lease(uri, key);
      if (answer.kind === "held") return holderText(answer.holder);
      await answer.release();
      return readJournals(paths);
    },
    async finished(patience) {
      if (coming.size === 0) return;
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
        setTimeout(resolve, patience);
      });
    },
    async takeCare({ id }) {
      const answer = await leases.take(id, who());
      switch (answer.kind) {
        case "held":
          return undefined;
        case "taken":
          return answer;
        case "unavailable":
          return { release() {} };
      }
    },
  };
}

function holderText({ pid, who }: LeaseHolder): string {
  const name = who === "" ? "" : ` (${who})`;
  return `A reply is being written by process ${pid}${name}. Wait for it, or stop it there.`;
}
