import type { FileFact } from "../../../base/file-answers.js";
import { encodeUtf8 } from "../../../lua/bytes.js";
import type { RandomNumbers } from "../../../lua/library/math.js";
import { createStandardLibrary } from "../../../lua/library/standard.js";
import { hostFunction, type LuaArguments, type LuaFunction, type LuaValue } from "../../../lua/values.js";
import type { Surroundings } from "../../engine.js";
import { formatTable } from "./format.js";
import { each, values } from "./iterators.js";
import { symbolTable } from "./symbols.js";
import { vimTable } from "./vim.js";

/** Names that frontmatter may assign without any effect on messages (spec/flemma-templates.md §3). */
export const reservedNames: readonly string[] = ["symbols", "include", "__filename", "__dirname", "flemma"];

/** What environments of one evaluation share. */
export interface EnvironmentWorld {
  /** What may be known of an absolute path. May throw to stop a run that asks on and on. */
  fact(path: string): FileFact;
  readonly include: LuaFunction;
  readonly random: RandomNumbers;
}

/** The globals every template starts with: standard library, paths, format, iterators (seed A134–A146). */
export function createEnvironment(surroundings: Surroundings, { fact, include, random }: EnvironmentWorld): Map<string, LuaValue> {
  const { filename, dirname, cwd, home, timeZone, now } = surroundings;
  const environment = createStandardLibrary({ seed: random, clock: { epochMs: now, timeZone } });
  environment.set("__filename", filename === undefined ? undefined : encodeUtf8(filename));
  environment.set("__dirname", encodeUtf8(dirname));
  environment.set("vim", vimTable({ cwd, home, fact }));
  environment.set("format", formatTable());
  environment.set("values", values);
  environment.set("each", each);
  environment.set("symbols", symbolTable());
  environment.set("include", include);
  environment.set("print", silent("print"));
  environment.set("__emit", silent("__emit"));
  return environment;
}

/** The functions of ours that write into a message: each message has its own. */
const writers = new WeakSet<object>();

/** Makes a function that writes into a message. */
export function writerFunction(name: string, write: (args: LuaArguments) => void): LuaFunction {
  const made = hostFunction(name, (args) => {
    write(args);
    return [];
  });
  writers.add(made);
  return made;
}

/** Says whether a value is such a function, rather than what a document or a project put in its place. */
export function isWriterFunction(value: LuaValue): boolean {
  return typeof value === "object" && writers.has(value);
}

/** print and __emit outside of any message: there is nothing they could write to. */
function silent(name: string): LuaValue {
  return writerFunction(name, () => {});
}
