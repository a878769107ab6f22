import { type Span, span } from "../../../base/span.js";
import { unquote } from "../text/unquote.js";
import type { Node } from "./ast.js";
import { addBranch, addOtherwise, checkElse, closeBlock, openBlock } from "./blocks.js";
import { parsePipe } from "./parse-pipe.js";
import { openList, type Parser } from "./parser.js";
import { type ActionReader, expect, Mistake, next, nextWord, peekWord, unexpected } from "./reader.js";
import type { Token } from "./tokens.js";

/** Reads the inside of one action, `whole` with its braces. Throws a `Mistake`. */
export function readStatement(parser: Parser, reader: ActionReader, whole: Span): void {
  const token = nextWord(reader);
  switch (token.kind === "keyword" ? token.text : undefined) {
    case undefined:
      reader.index--;
      addNode(parser, { kind: "action", at: token.start, pipe: parsePipe(reader, "command"), span: whole });
      break;
    case "if":
    case "with":
    case "range": {
      const kind = token.text as "if" | "with" | "range";
      // Messages speak of this action until the next one ends.
      openBlock(parser, kind, { open: whole, pipe: parsePipe(reader, kind) });
      return;
    }
    case "define":
      readDefine(parser, reader, { token, whole });
      break;
    case "block":
      readBlock(parser, reader, whole);
      break;
    case "template":
      readTemplate(parser, reader, whole);
      break;
    case "else":
      readElse(parser, reader, whole);
      break;
    case "end":
      readEnd(parser, reader, whole);
      break;
    default:
      readBreak(parser, reader, { token, whole });
  }
  parser.action = undefined;
}

function addNode(parser: Parser, node: Node): void {
  openList(parser).nodes.push(node);
}

interface Statement {
  readonly token: Token;
  readonly whole: Span;
}

function readDefine(parser: Parser, reader: ActionReader, { token, whole }: Statement): void {
  if (parser.blocks.length > 0) unexpected(reader, token, "command");
  parser.action = undefined;
  const { name, nameSpan } = readName(reader, "define clause");
  const { start: close } = expect(reader, "close", "define clause");
  openBlock(parser, "define", { open: whole, header: { name, nameSpan, close } });
}

function readBlock(parser: Parser, reader: ActionReader, whole: Span): void {
  const named = readName(reader, "block clause");
  const pipe = parsePipe(reader, "block clause");
  openBlock(parser, "block", { open: whole, header: { ...named, pipe, close: (reader.tokens.at(-1) as Token).start } });
}

function readTemplate(parser: Parser, reader: ActionReader, whole: Span): void {
  const { name, nameSpan } = readName(reader, "template clause");
  const token = nextWord(reader);
  if (token.kind !== "close") reader.index--;
  const pipe = token.kind === "close" ? undefined : parsePipe(reader, "template clause");
  addNode(parser, { kind: "template", at: nameSpan.start, name, nameSpan, pipe, span: whole });
}

function readName(reader: ActionReader, context: string): { name: string; nameSpan: Span } {
  const token = nextWord(reader);
  if (token.kind !== "string" && token.kind !== "raw") unexpected(reader, token, context);
  const name = unquote(token.text);
  if (name === undefined) throw new Mistake("invalid syntax", token);
  return { name, nameSpan: span(token.start, token.end) };
}

function readElse(parser: Parser, reader: ActionReader, whole: Span): void {
  const block = parser.blocks.at(-1);
  const word = peekWord(reader);
  const isConditional = word.kind === "keyword" && (word.text === "if" || word.text === "with");
  if (!isConditional) expect(reader, "close", "else");
  checkElse(block, whole);
  if (!isConditional) {
    addOtherwise(parser, block);
    return;
  }
  if (word.text !== block.kind) unexpected(reader, word, "input");
  next(reader);
  parser.action = undefined;
  addBranch(block, parsePipe(reader, word.text), whole);
}

function readEnd(parser: Parser, reader: ActionReader, whole: Span): void {
  const { start } = expect(reader, "close", "end");
  if (parser.blocks.length === 0) throw new Mistake("unexpected {{end}}", whole);
  closeBlock(parser, whole, start);
}

function readBreak(parser: Parser, reader: ActionReader, { token, whole }: Statement): void {
  const kind = token.text as "break" | "continue";
  const after = nextWord(reader);
  if (after.kind !== "close") unexpected(reader, after, `{{${kind}}}`);
  if (parser.rangeDepth === 0) throw new Mistake(`{{${kind}}} outside {{range}}`, whole);
  addNode(parser, { kind, span: whole });
}
