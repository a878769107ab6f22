import { type Diagnostic, diagnostic } from "../base/diagnostic.js";
import { deepestData, nestingOf } from "../base/json.js";
import { type Span, span } from "../base/span.js";
import type { ToolFence, ToolResult, ToolUse } from "./ast.js";
import { leadingTicks } from "./fences.js";
import type { HidingFence } from "./hidden-lines.js";
import { type Line, ownCopy, previousLineEnd } from "./lines.js";
import { readToolResultHeading, readToolUseHeading } from "./structure.js";
import { toolStatus } from "./tool-status.js";
import { closeFence, waysToClose } from "./unclosed.js";

type Use = Omit<ToolUse, "span" | "fence">;
type Result = Omit<ToolResult, "span" | "fence">;

/** A tool heading that waits for its fence; `open` once that is open. */
export interface PendingTool {
  readonly heading: Use | Result;
  open?: Line;
}

/** Reads the tool heading that a role may write: uses in `Assistant`, results in `You`. */
export function readToolHeading(text: string, line: Line, role: string): PendingTool | undefined {
  if (role === "Assistant") return readUse(text, line);
  return role === "You" ? readResult(text, line) : undefined;
}

function readUse(text: string, line: Line): PendingTool | undefined {
  const found = readToolUseHeading(text, line);
  if (!found) return undefined;
  const { name, id } = found;
  const names = { name: ownCopy(textOf(text, name)), nameSpan: name, id: ownCopy(textOf(text, id)), idSpan: id };
  return { heading: { kind: "tool-use", heading: lineSpan(line), ...names } };
}

function readResult(text: string, line: Line): PendingTool | undefined {
  const found = readToolResultHeading(text, line);
  if (!found) return undefined;
  const { id, suffix } = found;
  const heading = { kind: "tool-result", heading: lineSpan(line), id: ownCopy(textOf(text, id)), idSpan: id } as const;
  if (!suffix) return { heading };
  const status = toolStatus(textOf(text, suffix));
  return { heading: status ? { ...heading, suffix, status } : { ...heading, suffix } };
}

/**
 * The block of a heading, its open fence and the line that closes it; a problem when the input of a use is not JSON.
 * `hiding` tells what the fence hides, if anything.
 */
export function closeTool(
  text: string,
  { heading, open, close, hiding }: { heading: Use | Result; open: Line; close: Line; hiding: HidingFence | undefined },
): ToolUse | ToolResult | Diagnostic {
  const fence = readFence(text, open, close);
  const whole = span(heading.heading.start, close.next);
  if (heading.kind === "tool-result") return { ...heading, span: whole, fence };
  return inputProblem(text, heading, { fence, hiding }) ?? { ...heading, span: whole, fence };
}

function readFence(text: string, open: Line, close: Line): ToolFence {
  const infoStart = open.start + leadingTicks(text, open);
  const [before, language = ""] = /^[ \t\v\f]*([^ \t\v\f]*)/.exec(text.slice(infoStart, open.end)) ?? [""];
  const languageEnd = infoStart + before.length;
  return {
    language: ownCopy(language),
    languageSpan: span(languageEnd - language.length, languageEnd),
    open: lineSpan(open),
    content: span(open.next, previousLineEnd(text, close.start, open.next)),
    close: lineSpan(close),
  };
}

function inputProblem(
  text: string,
  { heading }: Use,
  { fence, hiding }: { fence: ToolFence; hiding: HidingFence | undefined },
): Diagnostic | undefined {
  if (fence.language !== "" && fence.language.toLowerCase() !== "json") {
    const message = `The input of a tool use must be in a json fence, not "${fence.language}"; it stays text and is never run. Write "json".`;
    if (!isToolInput(textOf(text, fence.content))) return diagnostic("tool/invalid-input", heading, message);
    return diagnostic("tool/invalid-input", heading, message, { data: { kind: "replace", span: fence.languageSpan, with: ["json"] } });
  }
  if (isToolInput(textOf(text, fence.content))) return undefined;
  if (hiding && isToolInput(text.slice(fence.content.start, hiding.line.start))) {
    const data = closeFence(text, hiding.open, hiding.line.start);
    const message = "The fence of this tool use does not end behind its JSON, so all of it stays text.";
    return diagnostic("tool/invalid-input", heading, `${message} Close it with "${data.text.trim()}".`, { data });
  }
  return diagnostic(
    "tool/invalid-input",
    heading,
    isJson(textOf(text, fence.content))
      ? `The input of this tool use nests more than ${deepestData} levels deep, so it stays text. Simplify it.`
      : "The input of this tool use is not JSON, so it stays text. Correct the JSON in its fence.",
  );
}

/** The warning for a heading without a fenced block. */
export function missingFence({ heading }: PendingTool): Diagnostic {
  const content = heading.kind === "tool-use" ? "the JSON input" : "the result";
  return diagnostic(
    "tool/missing-fence",
    heading.heading,
    `This tool heading has no fenced block, so it stays text. Put ${content} in a fence below it.`,
  );
}

/** The warning for a heading whose fence is never closed; it reaches from the heading to the end of the fence's opener. `other` may lack its end instead. */
export function unclosedToolFence(
  text: string,
  heading: Use | Result,
  { open, end, other }: { open: Line; end: number; other: HidingFence | undefined },
): Diagnostic {
  const close = closeFence(text, open, end);
  const message = `The fence of this tool block is never closed, so all of it stays text. Close it with "${close.text.trim()}".`;
  return diagnostic(
    "tool/unclosed-fence",
    span(heading.heading.start, open.end),
    message,
    waysToClose(text, { opener: open, close, other }),
  );
}

/** Says whether a text can be the input of a tool use: JSON that is not made to break whoever walks it. */
export function isToolInput(json: string): boolean {
  return isJson(json) && nestingOf(json) <= deepestData;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function textOf(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

function lineSpan({ start, end }: Line): Span {
  return span(start, end);
}
