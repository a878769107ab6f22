import type { DiagnosticCode } from "../../base/codes.js";
import type { Diagnostic } from "../../base/diagnostic.js";
import { decodePath } from "../../base/percent-encoding.js";
import { overlaps } from "../../base/span.js";
import type { TextEdit } from "../../base/text-edit.js";
import type { Surroundings } from "../../engines/engine.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { type NamedFile, namedFiles } from "./named-files.js";

/** A file that is named where there is none, and the diagnostic that says so. */
export interface MissingFile {
  readonly named: NamedFile;
  readonly diagnostic: Diagnostic;
}

/** Says whether diagnostics of a code tell of a path without a file. */
export function isMissingFile(code: DiagnosticCode): boolean {
  return code === "file/missing" || code === "include/missing";
}

/** Says whether edits of a path only write it in another way: encoded, in other letters, in the other form of Unicode. */
export function keepPath(text: string, edits: readonly TextEdit[]): boolean {
  const plain = (path: string): string => decodePath(path).normalize().toLowerCase();
  return edits.every(({ span, newText }) => plain(text.slice(span.start, span.end)) === plain(newText));
}

/** The files that diagnostics of a document say are missing, each once. Paths that are computed are not among them. */
export function missingFiles(
  document: ChatDocument,
  diagnostics: readonly Diagnostic[],
  folders: Pick<Surroundings, "dirname" | "home">,
): MissingFile[] {
  const faults = diagnostics.filter(({ code, file }) => file === undefined && isMissingFile(code));
  if (faults.length === 0) return [];
  const all = namedFiles(document, folders).filter(({ place }) => !place.path.endsWith("/"));
  const found = new Map<string, MissingFile>();
  for (const diagnostic of faults) {
    const named = all.find(({ place }) => overlaps(place.span, diagnostic.span));
    if (named !== undefined && !found.has(named.path)) found.set(named.path, { named, diagnostic });
  }
  return [...found.values()];
}
