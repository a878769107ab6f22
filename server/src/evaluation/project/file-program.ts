import { compile } from "../../lua/compile.js";
import type { Chunk } from "../../lua/errors.js";
import { type ParsedChunk, parseChunk } from "../../lua/parse.js";
import type { LuaFunction } from "../../lua/values.js";

/** A file of Lua, parsed; `main` runs it, where it is well-formed. */
export interface FileProgram {
  readonly chunk: Chunk;
  readonly parsed: ParsedChunk;
  readonly main?: LuaFunction;
}

/** Which file: `name` is what messages call it. */
interface FileSource {
  readonly path: string;
  readonly name: string;
  readonly source: string;
}

/** Every evaluation runs the files of its project: what was parsed for the last one is used again while the text is the same. */
const known = new Map<string, FileProgram>();
const mostKnown = 64;
const programs = new WeakMap<Chunk, FileProgram>();

/** Parses and compiles a file. Only speed depends on what was parsed before, never the result. */
export function fileProgram({ path, name, source }: FileSource): FileProgram {
  const last = known.get(path);
  const program = last?.chunk.source === source && last.chunk.name === name ? last : makeProgram({ path, name, source });
  known.delete(path);
  known.set(path, program);
  for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest);
  return program;
}

/** What was parsed for a chunk; undefined for a chunk that is no file of a project. */
export function parsedOf(chunk: Chunk): ParsedChunk | undefined {
  return programs.get(chunk)?.parsed;
}

function makeProgram({ path, name, source }: FileSource): FileProgram {
  const chunk: Chunk = { id: `file:${path}`, name, source, firstLine: 1, file: path };
  const parsed = parseChunk(source);
  const program = parsed.problems.length > 0 ? { chunk, parsed } : { chunk, parsed, main: compile(parsed, { chunk }) };
  programs.set(chunk, program);
  return program;
}
