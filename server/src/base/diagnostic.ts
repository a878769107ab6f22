import { codes, type DiagnosticCode, type Severity } from "./codes.js";
import type { EngineName } from "./engine-name.js";
import type { Span } from "./span.js";
import type { TextEdit } from "./text-edit.js";

/** A second place that explains a diagnostic; `file` only when it is in another file (absolute path). */
export interface Related {
  readonly span: Span;
  readonly message: string;
  readonly file?: string;
}

/** A file that is not there. */
export interface MissingFile {
  /** Absolute. */
  readonly path: string;
  /** As it is named where it is missed, without escapes. */
  readonly name: string;
}

/**
 * A way to write a faulty place that may mend it: whether it does is found out before it is offered. Line ends in
 * `newText` are `\n`; the document's own are put in their place. `certain` when nothing else can have been meant.
 */
export interface Rewrite {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly certain: boolean;
}

/** Facts a fix is computed from. Plain data, so it survives the wire. */
export type FixData =
  /** Names to write instead, nearest first; `isGuess` where even the first may not have been meant. */
  | { readonly kind: "replace"; readonly span: Span; readonly with: readonly string[]; readonly isGuess?: true }
  | { readonly kind: "insert"; readonly at: number; readonly text: string; readonly title: string }
  | { readonly kind: "split-marker"; readonly role: string; readonly marker: Span }
  /** The role lines of another program's chat. */
  | { readonly kind: "convert-roles" }
  | { readonly kind: "rewrite"; readonly choices: readonly Rewrite[] }
  /** The document's language of templates becomes another one. */
  | { readonly kind: "switch-engine"; readonly engine: EngineName }
  /** The frontmatter declares an argument. */
  | { readonly kind: "declare-argument"; readonly name: string; readonly choices: readonly Rewrite[] }
  /** `opener` is the offset of a `{{` or `{%` that nothing closes. */
  | { readonly kind: "close-tag"; readonly opener: number };

/** One fault of a document, or of a file that it includes. Offsets are UTF-16; relative to the message inside a `Message`, else to the document. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly blocks: boolean;
  readonly span: Span;
  /**
   * The absolute path of the included file that `span` is a place in; absent for the document itself. The calls that led
   * there are in `related`, the innermost first: the last of them stands in the document.
   */
  readonly file?: string;
  readonly message: string;
  readonly related?: readonly Related[];
  /** Names to use instead, nearest first, at most three. */
  readonly suggestions?: readonly string[];
  readonly data?: FixData;
  /** The file that could be created to mend it. */
  readonly missing?: MissingFile;
  /** Name of what is waited for there. */
  readonly boundary?: string;
}

/** What can be told of a diagnostic without its words. */
export type DiagnosticSketch = Pick<Diagnostic, "code" | "severity" | "blocks" | "span">;

/** The place in the document that a diagnostic belongs to: its own, or that of the call which led to the file it stands in. */
export function placeInDocument({ span, file, related = [] }: Diagnostic): Span {
  return file === undefined ? span : (related.findLast((place) => place.file === undefined)?.span ?? { start: 0, end: 0 });
}

/** A diagnostic that says how often its fault was there. */
export function counted(first: Diagnostic, count: number): Diagnostic {
  return count === 1 ? first : { ...first, message: `${first.message} (${count} times)` };
}

/** So many diagnostics of one document are shown: more of them slow editors down, and nobody reads them. */
export const mostShown = 1000;

/** Counts of diagnostics. */
export interface Tally {
  readonly errors: number;
  readonly warnings: number;
  /** Those that are neither. */
  readonly notes: number;
  readonly blocking: number;
}

/** Counts diagnostics. */
export function tallyOn(all: readonly DiagnosticSketch[]): Tally {
  let errors = 0;
  let warnings = 0;
  let blocking = 0;
  for (const { severity, blocks } of all) {
    if (severity === "error") errors++;
    else if (severity === "warning") warnings++;
    if (blocks) blocking++;
  }
  return { errors, warnings, notes: all.length - errors - warnings, blocking };
}

/** The sum of counts. */
export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (count: keyof Tally): number => tallies.reduce((before, tally) => before + tally[count], 0);
  return { errors: sum("errors"), warnings: sum("warnings"), notes: sum("notes"), blocking: sum("blocking") };
}

/** Longer messages are cut to so many UTF-16 units: an error of a template can be as long as it likes. */
const longestMessage = 2000;

function cut(message: string): string {
  if (message.length <= longestMessage) return message;
  const end = /[\ud800-\udbff]/.test(message[longestMessage - 1] as string) ? longestMessage - 1 : longestMessage;
  return `${message.slice(0, end)}…`;
}

/** Makes the sketch of a diagnostic that `diagnostic` would make. */
export function sketch(code: DiagnosticCode, at: Span): DiagnosticSketch {
  const { severity, blocks } = codes[code];
  return { code, severity, blocks, span: at };
}

/** Makes a diagnostic whose severity and blocking come from the code table. */
export function diagnostic(
  code: DiagnosticCode,
  at: Span,
  message: string,
  more: Pick<Diagnostic, "related" | "suggestions" | "data" | "missing" | "boundary"> = {},
): Diagnostic {
  const { severity, blocks } = codes[code];
  return { code, severity, blocks, span: at, message: cut(message), ...more };
}
