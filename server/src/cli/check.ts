import { sumOf } from "../base/diagnostic.js";
import { type Arguments, wholeNumber } from "./arguments.js";
import { type Core, withCore } from "./core.js";
import { type InputDocument, readDocument, readStdin } from "./documents.js";
import { findFiles } from "./find-files.js";
import { formatGithub } from "./format-github.js";
import { formatJson } from "./format-json.js";
import { formatSarif } from "./format-sarif.js";
import { formatText, summary } from "./format-text.js";
import { type Io, RunError, UsageError } from "./io.js";
import { type FileReport, reportOf } from "./report.js";
import { painter } from "./terminal.js";
import { watch } from "./watch.js";

/** `check`: reports what is wrong in documents. Gives the exit code. */
export async function check(args: Arguments, io: Io): Promise<number> {
  if (args.operands.length === 0) throw new UsageError('check needs a PATH: a file, a folder, a glob or "-".');
  if (!args.has("watch")) return withCore(args, io, (core) => checkOnce(args, io, core));
  if (args.operands.includes("-")) throw new UsageError('check --watch cannot watch standard input ("-").');
  const { roots } = await findFiles(args.operands, io.cwd);
  await withCore(args, io, (core) => watch(io, roots, { check: () => checkOnce(args, io, core), dependencies: core.dependencies }));
  return 0;
}

/** Checks what the PATHs name now, prints it, and gives the exit code. */
async function checkOnce(args: Arguments, io: Io, core: Core): Promise<number> {
  const most = args.value("max-warnings");
  const mostWarnings = most === undefined ? Number.POSITIVE_INFINITY : wholeNumber("max-warnings", most, 0);
  const { files } = await findFiles(
    args.operands.filter((path) => path !== "-"),
    io.cwd,
  );
  const inputs: (() => InputDocument | Promise<InputDocument>)[] = files.map((file) => () => readDocument(file, io.cwd));
  if (args.operands.includes("-")) inputs.unshift(() => readStdin(io, args.value("stdin-filename")));
  if (inputs.length === 0) io.stderr.write("No .chat files found.\n");

  const { reports: documents, failures } = await checkAll(inputs, io, core);
  const reports = [...core.projectReports(), ...documents];
  io.stdout.write(formatted(reports, args.value("format") ?? "text", io));
  const tally = sumOf(reports.map((report) => report.tally));
  if (inputs.length > 0) io.stderr.write(`${summary(tally, reports.length)}\n`);
  const isOver = tally.warnings > mostWarnings;
  if (isOver) io.stderr.write(`More than ${mostWarnings} warnings (--max-warnings).\n`);
  return failures > 0 || tally.errors > 0 || tally.blocking > 0 || isOver ? 1 : 0;
}

/** Checks documents one after the other; one that cannot be read is told on standard error and does not stop the others. */
async function checkAll(
  inputs: readonly (() => InputDocument | Promise<InputDocument>)[],
  io: Io,
  core: Core,
): Promise<{ reports: FileReport[]; failures: number }> {
  const reports: FileReport[] = [];
  let failures = 0;
  for (const read of inputs) {
    try {
      const document = await read();
      reports.push(reportOf(document, await core.evaluate(document), io.cwd));
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      failures++;
      io.stderr.write(`${error.message}\n`);
    }
  }
  return { reports, failures };
}

function formatted(reports: readonly FileReport[], format: string, io: Io): string {
  switch (format) {
    case "json":
      return formatJson(reports);
    case "github":
      return formatGithub(reports);
    case "sarif":
      return formatSarif(reports, io.cwd);
    default:
      return formatText(reports, painter(io.stdout, io.env));
  }
}
