import type { FileFact } from "../../../base/file-answers.js";
import { encodeUtf8 } from "../../../lua/bytes.js";
import type { RandomNumbers } from "../../../lua/library/math.js";
import { createStandardLibrary } from "../../../lua/library/standard.js";
import type { LuaState } from "../../../lua/state.js";
import { LuaTable } from "../../../lua/table.js";
import type { LuaArguments, LuaFunction, LuaValue } from "../../../lua/values.js";
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
  const { filename, dirname, cwd, home, timeZone } = surroundings;
  const clock = {
    timeZone,
    get epochMs() {
      return surroundings.now;
    },
  };
  const environment = createStandardLibrary({ seed: random, clock });
  setPlace(environment, { filename, dirname });
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

/** The globals of another file in the same evaluation, from those that nobody has used: copying them is cheaper than making them. */
export function copyEnvironment(
  pristine: ReadonlyMap<string, LuaValue>,
  place: Pick<Surroundings, "filename" | "dirname">,
): Map<string, LuaValue> {
  const copy = new Map<string, LuaValue>();
  for (const [name, value] of pristine) copy.set(name, value instanceof LuaTable ? copyTable(value) : value);
  setPlace(copy, place);
  return copy;
}

/** The libraries have no list parts. */
function copyTable(table: LuaTable): LuaTable {
  const copy = new LuaTable();
  for (const [key, value] of table.hash) copy.hash.set(key, value instanceof LuaTable ? copyTable(value) : value);
  return copy;
}

function setPlace(
  globals: Map<string, LuaValue>,
  { filename, dirname }: { readonly filename?: string | undefined; readonly dirname: string },
): void {
  globals.set("__filename", filename === undefined ? undefined : encodeUtf8(filename));
  globals.set("__dirname", encodeUtf8(dirname));
}

/** A function of ours that writes into a message: each message has its own. */
interface WriterFunction extends LuaFunction {
  readonly isWriter: true;
}

/** Makes a function that writes into a message. */
export function writerFunction(name: string, write: (args: LuaArguments) => void): WriterFunction {
  const call = (_state: LuaState, args: LuaArguments): LuaArguments => {
    write(args);
    return [];
  };
  return { kind: "function", name, call, isWriter: true };
}

/** Says whether a value is such a function, rather than what a document or a project put in its place. */
export function isWriterFunction(value: LuaValue): boolean {
  return typeof value === "object" && "isWriter" in value;
}

/** print and __emit outside of any message: there is nothing they could write to. */
function silent(name: string): LuaValue {
  return writerFunction(name, () => {});
}
