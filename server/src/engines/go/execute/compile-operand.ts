import type { ChainNode, FieldNode, NumberNode, Operand, VariableNode } from "../syntax/ast.js";
import { nodeText } from "../syntax/node-text.js";
import { argumentType, type GoValue, goFloat } from "../values/go-value.js";
import type { Compiler } from "./compiler.js";
import { type FieldGetter, fieldGetter } from "./fields.js";
import { checked, type ParameterKind } from "./parameter.js";
import { type Evaluate, fail, type Run, variableIndex } from "./run.js";

/** What a literal is for a parameter: a value, or why it is none. */
type Literal = { readonly value: GoValue } | { readonly problem: string };

/** Compiles an operand that is an argument of a kind. */
export function compileArgument(compiler: Compiler, operand: Operand, kind: ParameterKind): Evaluate {
  switch (operand.kind) {
    case "dot":
      return compiler.watched(operand, (run, dot) => {
        run.at = operand;
        return checked(run, dot, kind);
      });
    case "field":
    case "variable":
    case "pipe":
    case "identifier":
    case "chain": {
      const evaluate = compiler.watched(operand, compileOperand(compiler, operand));
      if (kind === "value") return evaluate;
      if (kind === "any") {
        return (run, dot) => {
          const value = evaluate(run, dot);
          return value === undefined ? null : value;
        };
      }
      return (run, dot) => checked(run, evaluate(run, dot), kind);
    }
    default:
      return literal(operand, literalFor(operand, kind));
  }
}

function literal(node: Operand, result: Literal): Evaluate {
  if ("problem" in result) {
    return (run) => {
      run.at = node;
      return fail(run, result.problem);
    };
  }
  const { value } = result;
  return (run) => {
    run.at = node;
    return value;
  };
}

type LiteralNode = Extract<Operand, { readonly kind: "bool" | "nil" | "number" | "string" }>;

function literalFor(node: LiteralNode, kind: ParameterKind): Literal {
  if (node.kind === "nil") return nilFor(kind);
  const found = nodeText(node);
  switch (kind) {
    case "bool":
      return node.kind === "bool" ? { value: node.value } : { problem: `expected bool; found ${found}` };
    case "string":
      return node.kind === "string" ? { value: node.value } : { problem: `expected string; found ${found}` };
    case "int":
      return node.kind === "number" && node.int !== undefined ? { value: node.int } : { problem: `expected integer; found ${found}` };
    case "float":
      return node.kind === "number" && node.float !== undefined ? { value: node.float } : { problem: `expected float; found ${found}` };
    case "list":
    case "map":
      return { problem: `can't handle ${found} for arg of type ${argumentType(kind)}` };
    default:
      return node.kind === "number" ? idealConstant(node) : { value: node.value };
  }
}

function nilFor(kind: ParameterKind): Literal {
  switch (kind) {
    case "value":
      return { value: undefined };
    case "any":
      return { value: null };
    case "list":
      return { value: [] };
    case "map":
      return { value: {} };
    default:
      return { problem: `cannot assign nil to ${argumentType(kind)}` };
  }
}

/** A number where no type is asked for: a float where it is written as one. */
function idealConstant({ text, int, float }: NumberNode): Literal {
  const isHexInteger = /^0[xX]./.test(text) && !/[pP]/.test(text);
  if (float !== undefined && !isHexInteger && !text.startsWith("'") && /[.eEpP]/.test(text)) return { value: goFloat(float) };
  return int === undefined ? { problem: `${text} overflows int` } : { value: int };
}

/** Compiles an operand that is no command of its own and whose value is taken as it is. */
function compileOperand(compiler: Compiler, operand: Operand): Evaluate {
  switch (operand.kind) {
    case "field":
      return compileField(operand, "plain");
    case "variable":
      return compileVariable(operand, "plain");
    case "pipe":
      return compiler.compilePipe(operand);
    case "identifier":
      return compiler.compileCall({ name: operand, node: operand, operands: [], hasFinal: false });
    case "chain":
      return compileChain(compiler, operand, "plain");
    default:
      throw new Error(`no operand: ${operand.kind}`);
  }
}

/** A literal, the dot or nil as a command. */
export function compileConstant(operand: Operand): Evaluate {
  switch (operand.kind) {
    case "dot":
      return (run, dot) => {
        run.at = operand;
        return dot;
      };
    case "nil":
      return literal(operand, { problem: "nil is not a command" });
    case "bool":
    case "string":
    case "number":
      return literal(operand, literalFor(operand, "value"));
    default:
      throw new Error(`no constant: ${operand.kind}`);
  }
}

/** Compiles `.a.b`. With arguments the last field only fails. */
export function compileField(node: FieldNode, withArguments: "plain" | "arguments"): Evaluate {
  const { names } = node;
  const [first, ...rest] = getters(names, withArguments) as [FieldGetter, ...FieldGetter[]];
  if (rest.length === 0) {
    return (run, dot) => {
      run.at = node;
      return first(run, dot, run.isElement);
    };
  }
  return (run, dot) => {
    run.at = node;
    return through(run, first(run, dot, run.isElement), rest);
  };
}

function getters(names: readonly string[], withArguments: "plain" | "arguments"): FieldGetter[] {
  return names.map((name, index) => fieldGetter(name, index === names.length - 1 ? withArguments : "plain"));
}

function through(run: Run, value: GoValue, fields: readonly FieldGetter[]): GoValue {
  let found = value;
  for (let index = 0; index < fields.length; index++) found = (fields[index] as FieldGetter)(run, found, true);
  return found;
}

/** Compiles `$x.a.b`. */
export function compileVariable(node: VariableNode, withArguments: "plain" | "arguments"): Evaluate {
  const { name, fields } = node;
  if (fields.length === 0) {
    return (run) => {
      run.at = node;
      return run.values[variableIndex(run, name)];
    };
  }
  const [first, ...rest] = getters(fields, withArguments) as [FieldGetter, ...FieldGetter[]];
  return (run) => {
    run.at = node;
    const index = variableIndex(run, name);
    return through(run, first(run, run.values[index], run.elements[index] as boolean), rest);
  };
}

/** Compiles `(pipeline).a.b`: whatever failed last inside is what messages speak of. */
export function compileChain(compiler: Compiler, node: ChainNode, withArguments: "plain" | "arguments"): Evaluate {
  const evaluate = compiler.watched(node.of, compileOperand(compiler, node.of));
  const [first, ...rest] = getters(node.fields, withArguments) as [FieldGetter, ...FieldGetter[]];
  return (run, dot) => {
    run.at = node;
    return through(run, first(run, evaluate(run, dot), false), rest);
  };
}

/** Says whether an argument of `slice` is known to Go as `interface {}` only, whatever it holds. */
export function isInterface(operand: Operand): (run: Run) => boolean {
  switch (operand.kind) {
    case "field":
    case "chain":
      return () => true;
    case "dot":
      return (run) => run.isElement;
    case "variable":
      if (operand.fields.length > 0) return () => true;
      return (run) => run.elements[variableIndex(run, operand.name)] as boolean;
    default:
      return () => false;
  }
}
