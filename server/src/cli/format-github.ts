import type { Severity } from "../base/codes.js";
import { type FileReport, placeOf } from "./report.js";

const commandOf: { readonly [severity in Severity]: string } = {
  error: "error",
  warning: "warning",
  information: "notice",
  hint: "notice",
};

/** `check --format github`: one workflow command per diagnostic, which GitHub Actions shows beside the line. */
export function formatGithub(reports: readonly FileReport[]): string {
  return reports.map(fileLines).join("");
}

function fileLines({ findings }: FileReport): string {
  return findings
    .map(({ diagnostic, place: { path, source } }) => {
      const { code, severity, span, message } = diagnostic;
      const { start, end } = placeOf(source, span);
      const properties = { file: path, line: start.line, col: start.character, endLine: end.line, endColumn: end.character, title: code };
      const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
      return `::${commandOf[severity]} ${list.join(",")}::${escapeData(message)}\n`;
    })
    .join("");
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
