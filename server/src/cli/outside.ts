import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Json } from "../base/json.js";
import { lineAt, sourceText } from "../base/source-text.js";
import { systemErrorText } from "../base/system-error.js";
import { nodeOfData } from "../config/config-node.js";
import type { Layer } from "../config/operations.js";
import { reservedNames } from "../engines/lua/environment/environment.js";
import { outsideProblems, outsideWriter, readOutsideLayer } from "../evaluation/outside-options.js";
import type { Outside } from "../evaluation/project/outside-of.js";
import { keywords } from "../lua/lex.js";
import type { Arguments } from "./arguments.js";
import { type Io, UsageError } from "./io.js";
import { displayPath } from "./paths.js";

/** The variables that `--var` sets. Throws a `UsageError` for what is no name or no JSON. */
export function givenVariables(args: Arguments): { readonly [name: string]: Json } {
  return Object.fromEntries(
    args.values("var").map((text) => {
      const [name, value] = assignment("var", text);
      const isName = /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name);
      if (!isName) throw new UsageError(`--var: '${name}' is no name of a variable. Use letters, digits and underscores.`);
      if (reservedNames.includes(name)) throw new UsageError(`--var: '${name}' is reserved. Choose another name.`);
      return [name, value];
    }),
  );
}

/** The user's settings: a file of JSON. It must be there only when somebody named it. Throws a `UsageError` for what is wrong in it. */
export function userLayer(args: Arguments, io: Io): Layer {
  const named = args.value("config") ?? io.env.CHATLS_CONFIG;
  const path = named === undefined || named === "" ? defaultPath(io) : resolve(io.cwd, named);
  const source = readSettings(path, io, { isNamed: named !== undefined && named !== "" });
  const { layer, problems } = readOutsideLayer({ origin: "user", by: "user", below: [] }, source ?? "{}");
  const text = sourceText(source ?? "");
  const told = problems.map(({ message, span, severity }) => {
    const line = lineAt(text, span.start);
    return { severity, line: `${displayPath(path, io.cwd)}:${line + 1}:${span.start - (text.lineStarts[line] ?? 0) + 1}: ${message}` };
  });
  const errors = told.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new UsageError(errors.map(({ line }) => line).join("\n"));
  for (const { line } of told) io.stderr.write(`${line}\n`);
  return layer;
}

function defaultPath(io: Io): string {
  const base = io.env.XDG_CONFIG_HOME || join(io.env.HOME || homedir(), ".config");
  return join(base, "chat-language-server", "config.json");
}

function readSettings(path: string, io: Io, { isNamed }: { isNamed: boolean }): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
    if (isMissing && !isNamed) return undefined;
    const why = error instanceof TypeError ? "it is not UTF-8" : systemErrorText(error);
    throw new UsageError(`Cannot read the settings in '${displayPath(path, io.cwd)}': ${why}.`);
  }
}

/** One option of the invocation that sets an option of documents. */
interface Given {
  readonly path: string;
  readonly value: Json;
  /** Stands before the text of a fault. */
  readonly prefix: string;
}

/**
 * What the options of the invocation say: what `--set` defines, then provider and model, then the rest, each in its
 * order. `outside` is what they stand above. Throws a `UsageError` for the first fault.
 */
export function commandLineLayer(args: Arguments, { options: { below }, tools }: Outside): Layer {
  const writer = outsideWriter({ origin: "command line", by: "user", below, tools }, "");
  const span = { start: 0, end: 0 };
  const named = ["provider", "model"].flatMap((path): Given[] => {
    const value = args.value(path);
    return value === undefined ? [] : [{ path, value, prefix: "" }];
  });
  const input = args.value("input");
  if (input !== undefined) named.push({ path: "templating.prose.input", value: input, prefix: "" });
  const set = args.values("set").map((text): Given => {
    const [path, value] = assignment("set", text);
    return { path, value, prefix: "--set: " };
  });
  const defines = ({ path }: Given): boolean => /^(?:providers|presets)(?:\.|$)/.test(path);
  for (const { path, value, prefix } of [...set.filter(defines), ...named, ...set.filter((given) => !defines(given))]) {
    writer.write({ path: path.split(".").map((name) => ({ name, span })), action: "set", node: nodeOfData(value) });
    const [fault] = outsideProblems(writer);
    if (fault !== undefined) throw new UsageError(`${prefix}${fault.message}`);
  }
  return writer.layer();
}

function assignment(option: string, text: string): [name: string, value: Json] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`--${option}: '${text}' sets nothing. Write ${option === "var" ? "NAME" : "PATH"}=JSON.`);
  const json = text.slice(at + 1);
  try {
    return [text.slice(0, at), JSON.parse(json) as Json];
  } catch {
    throw new UsageError(`--${option}: '${json}' is not JSON. A text needs double quotes: '${text.slice(0, at)}="…"'.`);
  }
}
