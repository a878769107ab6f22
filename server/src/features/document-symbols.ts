import { cutText } from "../base/cut-text.js";
import { type Span, shift } from "../base/span.js";
import { complete, type Steps } from "../base/steps.js";
import type { ChatDocument, Frontmatter, PlacedMessage, ToolResult, ToolUse } from "../syntax/ast.js";
import { literalText } from "../syntax/literal.js";
import type { Snapshot } from "../workspace/snapshot.js";
import { goDefinitions } from "./go/structure.js";
import { dataVariables } from "./lua/frontmatter-data.js";
import { createInference } from "./lua/infer.js";
import { nameUses } from "./lua/names.js";
import { originsOf } from "./lua/origins.js";
import { describeShape } from "./lua/shape.js";
import { type MarkdownBlock, markdownBlocksInSteps } from "./markdown-blocks.js";

/** An entry of the outline. `selection` lies in `span`; the spans of `children` lie in `span` too. */
export interface DocumentSymbol {
  /** Never empty. */
  readonly name: string;
  readonly detail: string;
  readonly kind: "frontmatter" | "variable" | "function" | "message" | "heading" | "tool-use" | "tool-result";
  readonly span: Span;
  readonly selection: Span;
  readonly children: readonly DocumentSymbol[];
}

/** Details longer than this many UTF-16 units are cut. */
const longestDetail = 80;

/** Of more messages than so many, and of more headings or tools of a message, the first are in the outline: nobody looks for one in a longer list. */
const mostEntries = 5000;

/** So many of them are looked at in one step. */
const messagesInStep = 50;

/** The outline: frontmatter with its variables, and the messages with their headings, tool blocks and templates. */
export function documentSymbols(snapshot: Snapshot): DocumentSymbol[] {
  return complete(documentSymbolsInSteps(snapshot));
}

/** The same, in steps of about a millisecond: the outline of a long document need not hold up anything else. */
export function* documentSymbolsInSteps({ document }: Snapshot): Steps<DocumentSymbol[]> {
  const { frontmatter, messages } = document;
  const symbols = frontmatter ? [frontmatterSymbol(document, frontmatter)] : [];
  for (const [index, placed] of messages.slice(0, mostEntries).entries()) {
    if (index % messagesInStep === messagesInStep - 1) yield;
    symbols.push(yield* messageSymbol(document, placed, index));
  }
  return symbols;
}

function frontmatterSymbol(document: ChatDocument, { span, open, language, languageSpan }: Frontmatter): DocumentSymbol {
  const children = variableSymbols(document, span);
  const selection = { start: open.start, end: languageSpan.end };
  return { name: "Frontmatter", detail: language, kind: "frontmatter", span: { start: span.start, end: span.end }, selection, children };
}

/** The globals that the frontmatter sets, each at the first place. */
function variableSymbols(document: ChatDocument, within: Span): DocumentSymbol[] {
  const inference = createInference(document);
  const wholes = wholeSpans(document);
  const names = new Set<string>();
  return nameUses(document).flatMap(({ name, role, binding, span }): DocumentSymbol[] => {
    const isVariable = role === "write" && binding.kind === "global" && span.end <= within.end && name.trim() !== "";
    if (!isVariable || names.has(name)) return [];
    names.add(name);
    const shape = inference.ofGlobal(name, within.end);
    const kind = shape.kind === "function" ? "function" : "variable";
    return [{ name, detail: describeShape(shape), kind, span: wholes.get(span.start) ?? span, selection: span, children: [] }];
  });
}

/** The span of the whole assignment or member, by the offset of its name. */
function wholeSpans(document: ChatDocument): ReadonlyMap<number, Span> {
  const origins = [...originsOf(document).globals.values()].flat();
  return new Map([
    ...dataVariables(document).map(({ span, whole }): [number, Span] => [span.start, whole]),
    ...origins.map(({ span, value, chunk, statement }): [number, Span] => {
      const last = value.kind === "expression" ? chunk.start + value.expression.span.end : span.end;
      return [span.start, { start: Math.min(span.start, chunk.start + statement), end: Math.max(span.end, last) }];
    }),
  ]);
}

function* messageSymbol(document: ChatDocument, placed: PlacedMessage, index: number): Steps<DocumentSymbol> {
  const { start, message } = placed;
  const headings: Heading[] = [];
  for (const block of yield* markdownBlocksInSteps(document, placed)) {
    if (headings.length === mostEntries) break;
    if (block.kind === "heading") headings.push({ ...block, span: shift(block.span, start) });
  }
  const tools: DocumentSymbol[] = [];
  for (const segment of message.segments) {
    if (tools.length === mostEntries) break;
    if (segment.kind === "tool-use" || segment.kind === "tool-result") tools.push(toolSymbol(start, segment));
  }
  const end = start + message.trailing.start;
  return {
    name: `@${message.role}`,
    detail: firstLine(document, placed),
    kind: "message",
    span: shift(message.span, start),
    selection: shift({ start: 0, end: message.roleSpan.end + 1 }, start),
    children: inOrder([...nested(inOrder([...headings, ...tools]), end), ...definitionSymbols(document, index)]),
  };
}

/** The first line of text with anything in it, as it is written. */
function firstLine({ source }: ChatDocument, { start, message }: PlacedMessage): string {
  const text = literalText(source, start, { span: { start: message.marker.end, end: message.trailing.start } });
  const line = /[^\s].*/.exec(text)?.[0].trimEnd() ?? "";
  return cutText(line, longestDetail);
}

function toolSymbol(start: number, segment: ToolUse | ToolResult): DocumentSymbol {
  const { span, heading, id } = segment;
  const [name, detail] = segment.kind === "tool-use" ? [`Tool use ${segment.name}`, id] : [`Tool result ${id}`, segment.status ?? ""];
  return { name, detail, kind: segment.kind, span: shift(span, start), selection: shift(heading, start), children: [] };
}

/** The templates of Go that a message defines; headings may stand in them, and they may stand below headings. */
function definitionSymbols(document: ChatDocument, index: number): DocumentSymbol[] {
  return (goDefinitions(document).get(index) ?? []).map(({ use, span }) => {
    const name = use.name.trim() === "" ? JSON.stringify(use.name) : use.name;
    return { name, detail: use.kind, kind: "function", span, selection: use.span, children: [] };
  });
}

function inOrder<Block extends { readonly span: Span }>(blocks: readonly Block[]): Block[] {
  return [...blocks].sort((a, b) => a.span.start - b.span.start);
}

type Heading = Extract<MarkdownBlock, { kind: "heading" }>;

/** Puts what follows a heading below it, up to the next heading of its level or above, or to `end`. */
function nested(blocks: readonly (Heading | DocumentSymbol)[], end: number): DocumentSymbol[] {
  const result: DocumentSymbol[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at] as Heading | DocumentSymbol;
    if (block.kind !== "heading" || !("level" in block)) {
      result.push(block as DocumentSymbol);
      continue;
    }
    let next = at + 1;
    for (let below = blocks[next]; below && !("level" in below && below.level <= block.level); below = blocks[next]) next++;
    const last = blocks[next]?.span.start ?? end;
    const span = { start: block.span.start, end: Math.max(block.span.end, last) };
    result.push({
      name: block.text,
      detail: "",
      kind: "heading",
      span,
      selection: block.span,
      children: nested(blocks.slice(at + 1, next), span.end),
    });
    at = next - 1;
  }
  return result;
}
