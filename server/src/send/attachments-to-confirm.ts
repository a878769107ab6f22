import { secretName } from "../base/secret-name.js";
import { sentMessages } from "../syntax/sent-messages.js";
import type { Evaluated } from "../workspace/snapshot.js";

/** A file that goes to the provider, though a person may not want that. */
export interface DoubtfulAttachment {
  /** Absolute. */
  readonly path: string;
  readonly why: string;
}

/**
 * The files of messages that are sent which lie outside of the workspace or are named like secrets, each once: a person is
 * asked before they go anywhere (spec/flemma-templates.md §5).
 */
export function attachmentsToConfirm({ snapshot, result, files }: Evaluated): DoubtfulAttachment[] {
  const found = new Map<string, DoubtfulAttachment>();
  for (const index of sentMessages(snapshot.document)) {
    for (const piece of result?.messages[index]?.pieces ?? []) {
      if (piece.kind !== "file") continue;
      const { path } = piece.file;
      const why = doubt(path, files?.attachments.get(path));
      if (why !== undefined) found.set(path, { path, why });
    }
  }
  return [...found.values()];
}

function doubt(path: string, attachment: ReturnType<NonNullable<Evaluated["files"]>["attachments"]["get"]>): string | undefined {
  if (attachment?.kind !== "file") return undefined;
  if (secretName(path, attachment) !== undefined) return "named like a secret";
  return attachment.isOutside ? "outside of the workspace" : undefined;
}

/** The files as a list for a person, one on each line. */
export function doubtfulList(attachments: readonly DoubtfulAttachment[]): string {
  return attachments.map(({ path, why }) => `${path} (${why})`).join("\n");
}
