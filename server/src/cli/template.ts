import { realpathSync } from "node:fs";
import type { Arguments } from "./arguments.js";
import { namedFile, readStdinText, readText } from "./documents.js";
import { goTemplate } from "./go-template.js";
import { type Io, UsageError } from "./io.js";
import { displayPath } from "./paths.js";
import { proseTemplate } from "./prose-template.js";

/** A template that stands by itself. */
export interface TemplateText {
  /** Without a byte order mark. */
  readonly text: string;
  /** What mistakes call it. */
  readonly name: string;
  /** Its absolute path; undefined for standard input. */
  readonly file: string | undefined;
}

/** What only templates of Go have. */
const optionsOfGo = ["missing-key", "no-code-regions"];

/** `template`: prints a template rendered by itself. Gives the exit code: 1 when it has a fault. */
export async function template(args: Arguments, io: Io): Promise<number> {
  const [operand, ...others] = args.operands;
  if (operand === undefined || others.length > 0) throw new UsageError('template needs one FILE, or "-" for standard input.');
  const engine = args.value("engine");
  if (engine === undefined) throw new UsageError("template needs the language of the template: --engine=go or --engine=prose.");
  const foreign = engine === "go" ? undefined : optionsOfGo.find((name) => args.has(name));
  if (foreign !== undefined) throw new UsageError(`Option --${foreign} belongs to --engine=go.`);
  const file = operand === "-" ? undefined : realpathSync(namedFile(operand, io.cwd));
  const text = file === undefined ? await readStdinText(io) : readText(file, io.cwd);
  const name = file === undefined ? "-" : displayPath(file, io.cwd);
  const given = { text: text.replace(/^\ufeff/, ""), name, file };
  return engine === "go" ? goTemplate(given, args, io) : proseTemplate(given, args, io);
}
