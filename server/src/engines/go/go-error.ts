import type { ErrorKind, Failure } from "./execute/failure.js";
import type { Fault, Tree } from "./syntax/ast.js";
import { lineOf, lineStart } from "./syntax/lines.js";
import { nodeText } from "./syntax/node-text.js";
import { quote } from "./text/quote.js";
import { byteLength, wellFormed } from "./text/utf8.js";

/** What is wrong with a template, and where. */
export interface GoTemplateError {
  readonly kind: ErrorKind;
  /** The name of the text it is in. */
  readonly template: string;
  /** One-based. */
  readonly line: number;
  /** One-based, in UTF-16 units. */
  readonly column: number;
  /** In UTF-8 bytes from the beginning of the text. */
  readonly offset: number;
  /** The whole message, as Go writes it. */
  readonly message: string;
  /** The message without the place it begins with. */
  readonly detail: string;
}

/** The error of a fault in a text. Where Go counts another line than that of the fault, the place is the one of Go. */
export function faultError(
  { name, text }: Pick<Tree, "name" | "text">,
  { message, span: { start }, reported, isLimit }: Fault,
): GoTemplateError {
  const line = lineOf(text, reported);
  const at = lineOf(text, start) === line ? start : reported;
  return {
    ...placeIn(name, text, at),
    kind: isLimit === true ? "Limit" : "Parse",
    message: `template: ${name}:${line}: ${message}`,
    detail: message,
  };
}

/** The error a rendering ended with. */
export function failureError(failure: Failure): GoTemplateError {
  const { tree, template, node, fault } = failure.place;
  const { kind } = failure;
  const message = wellFormed(failure.message);
  if (fault !== undefined) return faultError(tree, fault);
  const { name, text } = tree;
  if (node === undefined) return { ...placeIn(name, text, 0), kind, message: `template: ${name}: ${message}`, detail: message };
  const column = byteLength(text.slice(lineStart(text, node.at), node.at));
  const detail = `executing ${quote(template)} at <${nodeText(node)}>: ${message}`;
  return { ...placeIn(name, text, node.at), kind, message: `template: ${name}:${lineOf(text, node.at)}:${column}: ${detail}`, detail };
}

type Where = Pick<GoTemplateError, "template" | "line" | "column" | "offset">;

/** The place of a UTF-16 offset. */
function placeIn(template: string, text: string, at: number): Where {
  return { template, line: lineOf(text, at), column: at - lineStart(text, at) + 1, offset: byteLength(text.slice(0, at)) };
}
