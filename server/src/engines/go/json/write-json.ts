import { CallError } from "../execute/failure.js";
import type { Charge } from "../format/directive.js";
import { numberText } from "../format/floats.js";
import { convertInPieces } from "../text/text-builder.js";
import { isLoneByte } from "../text/utf8.js";
import { type GoByte, type GoMap, type GoValue, kindOf, typeName } from "../values/go-value.js";
import { mapGet, mapKeys } from "../values/maps.js";
import { floatOf } from "../values/numbers.js";

/** How JSON is written. */
export interface JsonStyle {
  /** `<`, `>` and `&` as escapes, so that JSON can stand in HTML. */
  readonly escapeHtml: boolean;
  /** Lines, each indented by so much per level. */
  readonly indent: string;
  readonly charge: Charge;
}

/** A value as Go's `encoding/json` writes it, keys in order. Throws a `CallError` for what JSON does not have. */
export function writeJson(value: GoValue, style: JsonStyle): string {
  return write(value, style, "\n");
}

function write(value: GoValue, style: JsonStyle, newline: string): string {
  style.charge(1);
  const kind = kindOf(value);
  switch (kind) {
    case "string":
      return jsonString(value as string, style);
    case "float64":
      return jsonFloat(floatOf(value) as number);
    case "uint8":
      return String((value as GoByte).value);
    case "list": {
      const inner = newline + style.indent;
      return bracketed(
        "[]",
        (value as readonly GoValue[]).map((member) => write(member, style, inner)),
        { style, newline },
      );
    }
    case "map": {
      const map = value as GoMap;
      const inner = newline + style.indent;
      const colon = style.indent === "" ? ":" : ": ";
      const members = mapKeys(map).map((key) => jsonString(key, style) + colon + write(mapGet(map, key), style, inner));
      return bracketed("{}", members, { style, newline });
    }
    case "func":
      throw new CallError(`json: unsupported type: ${typeName(value)}`);
    case "nil":
    case "invalid":
      return "null";
    default:
      return String(value);
  }
}

function bracketed([open, close]: string, members: readonly string[], { style, newline }: { style: JsonStyle; newline: string }): string {
  if (members.length === 0) return `${open}${close}`;
  const gap = style.indent === "" ? "" : newline + style.indent;
  const text = members.join(`,${gap}`);
  style.charge(text.length);
  return `${open}${gap}${text}${style.indent === "" ? "" : newline}${close}`;
}

const short: { readonly [character: string]: string } = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function jsonString(text: string, { escapeHtml, charge }: JsonStyle): string {
  charge(text.length);
  const special = escapeHtml ? /[\0-\x1f"\\\u2028\u2029<>&]|\p{Surrogate}/gu : /[\0-\x1f"\\\u2028\u2029]|\p{Surrogate}/gu;
  return `"${convertInPieces(text, (piece) => piece.replace(special, escaped), charge)}"`;
}

function escaped(character: string): string {
  const unit = character.charCodeAt(0);
  if (isLoneByte(unit) || (unit & ~0x7ff) === 0xd800) return "\\ufffd";
  return short[character] ?? `\\u${unit.toString(16).padStart(4, "0")}`;
}

/** Plain from 1e-6 up to 1e21, with an exponent outside of that. */
function jsonFloat(value: number): string {
  if (!Number.isFinite(value)) throw new CallError(`json: unsupported value: ${Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"}`);
  const size = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (size !== 0 && (size < 1e-6 || size >= 1e21)) return sign + numberText(size, "e", undefined).replace(/e-0(\d)$/, "e-$1");
  return sign + numberText(size, "f", undefined);
}
