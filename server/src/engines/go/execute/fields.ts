import { quote } from "../text/quote.js";
import { type GoMap, type GoValue, kindOf, typeName } from "../values/go-value.js";
import { mapGet } from "../values/maps.js";
import { fail, type Run } from "./run.js";

/** Looks a field up in a value; `isElement` as in `Run`. */
export type FieldGetter = (run: Run, value: GoValue, isElement: boolean) => GoValue;

/** Names that plain objects answer to although they are no keys of theirs, or that make an object a function. */
const special: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), "call", "args"]);

/** What gets the field of a name; with arguments it only fails, for maps have no methods. */
export function fieldGetter(name: string, withArguments: "plain" | "arguments"): FieldGetter {
  if (withArguments === "arguments" || special.has(name))
    return (run, value, isElement) => field(run, value, { name, isElement, withArguments });
  return (run, value, isElement) => {
    if (typeof value === "object" && value !== null) {
      const prototype = Object.getPrototypeOf(value);
      if (prototype === Object.prototype || prototype === null) {
        const found = (value as { readonly [key: string]: GoValue })[name];
        if (found !== undefined) return found;
      }
    }
    return field(run, value, { name, isElement, withArguments });
  };
}

interface Wanted {
  readonly name: string;
  readonly isElement: boolean;
  readonly withArguments: "plain" | "arguments";
}

function field(run: Run, value: GoValue, { name, isElement, withArguments }: Wanted): GoValue {
  if (value === undefined) return run.program.missingKey === "error" ? fail(run, `nil data; no entry for key ${quote(name)}`) : undefined;
  if (value === null) return fail(run, `nil pointer evaluating interface {}.${name}`);
  if (kindOf(value) !== "map") return fail(run, `can't evaluate field ${name} in type ${isElement ? "interface {}" : typeName(value)}`);
  if (withArguments === "arguments") return fail(run, `${name} is not a method but has arguments`);
  const found = mapGet(value as GoMap, name);
  if (found === undefined && run.program.missingKey === "error") return fail(run, `map has no entry for key ${quote(name)}`);
  return found;
}
