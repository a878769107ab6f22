import type { Diagnostic } from "../../base/diagnostic.js";
import type { FileText } from "../../base/file-answers.js";
import { fileSource } from "../../base/file-sources.js";
import { basename } from "../../base/paths.js";
import { type Fix, replaceTitle } from "../fixes.js";

/**
 * The fixes of a diagnostic that stands in an included file, as edits of that file's text: none is preferred, for a file
 * that nobody sees is changed only by who wants it. `texts` are those of the evaluation.
 */
export function includedFixes({ data, file }: Diagnostic, texts: ReadonlyMap<string, FileText> | undefined): Fix[] {
  const source = file === undefined ? undefined : fileSource(texts, file);
  if (file === undefined || source === undefined || data?.kind !== "replace") return [];
  const { span, with: choices } = data;
  const wrong = source.text.slice(span.start, span.end);
  return choices.map((newText) => ({
    title: `${replaceTitle(wrong, newText)} in '${basename(file)}'`,
    edits: [{ span, newText }],
    preferred: false,
  }));
}
