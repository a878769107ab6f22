import type { Operand } from "../syntax/ast.js";
import { nodeText } from "../syntax/node-text.js";
import { type GoValue, typeName } from "../values/go-value.js";
import { isTrue } from "../values/truth.js";
import { step, steps } from "./budget.js";
import { compileArgument, isInterface } from "./compile-operand.js";
import type { Call, Compiler } from "./compiler.js";
import { CallError, LimitFailure } from "./failure.js";
import { checked, type GoFunction, type ParameterKind, parameterAt } from "./parameter.js";
import { type Evaluate, fail, failure, type Run } from "./run.js";

/** Compiles a call. A wrong number of arguments fails when it is run, as in Go. */
export function compileCall(compiler: Compiler, call: Call): Evaluate {
  const { name, operands, hasFinal } = call;
  const made = compiler.functions.get(name.name) as GoFunction;
  const problem = wrongNumber(made, call);
  if (problem !== undefined) {
    return (run) => {
      run.at = name;
      return fail(run, problem);
    };
  }
  const args = operands.map((operand, index) => argument(compiler, made, { operand, index }));
  if (made.form === "and" || made.form === "or") return shortCircuit(call, args, made.form);
  const finalKind = hasFinal ? parameterAt(made, operands.length) : undefined;
  const callee = made.form === "call" ? calleeText(operands[0]) : undefined;
  return (run, dot, final) => {
    run.at = name;
    step(run.budget);
    const values: GoValue[] = [];
    for (let index = 0; index < args.length; index++) values.push((args[index] as Evaluate)(run, dot));
    if (finalKind !== undefined) values.push(checked(run, final, finalKind));
    if (made.form === "call") values.unshift(callee ?? reflected(final));
    return invoke(run, made, { values, call });
  };
}

function wrongNumber({ args, variadic }: GoFunction, { name, operands, hasFinal }: Call): string | undefined {
  const count = operands.length + (hasFinal ? 1 : 0);
  const least = variadic ? args.length - 1 : args.length;
  if (variadic ? count >= least : count === least) return undefined;
  return `wrong number of args for ${name.name}: want ${variadic ? `at least ${least} got ${operands.length}` : `${least} got ${count}`}`;
}

interface Argument {
  readonly operand: Operand;
  readonly index: number;
}

function argument(compiler: Compiler, made: GoFunction, { operand, index }: Argument): Evaluate {
  const kind: ParameterKind = parameterAt(made, index);
  const evaluate = compileArgument(compiler, operand, kind);
  if (made.form !== "slice" || index === 0) return evaluate;
  const isOpaque = isInterface(operand);
  // Go's `slice` does not look into an `interface {}`, so that what comes out of a map is no index.
  return (run, dot) => {
    const value = evaluate(run, dot);
    return value !== undefined && isOpaque(run) ? null : value;
  };
}

/** The arguments of `and` and `or` are evaluated up to the one that decides. */
function shortCircuit({ name, hasFinal }: Call, args: readonly Evaluate[], form: "and" | "or"): Evaluate {
  return (run, dot, final) => {
    run.at = name;
    step(run.budget);
    let value: GoValue;
    for (let index = 0; index < args.length; index++) {
      value = (args[index] as Evaluate)(run, dot);
      if (isTrue(value, run.budget) === (form === "or")) return value;
    }
    return hasFinal ? final : value;
  };
}

function calleeText(operand: Operand | undefined): string | undefined {
  return operand && nodeText(operand);
}

/** What Go's reflection calls a value that is no string. */
function reflected(value: GoValue): string {
  if (typeof value === "string") return value;
  return value === undefined ? "<invalid Value>" : `<${typeName(value)} Value>`;
}

/** Reading a long text is work as well: what a function does with it takes time by its length. */
function chargeTexts({ budget }: Run, values: readonly GoValue[]): void {
  let length = 0;
  for (const value of values) if (typeof value === "string") length += value.length;
  if (length >= 1024) steps(budget, length >>> 10);
}

interface Invocation {
  readonly values: readonly GoValue[];
  readonly call: Call;
}

function invoke(run: Run, made: GoFunction, { values, call }: Invocation): GoValue {
  try {
    chargeTexts(run, values);
    return made.call(values, run);
  } catch (error) {
    if (error instanceof LimitFailure) run.at = call.node;
    if (!(error instanceof CallError)) throw error;
    run.at = call.node;
    throw failure(run, `error calling ${call.name.name}: ${error.message}`, error);
  }
}
