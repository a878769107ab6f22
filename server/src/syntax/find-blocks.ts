import type { Diagnostic } from "../base/diagnostic.js";
import { type Span, span } from "../base/span.js";
import type { Steps } from "../base/steps.js";
import type { Aborted, Thinking, ToolResult, ToolUse } from "./ast.js";
import { createHiddenLines } from "./hidden-lines.js";
import { createLineTracker, type LineKind } from "./line-tracker.js";
import { isBlank, type Line, previousLineEnd, readLine } from "./lines.js";
import { nearResultHeading } from "./near-heading.js";
import { textAfterMarker } from "./roles.js";
import { behindBackslashes, closesThinking, isStructure, readAbortedMarker, readThinkingTag, type ThinkingTag } from "./structure.js";
import { closeTool, missingFence, type PendingTool, readToolHeading, unclosedToolFence } from "./tool-blocks.js";
import { unknownStatus } from "./tool-status.js";
import { unclosedFence, unclosedThinking } from "./unclosed.js";

/** A segment that takes whole lines. */
export type Block = Thinking | ToolUse | ToolResult | Aborted;

/** What the lines of a body hold. Blocks and escapes are in text order; offsets are those of the text. */
export interface BodyLines {
  readonly blocks: readonly Block[];
  readonly escapes: readonly number[];
  readonly problems: readonly Diagnostic[];
  /** From here on no tag and no reference runs: a tool result whose fence is never closed is data all the same. */
  readonly literalFrom: number;
}

interface PendingThinking {
  readonly tag: ThinkingTag;
  readonly open: Line;
  /** Lengths of the lists when the block opened: what came after belongs to the thought. */
  readonly blocks: number;
  readonly problems: number;
  readonly escapes: number;
  /** Escapes inside fences: there only `</thinking>` is structure. */
  readonly fenced: number[];
}

/** Longer bodies are looked at line by line, in steps. */
const short = 500;

/** Says at once of most short bodies that none of their lines can be anything but text: a document can have very many of them. */
function isPlainThroughout(text: string, body: Span): boolean {
  return body.end - body.start < short && !/^[`~\\@*<]/m.test(text.slice(body.start, body.end));
}

/** So many lines are looked at in one step. */
const linesInStep = 2000;

/** Finds the blocks, escapes and faulty lines of a body (spec/flemma-templates.md §1) in one pass over its lines. */
export function* findBlocks(text: string, role: string, body: Span): Steps<BodyLines> {
  if (isPlainThroughout(text, body)) return { blocks: [], problems: [], escapes: [], literalFrom: body.end };
  const kindOf = createLineTracker(role);
  const blocks: Block[] = [];
  const problems: Diagnostic[] = [];
  const escapes: number[] = [];
  const hidden = createHiddenLines(text, role);
  let literalFrom = body.end;
  let fence: Line | undefined;
  let tool: PendingTool | undefined;
  let thinking: PendingThinking | undefined;

  let count = 0;
  for (let line = readLine(text, body.start); line.start < body.end; line = readLine(text, line.next)) {
    if (++count % linesInStep === 0) yield;
    const kind = kindOf(text, line);
    followTool(line, kind);
    hidden.follow(line, kind, thinking ? "thought" : "message");
    followThinking(line, kind);
    if (kind === "fence-open") fence = line;
    else if (kind === "fence-close" || kind === "thinking-close") fence = undefined;
    else if (kind === "plain") readPlain(line);
  }
  finish();
  return { blocks, problems: problems.sort((a, b) => a.span.start - b.span.start), escapes, literalFrom };

  function followTool(line: Line, kind: LineKind): void {
    if (!tool) return;
    const { heading, open } = tool;
    if (!open) {
      if (isBlank(text, line)) return;
      if (kind === "fence-open") tool.open = line;
      else {
        problems.push(missingFence(tool));
        tool = undefined;
      }
    } else if (kind === "fence-close") {
      const closed = closeTool(text, { heading, open, close: line, hiding: hidden.inOpenFence });
      if ("code" in closed) problems.push(closed);
      else {
        blocks.push(inBody(closed));
        const status = closed.kind === "tool-result" && closed.suffix ? unknownStatus(text, closed.suffix) : undefined;
        if (status) problems.push(status);
      }
      tool = undefined;
    }
  }

  function followThinking(line: Line, kind: LineKind): void {
    if (kind === "thinking-open") {
      const tag = readThinkingTag(text, line) as ThinkingTag;
      thinking = { tag, open: line, blocks: blocks.length, problems: problems.length, escapes: escapes.length, fenced: [] };
    } else if (thinking && kind === "thinking-close") closeThinking(thinking, line);
    else if (thinking && kind === "fenced") {
      const behind = behindBackslashes(text, line);
      if (behind && closesThinking(text, behind)) thinking.fenced.push(line.start);
    }
  }

  function closeThinking(pending: PendingThinking, close: Line): void {
    blocks.length = pending.blocks;
    for (const problem of problems.splice(pending.problems)) if (problem.code === "role/text-after-marker") problems.push(problem);
    const own = [...escapes.splice(pending.escapes), ...pending.fenced].sort((a, b) => a - b);
    blocks.push(inBody(thinkingBlock(text, pending, { close, escapes: own })));
    tool = undefined;
    thinking = undefined;
  }

  function readPlain(line: Line): void {
    const first = text[line.start];
    if (first === "\\") {
      const behind = behindBackslashes(text, line);
      if (behind && isStructure(text, behind)) escapes.push(line.start);
    } else if (first === "@") {
      const problem = textAfterMarker(text, line);
      if (problem) problems.push(problem);
    } else if (first === "*") {
      tool = readToolHeading(text, line, role);
      const problem = tool === undefined && role === "You" ? nearResultHeading(text, line, body.end) : undefined;
      if (problem) problems.push(problem);
    } else if (first === "<" && role === "Assistant") {
      const block = readOneLineBlock(text, line);
      if (block) blocks.push(inBody(block));
    }
  }

  function finish(): void {
    const hiding = hidden.inOpenFence;
    const end = hiding?.line.start ?? body.end;
    const other = hiding ? undefined : hidden.mispaired(body.end);
    if (tool?.open) {
      problems.push(unclosedToolFence(text, tool.heading, { open: tool.open, end, other }));
      if (tool.heading.kind === "tool-result") literalFrom = tool.heading.heading.start;
    } else if (tool) problems.push(missingFence(tool));
    else if (fence) problems.push(unclosedFence(text, fence, end, other));
    if (!thinking) return;
    problems.push(unclosedThinking(text, thinking.open, Math.min(end, blocks[thinking.blocks]?.span.start ?? end)));
  }

  /** Leaves the line end of the body's last line to `trailing`. */
  function inBody<B extends Block>(block: B): B {
    return block.span.end <= body.end ? block : { ...block, span: span(block.span.start, body.end) };
  }
}

function thinkingBlock(text: string, { tag, open }: PendingThinking, more: { close: Line; escapes: readonly number[] }): Thinking {
  const { close, escapes } = more;
  return {
    kind: "thinking",
    span: span(open.start, close.next),
    open: span(open.start, open.end),
    content: span(open.next, previousLineEnd(text, close.start, open.next)),
    ...(tag.signature && { signature: tag.signature }),
    redacted: tag.redacted,
    ...(escapes.length > 0 && { escapes }),
  };
}

function readOneLineBlock(text: string, line: Line): Thinking | Aborted | undefined {
  const whole = span(line.start, line.next);
  const message = readAbortedMarker(text, line);
  if (message) return { kind: "aborted", span: whole, message };
  const tag = readThinkingTag(text, line);
  if (!tag?.selfClosing) return undefined;
  const open = span(line.start, line.end);
  const signature = tag.signature && { signature: tag.signature };
  return { kind: "thinking", span: whole, open, content: span(line.end, line.end), ...signature, redacted: tag.redacted };
}
