import { lineAt } from "../base/source-text.js";
import { type Span, shift } from "../base/span.js";
import { complete, type Steps } from "../base/steps.js";
import { visitBlock } from "../lua/visit.js";
import type { Segment } from "../syntax/ast.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { goFolds } from "./go/structure.js";
import { inDocument, luaChunks } from "./lua/chunks.js";
import { markdownBlocksInSteps } from "./markdown-blocks.js";

/** Lines that can be folded away; zero-based, the first one stays. */
export interface Fold {
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: "region" | "comment" | "code";
}

/** Of more folds than so many the first count: nobody unfolds them all. */
const mostFolds = 10_000;

/**
 * Foldable lines: frontmatter, messages, thoughts, tool blocks, fences, tags over several lines, blocks (also those over
 * several tags), functions, tables and comments in Lua, blocks and comments in Go. Outer ones first; one for each line they start on.
 */
export function folds(snapshot: Snapshot): Fold[] {
  return complete(foldsInSteps(snapshot));
}

/** Statements of Lua that end with a word of their own. */
const blocks: ReadonlySet<string> = new Set(["do", "while", "repeat", "if", "numericFor", "genericFor"]);

/** So many places are looked at in one step. */
const placesInStep = 1000;

/** The same, in steps of about a millisecond: the folds of a long document need not hold up anything else. */
export function* foldsInSteps({ document, text }: Snapshot): Steps<Fold[]> {
  let count = 0;
  const isStep = (): boolean => ++count % placesInStep === 0;
  const found: Fold[] = [];
  const add = ({ start, end }: Span, kind: Fold["kind"]): void => {
    const startLine = lineAt(text, start);
    const endLine = lineAt(text, Math.max(start, end));
    if (startLine < endLine) found.push({ startLine, endLine, kind });
  };
  const { frontmatter, messages } = document;
  if (frontmatter) add({ start: frontmatter.open.start, end: frontmatter.close.start }, "region");
  for (const placed of messages) {
    if (found.length > mostFolds) break;
    const { marker, trailing } = placed.message;
    if (trailing.start > marker.end) add({ start: placed.start, end: placed.start + trailing.start }, "region");
    for (const segment of placed.message.segments) {
      if (isStep()) yield;
      const span = spanOf(segment);
      if (span !== undefined) add(shift(span, placed.start), "code");
    }
    for (const { kind, span } of yield* markdownBlocksInSteps(document, placed)) {
      if (isStep()) yield;
      if (kind === "fence") add(shift(span, placed.start), "code");
    }
    if (isStep()) yield;
  }
  const ofStructure = found.length;
  for (const chunk of luaChunks(document)) {
    if (found.length - ofStructure > mostFolds) break;
    if (isStep()) yield;
    for (const span of chunk.words.flatMap(({ comments }) => comments)) add(inDocument(chunk, span), "comment");
    visitBlock(chunk.parsed.body, {
      statement: ({ kind, span }) => {
        if (blocks.has(kind)) add(inDocument(chunk, span), "code");
      },
      expression: ({ kind, span }) => {
        if (kind === "function" || kind === "table") add(inDocument(chunk, span), "code");
      },
    });
  }
  for (const { span, kind } of goFolds(document)) {
    if (found.length - ofStructure > mostFolds) break;
    if (isStep()) yield;
    add(span, kind);
  }
  return outermost(found).slice(0, mostFolds);
}

/** What can be folded of a segment, in offsets of its message; the line end behind a block is none of its own. */
function spanOf(segment: Segment): Span | undefined {
  const { span } = segment;
  switch (segment.kind) {
    case "expression":
    case "code":
    case "lua-block":
    case "action":
      return span;
    case "thinking":
      return { start: span.start, end: Math.max(segment.open.end, span.end - 1) };
    case "tool-use":
    case "tool-result":
      return { start: span.start, end: segment.fence.close.end };
    default:
      return undefined;
  }
}

/** One fold for each first line: the longest. */
function outermost(folds: readonly Fold[]): Fold[] {
  const sorted = [...folds].sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
  return sorted.filter(({ startLine }, index) => startLine !== sorted[index - 1]?.startLine);
}
