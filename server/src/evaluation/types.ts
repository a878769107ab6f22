import type { Diagnostic } from "../base/diagnostic.js";
import type { Json } from "../base/json.js";
import type { Span } from "../base/span.js";

/** What one evaluation may use. Times in ms, sizes in bytes. */
export type { Limits } from "../lua/budget.js";

import type { Limits } from "../lua/budget.js";

/** What the outside world looks like to templates: fixed for one evaluation, so that it stays a pure function. */
export interface Surroundings {
  /** `__filename`; absent for a document without a file. */
  readonly filename?: string;
  /** `__dirname`: the folder relative paths start from. */
  readonly dirname: string;
  readonly cwd: string;
  readonly home: string;
  /** IANA name of the time zone that `os.date` uses. */
  readonly timeZone: string;
  /** The frozen clock: ms since 1970-01-01 UTC. */
  readonly now: number;
  /** Seed of `math.random`: the same while a document is edited. */
  readonly seed: number;
}

/** What the host knows of a path a template asked about. */
export interface FileFact {
  readonly readable: boolean;
}

/** Source of frontmatter that evaluated well; stands in while the current one is broken. */
export interface FrontmatterSource {
  readonly language: string;
  readonly code: string;
}

/** Everything an evaluation sees. It reads nothing else. */
export interface EvaluationRequest {
  readonly text: string;
  readonly surroundings: Surroundings;
  readonly limits: Limits;
  /** Facts by absolute path; a template that needs another one stops the run, and `needs` names it. */
  readonly files: ReadonlyMap<string, FileFact>;
  /** Used when the frontmatter of `text` fails; never set for a send. */
  readonly lastGood?: FrontmatterSource;
  /** UTF-16 offset of a name whose value is wanted (hover). */
  readonly probe?: number;
}

/** A piece of a rendered message, in the order of emission. Spans are relative to the message. */
export type OutputPiece =
  | { readonly kind: "text"; readonly text: string; readonly span: Span }
  /** A segment that is no template text (tool result), by its index in `Message.segments`. */
  | { readonly kind: "segment"; readonly index: number };

/** What one `{{ expression }}` gave; `span` is the tag, relative to the message. */
export interface ExpressionValue {
  readonly span: Span;
  /** Lua type of the last value. */
  readonly type: string;
  /** What the last evaluation put into the prompt. */
  readonly rendered: string;
  /** How often it was evaluated (a loop). */
  readonly count: number;
}

/** One evaluated message. `failed` means its template could not be rendered and `pieces` is empty. */
export interface MessageOutput {
  readonly failed: boolean;
  readonly pieces: readonly OutputPiece[];
  readonly values: readonly ExpressionValue[];
}

/** The value of the name under `EvaluationRequest.probe`. Spans are document offsets. */
export interface ProbeResult {
  readonly span: Span;
  readonly name: string;
  readonly kind: "local" | "global" | "member";
  /** Lua type, value as shown to a person, and how often it was read or set. */
  readonly type: string;
  readonly display: string;
  readonly count: number;
  /** Where it was last set, if in this document. */
  readonly setAt?: Span;
}

/** Result of evaluating a document. All spans of `problems` are document offsets. */
export interface EvaluationResult {
  readonly frontmatter?: {
    readonly language: string;
    readonly ok: boolean;
    /** JSON-able variables; functions are "$function". */
    readonly variables: { readonly [name: string]: Json };
  };
  /** One per message of the document; `undefined` where nothing is evaluated (assistant). */
  readonly messages: readonly (MessageOutput | undefined)[];
  readonly problems: readonly Diagnostic[];
  readonly probe?: ProbeResult;
  /** Absolute paths that must be answered before the result counts; everything else is then void. */
  readonly needs: readonly string[];
}

/** How a run in the isolated process ended. */
export type EvaluationOutcome =
  | { readonly kind: "done"; readonly result: EvaluationResult }
  | { readonly kind: "timed-out" | "out-of-memory" | "crashed" }
  | { readonly kind: "superseded" };
