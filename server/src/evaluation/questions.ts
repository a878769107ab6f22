import {
  type FileAnswers,
  type FileAttachment,
  type FileFact,
  type FileQuestion,
  type FileQuestions,
  type FileText,
  type FolderNames,
  fileQuestions,
} from "../base/file-answers.js";
import { tooManyFiles } from "../engines/limit-text.js";
import { LimitError } from "../lua/errors.js";

/** What an evaluation asks the host, and what it was told already; paths are absolute. */
export interface Questions {
  fact(path: string): FileFact;
  text(path: string): FileText;
  attachment(path: string): FileAttachment;
  /** Names make advice only: a run that asks for too many folders is not told of more, and goes on. */
  folder(path: string): FolderNames;
  /** Says whether the host has yet to answer: until then, what was said of the path is void. */
  isOpen(kind: FileQuestion, path: string): boolean;
  /** Says whether anything was not known. */
  isAsking(): boolean;
  /** What was not known: the run is repeated once the host has answered. */
  open(): FileQuestions;
  /** What was known and is not asked about any more. */
  unasked(): FileQuestions;
}

/** So many paths may one evaluation ask about: every one is a question to the file system. */
const most: { readonly [Kind in FileQuestion]: number } = { facts: 1000, texts: 1000, attachments: 1000, folders: 100 };
/** No file system has longer paths. */
const longestPath = 4096;
const nothing: FileFact = { readable: false, isFolder: false };
const missing = { kind: "missing" } as const;

/** Answers from what is known; what is not is noted, and taken as "no" until the run is repeated. */
export function createQuestions(known: FileAnswers): Questions {
  const asked = noPaths();
  const used = noPaths();

  const isFull = (kind: FileQuestion): boolean => used[kind].size + asked[kind].size >= most[kind];

  /** Notes a question. A run that asks on and on is stopped. */
  function ask(kind: FileQuestion, path: string): void {
    if (path.length > longestPath || asked[kind].has(path)) return;
    if (isFull(kind)) throw new LimitError("steps", tooManyFiles);
    asked[kind].add(path);
  }

  function answer<T>(kind: FileQuestion, path: string, { told, otherwise }: { told: T | undefined; otherwise: T }): T {
    if (known[kind].has(path)) {
      used[kind].add(path);
      return told as T;
    }
    ask(kind, path);
    return otherwise;
  }

  return {
    fact: (path) => answer("facts", path, { told: known.facts.get(path), otherwise: nothing }),
    text: (path) => answer<FileText>("texts", path, { told: known.texts.get(path), otherwise: missing }),
    attachment: (path) => answer<FileAttachment>("attachments", path, { told: known.attachments.get(path), otherwise: missing }),
    folder: (path) =>
      isFull("folders") ? known.folders.get(path) : answer("folders", path, { told: known.folders.get(path), otherwise: undefined }),
    isOpen: (kind, path) => asked[kind].has(path),
    isAsking: () => fileQuestions.some((kind) => asked[kind].size > 0),
    open: () => listed((kind) => asked[kind]),
    unasked: () => listed((kind) => [...known[kind].keys()].filter((path) => !used[kind].has(path))),
  };
}

function noPaths(): { readonly [Kind in FileQuestion]: Set<string> } {
  return { facts: new Set(), texts: new Set(), attachments: new Set(), folders: new Set() };
}

function listed(paths: (kind: FileQuestion) => Iterable<string>): FileQuestions {
  return { facts: [...paths("facts")], texts: [...paths("texts")], attachments: [...paths("attachments")], folders: [...paths("folders")] };
}
