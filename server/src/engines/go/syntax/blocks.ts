import { type Span, span } from "../../../base/span.js";
import { quote } from "../text/quote.js";
import { isSpace } from "../text/unicode.js";
import type { List, Node, Pipe } from "./ast.js";
import { addFault, type BlockKind, type DefinitionHeader, type OpenBlock, type OpenList, openList, type Parser } from "./parser.js";
import { Mistake } from "./reader.js";

/** How deep blocks may be nested: more would not fit on the stack when they run. */
const deepestBlock = 500;

/** What a block begins with: the pipeline of `if`, `with` and `range`, or the header of a definition. */
export type BlockHead = { readonly open: Span } & ({ readonly pipe: Pipe } | { readonly header: DefinitionHeader });

/** Opens a block. Definitions have variables and ranges of their own. */
export function openBlock(parser: Parser, kind: BlockKind, head: BlockHead): void {
  const { blocks, variables, variableCount, rangeDepth } = parser;
  const { open } = head;
  if (blocks.length === deepestBlock) {
    addFault(parser, { message: `blocks are nested deeper than ${deepestBlock}`, span: open, reported: open.start, isLimit: true });
  }
  const list: OpenList = { nodes: [] };
  const isControl = "pipe" in head;
  const branches = isControl ? [{ pipe: head.pipe, list, open }] : [];
  const header = isControl ? undefined : head.header;
  blocks.push({ kind, open, list, branches, otherwise: undefined, header, variables, variableCount, rangeDepth });
  if (isControl) {
    if (kind === "range") parser.rangeDepth++;
    return;
  }
  parser.variables = ["$"];
  parser.rangeDepth = 0;
  parser.action = undefined;
}

/** Another condition of an `if` or a `with`. */
export function addBranch(block: OpenBlock, pipe: Pipe, open: Span): void {
  block.list = { nodes: [] };
  block.branches.push({ pipe, list: block.list, open });
}

/** What follows `else` belongs to no range. */
export function addOtherwise(parser: Parser, block: OpenBlock): void {
  block.list = { nodes: [] };
  block.otherwise = block.list;
  parser.rangeDepth = block.rangeDepth;
}

/** Closes the innermost block; `end` is its last action, `close` the offset of the `}}` in it. */
export function closeBlock(parser: Parser, end: Span, close: number): void {
  const block = parser.blocks.pop() as OpenBlock;
  const { kind, open, branches, otherwise, list, header } = block;
  const whole = span(open.start, end.end);
  parser.variables = block.variables;
  parser.rangeDepth = block.rangeDepth;
  parser.action = undefined;
  if (header !== undefined) {
    const { name, nameSpan, pipe } = header;
    parser.definitions.push({ name, nameSpan, isBlock: kind === "block", list, span: whole });
    if (pipe !== undefined) openList(parser).nodes.push({ kind: "template", at: nameSpan.start, name, nameSpan, pipe, span: whole });
    define(parser, { name, list, span: nameSpan, reported: close });
    return;
  }
  parser.variables.length = block.variableCount;
  const [first] = branches as [OpenBlock["branches"][number]];
  const node: Node =
    kind === "range"
      ? { kind, pipe: first.pipe, list: first.list, otherwise, open, span: whole }
      : { kind: kind === "with" ? "with" : "if", branches, otherwise, span: whole };
  openList(parser).nodes.push(node);
}

/** A template that a text defines. */
export interface DefinedTemplate {
  readonly name: string;
  readonly list: List;
  readonly span: Span;
  readonly reported: number;
}

/** Adds a template. One that prints nothing never replaces another; two that print something are a fault. */
export function define(parser: Parser, { name, list, span: where, reported }: DefinedTemplate): void {
  const { templates } = parser;
  const known = templates.get(name);
  if (known === undefined || isEmptyList(known)) templates.set(name, list);
  else if (!isEmptyList(list))
    addFault(parser, { message: `template: multiple definition of template ${quote(name)}`, span: where, reported });
}

/** Says whether a list holds nothing but white space. */
export function isEmptyList({ nodes }: List): boolean {
  return nodes.every((node) => node.kind === "text" && isSpace(node.text));
}

/** Fails where an `else` cannot stand. */
export function checkElse(block: OpenBlock | undefined, whole: Span): asserts block is OpenBlock {
  if (block === undefined) throw new Mistake("unexpected {{else}}", whole);
  if (block.header !== undefined) {
    const reported = block.kind === "block" ? { reported: block.header.close } : {};
    throw new Mistake(`unexpected {{else}} in ${block.kind} clause`, whole, reported);
  }
  if (block.otherwise !== undefined) throw new Mistake("expected end; found {{else}}", whole);
}
