import { type Span, span } from "../../../base/span.js";
import type { TextEdit } from "../../../base/text-edit.js";
import type { Token } from "../../../lua/lex.js";
import { tokensOf } from "./fault.js";
import { woven } from "./weave.js";

/** A call of a name or a path of names, as it is written. */
export interface WrittenCall {
  /** From the first name to the bracket that closes it. */
  readonly span: Span;
  readonly arguments: readonly Span[];
}

/** A call longer than this is not read, in UTF-16 units. */
const longest = 2000;

/** Reads the call whose callee ends at an offset; undefined where no round bracket follows, or where it is not closed soon. */
export function readCall(source: string, callee: Span): WrittenCall | undefined {
  const rest = span(callee.end, Math.min(source.length, callee.end + longest));
  return callOf(tokensOf(source, rest), 0, callee);
}

/** Reads the call whose opening bracket is the token at `open`. */
export function callOf(tokens: readonly Token[], open: number, callee: Span): WrittenCall | undefined {
  if (tokens[open]?.type !== "(") return undefined;
  const found: Span[] = [];
  let depth = 0;
  let first = open + 1;
  for (let index = open; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if ("([{".includes(token.type) || token.type === "function") depth++;
    const isEnd = (")]}".includes(token.type) || token.type === "end") && --depth === 0;
    if (!isEnd && (token.type !== "," || depth !== 1)) continue;
    const [from, to] = [tokens[first] as Token, tokens[index - 1] as Token];
    if (index > first) found.push(span(from.start, to.end));
    else if (!isEnd || found.length > 0) return undefined;
    if (isEnd) return { span: span(callee.start, token.end), arguments: found };
    first = index + 1;
  }
  return undefined;
}

/** What takes the place of a call: a text in which `$1`, `$2` … are its arguments, `$*` all of them, and `$0` its receiver. */
export type CallTemplate = string;

/** Edits that write a call as a template says; undefined where it has other arguments, or one that cannot stand there. */
export function rewriteCall(
  source: string,
  { span: whole, arguments: given }: WrittenCall,
  way: CallTemplate,
  receiver?: Span,
): TextEdit[] | undefined {
  const pieces = way.split(/(\$[\d*])/);
  const count = Math.max(0, ...pieces.map((piece) => (/^\$\d$/.test(piece) ? Number(piece[1]) : 0)));
  if (given.length < count || (given.length > count && !way.includes("$*"))) return undefined;
  const all = given.length === 0 ? "" : span((given[0] as Span).start, (given.at(-1) as Span).end);
  const parts: (string | Span)[] = [];
  let end = whole.start;
  for (const [index, piece] of pieces.entries()) {
    const part = index % 2 === 0 ? piece : piece === "$*" ? all : piece === "$0" ? receiver : given[Number(piece[1]) - 1];
    if (part === undefined) return undefined;
    if (typeof part === "string") {
      parts.push(part);
      continue;
    }
    const text = source.slice(part.start, part.end);
    const isBracketed = /[(,] ?$/.test(pieces[index - 1] ?? "") && /^[),]/.test(pieces[index + 1] ?? "");
    if (!isBracketed && piece !== "$*" && !isOperand(text)) return undefined;
    // A text that moves must be one that nothing can be wrong with.
    if (part.start < end && !isConstant(text)) return undefined;
    parts.push(part.start < end ? text : part);
    end = Math.max(end, part.end);
  }
  // What binds less tightly than a call may not stand next to what binds more tightly.
  const isCall = /^[\w.$]+[:\w]*\(.*\)$|^\(.*\)$|^\{.*\}$/.test(way);
  if (!isCall && /^\s*(\^|\*\*|[.:[(])/.test(source.slice(whole.end, whole.end + 80))) return undefined;
  return woven(source, whole, parts);
}

/** Says whether a text is a name with members and calls, or one constant: what can stand beside any operator. */
export function isOperand(text: string): boolean {
  return /^[A-Za-z_][\w.:]*(\[[^[\]]*\]|\([^()]*\))?$/.test(text) || isConstant(text);
}

/** Says whether a text is one number or one string, in which nothing can be missing. */
function isConstant(text: string): boolean {
  return /^\d[\d.]*$/.test(text) || /^"(?:\\.|[^"\\\r\n])*"$|^'(?:\\.|[^'\\\r\n])*'$/.test(text);
}
