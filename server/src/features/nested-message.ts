import type { Diagnostic } from "../base/diagnostic.js";
import type { FileAnswers } from "../base/file-answers.js";
import { fileSource } from "../base/file-sources.js";
import { basename } from "../base/paths.js";
import { positionAt } from "../base/source-text.js";

/** The message of a diagnostic for whoever sees it in the document: that of an included file begins with file, line and column. */
export function messageInDocument({ file, span, message }: Diagnostic, files: Pick<FileAnswers, "texts"> | undefined): string {
  if (file === undefined) return message;
  const source = fileSource(files?.texts, file);
  if (source === undefined) return `${basename(file)}: ${message}`;
  const { line, character } = positionAt(source, span.start);
  return `${basename(file)}:${line + 1}:${character + 1}: ${message}`;
}
