import { type Span, span } from "../base/span.js";
import { isBlankUnit, type Line, ownCopy, readLine } from "./lines.js";

/** The roles with a meaning, exactly so written. */
export const knownRoles: readonly string[] = ["System", "You", "Assistant"];

const roleLine = /^@([A-Za-z0-9]+):[ \t\v\f]*$/;
const longestMarker = "@Assistant:".length;
const inlineRole = /^@(System|You|Assistant):/;
const thinkingTag = /^<thinking(?:[ \t]+(?:([A-Za-z0-9]+):signature="([^"]*)"[ \t]*(\/?)|(redacted)))?>$/;
const toolUseLine = /^\*\*Tool Use:\*\*[ \t]*`([^`]+)`[ \t]*\(`([^`)]+)`\)/;
const toolResultLine = /^\*\*Tool Result:\*\*[ \t]*`([^`]+)`(?:[ \t]*(\()(.*)\))?[ \t]*$/s;
const abortedStart = /^<!--[ \t]*flemma:aborted:/;

/** The role of a marker line (`@Word:` and blanks, column 1), or undefined when the line is none. */
export function roleOf(text: string, line: Line): string | undefined {
  if (text[line.start] !== "@") return undefined;
  return roleLine.exec(text.slice(line.start, line.end))?.[1];
}

/** The old form `@You: text`: a marker of a known role with text on its line. `marker` is the `@You:`. */
export function inlineMarker(text: string, line: Line): { readonly role: string; readonly marker: Span } | undefined {
  if (text[line.start] !== "@" || roleOf(text, line) !== undefined) return undefined;
  const match = inlineRole.exec(text.slice(line.start, line.start + longestMarker));
  if (!match) return undefined;
  return { role: match[1] as string, marker: span(line.start, line.start + match[0].length) };
}

/** What a line `<thinking …>` says; `selfClosing` for the form that ends with `/>`. */
export interface ThinkingTag {
  readonly selfClosing: boolean;
  readonly redacted: boolean;
  readonly signature?: { readonly provider: string; readonly value: Span };
}

/** Reads a line that is an opening or self-closing thinking tag and nothing else. */
export function readThinkingTag(text: string, line: Line): ThinkingTag | undefined {
  if (!text.startsWith("<thinking", line.start)) return undefined;
  const match = thinkingTag.exec(text.slice(line.start, line.end));
  if (!match) return undefined;
  const [whole, provider, value, slash, redacted] = match;
  const tag = { selfClosing: slash === "/", redacted: redacted !== undefined };
  if (provider === undefined || value === undefined) return tag;
  const start = line.start + whole.indexOf('"') + 1;
  return { ...tag, signature: { provider: ownCopy(provider), value: span(start, start + value.length) } };
}

/** Says whether a line is exactly `</thinking>`. */
export function closesThinking(text: string, line: Line): boolean {
  return line.end - line.start === "</thinking>".length && text.startsWith("</thinking>", line.start);
}

/** Name and id of a line ``**Tool Use:** `name` (`id`)``; text after the parenthesis is allowed. */
export function readToolUseHeading(text: string, line: Line): { readonly name: Span; readonly id: Span } | undefined {
  const match = headingMatch(text, line, toolUseLine);
  if (!match) return undefined;
  const name = within(line.start + match[0].indexOf("`") + 1, match[1] as string);
  const idEnd = line.start + match[0].length - 2;
  return { name, id: span(idEnd - (match[2] as string).length, idEnd) };
}

/** Id and suffix of a line ``**Tool Result:** `id` (suffix)``. */
export function readToolResultHeading(text: string, line: Line): { readonly id: Span; readonly suffix?: Span } | undefined {
  const match = headingMatch(text, line, toolResultLine);
  if (!match) return undefined;
  const id = within(line.start + match[0].indexOf("`") + 1, match[1] as string);
  if (match[2] === undefined) return { id };
  return { id, suffix: within(text.indexOf("(", id.end) + 1, match[3] as string) };
}

/** The message of a line `<!-- flemma:aborted: message -->`, blanks around it excluded. */
export function readAbortedMarker(text: string, line: Line): Span | undefined {
  if (!text.startsWith("<!--", line.start)) return undefined;
  const whole = text.slice(line.start, line.end);
  const match = abortedStart.exec(whole);
  let end = whole.length - "-->".length;
  if (!match || !whole.endsWith("-->") || end < match[0].length) return undefined;
  let start = match[0].length;
  while (start < end && isBlankUnit(whole.charCodeAt(start))) start++;
  while (end > start && isBlankUnit(whole.charCodeAt(end - 1))) end--;
  return span(line.start + start, line.start + end);
}

/** Says whether a line is one that a leading backslash turns into text (role, tool, thinking, aborted), whatever its message. */
export function isStructure(text: string, line: Line): boolean {
  switch (text[line.start]) {
    case "@":
      return roleOf(text, line) !== undefined || inlineMarker(text, line) !== undefined;
    case "*":
      return readToolUseHeading(text, line) !== undefined || readToolResultHeading(text, line) !== undefined;
    case "<":
      return closesThinking(text, line) || readThinkingTag(text, line) !== undefined || readAbortedMarker(text, line) !== undefined;
    default:
      return false;
  }
}

/**
 * The part of a line behind its leading backslashes, or undefined when it starts with none. The line is escaped when
 * that part is structure; the first backslash is the escape, so a text that itself starts with some can be written.
 */
export function behindBackslashes(text: string, line: Line): Line | undefined {
  let start = line.start;
  while (start < line.end && text[start] === "\\") start++;
  return start === line.start ? undefined : { ...line, start };
}

/** Adds the backslash that keeps one line (without line end) from reading as structure, where it needs one. */
export function escapeLine(line: string): string {
  const whole = readLine(line, 0);
  return isStructure(line, behindBackslashes(line, whole) ?? whole) ? `\\${line}` : line;
}

function headingMatch(text: string, line: Line, pattern: RegExp): RegExpExecArray | null {
  return text.startsWith("**Tool ", line.start) ? pattern.exec(text.slice(line.start, line.end)) : null;
}

function within(start: number, value: string): Span {
  return span(start, start + value.length);
}
