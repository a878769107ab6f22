import { type Span, shift, span, touches } from "../../base/span.js";
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
  let start = at;
  while (source[start - 1] === " " || source[start - 1] === "\t") start--;
  return source[start - 1] === "\n" ? start - 1 : at;
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
    spans.push(action.span);
    for (const { start, end } of action.tokens) if (start <= placed.at && placed.at <= end) spans.push(span(start, end));
    if (first !== undefined && last !== undefined) spans.push(span(first.start, last.end));
    if (action.comment !== undefined) spans.push(action.comment);
    if (pipe !== undefined) for (const one of pipeSpans(pipe)) if (touches(one, placed.at)) spans.push(one);
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
      for (const operand of operands) left.push(operand);
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

const known = new WeakMap<ChatDocument, ReadonlyMap<number, readonly GoDefinition[]>>();

/** The templates that messages define, by the index of the message, in the order of the text. */
export function goDefinitions(document: ChatDocument): ReadonlyMap<number, readonly GoDefinition[]> {
  const found = known.get(document) ?? collectDefinitions(document);
  known.set(document, found);
  return found;
}

function collectDefinitions(document: ChatDocument): Map<number, GoDefinition[]> {
  const ends = new Map(goMessages(document).flatMap((home) => goBlocks(home).map(({ open, end }) => [open, end ?? open] as const)));
  const found = new Map<number, GoDefinition[]>();
  for (const use of templateUses(document)) {
    if (!isDefinition(use)) continue;
    const end = (ends.get(use.action) ?? use.action).span.end;
    const definition = { use, span: shift(span(use.action.span.start, end), use.home.start) };
    const others = found.get(use.home.index);
    if (others === undefined) found.set(use.home.index, [definition]);
    else others.push(definition);
  }
  return found;
}
