import type { Span } from "../../../base/span.js";

/** What can be wrong with a placeholder (spec/prose-substitution.md §11). */
export type SubstitutionErrorKind =
  | "Unclosed"
  | "EmptySegment"
  | "BadPath"
  | "UnknownNamespace"
  | "NotATable"
  | "MissingKey"
  | "NullValue"
  | "NilItem"
  | "NilArgv"
  | "Serialize";

/** Why a placeholder cannot be replaced. Spans are UTF-16 offsets of the prose. */
export interface SubstitutionError {
  readonly kind: SubstitutionErrorKind;
  /** The whole placeholder; of one that nothing closes, its `{{`. */
  readonly span: Span;
  /** The segment at fault. */
  readonly at: Span;
  /** The path as it is written, white space around it left out; absent where there is none. */
  readonly path?: string;
  /** One line, without a full stop. */
  readonly message: string;
  /** More about the value at fault. */
  readonly cause?: string;
}

/** The message of an error. `name` is the segment it is about. */
export function errorMessage(kind: SubstitutionErrorKind, path: string, name: string): string {
  const placeholder = `{{ ${preview(path)} }}`;
  switch (kind) {
    case "Unclosed":
      return "unclosed {{ in prose";
    case "EmptySegment":
      return `empty or padded path segment in ${placeholder}`;
    case "BadPath":
      return `bad path ${placeholder}: it names no key, as {{ ${name}.key }} does`;
    case "UnknownNamespace":
      return `unknown namespace or global '${preview(name)}' in ${placeholder}`;
    case "NotATable":
      return `${name} is a string, not a table`;
    case "MissingKey":
    case "NullValue":
      return `missing ${placeholder}`;
    case "NilItem":
      return `${placeholder} is nil: this is not inside a fanout arm`;
    case "NilArgv":
      return `${placeholder} is nil: the args string is not JSON`;
    case "Serialize":
      return `global '${preview(name)}' in ${placeholder} is not JSON data`;
  }
}

const longestPreview = 80;
const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A path on one line: its first 80 characters, control characters escaped. */
function preview(path: string): string {
  const characters = [...path.slice(0, 4 * longestPreview)];
  const text = characters.length > longestPreview ? `${characters.slice(0, longestPreview).join("")}...` : path;
  return text.replace(/\p{Cc}/gu, (control) => escapes[control] ?? `\\u{${control.charCodeAt(0).toString(16).padStart(4, "0")}}`);
}
