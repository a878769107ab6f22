import { CallError } from "../execute/failure.js";
import type { GoFunction } from "../execute/parameter.js";
import { fixed } from "../functions/define.js";
import { standardFunctions } from "../functions/standard.js";

/** `file`: a file as a part of the message. It is text where it is not printed as it is. */
const file: GoFunction = fixed(["string"], ([path], run) => {
  if (run.trace === undefined) throw new CallError("a file can be a part of a message only, not of a text that is embedded");
  return run.trace.file(run, path as string);
});

/** Every function of the templates in a document, by name. */
export const messageFunctions: ReadonlyMap<string, GoFunction> = new Map([...standardFunctions, ["file", file]]);
