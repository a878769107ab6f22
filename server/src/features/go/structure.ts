import { type Span, shift, span } from "../../base/span.js";
import type { Operand, Pipe } from "../../engines/go/syntax/ast.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { actionPlace, goMessages } from "./actions.js";
import { type GoBlock, goBlocks, openBlocks } from "./blocks.js";
import { pipeOf } from "./pipes.js";
import { isDefinition, type TemplateUse, templateUses } from "./templates.js";

/** What can be folded in the templates of a message: the parts of blocks, and comments. Spans are document offsets. */
export interface GoFold {
  readonly span: Span;
  readonly kind: "code" | "comment";
}

/** The parts of blocks, each up to the line above what follows it, and comments. */
export function* goFolds(document: ChatDocument): Iterable<GoFold> {
  for (const home of goMessages(document)) {
    for (const { comment } of home.actions) if (comment !== undefined) yield { span: shift(comment, home.start), kind: "comment" };
    for (const { open, middles, end } of goBlocks(home)) {
      const parts = [open, ...middles, ...(end === undefined ? [] : [end])];
      for (const [index, part] of parts.slice(1).entries()) {
        const before = lineBefore(home.source, part.span.start);
        yield { span: shift(span(parts[index]?.span.start as number, Math.max(before, part.span.start - 1)), home.start), kind: "code" };
      }
    }
  }
}

/** The end of the line above an offset, where nothing but blanks stands before it on its own. */
function lineBefore(source: string, at: number): number {
  const start = source.lastIndexOf("\n", at - 1) + 1;
  return start > 0 && source.slice(start, at).trim() === "" ? start - 1 : at;
}

/** What a selection in an action grows through, in document offsets: its words, its pipelines, the action, the blocks around it. */
export function goSelections(document: ChatDocument, offset: number): Span[] {
  const placed = actionPlace(document, offset);
  const home = placed?.home ?? goMessages(document).findLast(({ start }) => start <= offset);
  if (home === undefined) return [];
  const spans = openBlocks(home, offset - home.start).flatMap((block) => blockSpans(block, offset - home.start));
  if (placed !== undefined) {
    const { action } = placed;
    const pipe = pipeOf(action);
    const [first] = action.tokens;
    const last = action.tokens.at(-1);
    spans.push(...action.tokens.map(({ start, end }) => span(start, end)), action.span);
    if (first !== undefined && last !== undefined) spans.push(span(first.start, last.end));
    if (action.comment !== undefined) spans.push(action.comment);
    if (pipe !== undefined) spans.push(...pipeSpans(pipe));
  }
  return spans.map((one) => shift(one, home.start));
}

/** What stands between the two actions around an offset, and the whole block. */
function blockSpans({ open, middles, end }: GoBlock, at: number): Span[] {
  const parts = [open, ...middles, ...(end === undefined ? [] : [end])];
  const before = parts.findLast((part) => part.span.end <= at);
  const after = parts.find((part) => at <= part.span.start);
  const inner = before !== undefined && after !== undefined ? [span(before.span.end, after.span.start)] : [];
  return end === undefined ? inner : [...inner, span(open.span.start, end.span.end)];
}

/** Parentheses can be thousands deep: they take no stack. */
function pipeSpans(pipe: Pipe): Span[] {
  const spans: Span[] = [];
  const left: Operand[] = [pipe];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    spans.push(node.span);
    if (node.kind === "chain") left.push(node.of);
    if (node.kind !== "pipe") continue;
    for (const { operands } of node.commands) {
      const [first] = operands;
      const last = operands.at(-1);
      if (first !== undefined && last !== undefined) spans.push(span(first.span.start, last.span.end));
      left.push(...operands);
    }
  }
  return spans;
}

/** A template that a message defines, for the outline. Spans are document offsets. */
export interface GoDefinition {
  readonly use: TemplateUse;
  /** From its first action to its end. */
  readonly span: Span;
}

/** The templates that the message at an index defines, in the order of the text. */
export function goDefinitions(document: ChatDocument, index: number): GoDefinition[] {
  const uses = templateUses(document).filter((use) => use.home.index === index && isDefinition(use));
  return uses.map((use) => {
    const block = goBlocks(use.home).find(({ open }) => open === use.action);
    const end = block?.end?.span.end ?? use.action.span.end;
    return { use, span: shift(span(use.action.span.start, end), use.home.start) };
  });
}
