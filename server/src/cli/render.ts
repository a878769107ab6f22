import { conversation } from "../conversation/conversation.js";
import { preview } from "../features/preview.js";
import { requestFaults } from "../send/request-faults.js";
import { wireRequest } from "../send/wire-request.js";
import { systemIndex } from "../syntax/sent-messages.js";
import { type Evaluated, settledOptions } from "../workspace/snapshot.js";
import { type Arguments, wholeNumber } from "./arguments.js";
import { tellProjects, withCore } from "./core.js";
import { namedFile, readDocument, readStdin } from "./documents.js";
import { diagnosticsJson } from "./format-json.js";
import { formatText } from "./format-text.js";
import { type Io, RunError, UsageError } from "./io.js";
import { conversationText, messageText } from "./rendered.js";
import { type FileReport, reportOf, reportOn } from "./report.js";
import { painter } from "./terminal.js";

/** `render`: prints the conversation as it would be sent. Gives the exit code: 1 when it could not be sent. */
export async function render(args: Arguments, io: Io): Promise<number> {
  const [operand, ...others] = args.operands;
  if (operand === undefined || others.length > 0) throw new UsageError('render needs one FILE, or "-" for standard input.');
  const format = args.value("format") ?? "text";
  const message = args.value("message");
  const number = message === undefined ? undefined : wholeNumber("message", message, 1);
  const document = operand === "-" ? await readStdin(io, args.value("stdin-filename")) : readDocument(namedFile(operand, io.cwd), io.cwd);
  if (document.snapshot.isTooLarge) throw new RunError(`'${document.path}' is too large to be rendered.`);
  const count = document.snapshot.document.messages.length;
  if (number !== undefined && number > count) throw new UsageError(`There is no message ${number}: the document has ${count}.`);

  const evaluated = await withCore(args, io, async (core) => {
    const found = await core.evaluate(document, { wantVariables: format === "json", omitValues: true });
    tellProjects(core, io);
    return found;
  });
  const report = reportOf(document, evaluated, io.cwd);
  const lacks = format === "request" ? requestFaults(evaluated) : [];
  const blocked = lacks.length > 0 || evaluated.outcome !== "done" || report.tally.blocking > 0;
  if (format === "json") io.stdout.write(renderJson({ evaluated, report, blocked, number }));
  else {
    io.stdout.write(renderedAs(format, evaluated, number));
    const missing = reportOn(document, { given: lacks, files: evaluated.files, cwd: io.cwd });
    io.stderr.write(formatText([report, missing], painter(io.stderr, io.env)));
  }
  return blocked ? 1 : 0;
}

function renderedAs(format: string, evaluated: Evaluated, number: number | undefined): string {
  switch (format) {
    case "markdown":
      return preview(evaluated, number)?.markdown ?? "";
    case "request":
      return wireRequest(evaluated)?.request.body ?? "";
    default:
      return renderText(evaluated, number);
  }
}

function renderText(evaluated: Evaluated, number: number | undefined): string {
  return number === undefined ? conversationText(evaluated) : messageText(evaluated, number - 1);
}

interface Rendered {
  readonly evaluated: Evaluated;
  readonly report: FileReport;
  readonly blocked: boolean;
  /** One-based number of the only message that is wanted. */
  readonly number: number | undefined;
}

function renderJson({ evaluated, report, blocked, number }: Rendered): string {
  const { system, messages } = conversation(evaluated);
  const isWanted = (index: number): boolean => number === undefined || index === number - 1;
  const promptIndex = systemIndex(evaluated.snapshot.document);
  const frontmatter = evaluated.result?.frontmatter;
  const settled = settledOptions(evaluated);
  const value = {
    version: 1,
    path: report.path,
    engine: settled?.engine,
    blocked,
    ...(frontmatter !== undefined && { frontmatter: { language: frontmatter.language, variables: frontmatter.variables } }),
    options: settled?.config.options,
    provider: settled?.config.provider,
    model: settled?.config.model,
    tools: settled?.config.tools,
    approval: settled?.config.approval,
    system: isWanted(promptIndex) ? (system ?? null) : null,
    messages: messages.filter(({ index }) => isWanted(index)).map(({ role, line, parts }) => ({ role, line, parts })),
    diagnostics: diagnosticsJson(report),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
