import { type Span, span } from "../../../base/span.js";
import { decodeUtf8 } from "../../../lua/bytes.js";
import type { Site } from "../../../lua/errors.js";
import { asString, typeName } from "../../../lua/operations.js";
import { LuaTable } from "../../../lua/table.js";
import type { LuaArguments, LuaValue } from "../../../lua/values.js";
import { symbols } from "../environment/symbols.js";
import { IncludeError } from "./include-error.js";

/** What a call of include() asks for. */
export interface IncludeCall {
  /** As it was given. */
  readonly path: string;
  /** The file is attached as it is, instead of being rendered. */
  readonly isBinary: boolean;
  /** The MIME type that it is said to have. */
  readonly mime?: string;
  /** The variables of the file, by name as a byte string. */
  readonly variables: ReadonlyMap<string, LuaValue>;
  /** Exactly the call, or the operation that made it. */
  readonly site: Site;
}

/** Reads the arguments of include(). Throws an `IncludeError` where they are of the wrong types. */
export function includeCall([path, options]: LuaArguments, site: Site): IncludeCall {
  const text = asString(path);
  const refuse = (message: string): never => {
    throw new IncludeError({ code: "include/argument", message }, site);
  };
  if (text === undefined) return refuse(`include() takes a path first, and got ${withArticle(path)}. Write include("file.md").`);
  if (text === "") return refuse('include() takes a path first, and got an empty text. Write include("file.md").');
  if (options !== undefined && !(options instanceof LuaTable))
    return refuse(`The second argument of include() must be a table of variables, and is ${withArticle(options)}. Write { name = value }.`);
  const mime = options?.get(symbols.MIME);
  if (mime !== undefined && typeof mime !== "string")
    return refuse(`symbols.MIME must be a text such as "text/csv", and is ${withArticle(mime)}.`);
  const flag = options?.get(symbols.BINARY);
  const variables = new Map<string, LuaValue>();
  for (const [key, value] of options?.hash ?? []) if (typeof key === "string") variables.set(key, value);
  return {
    path: decodeUtf8(text),
    isBinary: flag !== undefined && flag !== false,
    ...(mime !== undefined && { mime: decodeUtf8(mime) }),
    variables,
    site,
  };
}

function withArticle(value: LuaValue): string {
  const type = typeName(value);
  return type === "nil" ? "nil" : `a ${type}`;
}

/** The place of a path between its quotes, where it stands literally in the call. */
export function pathSpan({ path, site: { chunk, span: at } }: IncludeCall): Span | undefined {
  const opener = /^[\w.\s:]*\(?\s*["']/.exec(chunk.source.slice(at.start, Math.min(at.end, at.start + 200)));
  if (opener === null) return undefined;
  const start = at.start + opener[0].length;
  const end = start + path.length;
  const isLiteral = chunk.source.startsWith(path, start) && chunk.source[end] === opener[0].at(-1) && isPlain(path);
  return isLiteral ? span(start, end) : undefined;
}

/** Says whether a path can stand between quotes of both kinds as it is. */
export function isPlain(path: string): boolean {
  return !/["'\\\n\r]/.test(path);
}

/** The place of a variable's name in the call, else the call. */
export function variableSpan({ site: { chunk, span: at } }: IncludeCall, name: string): Span {
  const found = new RegExp(`(?:\\b${name}\\b|(?<=\\[\\s*)(["'])${name}\\1(?=\\s*\\]))(?=[\\s\\]]*=(?!=))`).exec(
    chunk.source.slice(at.start, at.end),
  );
  return found === null ? at : span(at.start + found.index, at.start + found.index + found[0].length);
}

/**
 * Arguments by which one rendering of a file is known from another: undefined where one of them is a table or a
 * function, which may differ though it is the same, or they are very long.
 */
export function plainArguments({ variables }: IncludeCall): string | undefined {
  let key = "";
  for (const [name, value] of variables) {
    if (typeof value === "object" || (typeof value === "string" && value.length > longestArgument)) return undefined;
    const text = Object.is(value, -0) ? "-0" : String(value);
    key += `\0${name.length}:${name}${typeof value}${text.length}:${text}`;
    if (key.length > longestArgument) return undefined;
  }
  return key;
}

const longestArgument = 4096;
