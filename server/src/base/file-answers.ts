/** What templates may know of a path. */
export interface FileFact {
  /** A regular file that can be read. */
  readonly readable: boolean;
  readonly isFolder: boolean;
}

/**
 * Why nothing is told of what a path holds: `special` is neither file nor folder (pipe, device), `forbidden` lies where
 * an untrusted workspace lets nobody look.
 */
export type Refusal = "missing" | "folder" | "unreadable" | "special" | "too-large" | "forbidden";

/** No provider takes a larger file, in bytes. */
export const mostAttachedBytes = 32 * 1024 * 1024;

/** A larger file is no text that anybody writes by hand, in bytes. */
export const mostTextBytes = 1024 * 1024;

/** What is known of the text of a file. */
export type FileText = { readonly kind: "text"; readonly text: string } | { readonly kind: Refusal | "not-text" };

/** What is known of a file that is to be attached to a message as it is. */
export type FileAttachment =
  | {
      readonly kind: "file";
      /** In bytes. */
      readonly size: number;
      /** What it is, when nobody says otherwise: by its first bytes, its name, or because it is text; else unknown. */
      readonly type?: string;
      /** It holds UTF-8 without NUL. */
      readonly isText: boolean;
      /** It begins with the byte order mark of UTF-16. */
      readonly isUtf16?: true;
      /** It lies in no workspace folder, links followed. */
      readonly isOutside: boolean;
      /** Its last name, links followed: a link hides no secret. */
      readonly realName: string;
      /** In pixels, of an image whose first bytes tell. */
      readonly dimensions?: { readonly width: number; readonly height: number };
    }
  | { readonly kind: Refusal };

/** The names in a folder, those of folders with a `/` at their end; undefined for what is no folder that may be seen. */
export type FolderNames = readonly string[] | undefined;

/** What a host has told of files, by absolute path: everything an evaluation knows of them. */
export interface FileAnswers {
  readonly facts: ReadonlyMap<string, FileFact>;
  readonly texts: ReadonlyMap<string, FileText>;
  readonly attachments: ReadonlyMap<string, FileAttachment>;
  readonly folders: ReadonlyMap<string, FolderNames>;
}

/** The kinds of questions about a path. */
export type FileQuestion = keyof FileAnswers;

/** What a question is answered with. */
export type FileAnswer<Kind extends FileQuestion> = FileAnswers[Kind] extends ReadonlyMap<string, infer Answer> ? Answer : never;

/** Paths about which something is asked. */
export type FileQuestions = { readonly [Kind in FileQuestion]: readonly string[] };

/** All kinds of questions. */
export const fileQuestions: readonly FileQuestion[] = ["facts", "texts", "attachments", "folders"];

/** Nothing is known of any file. */
export const noAnswers: FileAnswers = { facts: new Map(), texts: new Map(), attachments: new Map(), folders: new Map() };

/** Nothing is asked. */
export const noQuestions: FileQuestions = { facts: [], texts: [], attachments: [], folders: [] };

/** Says whether nothing is asked. */
export function asksNothing(questions: FileQuestions): boolean {
  return fileQuestions.every((kind) => questions[kind].length === 0);
}

/** The questions that answers belong to. */
export function questionsOf({ facts, texts, attachments, folders }: FileAnswers): FileQuestions {
  return { facts: [...facts.keys()], texts: [...texts.keys()], attachments: [...attachments.keys()], folders: [...folders.keys()] };
}

/** Every path that something is known or asked about. */
export function pathsIn(answers: FileAnswers): Set<string> {
  return new Set(fileQuestions.flatMap((kind) => [...answers[kind].keys()]));
}
