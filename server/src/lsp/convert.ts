import {
  CodeActionKind,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic as LspDiagnostic,
  type WorkspaceEdit,
} from "vscode-languageserver";
import { diagnosticSource } from "../../../shared/language.js";
import type { Severity } from "../base/codes.js";
import { type Diagnostic, placeInDocument, type Related } from "../base/diagnostic.js";
import type { FileText } from "../base/file-answers.js";
import { fileSource } from "../base/file-sources.js";
import { type PositionEncoding, rangeAt, type SourceText } from "../base/source-text.js";
import type { TextEdit } from "../base/text-edit.js";
import { messageInDocument } from "../features/nested-message.js";
import { fileUri } from "../workspace/node-host.js";

/** The kind of the action that applies every preferred fix. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.chat`;

/** How offsets of one document become positions of one client. */
export interface Placing {
  readonly uri: string;
  readonly text: SourceText;
  readonly encoding: PositionEncoding;
  /** Other files, by absolute path, that diagnostics name places in. */
  readonly texts?: ReadonlyMap<string, FileText> | undefined;
}

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/**
 * A diagnostic in the client's positions; `data` says whether it blocks and what it suggests. One of an included file stands
 * at the call that led there, says in its message where it is, and has that place first among those that explain it.
 */
export function toLspDiagnostic(placing: Placing, diagnostic: Diagnostic): LspDiagnostic {
  const { span, file, severity, code, message, related = [], blocks, suggestions } = diagnostic;
  const own = file === undefined ? [] : [{ span, message, file }];
  const places = [...own, ...related].flatMap((entry) => relatedPlace(placing, entry));
  return {
    range: rangeAt(placing.text, placeInDocument(diagnostic), placing.encoding),
    severity: severities[severity],
    code,
    ...(code === "prose/unread" && { tags: [DiagnosticTag.Unnecessary] }),
    source: diagnosticSource,
    message: messageInDocument(diagnostic, placing.texts && { texts: placing.texts }),
    ...(places.length > 0 && { relatedInformation: places }),
    data: { blocks, ...(suggestions && suggestions.length > 0 && { suggestions }) },
  };
}

/**
 * A diagnostic of an included file in positions of that file, with the calls that led there; `placing` is that of the
 * document. Undefined when it is of the document itself, or the text of the file is not known.
 */
export function toIncludedDiagnostic(placing: Placing, { file, related = [], ...own }: Diagnostic): LspDiagnostic | undefined {
  const text = file === undefined ? undefined : fileSource(placing.texts, file);
  if (text === undefined) return undefined;
  const calls = related.flatMap((entry) => relatedPlace(placing, entry));
  return { ...toLspDiagnostic({ ...placing, text }, own), ...(calls.length > 0 && { relatedInformation: calls }) };
}

function relatedPlace({ uri, text, encoding, texts }: Placing, { span, message, file }: Related): DiagnosticRelatedInformation[] {
  if (file === undefined) return [{ location: { uri, range: rangeAt(text, span, encoding) }, message }];
  const source = fileSource(texts, file);
  return source === undefined ? [] : [{ location: { uri: fileUri(file), range: rangeAt(source, span, encoding) }, message }];
}

/** Edits of one document; versioned where the client can check versions. */
export function toWorkspaceEdit(placing: Placing, edits: readonly TextEdit[], version: number | undefined): WorkspaceEdit {
  const { uri, text, encoding } = placing;
  const converted = edits.map(({ span, newText }) => ({ range: rangeAt(text, span, encoding), newText }));
  if (version === undefined) return { changes: { [uri]: converted } };
  return { documentChanges: [{ textDocument: { uri, version }, edits: converted }] };
}
