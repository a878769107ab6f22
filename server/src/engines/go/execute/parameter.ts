import { type ArgumentKind, argumentType, type GoValue, kindOf, typeName } from "../values/go-value.js";
import { floatOf } from "../values/numbers.js";
import { fail, type Run } from "./run.js";

/** The kind of a parameter: as hosts declare them, or `value`, which takes what is there, as most builtins do. */
export type ParameterKind = ArgumentKind | "value";

/** A function that templates can call. */
export interface GoFunction {
  readonly args: readonly ParameterKind[];
  readonly variadic: boolean;
  /** Gets what was checked against `args`. May throw a `CallError`. */
  readonly call: (values: readonly GoValue[], run: Run) => GoValue;
  /** Builtins that take their arguments in their own way. */
  readonly form?: "and" | "or" | "call" | "slice";
}

/** A value as a parameter takes it; fails where it does not. Floats arrive as plain numbers. */
export function checked(run: Run, value: GoValue, kind: ParameterKind): GoValue {
  switch (kind) {
    case "value":
      return value;
    case "any":
      return value === undefined ? null : value;
    case "string":
      if (typeof value === "string") return value;
      break;
    case "int":
      if (typeof value === "number" ? Number.isSafeInteger(value) : typeof value === "bigint") return value;
      break;
    case "float": {
      const float = floatOf(value);
      if (float !== undefined) return float;
      break;
    }
    case "bool":
      if (typeof value === "boolean") return value;
      break;
    case "list":
      if (value === undefined) return [];
      if (Array.isArray(value)) return value;
      break;
    case "map":
      if (value === undefined) return {};
      if (kindOf(value) === "map") return value;
      break;
  }
  if (value === undefined) return fail(run, `invalid value; expected ${argumentType(kind as ArgumentKind)}`);
  return fail(run, `wrong type for value; expected ${argumentType(kind as ArgumentKind)}; got ${typeName(value)}`);
}

/** The kind of the parameter at an index, where the last one may be repeated. */
export function parameterAt({ args, variadic }: GoFunction, index: number): ParameterKind {
  return (variadic ? args[Math.min(index, args.length - 1)] : args[index]) as ParameterKind;
}
