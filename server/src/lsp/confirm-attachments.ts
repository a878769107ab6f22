import type { Connection } from "vscode-languageserver";
import { attachmentsToConfirm, doubtfulList } from "../send/attachments-to-confirm.js";
import type { RunPlace } from "../send/run.js";
import type { Evaluated } from "../workspace/snapshot.js";
import type { Documents } from "./documents.js";
import { askPerson } from "./show-message.js";

/** Makes what asks a person, once for each document and set of files, about those that they may not want to send. */
export function createConfirmation(connection: Connection, documents: Documents): RunPlace["confirm"] {
  /** Documents with the files that a person has agreed to send. */
  const confirmed = new Set<string>();

  return async (evaluated: Evaluated, stop) => {
    const { uri } = evaluated.snapshot;
    const doubtful = attachmentsToConfirm(evaluated);
    const key = JSON.stringify([uri, ...doubtful.map(({ path }) => path).sort()]);
    if (doubtful.length === 0 || confirmed.has(key)) return undefined;
    const stopped = new Promise<false>((resolve) => stop.addEventListener("abort", () => resolve(false), { once: true }));
    const question = `These files would be sent to the provider:\n${doubtfulList(doubtful)}`;
    if (!(await Promise.race([askPerson(connection, question, "Send them"), stopped])))
      return "These files were not confirmed: remove their references, or send again and confirm them.";
    confirmed.add(key);
    return documents.get(uri)?.snapshot.text === evaluated.snapshot.text ? undefined : "The text has changed meanwhile. Send it again.";
  };
}
