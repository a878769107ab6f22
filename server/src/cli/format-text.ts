import type { Severity } from "../base/codes.js";
import type { Tally } from "../base/diagnostic.js";
import type { SourceText } from "../base/source-text.js";
import type { Span } from "../base/span.js";
import { excerpt } from "./excerpt.js";
import { type FileReport, type Finding, placeOf } from "./report.js";
import { type Paint, printable } from "./terminal.js";

const colorOf = { error: "red", warning: "yellow", information: "blue", hint: "cyan" } as const satisfies {
  readonly [severity in Severity]: string;
};

/** `check --format text`: for people. Every diagnostic with its place, source line, marks below the range, and fix. */
export function formatText(reports: readonly FileReport[], paint: Paint): string {
  return reports.flatMap(({ findings }) => findings.map((finding) => `${findingLines(finding, paint).join("\n")}\n\n`)).join("");
}

function findingLines({ diagnostic, place: { path, source }, fixes, related }: Finding, paint: Paint): string[] {
  const { code, severity, span, message, blocks } = diagnostic;
  const color = colorOf[severity];
  const head = `${paint("bold", place(path, source, span))}: ${paint(color, `${severity}[${code}]`)}: ${lines(message)}`;
  const preferred = fixes.find((fix) => fix.preferred) ?? fixes[0];
  return [
    head,
    ...sourceLines(source, span, (marks) => paint(color, marks)),
    ...related.map((other) => `  ${paint("dim", "see")} ${place(other.path, other.source, other.span)}: ${lines(other.message)}`),
    ...(preferred === undefined ? [] : [`  ${paint("cyan", "fix")} ${lines(preferred.title)}`]),
    ...(blocks && severity !== "error" ? [`  ${paint("dim", "blocks a send")}`] : []),
  ];
}

function place(path: string, source: SourceText, span: Span): string {
  const { start } = placeOf(source, span);
  return `${printable(path)}:${start.line}:${start.character}`;
}

function sourceLines(source: SourceText, span: Span, paintMarks: (marks: string) => string): string[] {
  const { start, end } = placeOf(source, span);
  const { text, underline } = excerpt(source, span);
  const number = String(start.line);
  const more = end.line > start.line && !(end.line === start.line + 1 && end.character === 1) ? ` to line ${end.line}` : "";
  return [` ${number} | ${text}`.trimEnd(), ` ${" ".repeat(number.length)} | ${paintMarks(`${underline}${more}`)}`];
}

/** Text of several lines goes on indented, so that it is never taken for another diagnostic. */
function lines(text: string): string {
  return text
    .trimEnd()
    .split(/\r\n?|\n/)
    .map(printable)
    .join("\n    ");
}

/** The last line of a check, without line end: how much was found in how many files. */
export function summary({ errors, warnings, notes, blocking }: Tally, files: number): string {
  const counts = [
    ...(errors > 0 ? [count(errors, "error")] : []),
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
    ...(notes > 0 ? [count(notes, "note")] : []),
  ];
  const found = counts.length === 0 ? "No problems" : counts.join(", ");
  const tail = blocking === 0 ? "" : `; ${blocking} of them ${blocking === 1 ? "blocks" : "block"} a send`;
  return `${found} in ${count(files, "file")}${tail}.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
