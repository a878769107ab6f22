import type { Span } from "../../base/span.js";
import type { ChatDocument } from "../../syntax/ast.js";
import { inDocument, luaPlace } from "./chunks.js";
import { createInference, memberOf } from "./infer.js";
import { expressionBefore } from "./receiver.js";
import type { Shape } from "./shape.js";

/** A name that has a description: one of the environment, or a function of the document. */
export interface Described {
  /** UTF-16 offsets of the document. */
  readonly span: Span;
  readonly signature: string;
  /** May be empty. */
  readonly doc: string;
}

/** What is known of the function or the name of the environment at a UTF-16 offset, without running anything. */
export function describedAt(document: ChatDocument, offset: number): Described | undefined {
  const place = luaPlace(document, offset);
  if (place === undefined) return undefined;
  const { chunk, words, at } = place;
  const isAt = (index: number): boolean => {
    const token = words.words[index]?.token;
    return token !== undefined && token.start <= at && at <= token.end;
  };
  const index = words.words.findLastIndex(({ kind }, index) => (kind === "variable" || kind === "member") && isAt(index));
  const word = words.words[index];
  if (word === undefined) return undefined;
  const tokens = words.words.map(({ token }) => token);
  const inference = createInference(document);
  const ownerEnd = word.kind === "member" ? index - 2 : index;
  const expression = expressionBefore(chunk.source, tokens, ownerEnd);
  if (expression === undefined) return undefined;
  const shape = inference.ofExpression(expression, chunk);
  const found = describe(word.token.text, word.kind === "member" ? memberOf(shape, word.token.text) : shape);
  return found && { ...found, span: inDocument(chunk, { start: word.token.start, end: word.token.end }) };
}

function describe(name: string, shape: Shape): Omit<Described, "span"> | undefined {
  if (shape.kind === "environment") return { signature: shape.entry.path + shape.entry.signature, doc: shape.entry.doc };
  if (shape.kind !== "function") return undefined;
  return { signature: `function ${name}(${shape.parameters.join(", ")})`, doc: shape.doc };
}
