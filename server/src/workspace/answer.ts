import type { FileAnswers, FileAttachment, FileFact, FileQuestions, FileText, FolderNames } from "../base/file-answers.js";
import type { Host } from "./host.js";

/** What is known of files, and grows while evaluations ask. */
export interface GrowingAnswers extends FileAnswers {
  readonly facts: Map<string, FileFact>;
  readonly texts: Map<string, FileText>;
  readonly attachments: Map<string, FileAttachment>;
  readonly folders: Map<string, FolderNames>;
}

/** Answers to begin with; the maps are copied. */
export function answersOf({ facts, texts, attachments, folders }: Partial<FileAnswers> = {}): GrowingAnswers {
  return { facts: new Map(facts), texts: new Map(texts), attachments: new Map(attachments), folders: new Map(folders) };
}

/** Asks the host every question, all at once, and adds its answers to what is known. */
export async function answer(host: Host, { facts, texts, attachments, folders }: FileQuestions, known: GrowingAnswers): Promise<void> {
  await Promise.all([
    ...facts.map(async (path) => known.facts.set(path, await host.fact(path))),
    ...texts.map(async (path) => known.texts.set(path, await host.text(path))),
    ...attachments.map(async (path) => known.attachments.set(path, await host.attachment(path))),
    ...folders.map(async (path) => known.folders.set(path, await host.folder(path))),
  ]);
}
