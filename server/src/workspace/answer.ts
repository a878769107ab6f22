import {
  type FileAnswer,
  type FileAnswers,
  type FileAttachment,
  type FileFact,
  type FileQuestion,
  type FileQuestions,
  type FileText,
  type FolderNames,
  fileQuestions,
} from "../base/file-answers.js";
import { mapAtOnce, questionsAtOnce } from "../base/map-at-once.js";
import { dirname } from "../base/paths.js";
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

/** Asks a host one question. */
export function askHost<Kind extends FileQuestion>(host: Host, kind: Kind, path: string): Promise<FileAnswer<Kind>> {
  return ask(host, kind, path) as Promise<FileAnswer<Kind>>;
}

function ask(host: Host, kind: FileQuestion, path: string): Promise<FileAnswer<FileQuestion>> {
  switch (kind) {
    case "facts":
      return host.fact(path);
    case "texts":
      return host.text(path);
    case "attachments":
      return host.attachment(path);
    case "folders":
      return host.folder(path);
  }
}

/** Of so many folders in which files are missed, the names are told unasked: they will be asked for at once. */
const mostFolders = 10;

/** Asks the host every question, many at once, and adds its answers to what is known. */
export async function answer(host: Host, questions: FileQuestions, known: GrowingAnswers): Promise<void> {
  const asked = fileQuestions.flatMap((kind) => questions[kind].map((path) => ({ kind, path })));
  await mapAtOnce(asked, questionsAtOnce, async ({ kind, path }) => {
    const answers = known[kind] as Map<string, FileAnswer<FileQuestion>>;
    answers.set(path, await ask(host, kind, path));
  });
  const missed = (["texts", "attachments"] as const).flatMap((kind) =>
    questions[kind].filter((path) => known[kind].get(path)?.kind === "missing"),
  );
  const folders = [...new Set(missed.map(dirname))].filter((folder) => !known.folders.has(folder)).slice(0, mostFolders);
  await mapAtOnce(folders, questionsAtOnce, async (folder) => known.folders.set(folder, await host.folder(folder)));
}

/** Takes the answers to questions out of what is known. */
export function forgetAnswers(known: GrowingAnswers, questions: FileQuestions): void {
  for (const kind of fileQuestions) for (const path of questions[kind]) known[kind].delete(path);
}
