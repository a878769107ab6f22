import type { DiagnosticCode } from "../../../base/codes.js";
import type { Diagnostic, FixData, MissingFile, Related } from "../../../base/diagnostic.js";
import { encodeUtf8 } from "../../../lua/bytes.js";
import { LimitError, PlacedError, type Site } from "../../../lua/errors.js";

/** What is wrong with a call of include(): a whole message, and the facts for its fix, whose spans are places in the chunk of the call. */
export interface IncludeFault {
  readonly code: (DiagnosticCode & `include/${string}`) | "personality/failed";
  readonly message: string;
  readonly suggestions?: readonly string[];
  readonly data?: Extract<FixData, { kind: "replace" }>;
  readonly missing?: MissingFile;
  /** Places in files of a project. */
  readonly related?: readonly Related[];
}

/** Raised by include(): wherever the call stands, it blocks a send, unless `pcall` catches it (spec/flemma-templates.md §4). */
export class IncludeError extends PlacedError {
  readonly fault: IncludeFault;

  constructor(fault: IncludeFault, site: Site) {
    super(encodeUtf8(fault.message), fault.message, site);
    this.fault = fault;
  }
}

/** Raised by include() of a file that has faults of its own, or whose includes have: those are told, and not the call. */
export class NestedError extends PlacedError {
  readonly faults: readonly Diagnostic[];

  constructor(faults: readonly Diagnostic[], text: string, site: Site) {
    super(encodeUtf8(text), text, site);
    this.faults = faults;
  }
}

/** A budget ran out in a file that is included: it is told there. */
export class NestedLimit extends LimitError {
  readonly faults: readonly Diagnostic[];

  constructor(faults: readonly Diagnostic[], { limit, message, site }: LimitError) {
    super(limit, message, site);
    this.faults = faults;
  }
}

/** The diagnostics that tell of an error already; undefined for an error that is still to be told of. */
export function nestedFaults(error: unknown): readonly Diagnostic[] | undefined {
  return error instanceof NestedError || error instanceof NestedLimit ? error.faults : undefined;
}
