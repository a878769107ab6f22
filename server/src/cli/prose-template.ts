import type { Json } from "../base/json.js";
import { positionAt, sourceText } from "../base/source-text.js";
import { didYouMean, suggest } from "../base/suggest.js";
import { type ProseInput, renderAlone } from "../engines/prose/render.js";
import type { Arguments } from "./arguments.js";
import { namedFile, readText } from "./documents.js";
import { type Io, RunError } from "./io.js";
import type { TemplateText } from "./template.js";

/** Substitutes prose, and gives the exit code: 1 when a placeholder cannot be replaced. */
export function proseTemplate({ text, name }: TemplateText, args: Arguments, io: Io): number {
  const result = renderAlone(text, inputOf(args.value("data"), io));
  if (result.ok) {
    io.stdout.write(result.text);
    return 0;
  }
  const { line, character } = positionAt(sourceText(text), result.at ?? 0);
  io.stderr.write(`${name}:${line + 1}:${character + 1}: ${result.error.message}\n`);
  return 1;
}

const inputNames = ["args", "argv", "item", "var", "sys", "globals"];

function inputOf(path: string | undefined, io: Io): ProseInput {
  if (path === undefined) return { args: "" };
  const json = read(path, io);
  if (!isObject(json)) throw new RunError(`'${path}' must hold an object with ${inputNames.join(", ")}.`);
  for (const [key, value] of Object.entries(json)) {
    if (!inputNames.includes(key)) throw new RunError(`'${path}' has the unknown key '${key}'.${didYouMean(suggest(key, inputNames))}`);
    if (key === "args" && typeof value !== "string") throw new RunError(`In '${path}', 'args' must be a string.`);
    if (["var", "sys", "globals"].includes(key) && !isObject(value)) throw new RunError(`In '${path}', '${key}' must be an object.`);
  }
  return { args: "", ...json } as ProseInput;
}

function read(path: string, io: Io): Json {
  const text = readText(namedFile(path, io.cwd), io.cwd).replace(/^\ufeff/, "");
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new RunError(`'${path}' is not JSON: ${(error as SyntaxError).message}.`);
  }
}

function isObject(json: Json): json is { readonly [key: string]: Json } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
