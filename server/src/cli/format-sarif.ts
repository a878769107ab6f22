import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { codes, type DiagnosticCode, type Severity } from "../base/codes.js";
import type { SourceText } from "../base/source-text.js";
import type { Span } from "../base/span.js";
import type { Fix } from "../features/fixes.js";
import { type FileReport, type Finding, type Place, placeOf } from "./report.js";
import { version } from "./version.js";

const levelOf: { readonly [severity in Severity]: string } = { error: "error", warning: "warning", information: "note", hint: "note" };
const ruleIds = Object.keys(codes) as DiagnosticCode[];

/** `check --format sarif`: SARIF 2.1.0, one run; `cwd` is what relative paths start from. */
export function formatSarif(reports: readonly FileReport[], cwd: string): string {
  const run = {
    tool: { driver: { name: "chat-language-server", version, rules: ruleIds.map(rule) } },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { [baseId]: { uri: pathToFileURL(`${cwd}/`).href } },
    results: reports.flatMap((report) => report.findings.map((finding) => result(finding))),
  };
  return `${JSON.stringify({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

const baseId = "%SRCROOT%";

function rule(id: DiagnosticCode): object {
  const { severity, doc, blocks } = codes[id];
  return { id, shortDescription: { text: doc }, defaultConfiguration: { level: levelOf[severity] }, properties: { blocks } };
}

function result({ diagnostic, place, fixes, related }: Finding): object {
  const { code, severity, message, span, blocks } = diagnostic;
  return {
    ruleId: code,
    ruleIndex: ruleIds.indexOf(code),
    level: levelOf[severity],
    message: { text: message },
    locations: [location(place, span)],
    ...(related.length > 0 && {
      relatedLocations: related.map((other, id) => ({ id, ...location(other, other.span), message: { text: other.message } })),
    }),
    ...(fixes.length > 0 && { fixes: fixes.map((fix) => sarifFix(place, fix)) }),
    properties: { blocks },
  };
}

function location(place: Place, span: Span): object {
  return { physicalLocation: { artifactLocation: artifact(place), region: region(place.source, span) } };
}

function sarifFix(place: Place, { title, edits }: Fix): object {
  const replacements = edits.map((edit) => ({ deletedRegion: region(place.source, edit.span), insertedContent: { text: edit.newText } }));
  return { description: { text: title }, artifactChanges: [{ artifactLocation: artifact(place), replacements }] };
}

function region(source: SourceText, span: Span): object {
  const { start, end } = placeOf(source, span);
  return { startLine: start.line, startColumn: start.character, endLine: end.line, endColumn: end.character };
}

/** Files below the current folder are relative to it, others absolute; standard input without a place has a name of its own. */
function artifact({ path, file }: Place): object {
  if (file === undefined) return { uri: "stdin:" };
  if (isAbsolute(path)) return { uri: pathToFileURL(file).href };
  return { uri: path.split("/").map(encodeURIComponent).join("/"), uriBaseId: baseId };
}
