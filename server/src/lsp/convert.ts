import { CodeActionKind, DiagnosticSeverity, type Diagnostic as LspDiagnostic, type WorkspaceEdit } from "vscode-languageserver";
import { diagnosticSource } from "../../../shared/language.js";
import type { Severity } from "../base/codes.js";
import type { Diagnostic } from "../base/diagnostic.js";
import { type PositionEncoding, type Range, rangeAt, type SourceText } from "../base/source-text.js";
import type { TextEdit } from "../base/text-edit.js";

/** The kind of the action that applies every preferred fix. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.chat`;

/** How offsets of one document become positions of one client. */
export interface Placing {
  readonly uri: string;
  readonly text: SourceText;
  readonly encoding: PositionEncoding;
}

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** A diagnostic in the client's positions; `data` says whether it blocks and what it suggests. */
export function toLspDiagnostic({ uri, text, encoding }: Placing, diagnostic: Diagnostic): LspDiagnostic {
  const { span, severity, code, message, related, blocks, suggestions } = diagnostic;
  const range = (at: Diagnostic["span"]): Range => rangeAt(text, at, encoding);
  const local = (related ?? []).filter(({ file }) => file === undefined);
  return {
    range: range(span),
    severity: severities[severity],
    code,
    source: diagnosticSource,
    message,
    ...(local.length > 0 && {
      relatedInformation: local.map((entry) => ({ location: { uri, range: range(entry.span) }, message: entry.message })),
    }),
    data: { blocks, ...(suggestions && suggestions.length > 0 && { suggestions }) },
  };
}

/** Edits of one document; versioned where the client can check versions. */
export function toWorkspaceEdit(placing: Placing, edits: readonly TextEdit[], version: number | undefined): WorkspaceEdit {
  const { uri, text, encoding } = placing;
  const converted = edits.map(({ span, newText }) => ({ range: rangeAt(text, span, encoding), newText }));
  if (version === undefined) return { changes: { [uri]: converted } };
  return { documentChanges: [{ textDocument: { uri, version }, edits: converted }] };
}
