import { type Span, span } from "../../../base/span.js";
import type { FieldNode, Operand, VariableNode } from "../syntax/ast.js";
import { type GoMap, type GoValue, kindOf } from "../values/go-value.js";
import { mapGet } from "../values/maps.js";
import type { Evaluate, Run } from "./run.js";

/** Watches what stands at an offset while a template runs. */
export interface Watch {
  readonly offset: number;
  record(seen: Seen): void;
}

/** What stood there, and its value. */
export interface Seen {
  readonly span: Span;
  /** As it is written, up to the name that is watched. */
  readonly name: string;
  readonly kind: "field" | "variable" | "call";
  readonly value: GoValue;
}

/** An operand that tells its value, where it is the one that is watched: of a path, the value as far as the name at the offset. */
export function watched(watch: Watch | undefined, operand: Operand, evaluate: Evaluate): Evaluate {
  if (watch === undefined || watch.offset < operand.span.start || watch.offset > operand.span.end) return evaluate;
  switch (operand.kind) {
    case "dot":
    case "field":
    case "variable":
      return watchedPath(watch, operand, evaluate);
    case "identifier":
    case "chain":
      return (run, dot, final) => {
        const value = evaluate(run, dot, final);
        const name = operand.kind === "chain" ? operand.fields.map((field) => `.${field}`).join("") : operand.name;
        watch.record({ span: operand.span, name, kind: operand.kind === "chain" ? "field" : "call", value });
        return value;
      };
    default:
      return evaluate;
  }
}

type Path = FieldNode | VariableNode | Extract<Operand, { kind: "dot" }>;

function watchedPath(watch: Watch, node: Path, evaluate: Evaluate): Evaluate {
  const fields = node.kind === "field" ? node.names : node.kind === "variable" ? node.fields : [];
  const head = node.kind === "variable" ? node.name : "";
  const start = node.span.start + head.length;
  const ends = fields.map((_, index) => start + fields.slice(0, index + 1).reduce((length, name) => length + 1 + name.length, 0));
  const isHead = head !== "" && watch.offset <= start;
  const last = isHead ? -1 : ends.findIndex((end) => watch.offset <= end);
  const names = fields.slice(0, last + 1);
  const at = span(node.span.start, ends[last] ?? (isHead ? start : node.span.end));
  const name = node.kind === "dot" ? "." : head + names.map((field) => `.${field}`).join("");
  const kind = isHead || (head !== "" && names.length === 0) ? "variable" : "field";
  return (run, dot, final) => {
    watch.record({ span: at, name, kind, value: along(head === "" ? dot : variable(run, head), names) });
    return evaluate(run, dot, final);
  };
}

function variable({ names, values, top, base }: Run, name: string): GoValue {
  for (let index = top - 1; index >= base; index--) if (names[index] === name) return values[index];
  return undefined;
}

/** The value that a path leads to; undefined where it leads nowhere. */
function along(from: GoValue, names: readonly string[]): GoValue {
  let value = from;
  for (const name of names) value = kindOf(value) === "map" ? mapGet(value as GoMap, name) : undefined;
  return value;
}
