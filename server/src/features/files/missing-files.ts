import type { DiagnosticCode } from "../../base/codes.js";
import type { Diagnostic, MissingFile } from "../../base/diagnostic.js";
import { decodePath } from "../../base/percent-encoding.js";
import type { TextEdit } from "../../base/text-edit.js";

/** A diagnostic that says that a file is not there. */
export interface Missed {
  readonly missing: MissingFile;
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

/** The files that diagnostics say are missing, each once, also those that included files miss. */
export function missedFiles(diagnostics: readonly Diagnostic[]): Missed[] {
  const found = new Map<string, Missed>();
  for (const diagnostic of diagnostics) {
    const { missing } = diagnostic;
    if (missing !== undefined && !found.has(missing.path)) found.set(missing.path, { missing, diagnostic });
  }
  return [...found.values()];
}
