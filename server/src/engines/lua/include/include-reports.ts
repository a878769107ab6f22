import type { DiagnosticCode } from "../../../base/codes.js";
import { type Diagnostic, diagnostic } from "../../../base/diagnostic.js";
import { dirname } from "../../../base/paths.js";
import { shift } from "../../../base/span.js";
import type { Site } from "../../../lua/errors.js";
import type { IncludeCall } from "./include-call.js";
import { IncludeError, type IncludeFault } from "./include-error.js";
import { type IncludeRefusal, includeRefusal, withReplacement } from "./include-refusals.js";
import type { IncludeStack } from "./include-stack.js";
import type { IncludeWorld } from "./include-world.js";

/** Tells what is wrong with calls of include() and in the files that are included. */
export interface IncludeReports {
  /** A warning at a place of a call. */
  warn(code: DiagnosticCode, site: Site, message: string): void;
  /** A fault of the file that is being rendered, with the calls that led there; nothing where nobody would find them. */
  placed(fault: Diagnostic): Diagnostic[];
  /** The error of a file that gives nothing, to be thrown. */
  refused(kind: IncludeRefusal, path: string, call: IncludeCall): IncludeError;
}

/** Makes the reports of a document and all files below it. */
export function createIncludeReports({ files, faults, offsets }: IncludeWorld, stack: IncludeStack): IncludeReports {
  /** What is advised for a file stays the same, however often it is missed. */
  const refusals = new Map<string, IncludeFault>();

  function refusal(kind: IncludeRefusal, path: string, call: IncludeCall): IncludeFault {
    const key = `${kind} ${call.isBinary} ${path} ${call.path}`;
    const fault = refusals.get(key) ?? includeRefusal(kind, call, { path, names: () => files.folder(dirname(path)) });
    if (!files.isOpen("folders", dirname(path))) refusals.set(key, fault);
    return withReplacement(fault, call);
  }

  function within(fault: Diagnostic, file: string): Diagnostic[] {
    const calls = stack.calls();
    if (calls === undefined) return [];
    const { data, related = [], ...rest } = fault;
    return [{ ...rest, file, related: [...related, ...calls], ...(data?.kind === "replace" && { data }) }];
  }

  return {
    warn(code, { chunk, span }, message) {
      const offset = offsets.get(chunk.id);
      if (chunk.file !== undefined) for (const fault of within(diagnostic(code, span, message), chunk.file)) faults.add(fault);
      else if (offset !== undefined) faults.add(diagnostic(code, shift(span, offset), message));
    },
    placed(fault) {
      const file = stack.file();
      return fault.file !== undefined || file === undefined ? [fault] : within(fault, file);
    },
    refused: (kind, path, call) => new IncludeError(refusal(kind, path, call), call.site),
  };
}
