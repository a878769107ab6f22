/** A declared kind of an argument of a host function. */
export type ArgumentKind = "string" | "int" | "float" | "bool" | "list" | "map" | "any";

/**
 * A function of the host. Arguments are checked against `args` as Go checks parameters; with `variadic`, the last kind
 * may come any number of times. What `call` throws becomes "error calling NAME: message".
 */
export interface HostFunction {
  readonly args: readonly ArgumentKind[];
  readonly variadic?: boolean;
  call(...values: GoValue[]): GoValue;
}

/** A map with string keys; only own keys count. Printed and ranged over in the order of their UTF-8 bytes. */
export type GoMap = { readonly [key: string]: GoValue } | ReadonlyMap<string, GoValue>;

/**
 * What a template can hold. A number within ±(2^53 − 1) and without fraction is a Go `int`, and so is a bigint within 64
 * bits; every other number is a `float64`. A `GoFloat` is a float64 without a fraction (1.0).
 */
export type GoValue = null | undefined | boolean | number | bigint | string | readonly GoValue[] | GoMap | HostFunction | GoFloat | GoByte;

/** A number of a type of its own. */
class TypedNumber {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  valueOf(): number {
    return this.value;
  }

  toString(): string {
    return String(this.value);
  }
}

/** A `float64` that a JavaScript number cannot tell from an int: 1.0, −0.0. */
export class GoFloat extends TypedNumber {}

/** A `uint8`: what `index` takes out of a string. */
export class GoByte extends TypedNumber {}

const bytes: GoByte[] = Array.from({ length: 256 }, (_, value) => new GoByte(value));

/** The `uint8` of 0–255. */
export function goByte(value: number): GoByte {
  return bytes[value] as GoByte;
}

/** The `float64` of any number. */
export function goFloat(value: number): GoFloat | number {
  return Number.isSafeInteger(value) ? new GoFloat(value) : value;
}

/** The `int` of an integer, wrapped to 64 bits as Go's arithmetic wraps. */
export function goInt(value: bigint): number | bigint {
  const wrapped = BigInt.asIntN(64, value);
  const small = Number(wrapped);
  return Number.isSafeInteger(small) ? small : wrapped;
}

/** What kind of Go value this is; "invalid" is the absence of one, "nil" an empty `interface {}`. */
export type GoKind = "invalid" | "nil" | "bool" | "int" | "uint8" | "float64" | "string" | "list" | "map" | "func";

/** Tells the kind of a value. `undefined` is no value at all: a missing key. */
export function kindOf(value: GoValue): GoKind {
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return Number.isSafeInteger(value) ? "int" : "float64";
    case "boolean":
      return "bool";
    case "bigint":
      return "int";
    case "undefined":
      return "invalid";
    case "object":
      return objectKind(value);
    default:
      return "nil";
  }
}

function objectKind(value: object | null): GoKind {
  if (value === null) return "nil";
  if (Array.isArray(value)) return "list";
  if (value instanceof GoFloat) return "float64";
  if (value instanceof GoByte) return "uint8";
  return isFunction(value) ? "func" : "map";
}

/** Says whether a value can be called. */
export function isFunction(value: unknown): value is HostFunction {
  if (typeof value !== "object" || value === null) return false;
  const { call, args } = value as Partial<HostFunction>;
  return typeof call === "function" && Array.isArray(args);
}

const argumentTypes: { readonly [kind in ArgumentKind]: string } = {
  string: "string",
  int: "int",
  float: "float64",
  bool: "bool",
  list: "[]interface {}",
  map: "map[string]interface {}",
  any: "interface {}",
};

/** The name of a parameter's type, as Go prints it. */
export function argumentType(kind: ArgumentKind): string {
  return argumentTypes[kind];
}

/** The name of a value's type, as Go prints it. */
export function typeName(value: GoValue): string {
  const kind = kindOf(value);
  switch (kind) {
    case "invalid":
      return "<nil>";
    case "nil":
      return "interface {}";
    case "list":
      return "[]interface {}";
    case "map":
      return "map[string]interface {}";
    case "func":
      return functionType(value as HostFunction);
    default:
      return kind;
  }
}

/** What a function gives is not declared; templates make text. */
function functionType({ args, variadic }: HostFunction): string {
  const types = args.map((kind, index) => (variadic === true && index === args.length - 1 ? "..." : "") + argumentType(kind));
  return `func(${types.join(", ")}) string`;
}
