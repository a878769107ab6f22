import type { Fault, Tree } from "../syntax/ast.js";
import type { Place } from "../syntax/node-text.js";

/** What kind of error a rendering ends with. */
export type ErrorKind = "Parse" | "Execute" | "Embed" | "Limit";

/** Where a template was when it failed. */
export interface FailurePlace {
  readonly tree: Tree;
  /** The name of the template that was run. */
  readonly template: string;
  readonly node?: Place | undefined;
  /** What is wrong with the text, where it cannot be run at all. */
  readonly fault?: Fault;
}

/** Why a text is not embedded. */
export type EmbedReason = "missing" | "cycle" | "depth";

/** Ends a rendering. Thrown, and turned into a result at the top. */
export class Failure {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly place: FailurePlace;
  /** Where a text is not embedded, why. */
  readonly reason: EmbedReason | undefined;

  constructor(kind: ErrorKind, message: string, place: FailurePlace, reason?: EmbedReason) {
    this.kind = kind;
    this.message = message;
    this.place = place;
    this.reason = reason;
  }
}

/** A limit is reached, wherever the template is. */
export class LimitFailure {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A function cannot do what it is asked: "error calling NAME: message". */
export class CallError {
  readonly message: string;
  readonly kind: ErrorKind;
  readonly reason: EmbedReason | undefined;

  constructor(message: string, reason?: EmbedReason | "other") {
    this.message = message;
    this.kind = reason === undefined ? "Execute" : "Embed";
    this.reason = reason === "other" ? undefined : reason;
  }
}
