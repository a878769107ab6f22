import type { FileAttachment, FileQuestion, FileText, FolderNames } from "../../../base/file-answers.js";
import { otherForm } from "../../../base/unicode-form.js";

/** What include() asks of the host, by absolute path. May throw to stop a run that asks on and on. */
export interface IncludeFiles {
  text(path: string): FileText;
  attachment(path: string): FileAttachment;
  folder(path: string): FolderNames;
  /** Says whether the host has not answered yet: what is told until then is void. */
  isOpen(kind: FileQuestion, path: string): boolean;
}

/** So many names are looked at for the sake of missing files in one evaluation. */
const mostNames = 20_000;

/** The files, with a limit to how many names of folders are told. */
export function limitNames(files: IncludeFiles): IncludeFiles {
  let left = mostNames;
  return {
    text: files.text,
    attachment: files.attachment,
    isOpen: files.isOpen,
    folder(path) {
      if (left <= 0) return undefined;
      const names = files.folder(path);
      left -= names?.length ?? 0;
      return names;
    },
  };
}

/**
 * The path of a file that is there: of one whose path is written in another Unicode form, as it is on the disk. `from` is
 * the folder that the path was made absolute with.
 */
export function presentPath(path: string, from: string, { kind, files }: { kind: "text" | "attachment"; files: IncludeFiles }): string {
  if (/^[ -~]*$/.test(path)) return path;
  if (files[kind](path).kind !== "missing" || files.isOpen(kind === "text" ? "texts" : "attachments", path)) return path;
  return otherForm(path, from, files.folder) ?? path;
}
