import { parametersOf, type ReferenceParameter } from "../../engines/lua/reference.js";
import type { Expression } from "../../lua/ast.js";
import type { LuaChunk } from "./chunks.js";
import { type Inference, isText, memberOf } from "./infer.js";
import type { FunctionShape, Shape } from "./shape.js";

/** How a function is called: the whole label, its parameters as they stand in it, and what it does. */
export interface Signature {
  readonly label: string;
  readonly parameters: readonly ReferenceParameter[];
  readonly doc: string;
}

/** The signature of what an expression names, as it is called there: a method has its first argument before the colon. */
export function signatureOf(callee: Expression, chunk: LuaChunk, inference: Inference): Signature | undefined {
  const name = chunk.source.slice(callee.span.start, callee.span.end);
  return describe(name, inference.ofExpression(callee, chunk), ({ self, parameters }) =>
    self === undefined ? parameters : ["self", ...parameters],
  );
}

/** The signature of the method `name` of an object. */
export function methodSignature(object: Expression, name: string, chunk: LuaChunk, inference: Inference): Signature | undefined {
  const shape = inference.ofExpression(object, chunk);
  const label = `${chunk.source.slice(object.span.start, object.span.end)}:${name}`;
  const found = describe(label, memberOf(shape, name), withoutObject);
  return found && isText(shape) ? withParameters(found, found.parameters.slice(1), label) : found;
}

/** What is left to write at a call with a colon. */
function withoutObject({ self, parameters }: FunctionShape): readonly string[] {
  return self === "implicit" || parameters[0] === "..." ? parameters : parameters.slice(1);
}

/** `written` gives the parameters of a function of the document that are written at the call. */
function describe(name: string, shape: Shape, written: (shape: FunctionShape) => readonly string[]): Signature | undefined {
  if (shape.kind === "environment") {
    const { entry } = shape;
    if (entry.kind !== "function") return undefined;
    return { label: entry.path + entry.signature, parameters: entry.parameters, doc: entry.doc };
  }
  if (shape.kind !== "function") return undefined;
  const list = written(shape).join(", ");
  return { label: `${name}(${list})`, parameters: parametersOf(list), doc: shape.doc };
}

function withParameters({ label, doc }: Signature, parameters: readonly ReferenceParameter[], name: string): Signature {
  const result = /\)(: .*)?$/.exec(label)?.[1] ?? "";
  return { label: `${name}(${parameters.map((parameter) => parameter.label).join(", ")})${result}`, parameters, doc };
}
