import type { FileText } from "./file-answers.js";
import { type SourceText, sourceText } from "./source-text.js";

const known = new WeakMap<FileText, SourceText>();

/** The text of a file that an evaluation was told of, for positions in it; undefined when there is none. Lines are found once. */
export function fileSource(texts: ReadonlyMap<string, FileText> | undefined, path: string): SourceText | undefined {
  const told = texts?.get(path);
  if (told?.kind !== "text") return undefined;
  const source = known.get(told) ?? sourceText(told.text);
  known.set(told, source);
  return source;
}
