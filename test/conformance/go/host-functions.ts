import type { HostFunction } from "../../../server/src/go-template.js";

/** The functions that the recorded cases with `funcs` call. */
export const hostFunctions: { readonly [name: string]: HostFunction } = {
  zeroArgs: { args: [], call: () => "zeroArgs" },
  oneArg: { args: ["string"], call: (a) => `oneArg=${a}` },
  twoArgs: { args: ["string", "string"], call: (a, b) => `twoArgs=${a}${b}` },
  dddArg: { args: ["int", "string"], variadic: true, call: (a, ...rest) => `${a} [${rest.join(" ")}]\n` },
  echo: { args: ["any"], call: (value) => value },
  add: { args: ["int"], variadic: true, call: (...values) => values.reduce<number>((sum, value) => sum + Number(value), 0) },
  returnInt: { args: [], call: () => 7 },
  valueString: { args: ["string"], call: () => "value is ignored" },
  makemap: { args: ["string"], variadic: true, call: (...values) => Object.fromEntries(pairs(values)) },
  mapOfThree: { args: [], call: () => ({ three: 3 }) },
  failing: {
    args: ["string"],
    call: (text) => {
      throw new Error(`failed: ${text}`);
    },
  },
  mayFail: {
    args: ["bool"],
    call: (isBad) => {
      if (isBad === true) throw new Error("my error");
      return false;
    },
  },
  die: {
    args: [],
    call: () => {
      throw "die";
    },
  },
  panics: {
    args: [],
    call: () => {
      throw "test panic";
    },
  },
  takesFloat: { args: ["float"], call: (value) => `float64:${value}` },
  takesInt: { args: ["int"], call: (value) => `int:${value}` },
  takesBool: { args: ["bool"], call: (value) => `bool:${value}` },
  takesList: { args: ["list"], call: (list) => (list as readonly unknown[]).length },
  takesMap: { args: ["map"], call: (map) => Object.keys(map as object).length },
  returnNil: { args: [], call: () => null },
  getFunc: { args: [], call: () => ({ args: ["string", "string"], call: (a, b) => `[${a}=${b}]` }) },
};

function* pairs<T>(values: readonly T[]): Generator<[T, T | undefined]> {
  for (let index = 0; index < values.length; index += 2) yield [values[index] as T, values[index + 1]];
}
