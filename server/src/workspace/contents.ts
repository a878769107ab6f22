import type { FileAttachment } from "../base/file-answers.js";
import type { EmittedFile } from "../engines/engine.js";
import type { MessageOutput } from "../evaluation/types.js";
import { attachmentOf } from "./file-type.js";
import type { Host } from "./host.js";

/** What a file holds that messages attach: as text, as bytes, or as both, by what it is attached as. */
export interface FileContent {
  /** In bytes. */
  readonly size: number;
  /** Of its bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** Line ends as they are; without a byte order mark. */
  readonly text?: string;
  readonly bytes?: Uint8Array;
}

/**
 * Reads the files that come out of messages, each once. Left out is what is not any more what the evaluation was told of
 * it: what was decided by that does not hold.
 */
export async function readContents(
  host: Pick<Host, "content">,
  messages: readonly (MessageOutput | undefined)[],
  attachments: ReadonlyMap<string, FileAttachment>,
): Promise<ReadonlyMap<string, FileContent>> {
  const kinds = new Map<string, Set<EmittedFile["kind"]>>();
  for (const { file } of filesIn(messages)) kinds.set(file.path, (kinds.get(file.path) ?? new Set()).add(file.kind));
  const contents = new Map<string, FileContent>();
  const read = [...kinds].map(async ([path, wanted]) => {
    const bytes = await host.content(path);
    if (bytes !== undefined && isSame(path, bytes, attachments.get(path))) contents.set(path, await contentOf(bytes, wanted));
  });
  await Promise.all(read);
  return contents;
}

/** The files that come out of messages, in their order. */
export function filesIn(messages: readonly (MessageOutput | undefined)[]) {
  return messages.flatMap((output) => output?.pieces.filter((piece) => piece.kind === "file") ?? []);
}

function isSame(path: string, bytes: Uint8Array, told: FileAttachment | undefined): boolean {
  if (told?.kind !== "file") return false;
  return JSON.stringify(attachmentOf(path, bytes, told)) === JSON.stringify(told);
}

async function contentOf(bytes: Uint8Array, kinds: ReadonlySet<EmittedFile["kind"]>): Promise<FileContent> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  const isText = kinds.has("text_file");
  const isMore = kinds.size > (isText ? 1 : 0);
  return {
    size: bytes.length,
    sha256: [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    ...(isText && { text: new TextDecoder().decode(bytes) }),
    ...(isMore && { bytes }),
  };
}
