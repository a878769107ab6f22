import { type Connection, MessageType } from "vscode-languageserver";
import { commands, type RecoveryChoice, recoveryChoices } from "../../../shared/methods.js";
import { systemErrorText } from "../base/system-error.js";
import { applyEdits } from "../base/text-edit.js";
import type { Journal } from "../send/journal.js";
import { type JournaledReply, readJournal, removeJournal } from "../send/journals.js";
import { type Restoration, restoreReply } from "../send/restore-reply.js";
import type { RunRecords } from "../send/run-records.js";
import { sizeText } from "../send/run-state.js";
import { saveSomewhere } from "../send/save-beside.js";
import { filePath } from "../workspace/node-host.js";
import type { Client } from "./client.js";
import { toWorkspaceEdit } from "./convert.js";
import type { Documents } from "./documents.js";
import type { Runs } from "./runs.js";
import { askChoice, showMessage } from "./show-message.js";

/** Gives people back replies that were interrupted: by the end of a process, or because their document was closed. */
export interface Recovery {
  /** A document was opened: offers what its journals hold and it does not. Never rejects. */
  opened(uri: string): Promise<void>;
  /** The same for a person who asks for it, with what was done with each reply; `choice` answers the question beforehand. */
  recover(uri: string, choice: RecoveryChoice | undefined): Promise<RecoverAnswer>;
  /** A reply was written into a document; its journal is of use until that is saved or closed. */
  written(uri: string, journal: Journal): void;
  /** What is in the document is no business of journals any more. */
  settled(uri: string): void;
  /** The person leaves: what they did not save, they did not want. */
  dispose(): void;
}

/** What `chat.recover` answers. */
export interface RecoverAnswer {
  readonly replies: readonly {
    /** Of the text that the document did not hold, in UTF-8. */
    readonly bytes: number;
    /** Null when the person did not choose, and the reply is kept for the next time. */
    readonly choice: RecoveryChoice | null;
  }[];
  /** Why nothing could be looked for. */
  readonly message?: string;
}

/** A reply of which a document lacks something. */
interface Offer {
  readonly reply: JournaledReply;
  readonly restoration: Restoration;
}

/** What recovery is made with. */
interface RecoveryParts {
  readonly connection: Connection;
  readonly client: Client;
  readonly documents: Documents;
  readonly runs: Pick<Runs, "isRunning">;
  readonly records: RunRecords;
  /** Absolute path of a folder for replies that cannot be kept beside their document. */
  readonly asideFolder: string;
}

const titles = { insert: "Insert", aside: "Keep aside", discard: "Discard" } as const satisfies Record<RecoveryChoice, string>;

/** How often an editor is asked for an edit that it did not make, and how long its change is waited for, in ms. */
const mostTries = 5;
const echoTimeout = 700;

/** Makes the recovery of a connection. */
export function createRecovery(parts: RecoveryParts): Recovery {
  const { connection, client, documents, runs, records, asideFolder } = parts;
  const written = new Map<string, Journal[]>();
  const say = (type: MessageType, message: string): void => showMessage(connection, type, message);

  /** What the journals of a document hold and it does not; journals of which it lacks nothing have done their work. */
  async function offers(uri: string): Promise<readonly Offer[] | string> {
    if (runs.isRunning(uri)) return "A reply is being written into this document. Wait for it, or cancel it.";
    const replies = await records.interrupted(uri);
    if (typeof replies === "string") return replies;
    return replies.flatMap((reply) => {
      const restoration = restorationOf(uri, reply);
      // Documents that were never saved share their names with others.
      if (restoration?.isPlaced === false && uri.startsWith("untitled:")) return [];
      if (restoration !== undefined) return [{ reply, restoration }];
      if (documents.get(uri) !== undefined) removeJournal(reply);
      return [];
    });
  }

  function restorationOf(uri: string, { text, header, end }: JournaledReply): Restoration | undefined {
    const document = documents.get(uri);
    if (document === undefined) return undefined;
    const { before, length } = header;
    return restoreReply(document.snapshot.text.text, { text, before, length, isComplete: end !== undefined });
  }

  /** Does with each reply what `decide` says; undefined keeps it for the next time. */
  async function handle(uri: string, decide: (question: string) => Promise<RecoveryChoice | undefined>): Promise<RecoverAnswer> {
    const found = await offers(uri);
    if (typeof found === "string") return { replies: [], message: found };
    const replies: { bytes: number; choice: RecoveryChoice | null }[] = [];
    for (const { reply, restoration } of found) {
      const choice = (await decide(questionOf(uri, reply, restoration))) ?? null;
      if (choice !== null) await act(uri, reply, choice);
      replies.push({ bytes: Buffer.byteLength(restoration.missing), choice });
    }
    return { replies };
  }

  async function ask(question: string): Promise<{ readonly canAsk: boolean; readonly choice?: RecoveryChoice }> {
    const { canAsk, chosen } = await askChoice(connection, { type: MessageType.Warning, message: question }, Object.values(titles));
    const choice = recoveryChoices.find((name) => titles[name] === chosen);
    return { canAsk, ...(choice && { choice }) };
  }

  /** Does what a person chose, unless another process has done so already. */
  async function act(uri: string, { path, ...given }: JournaledReply, choice: RecoveryChoice): Promise<void> {
    const care = await records.takeCare({ path, ...given });
    const reply = care && (await readJournal(path));
    if (reply === undefined) say(MessageType.Info, "Another window has taken care of the interrupted reply.");
    else if (choice === "discard" || (choice === "insert" ? await insert(uri, reply) : keepAside(uri, reply))) removeJournal(reply);
    await care?.release();
  }

  /** Puts what is missing into the open document; false when that did not work, and the reply is kept. */
  async function insert(uri: string, reply: JournaledReply): Promise<boolean> {
    for (let tries = 0; tries < mostTries && documents.get(uri) !== undefined; tries++) {
      const restoration = restorationOf(uri, reply);
      if (restoration === undefined) return true;
      if (runs.isRunning(uri)) break;
      await applyOnce(uri, restoration);
    }
    if (documents.get(uri) !== undefined && restorationOf(uri, reply) === undefined) return true;
    say(MessageType.Warning, `The editor did not take the interrupted reply, which is kept. Use ${commands.recover} to try again.`);
    return false;
  }

  /** Asks the editor for one edit, and waits until the change came back: some editors say yes to what they do not do. */
  async function applyOnce(uri: string, { edit }: Restoration): Promise<void> {
    const document = documents.get(uri);
    if (document === undefined) return;
    const { text, version } = document.snapshot;
    const workspaceEdit = toWorkspaceEdit({ uri, text, encoding: client.encoding }, [edit], client.canVersionEdits ? version : undefined);
    const label = "Insert the interrupted reply";
    const { applied } = await connection.workspace.applyEdit({ label, edit: workspaceEdit }).catch(() => ({ applied: false }));
    const changed = new Promise<void>((resolve) => document.outdated.addEventListener("abort", () => resolve(), { once: true }));
    if (document.snapshot.text.text === text.text) await Promise.race([applied ? changed : pause(50), pause(echoTimeout)]);
  }

  /** Writes the document with the reply in its place beside it. */
  function keepAside(uri: string, reply: JournaledReply): boolean {
    const text = documents.get(uri)?.snapshot.text.text ?? "";
    const restoration = restorationOf(uri, reply);
    const whole = restoration === undefined ? text + reply.text : applyEdits(text, [restoration.edit]);
    const file = filePath(uri) ?? `${asideFolder}/${uri.replace(/^.*[/:]/, "") || "untitled"}`;
    try {
      say(MessageType.Info, `The interrupted reply is in '${saveSomewhere({ file, text: whole, mode: 0o600 }, asideFolder)}'.`);
      return true;
    } catch (error) {
      say(MessageType.Error, `The interrupted reply could not be kept aside: ${systemErrorText(error)}. It is still in '${reply.path}'.`);
      return false;
    }
  }

  function settled(uri: string): void {
    for (const journal of written.get(uri) ?? []) journal.remove();
    written.delete(uri);
  }

  return {
    async opened(uri) {
      await handle(uri, async (question) => {
        const { canAsk, choice } = await ask(question);
        if (!canAsk) say(MessageType.Warning, `${question} Use ${commands.recover} to insert it.`);
        return choice;
      }).catch((error: unknown) => connection.console.error(String(error)));
    },
    async recover(uri, given) {
      const answer = await handle(uri, async (question) => {
        if (given !== undefined) return given;
        const { canAsk, choice } = await ask(question);
        // Where nobody can be asked, somebody has asked for the reply.
        return canAsk ? choice : "insert";
      });
      if (answer.replies.length === 0) say(MessageType.Info, answer.message ?? "No reply to this document was interrupted.");
      return answer;
    },
    written(uri, journal) {
      written.set(uri, [...(written.get(uri) ?? []), journal]);
    },
    settled,
    dispose() {
      for (const uri of written.keys()) settled(uri);
    },
  };
}

/** What a person is asked. */
function questionOf(uri: string, { end }: JournaledReply, { missing }: Restoration): string {
  const name = decodeURIComponent(uri.replace(/^.*[/:]/, ""));
  if (missing === "") return `A reply in ${name} was interrupted. All that came of it is there, without the mark of an interrupted reply.`;
  const size = sizeText(Buffer.byteLength(missing));
  return end === "done" ? `A reply of ${size} is missing in ${name}.` : `A reply of ${size} was interrupted, and ${name} does not hold it.`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
