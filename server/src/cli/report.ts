import { readFileSync } from "node:fs";
import { type Diagnostic, type Related, type Tally, tallyOn } from "../base/diagnostic.js";
import type { FileAnswers } from "../base/file-answers.js";
import { fileSource } from "../base/file-sources.js";
import { type Range, rangeAt, type SourceText, sourceText } from "../base/source-text.js";
import type { Span } from "../base/span.js";
import { diagnostics, tallyOf } from "../features/diagnostics.js";
import { includedFixes } from "../features/files/included-fixes.js";
import { type Fix, fixes } from "../features/fixes.js";
import type { ProjectReport } from "../workspace/projects.js";
import type { Evaluated } from "../workspace/snapshot.js";
import type { InputDocument } from "./documents.js";
import { displayPath } from "./paths.js";

/** The diagnostics of one document, ready for any format. */
export interface FileReport {
  /** As results name it, and its absolute path if it has one. */
  readonly path: string;
  readonly file?: string;
  readonly source: SourceText;
  readonly findings: readonly Finding[];
  /** Counts of everything that was found, also of what is not shown. */
  readonly tally: Tally;
}

/** A diagnostic with the file it stands in, its fixes, and the places that explain it. */
export interface Finding {
  readonly diagnostic: Diagnostic;
  readonly place: Place;
  readonly fixes: readonly Fix[];
  readonly related: readonly RelatedPlace[];
}

/** A file that holds a diagnostic, as results name it, its absolute path if it has one, and its text. */
export type Place = Pick<FileReport, "path" | "file" | "source">;

/** A second place of a diagnostic, in the text that holds it. */
export interface RelatedPlace extends Place {
  readonly span: Span;
  readonly message: string;
}

/** Reports the diagnostics of an evaluated document, in the order of the text. */
export function reportOf(document: InputDocument, evaluated: Evaluated, cwd: string): FileReport {
  return { ...reportOn(document, { given: diagnostics(evaluated), files: evaluated.files, cwd }), tally: tallyOf(evaluated) };
}

/** Diagnostics of a document, what its evaluation was told of files, and the folder that paths are shown from. */
interface Given {
  readonly given: readonly Diagnostic[];
  readonly files: FileAnswers | undefined;
  readonly cwd: string;
}

/** Reports the given diagnostics of a document. */
export function reportOn({ path, file, snapshot }: InputDocument, { given, files, cwd }: Given): FileReport {
  const document = { path, source: snapshot.text, ...(file !== undefined && { file }) };
  const placeIn = (other: string | undefined): Place =>
    other === undefined ? document : { path: displayPath(other, cwd), file: other, source: fileSource(files?.texts, other) ?? noText };
  const findings = given.map((diagnostic) => ({
    diagnostic,
    place: placeIn(diagnostic.file),
    fixes: diagnostic.file === undefined ? fixes(snapshot, diagnostic) : includedFixes(diagnostic, files?.texts),
    related: (diagnostic.related ?? []).map(({ file: other, span, message }) => ({ ...placeIn(other), span, message })),
  }));
  return { ...document, findings, tally: tallyOn(given) };
}

const noText = sourceText("");

/** Reports what is wrong with a project file or a module of it. */
export function projectReport({ path, text, problems }: ProjectReport, cwd: string): FileReport {
  const place = { path: displayPath(path, cwd), file: path, source: text };
  const findings = problems.map((diagnostic) => ({
    diagnostic,
    place,
    fixes: [],
    related: (diagnostic.related ?? []).map((related) => relatedPlace(related, place, cwd)),
  }));
  return { ...place, findings, tally: tallyOn(problems) };
}

function relatedPlace({ file, span, message }: Related, document: Place, cwd: string): RelatedPlace {
  if (file === undefined) return { ...document, span, message };
  return { path: displayPath(file, cwd), file, source: sourceText(textOf(file)), span, message };
}

/** A file that went away since it was evaluated only loses its positions. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/**
 * Where a span is, counted from 1 as people and editors do: UTF-16 columns, a byte order mark at the start of the text not counted.
 */
export function placeOf(source: SourceText, span: Span): Range {
  const { start, end } = rangeAt(source, span);
  const count = ({ line, character }: Range["start"]): Range["start"] => {
    const hidden = line === 0 && character > 0 && source.text.startsWith("\ufeff") ? 1 : 0;
    return { line: line + 1, character: character + 1 - hidden };
  };
  return { start: count(start), end: count(end) };
}
