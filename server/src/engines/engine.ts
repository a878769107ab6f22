import type { Diagnostic } from "../base/diagnostic.js";
import type { Span } from "../base/span.js";
import type { LimitError } from "../lua/errors.js";

/** What the outside world looks like to templates: fixed for one evaluation, so that it stays a pure function. */
export interface Surroundings {
  /** `__filename`; absent for a document without a file. */
  readonly filename?: string;
  /** `__dirname`: the folder relative paths start from. */
  readonly dirname: string;
  readonly cwd: string;
  readonly home: string;
  /** The operating system and the processor as Go calls them (`linux`, `amd64`); absent where nobody says. */
  readonly os?: string;
  readonly arch?: string;
  /** Whether a person sits in front of it; absent: one does. */
  readonly invocationMode?: "interactive" | "headless";
  /** What the editor calls itself; absent where none is known. */
  readonly editor?: string;
  /** IANA name of the time zone that `os.date` uses. */
  readonly timeZone: string;
  /** The frozen clock: ms since 1970-01-01 UTC. */
  readonly now: number;
  /** Seed of `math.random`: the same while a document is edited. */
  readonly seed: number;
}

/** A file that goes into a message as a part of its own. */
export interface EmittedFile {
  /** Absolute. */
  readonly path: string;
  /** MIME type, as it was told or found out. */
  readonly type: string;
  readonly kind: "text_file" | "image" | "pdf";
}

/** A piece of a rendered message, in the order of emission. Spans are relative to the message. */
export type OutputPiece =
  | { readonly kind: "text"; readonly text: string; readonly span: Span }
  /** `literal` stands in the place of a file that the provider does not take. */
  | { readonly kind: "file"; readonly file: EmittedFile; readonly literal: string; readonly span: Span }
  /** A segment that is no template text (tool result), by its index in `Message.segments`. */
  | { readonly kind: "segment"; readonly index: number };

/** What one `{% code %}` did; `span` is the tag, relative to the message. */
export interface TagTrace {
  readonly span: Span;
  /** How often it ran; absent when it holds no statement of its own (`{% end %}`). */
  readonly count?: number;
  /** What its own statements wrote into the prompt. */
  readonly printed: string;
  /** The variables it assigned, with their last values as shown to a person. */
  readonly assigned: readonly {
    readonly name: string;
    readonly kind: "local" | "global";
    readonly type: string;
    readonly display: string;
  }[];
}

/** What one `{{ expression }}` gave; `span` is the tag, relative to the message. */
export interface ExpressionValue {
  readonly span: Span;
  /** Lua type of the last value. */
  readonly type: string;
  /** What the last evaluation put into the prompt. */
  readonly rendered: string;
  /** How often it was evaluated (a loop). */
  readonly count: number;
  /** The members of a table, one on each line; only of the expression that is watched. */
  readonly listing?: string;
  /** What the same placeholder gave for each item of a fanout, in their order; null where it failed: where it failed for the first, which is shown, the value is that of another one. Absent where all are the same. */
  readonly items?: readonly (string | null)[];
  /** Where Lua code set what a placeholder names, if in this document; a document offset span. */
  readonly setAt?: Span;
}

/** What running one message, or a file that is included, gave. */
export interface MessageRun {
  readonly failed: boolean;
  /** The budget of the whole evaluation is spent. */
  readonly stopped?: LimitError;
  readonly pieces: readonly OutputPiece[];
  readonly values: readonly ExpressionValue[];
  /** What the code tag under the probe did. */
  readonly tag?: TagTrace;
  readonly problems: readonly Diagnostic[];
}
