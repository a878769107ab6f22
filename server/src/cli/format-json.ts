import type { Severity } from "../base/codes.js";
import { type Range, rangeAt } from "../base/source-text.js";
import type { FileReport, Finding } from "./report.js";

/** A diagnostic as JSON (spec/contracts.md): ranges as in LSP, zero-based UTF-16. */
export interface DiagnosticJson {
  readonly code: string;
  readonly severity: Severity;
  readonly blocks: boolean;
  readonly message: string;
  /** Only where the place is in another file than the document. */
  readonly file?: string;
  readonly range: Range;
  readonly related?: readonly { readonly file: string; readonly range: Range; readonly message: string }[];
  readonly suggestions?: readonly string[];
  readonly fixes?: readonly { readonly title: string; readonly edits: readonly { readonly range: Range; readonly newText: string }[] }[];
}

/** `check --format json`: one JSON document with a line end. */
export function formatJson(reports: readonly FileReport[]): string {
  const files = reports.map((report) => ({ path: report.path, diagnostics: diagnosticsJson(report) }));
  return `${JSON.stringify({ version: 1, files }, null, 2)}\n`;
}

/** The diagnostics of a report as JSON. */
export function diagnosticsJson(report: FileReport): DiagnosticJson[] {
  return report.findings.map((finding) => diagnosticJson(report, finding));
}

function diagnosticJson(document: FileReport, { diagnostic, place: { path, source }, fixes, related }: Finding): DiagnosticJson {
  const { code, severity, blocks, message, span, suggestions = [] } = diagnostic;
  return {
    code,
    severity,
    blocks,
    message,
    ...(path !== document.path && { file: path }),
    range: rangeAt(source, span),
    ...(related.length > 0 && {
      related: related.map((place) => ({ file: place.path, range: rangeAt(place.source, place.span), message: place.message })),
    }),
    ...(suggestions.length > 0 && { suggestions }),
    ...(fixes.length > 0 && {
      fixes: fixes.map(({ title, edits }) => ({
        title,
        edits: edits.map((edit) => ({ range: rangeAt(source, edit.span), newText: edit.newText })),
      })),
    }),
  };
}
