import type { Command, Operand, Pipe } from "../syntax/ast.js";
import { nodeText } from "../syntax/node-text.js";
import type { GoValue } from "../values/go-value.js";
import { compileChain, compileConstant, compileField, compileVariable } from "./compile-operand.js";
import type { Compiler } from "./compiler.js";
import { LimitFailure } from "./failure.js";
import { type Evaluate, fail, push, type Run, variableIndex } from "./run.js";

/** How deep calls in parentheses may be nested: more would not fit on the stack. */
const deepest = 400;

/** Compiles a pipeline. Its value is never an empty `interface {}`: that is no value. */
export function compilePipe(compiler: Compiler, outer: Pipe): Evaluate {
  const pipe = withoutParentheses(outer);
  if (compiler.depth >= deepest) {
    return () => {
      throw new LimitFailure(`expressions nested deeper than ${deepest}`);
    };
  }
  compiler.depth++;
  const { variables, commands } = pipe;
  const [first, ...rest] = commands as [Command, ...Command[]];
  const single = compileFirst(compiler, first);
  const next = rest.map((command) => compileNext(compiler, command));
  compiler.depth--;
  if (next.length === 0 && variables.length === 0) {
    return (run, dot) => {
      run.at = pipe;
      const value = single(run, dot);
      return value === null ? undefined : value;
    };
  }
  const store = storeTo(pipe);
  return (run, dot) => {
    run.at = pipe;
    let value = single(run, dot) ?? undefined;
    for (let index = 0; index < next.length; index++) value = (next[index] as Evaluate)(run, dot, value) ?? undefined;
    store(run, value);
    return value;
  };
}

/** What is in parentheses and nothing else is the same without them. */
function withoutParentheses(outer: Pipe): Pipe {
  for (let pipe = outer; ; ) {
    const [command, another] = pipe.commands;
    const [operand, argument] = command?.operands ?? [];
    const isAlone = another === undefined && argument === undefined && pipe.variables.length === 0;
    if (!isAlone || operand?.kind !== "pipe") return pipe;
    pipe = operand;
  }
}

function storeTo({ variables, isAssignment }: Pipe): (run: Run, value: GoValue) => void {
  const names = variables.map(({ name }) => name);
  if (!isAssignment) return (run, value) => names.forEach((name) => void push(run, name, value));
  return (run, value) => {
    for (const name of names) setVariable(run, name, value);
  };
}

/** Gives a variable that is there another value; fails where it is not. */
export function setVariable(run: Run, name: string, value: GoValue, isElement?: "element"): void {
  const index = variableIndex(run, name);
  run.values[index] = value;
  run.elements[index] = isElement !== undefined;
}

function compileFirst(compiler: Compiler, command: Command): Evaluate {
  return compiler.watched(command.operands[0] as Operand, compileUnwatched(compiler, command));
}

function compileUnwatched(compiler: Compiler, command: Command): Evaluate {
  const [operand, ...operands] = command.operands as [Operand, ...Operand[]];
  const withArguments = operands.length > 0 ? "arguments" : "plain";
  switch (operand.kind) {
    case "identifier":
      return compiler.compileCall({ name: operand, node: command, operands, hasFinal: false });
    case "field":
      return compileField(operand, withArguments);
    case "chain":
      return compileChain(compiler, operand, withArguments);
    case "variable":
      if (operand.fields.length > 0) return compileVariable(operand, withArguments);
      return withArguments === "plain" ? compileVariable(operand, "plain") : refusing(operand, compileVariable(operand, "plain"));
    case "pipe":
      return withArguments === "plain" ? compiler.compilePipe(operand) : refusing(operand, undefined);
    default:
      return withArguments === "plain" ? compileConstant(operand) : refusing(operand, (run) => at(run, operand));
  }
}

function at(run: Run, operand: Operand): undefined {
  run.at = operand;
}

/** Something that is no function, where it is given arguments. What is evaluated before says what messages speak of. */
function refusing(operand: Operand, before: Evaluate | undefined): Evaluate {
  const text = nodeText(operand);
  return (run, dot) => {
    before?.(run, dot);
    return fail(run, `can't give argument to non-function ${text}`);
  };
}

function compileNext(compiler: Compiler, command: Command): Evaluate {
  const [operand, ...operands] = command.operands as [Operand, ...Operand[]];
  if (operand.kind !== "identifier") return compileRefusing(compiler, operand);
  return compiler.watched(operand, compiler.compileCall({ name: operand, node: command, operands, hasFinal: true }));
}

/** A command that takes no value: it only fails. */
function compileRefusing(compiler: Compiler, operand: Operand): Evaluate {
  switch (operand.kind) {
    case "field":
      return compileField(operand, "arguments");
    case "chain":
      return compileChain(compiler, operand, "arguments");
    case "variable":
      return operand.fields.length > 0 ? compileVariable(operand, "arguments") : refusing(operand, compileVariable(operand, "plain"));
    default:
      return refusing(operand, undefined);
  }
}
