import { type GoByte, type GoMap, type GoValue, kindOf, typeName } from "../values/go-value.js";
import { mapGet, mapKeys } from "../values/maps.js";
import { floatOf } from "../values/numbers.js";
import { type Charge, type Directive, pad, plainValue } from "./directive.js";
import { formatFloat, shortestText } from "./floats.js";
import { formatInteger } from "./integers.js";
import { formatString } from "./strings.js";

/** What values without an address of their own show for `%p`: no two runs differ. */
const address = "0xc000010000";

/** A value by one directive, as Go's `fmt` prints it. */
export function formatValue(value: GoValue, directive: Directive): string {
  const { verb } = directive;
  const kind = kindOf(value);
  if (kind === "nil" || kind === "invalid") return verb === "v" || verb === "T" ? pad("<nil>", directive) : badVerb(value, directive);
  if (verb === "T") return formatString(typeName(value), { ...directive, verb: "s" }) as string;
  if (verb === "p") return pointer(value, directive);
  // `%w` wraps errors, and there are none.
  if (verb === "w") return badVerb(value, directive);
  return inner(value, directive);
}

/** A value that is no nil, in whatever depth: neither `%T` nor `%p` means anything to members of lists and maps. */
function inner(value: GoValue, directive: Directive): string {
  const { width = 0, precision = 0, charge } = directive;
  const kind = kindOf(value);
  charge?.(width + precision + (kind === "string" ? (value as string).length : 1));
  switch (kind) {
    case "string":
      return formatString(value as string, directive) ?? badVerb(value, directive);
    case "int":
      return formatInteger(value as number | bigint, directive, "int") ?? badVerb(value, directive);
    case "uint8":
      return formatInteger((value as GoByte).value, directive, "uint8") ?? badVerb(value, directive);
    case "float64":
      return formatFloat(floatOf(value) as number, directive) ?? badVerb(value, directive);
    case "bool":
      return directive.verb === "v" || directive.verb === "t" ? pad(String(value), directive) : badVerb(value, directive);
    case "list":
      return list(value as readonly GoValue[], directive);
    case "map":
      return map(value as GoMap, directive);
    case "func":
      return pointer(value, directive);
    default:
      return directive.isSource ? "interface {}(nil)" : "<nil>";
  }
}

function list(values: readonly GoValue[], directive: Directive): string {
  const parts = values.map((value) => inner(value, directive));
  return directive.isSource ? `[]interface {}{${parts.join(", ")}}` : `[${parts.join(" ")}]`;
}

function map(value: GoMap, directive: Directive): string {
  const parts = mapKeys(value).map((key) => `${inner(key, directive)}:${inner(mapGet(value, key), directive)}`);
  return directive.isSource ? `map[string]interface {}{${parts.join(", ")}}` : `map[${parts.join(" ")}]`;
}

function pointer(value: GoValue, directive: Directive): string {
  const { verb, isSource, sharp } = directive;
  const kind = kindOf(value);
  if (kind !== "list" && kind !== "map" && kind !== "func") return badVerb(value, directive);
  if (verb === "v") return isSource ? `(${typeName(value)})(${address})` : pad(address, directive);
  if (verb === "p") return pad(sharp ? address.slice(2) : address, directive);
  return formatInteger(BigInt(address), { ...directive, verb }, "int") ?? badVerb(value, directive);
}

/** What is printed of a value that a verb does not fit: `%!d(string=hi)`. */
function badVerb(value: GoValue, directive: Directive): string {
  const { verb } = directive;
  if (value === null || value === undefined) return `%!${verb}(<nil>)`;
  return `%!${verb}(${typeName(value)}=${inner(value, { ...directive, verb: "v" })})`;
}

/** A value as `%v` prints it. */
export function valueText(value: GoValue, charge?: Charge): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return Number.isSafeInteger(value) ? String(value) : shortestText(value);
    case "boolean":
    case "bigint":
      return String(value);
    default:
      return formatValue(value, charge === undefined ? plainValue : { ...plainValue, charge });
  }
}

/** Values as `fmt.Sprint` prints them: with a blank between two of which neither is a string. */
export function sprint(values: readonly GoValue[], charge?: Charge): string {
  let text = "";
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (at > 0 && typeof value !== "string" && typeof values[at - 1] !== "string") text += " ";
    text += valueText(value, charge);
  }
  return text;
}

/** Values as `fmt.Sprintln` prints them: with blanks between all of them, and a line end. */
export function sprintln(values: readonly GoValue[], charge?: Charge): string {
  return `${values.map((value) => valueText(value, charge)).join(" ")}\n`;
}
