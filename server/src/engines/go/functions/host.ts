import { CallError, Failure, LimitFailure } from "../execute/failure.js";
import type { GoFunction } from "../execute/parameter.js";
import { isStackOverflow } from "../execute/run-to-end.js";
import { type ArgumentKind, argumentType, type GoValue, type HostFunction, isFunction, kindOf, typeName } from "../values/go-value.js";
import { floatOf, integerOf } from "../values/numbers.js";

/** A function of the host as templates call it: whatever it throws is its message. */
export function hostFunction(host: HostFunction): GoFunction {
  return { args: host.args, variadic: host.variadic === true, call: (values) => callHost(host, values) };
}

function callHost(host: HostFunction, values: readonly GoValue[]): GoValue {
  try {
    return host.call(...values) ?? null;
  } catch (error) {
    if (error instanceof LimitFailure || error instanceof Failure || isStackOverflow(error)) throw error;
    throw new CallError(error instanceof Error ? error.message : String(error));
  }
}

/** `call`: calls a function that is a value. The first value is what messages call it. */
export function callValue([name, made, ...given]: readonly GoValue[]): GoValue {
  if (made === null || made === undefined) throw new CallError("call of nil");
  if (!isFunction(made)) throw new CallError(`non-function ${name as string} of type ${typeName(made)}`);
  const { args, variadic } = made;
  const least = variadic === true ? args.length - 1 : args.length;
  if (variadic === true ? given.length < least : given.length !== least) {
    const want = variadic === true ? `want at least ${least}` : `want ${least}`;
    throw new CallError(`wrong number of args for ${name as string}: got ${given.length} ${want}`);
  }
  const values = given.map((value, index) => {
    const prepared = assignable(value, args[Math.min(index, args.length - 1)] as ArgumentKind);
    if ("problem" in prepared) throw new CallError(`arg ${index}: ${prepared.problem}`);
    return prepared.value;
  });
  return callHost(made, values);
}

type Prepared = { readonly value: GoValue } | { readonly problem: string };

/** A value as an argument of a kind; only a `uint8` is converted. */
function assignable(value: GoValue, kind: ArgumentKind): Prepared {
  if (value === null || value === undefined) return emptyOf(kind);
  const kinds: { readonly [kind in ArgumentKind]: () => GoValue } = {
    any: () => value,
    string: () => (typeof value === "string" ? value : undefined),
    int: () => integerOf(value),
    float: () => floatOf(value),
    bool: () => (typeof value === "boolean" ? value : undefined),
    list: () => (Array.isArray(value) ? value : undefined),
    map: () => (kindOf(value) === "map" ? value : undefined),
  };
  const taken = kinds[kind]();
  return taken === undefined ? { problem: `value has type ${typeName(value)}; should be ${argumentType(kind)}` } : { value: taken };
}

function emptyOf(kind: ArgumentKind): Prepared {
  if (kind === "any") return { value: null };
  if (kind === "list") return { value: [] };
  if (kind === "map") return { value: {} };
  return { problem: `value is nil; should be of type ${argumentType(kind)}` };
}
