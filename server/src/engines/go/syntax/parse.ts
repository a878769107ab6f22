import { type Span, span } from "../../../base/span.js";
import { codeRegions } from "../../../syntax/code-regions.js";
import { withLf } from "../../../syntax/literal.js";
import type { Pipe, Tree } from "./ast.js";
import { closeBlock, define, openBlock } from "./blocks.js";
import { type Hole, holeFrom, holeIndexFrom } from "./layout.js";
import { actionWords, lexAction } from "./lex-action.js";
import { lineOf } from "./lines.js";
import { addFault, mostPlaced, openList, type ParseOptions, type Parser } from "./parser.js";
import { type ActionReader, Mistake } from "./reader.js";
import { readStatement } from "./statements.js";
import type { Token } from "./tokens.js";

const noPipe: Pipe = { kind: "pipe", at: 0, variables: [], isAssignment: false, commands: [], span: span(0, 0) };

/** Parses a template text. Never fails: what is wrong is in `faults`, and what can be read is read. */
export function parse(text: string, options: ParseOptions): Tree {
  const { name, isFunction, escapeCodeRegions, lineEnds = "kept", check = () => {}, layout } = options;
  const parser: Parser = {
    name,
    isFunction,
    escapeCodeRegions,
    text,
    lineEnds,
    check,
    layout: layout ?? { literals: escapeCodeRegions ? codeRegions(text) : [], holes: [] },
    words: actionWords(isFunction),
    root: { nodes: [] },
    blocks: [],
    definitions: [],
    templates: new Map(),
    faults: [],
    at: 0,
    region: 0,
    variables: ["$"],
    variableCount: 1,
    rangeDepth: 0,
    action: undefined,
    nextClose: -1,
  };
  while (parser.at < text.length) {
    check();
    readPiece(parser);
  }
  const { root, blocks, definitions, templates, faults } = parser;
  const end = span(text.length, text.length);
  const inner = blocks.at(-1);
  if (inner !== undefined) addFault(parser, { message: "unexpected EOF", span: end, reported: text.length, opener: inner.open });
  while (blocks.length > 0) closeBlock(parser, end, text.length);
  define(parser, { name, list: root, span: end, reported: text.length });
  return { name, text, root, definitions, templates, faults };
}

/** Reads the text up to the next action, and that action or comment. */
function readPiece(parser: Parser): void {
  const { text, at: start } = parser;
  const open = nextAction(parser);
  if (open < 0) {
    addText(parser, span(start, text.length));
    parser.at = text.length;
    return;
  }
  const isTrimmed = text.charCodeAt(open + 2) === 45 && isBlank(text.charCodeAt(open + 3));
  const floor = Math.max(start, holeBefore(parser, open));
  let end = open;
  if (isTrimmed) while (end > floor && isBlank(text.charCodeAt(end - 1))) end--;
  addText(parser, span(start, end));
  const inside = open + 2 + (isTrimmed ? 2 : 0);
  if (text.startsWith("/*", inside)) readComment(parser, inside);
  else readAction(parser, open, inside);
}

/** Offset of the next `{{` that is no code, −1 where there is none. */
function nextAction(parser: Parser): number {
  const { text, layout } = parser;
  const regions = layout.literals;
  for (let from = parser.at; ; ) {
    const open = text.indexOf("{{", from);
    if (open < 0) return -1;
    while ((regions[parser.region]?.end ?? Number.POSITIVE_INFINITY) <= open) parser.region++;
    const region = regions[parser.region];
    if (region === undefined || open < region.start) return open;
    from = region.end;
  }
}

/** Adds a text, and the holes in it. */
function addText(parser: Parser, { start, end }: Span): void {
  const { holes } = parser.layout;
  let from = start;
  for (let index = holeIndexFrom(holes, start); (holes[index]?.span.start ?? end) < end; index++) {
    const hole = holes[index] as Hole;
    addPlainText(parser, from, hole.span.start);
    if (hole.index !== undefined) openList(parser).nodes.push({ kind: "hole", index: hole.index, span: hole.span });
    from = hole.span.end;
  }
  addPlainText(parser, from, end);
}

function addPlainText(parser: Parser, start: number, end: number): void {
  if (end <= start) return;
  const text = parser.text.slice(start, end);
  openList(parser).nodes.push({ kind: "text", text: parser.lineEnds === "lf" ? withLf(text) : text, span: span(start, end) });
}

/** The end of the last hole before an offset. */
function holeBefore({ layout: { holes } }: Parser, at: number): number {
  return holes[holeIndexFrom(holes, at) - 1]?.span.end ?? 0;
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

function readComment(parser: Parser, start: number): void {
  const { text } = parser;
  const close = text.indexOf("*/", start + 2);
  const end = close + 2;
  const isTrimmed = isBlank(text.charCodeAt(end)) && text.startsWith("-}}", end + 1);
  if (close >= 0 && (isTrimmed || text.startsWith("}}", end))) {
    parser.at = isTrimmed ? skipBlanks(text, end + 4) : end + 2;
    return;
  }
  const message = close < 0 ? "unclosed comment" : "comment ends before closing delimiter";
  const where = span(start, close < 0 ? text.length : end);
  addMistake(parser, new Mistake(message + startedElsewhere(parser, start, message), where), start);
  parser.at = close < 0 ? text.length : resume(parser, end);
}

function readAction(parser: Parser, open: number, inside: number): void {
  const { text, isFunction, variables } = parser;
  const tokens = lexWithin(parser, inside);
  const last = tokens[tokens.length - 1] as Token;
  const isClosed = last.kind === "close";
  const whole = span(open, isClosed ? last.end : resume(parser, Math.max(last.start, inside)));
  const isMarked = isClosed && text.charCodeAt(last.start - 1) === 45 && isBlank(text.charCodeAt(last.start - 2));
  parser.at = isMarked ? skipBlanks(text, whole.end) : whole.end;
  parser.action = open;
  parser.variableCount = variables.length;
  const reader: ActionReader = {
    tokens,
    index: 0,
    seen: 0,
    variables,
    isFunction,
    startedElsewhere: ({ start, text: message }) => startedElsewhere(parser, start, message),
  };
  try {
    readStatement(parser, reader, whole);
  } catch (mistake) {
    if (!(mistake instanceof Mistake)) throw mistake;
    addMistake(parser, mistake, (tokens[reader.seen] as Token).start);
    recover(parser, tokens, whole);
  }
}

/** The tokens of an action: it ends before the next hole, if not by itself. */
function lexWithin({ text, words, layout: { holes } }: Parser, inside: number): readonly Token[] {
  const tokens = lexAction(text, inside, words);
  const hole = holeFrom(holes, inside);
  return hole === undefined || (tokens.at(-1) as Token).end <= hole.span.start
    ? tokens
    : lexAction(text.slice(0, hole.span.start), inside, words);
}

/** What is added to a message about an action that began on another line. */
function startedElsewhere({ text, action, name, faults }: Parser, at: number, message: string): string {
  // Counting lines is for those who read the message.
  if (
    action === undefined ||
    faults.length >= mostPlaced ||
    !text.slice(action, at).includes("\n") ||
    lineOf(text, action) === lineOf(text, at)
  )
    return "";
  const began = `started at ${name}:${lineOf(text, action)}`;
  return message.endsWith(" action") ? ` ${began}` : ` in action ${began}`;
}

function addMistake(parser: Parser, { message, span: { start, end }, reported, candidates }: Mistake, furthest: number): void {
  addFault(parser, { message, span: span(start, end), reported: reported ?? furthest, ...(candidates && { candidates }) });
}

/** Where reading goes on after an action without an end: behind the next `}}`, or at an action before it. */
function resume(parser: Parser, from: number): number {
  const { text } = parser;
  if (parser.nextClose < from) {
    const found = text.indexOf("}}", from);
    parser.nextClose = found < 0 ? Number.POSITIVE_INFINITY : found;
  }
  const close = parser.nextClose;
  const open = text.indexOf("{{", from);
  if (open >= 0 && open < close) return open;
  return Math.min(text.length, close + 2);
}

/** A broken action that opens a block opens it all the same, so that its `end` finds it. */
function recover(parser: Parser, tokens: readonly Token[], open: Span): void {
  const first = tokens.find(({ kind }) => kind !== "space");
  const keyword = first?.kind === "keyword" ? first.text : undefined;
  switch (keyword) {
    case "if":
    case "with":
    case "range":
      openBlock(parser, keyword, { open, pipe: noPipe });
      break;
    case "define":
    case "block":
      openBlock(parser, keyword, { open, header: { name: "", nameSpan: span(open.end, open.end), close: open.end } });
      break;
    case "end":
      if (parser.blocks.length > 0) closeBlock(parser, open, open.end);
      break;
  }
  parser.action = undefined;
}
