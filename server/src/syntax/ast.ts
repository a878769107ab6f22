import type { Diagnostic } from "../base/diagnostic.js";
import type { EngineName } from "../base/engine-name.js";
import type { Span } from "../base/span.js";

/**
 * A parsed `.chat` file. The spans of bom, frontmatter, preamble and messages tile the text:
 * printing them in order gives the source back (spec/flemma-templates.md §1).
 * Spans are UTF-16 offsets; those inside a message count from the start of the message.
 */
export interface ChatDocument {
  readonly kind: "document";
  /** The language that the bodies of its messages were read in. */
  readonly engine: EngineName;
  readonly source: string;
  readonly span: Span;
  /** A leading byte order mark; empty when there is none. */
  readonly bom: Span;
  readonly frontmatter?: Frontmatter;
  /** Text before the first marker: it belongs to no message. */
  readonly preamble: Span;
  readonly messages: readonly PlacedMessage[];
  /** Faults of the document itself (unclosed frontmatter); those of messages are in the messages. */
  readonly problems: readonly Diagnostic[];
}

/** Fenced block on the first line. `open` and `close` are whole lines, line ends included. */
export interface Frontmatter {
  readonly kind: "frontmatter";
  readonly span: Span;
  readonly open: Span;
  /** The language word as written, and where. */
  readonly language: string;
  readonly languageSpan: Span;
  readonly body: Span;
  readonly close: Span;
}

/** A message and the offset of its first unit in the document. */
export interface PlacedMessage {
  readonly start: number;
  readonly message: Message;
}

/**
 * One message: marker line, segments, and the empty lines dropped at its end; these tile `span`.
 * All spans count from the `@` of the marker, so an edit above leaves the object as it is.
 */
export interface Message {
  readonly kind: "message";
  /** The word between `@` and `:`, as written. */
  readonly role: string;
  readonly roleSpan: Span;
  /** The marker line with its line end. */
  readonly marker: Span;
  readonly span: Span;
  readonly segments: readonly Segment[];
  /** The line end before the dropped empty lines, and these lines. */
  readonly trailing: Span;
  readonly problems: readonly Diagnostic[];
}

/** A piece of a message body. Segments tile the body from the end of the marker to `trailing`. */
export type Segment =
  | Text
  | Expression
  | Code
  | Action
  | Placeholder
  | LuaBlock
  | FileReference
  | Thinking
  | ToolUse
  | ToolResult
  | Aborted;

/** Literal text. */
export interface Text {
  readonly kind: "text";
  readonly span: Span;
  /** Offsets of the backslashes that only escape structure and are not rendered. */
  readonly escapes?: readonly number[];
}

interface Tag {
  /** From `{{` or `{%` to `}}` or `%}`, trim dashes included. */
  readonly span: Span;
  /** The Lua between the delimiters and dashes. */
  readonly code: Span;
  readonly trimBefore: boolean;
  readonly trimAfter: boolean;
}

/** `{{ expression }}` */
export interface Expression extends Tag {
  readonly kind: "expression";
}

/** `{% code %}` */
export interface Code extends Tag {
  readonly kind: "code";
}

/** `{{ action }}` of a Go template, comments included; an unclosed one goes to the end of the text it stands in. */
export interface Action {
  readonly kind: "action";
  readonly span: Span;
}

/** `{{ path }}` of prose that a block or the renderer reads. */
export interface Placeholder {
  readonly kind: "placeholder";
  readonly span: Span;
  /** What stands between the braces, white space around it not included. */
  readonly path: Span;
}

/** A Lua block of prose: from the line of its opening fence to the closing one, without the last line end. */
export interface LuaBlock {
  readonly kind: "lua-block";
  readonly span: Span;
  /** The lines between the fences, line ends included. */
  readonly code: Span;
}

/** `@./path;key=value`, trailing punctuation not included. */
export interface FileReference {
  readonly kind: "file-reference";
  readonly span: Span;
  /** The path as written, prefix `./`, `../`, `~/` or `//` included. */
  readonly path: Span;
  /** Values without their quotes. */
  readonly options: readonly { readonly key: Span; readonly value: Span }[];
}

/** A thinking block, lines and last line end included (at the end of a message that line end is in `trailing`). */
export interface Thinking {
  readonly kind: "thinking";
  readonly span: Span;
  /** The line of the opening or self-closing tag, without its line end. */
  readonly open: Span;
  /** The lines between the tags, without the line end before the closing tag; empty when self-closing. */
  readonly content: Span;
  readonly signature?: { readonly provider: string; readonly value: Span };
  readonly redacted: boolean;
  /** Offsets of the backslashes in `content` that only escape structure and are not rendered. */
  readonly escapes?: readonly number[];
}

/** A fenced block that belongs to a tool heading. `open` and `close` are lines without their line ends. */
export interface ToolFence {
  /** Info word after the backticks, as written (may be empty). */
  readonly language: string;
  readonly languageSpan: Span;
  readonly open: Span;
  /** The lines between the fence lines, without the line end before the closing line. */
  readonly content: Span;
  readonly close: Span;
}

/** A tool use of an assistant message: heading, blank lines, fence with JSON; the last line end included as in `Thinking`. */
export interface ToolUse {
  readonly kind: "tool-use";
  readonly span: Span;
  /** The heading's line without its line end. */
  readonly heading: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly id: string;
  readonly idSpan: Span;
  readonly fence: ToolFence;
}

/** Words that a tool result's suffix may carry (aliases resolved). */
export type ToolStatus = "pending" | "approved" | "rejected" | "denied" | "aborted" | "error";

/** A tool result of a user message: heading, blank lines, fence; the last line end included as in `Thinking`. */
export interface ToolResult {
  readonly kind: "tool-result";
  readonly span: Span;
  /** The heading's line without its line end. */
  readonly heading: Span;
  readonly id: string;
  readonly idSpan: Span;
  readonly status?: ToolStatus;
  /** The suffix between the parentheses, as written. */
  readonly suffix?: Span;
  readonly fence: ToolFence;
}

/** `<!-- flemma:aborted: message -->`, its line end included as in `Thinking`. */
export interface Aborted {
  readonly kind: "aborted";
  readonly span: Span;
  readonly message: Span;
}
