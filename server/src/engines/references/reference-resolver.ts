import type { Diagnostic, MissingFile } from "../../base/diagnostic.js";
import type { FileAttachment, FolderNames } from "../../base/file-answers.js";
import { resolvePath } from "../../base/paths.js";
import { decodePath } from "../../base/percent-encoding.js";
import { type FolderLookup, otherForm } from "../../base/unicode-form.js";
import type { FileReference } from "../../syntax/ast.js";
import { attach } from "../attach.js";
import type { EmittedFile } from "../engine.js";
import { meantPaths } from "./meant-paths.js";
import { referenceFault } from "./reference-fault.js";
import { readOptions } from "./reference-options.js";

/** What references ask of files, by absolute path. `attachment` may throw to stop a run that asks on and on. */
export interface ReferencedFiles {
  attachment(path: string): FileAttachment;
  folder(path: string): FolderNames;
  isOpen(kind: "attachments", path: string): boolean;
}

/** Where references start from: the folder of the document and the home folder, absolute. */
export interface ReferenceWorld {
  readonly files: ReferencedFiles;
  readonly dirname: string;
  readonly home: string;
}

/** What became of a reference: the file, or else its text as it is typed; what is wrong has the offsets of the source. */
export interface ResolvedReference {
  readonly literal: string;
  readonly file?: EmittedFile;
  readonly faults: readonly Diagnostic[];
}

/** The absolute path that the path of a reference stands for, `@` and percent-encoding gone (seed A324, A341). */
export function referencedPath(decoded: string, folder: string, home: string): string {
  if (!decoded.startsWith("//")) return resolvePath(folder, decoded, home);
  return resolvePath("/", decoded.replace(/^\/+(?=[A-Za-z]:\/)/, "").replace(/^\/+/, "/"), home);
}

/**
 * Finds the file of a reference in a text, and says what is wrong; `isBrief` is asked then, and says whether advice is left
 * out. May throw to stop a run that asks on and on.
 */
export type ReferenceResolver = (source: string, reference: FileReference, isBrief: () => boolean) => ResolvedReference;

const none: readonly Diagnostic[] = [];

/** So many names are compared with what was typed in one evaluation: folders can be very large, and a document can name very many files. */
const mostCompared = 100_000;

/** Makes what finds the files of references in one evaluation. Nothing that is wrong with one ever blocks (spec/flemma-templates.md §5). */
export function createReferenceResolver({ files, dirname: folder, home }: ReferenceWorld): ReferenceResolver {
  let left = mostCompared;
  const names: FolderLookup = (path) => {
    if (left <= 0) return undefined;
    const found = files.folder(path);
    left -= found?.length ?? 0;
    return found;
  };

  const paths = new Map<string, MissingFile>();

  function pathOf(written: string): MissingFile {
    const known = paths.get(written);
    if (known !== undefined) return known;
    const name = decodePath(written);
    const found = { path: referencedPath(name, folder, home), name };
    paths.set(written, found);
    return found;
  }

  return function resolve(source, reference, isBrief) {
    const literal = source.slice(reference.span.start, reference.span.end);
    const written = source.slice(reference.path.start, reference.path.end);
    const named = pathOf(written);
    const { path, name: decoded } = named;
    const attachment = files.attachment(path);
    if (files.isOpen("attachments", path)) return { literal, faults: none };
    const { type, faults } = readOptions(source, reference);
    const attached = attach(path, attachment, type);
    if (attached.kind === "file") return { literal, file: attached.file, faults };
    const isAdvised = !isBrief();
    const other = attached.kind === "missing" && isAdvised ? otherForm(path, folder, names) : undefined;
    const otherwise = other === undefined ? undefined : attach(other, files.attachment(other), type);
    if (otherwise?.kind === "file") return { literal, file: otherwise.file, faults };
    const meant = isAdvised ? meantPaths({ source, reference, decoded, path, attached }, names) : undefined;
    const fault = referenceFault({ written, named, attached, attachment, span: reference.span, meant });
    return { literal, faults: faults.length === 0 ? [fault] : [fault, ...faults] };
  };
}
