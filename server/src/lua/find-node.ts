import type { Span } from "../base/span.js";
import type {
  ArithmeticOperator,
  CallExpression,
  ComparisonOperator,
  Expression,
  IndexExpression,
  MethodExpression,
  ParsedChunk,
  Statement,
  Target,
} from "./ast.js";
import { decodeUtf8 } from "./bytes.js";
import { visitBlock } from "./visit.js";

/** The node that called a function of the host. */
export type CallingNode =
  /** `value` is the expression that gives this target its value, where it gives no other target one. */
  | { readonly kind: "assignment"; readonly target: IndexExpression; readonly value: Expression | undefined }
  | { readonly kind: "call"; readonly node: CallExpression | MethodExpression }
  | { readonly kind: "index"; readonly node: IndexExpression }
  | {
      readonly kind: "binary";
      readonly left: Expression;
      readonly right: Expression;
      readonly operator: ArithmeticOperator | ComparisonOperator;
    };

/**
 * Finds what stands at exactly a span of the chunk's source, as `LuaState.calledAt` gives it: an assignment (by the
 * span of its target), a call, a member that is read, or an operator with two operands.
 */
export function findNode(parsed: ParsedChunk, span: Span): CallingNode | undefined {
  const index = indexes.get(parsed) ?? indexOf(parsed);
  indexes.set(parsed, index);
  return index.get(keyOf(span));
}

/** What stands at each place of a program, for whoever asks about many of them. */
const indexes = new WeakMap<ParsedChunk, ReadonlyMap<string, CallingNode>>();

function keyOf({ start, end }: Span): string {
  return `${start} ${end}`;
}

/** An assignment comes before the target that has its span. */
function indexOf({ body }: ParsedChunk): Map<string, CallingNode> {
  const index = new Map<string, CallingNode>();
  const add = ({ span }: { readonly span: Span }, node: CallingNode | undefined): void => {
    const key = keyOf(span);
    if (node !== undefined && !index.has(key)) index.set(key, node);
  };
  visitBlock(body, {
    statement(node) {
      if (node.kind === "assign") for (const target of node.targets) add(target, assignmentAt(node, target));
    },
    expression: (node) => add(node, callingNode(node)),
  });
  return index;
}

/** The spans of the keys of an index chain from left to right: `b` and `"c"` of `a.b["c"]`. Empty for what is no index. */
export function keySpans(expression: Expression): readonly Span[] {
  const spans: Span[] = [];
  for (let at = expression; at.kind === "index"; at = at.object) spans.unshift(at.keySpan);
  return spans;
}

/** The names of `a.b["c"]` from a global on; undefined for what is no such chain of names. */
export function globalNames(expression: Expression): string[] | undefined {
  if (expression.kind === "name") return expression.variable.kind === "global" ? [expression.name] : undefined;
  if (expression.kind !== "index" || expression.key.kind !== "string") return undefined;
  const before = globalNames(expression.object);
  return before && [...before, decodeUtf8(expression.key.value)];
}

function assignmentAt({ targets, values }: Extract<Statement, { kind: "assign" }>, target: Target): CallingNode | undefined {
  if (target.kind !== "index") return undefined;
  const index = targets.indexOf(target);
  const value = values[index];
  const feedsOthers = index === values.length - 1 && targets.length > values.length && value !== undefined && isOpen(value);
  return { kind: "assignment", target, value: feedsOthers ? undefined : value };
}

/** Says whether an expression at the end of a list may give any number of values. */
function isOpen({ kind }: Expression): boolean {
  return kind === "call" || kind === "method" || kind === "vararg";
}

function callingNode(node: Expression): CallingNode | undefined {
  switch (node.kind) {
    case "call":
    case "method":
      return { kind: "call", node };
    case "index":
      return { kind: "index", node };
    case "arithmetic":
    case "comparison":
      return { kind: "binary", left: node.left, right: node.right, operator: node.operator };
    default:
      return undefined;
  }
}

/** The place of the name in a key: between the quotes of `["name"]`, and the whole span of a bare one. */
export function withoutQuotes(source: string, { start, end }: Span): Span {
  const isQuoted = /^["']/.test(source[start] ?? "") && end - start > 1;
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
}
