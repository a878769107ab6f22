import { LimitFailure } from "../execute/failure.js";
import { valueText } from "../format/print.js";
import { type GoValue, kindOf } from "../values/go-value.js";

/** So much of a value is shown to a person, in UTF-16 units, and so much of it is looked at. */
const longest = 2000;
const most = 1 << 20;

/** The kind of a value, as a person is told it. */
export function shownType(value: GoValue): string {
  const kind = kindOf(value);
  return kind === "invalid" ? "no value" : kind;
}

/** A value as a template prints it, as far as it is not too long. */
export function shownValue(value: GoValue): string {
  if (value === undefined) return "<no value>";
  const text = typeof value === "string" ? value : printed(value);
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, "")}… (${text.length} characters)`;
}

function printed(value: GoValue): string {
  let left = most;
  try {
    return valueText(value, (length) => {
      left -= length;
      if (left < 0) throw new LimitFailure("too long to be shown");
    });
  } catch (error) {
    if (!(error instanceof LimitFailure)) throw error;
    return `a ${kindOf(value)}, ${error.reason}`;
  }
}
