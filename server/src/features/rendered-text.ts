import { type Json, nestingOf } from "../base/json.js";
import type { Part } from "../conversation/parts.js";

/** Wraps text in a Markdown fence that is longer than any run of backticks in it. */
export function fenced(text: string, language = ""): string {
  const fence = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** Wraps text in inline code that survives backticks; line ends become spaces. */
export function inlineCode(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const ticks = "`".repeat(longestTicks(line) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** There can be more runs of backticks than a call takes arguments. */
function longestTicks(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/**
 * A long text by its head and its tail, together at most `limit` UTF-16 units, and how many were left out between
 * them. No character is cut in half.
 */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, Math.ceil((limit * 3) / 4)).replace(/[\ud800-\udbff]$/, "");
  const tail = text.slice(text.length - Math.floor(limit / 4)).replace(/^[\udc00-\udfff]/, "");
  return `${head}\n… ${text.length - head.length - tail.length} characters left out …\n${tail}`;
}

/** So many lines of a file are shown, of at most so many UTF-16 units. */
const mostLines = 20;
const mostUnits = 2000;

/** How a text begins, as much of it as is shown of a file. */
export function firstLines(text: string): string {
  const lines = text
    .slice(0, mostUnits)
    .replace(/[\ud800-\udbff]$/, "")
    .split("\n", mostLines)
    .join("\n");
  return lines.length === text.length || `${lines}\n` === text ? text : `${lines}\n…`;
}

/** One line that names a part that is no plain text. */
export function partTitle(part: Exclude<Part, { kind: "text" }>): string {
  switch (part.kind) {
    case "text_file":
      return `File ${part.filename} (${part.mime_type}, ${sizeText(part.bytes)})`;
    case "image":
      return `Image ${part.filename} (${part.mime_type}, ${sizeText(part.bytes)})`;
    case "pdf":
      return `PDF ${part.filename} (${sizeText(part.bytes)})`;
    case "thinking":
      return part.redacted ? "Thinking (redacted)" : "Thinking";
    case "tool_use":
      return `Tool use ${part.name} (${part.id})`;
    case "tool_result":
      return `Tool result ${part.name === undefined ? "" : `${part.name} `}(${part.tool_use_id})${part.is_error ? ", error" : ""}`;
  }
}

/** A size in bytes for people. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  const isSmall = bytes < 1024 * 1024;
  return `${(bytes / (isSmall ? 1024 : 1024 * 1024)).toFixed(1)} ${isSmall ? "KB" : "MB"}`;
}

/** The text that a part that is no plain text shows below its title; images and PDFs have none. */
export function partBody(part: Exclude<Part, { kind: "text" }>): string {
  switch (part.kind) {
    case "text_file":
      return part.text;
    case "image":
    case "pdf":
      return "";
    case "thinking":
      return part.content;
    case "tool_use":
      return jsonText(part.input);
    case "tool_result":
      return part.parts.map((inner) => (inner.kind === "text" ? inner.text : partTitle(inner))).join("\n");
  }
}

/** Deeper JSON is shown in one line: its blanks would be far more than what they indent. */
const deepestIndented = 32;

function jsonText(value: Json): string {
  const line = JSON.stringify(value);
  return nestingOf(line) > deepestIndented ? line : JSON.stringify(value, null, 2);
}

/** Escapes what Markdown would read as markup, so that a message shows as it is written. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}
