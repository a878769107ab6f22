import type { Span } from "../../base/span.js";
import type { Trace } from "../../lua/compile.js";
import type { LuaValue } from "../../lua/values.js";
import type { Segment } from "../../syntax/ast.js";
import type { TagTrace } from "../engine.js";
import type { Output } from "../output.js";
import { displayValue, typeOf } from "./inspect.js";

/** Values longer than this many UTF-16 units are cut. */
const longestValue = 200;

/** Printed text is kept up to about so many UTF-16 units. */
const longestPrinted = 20_000;

/** Watches what one code tag does. */
export interface TagWatch {
  readonly trace: Trace;
  result(): TagTrace;
}

/** Makes a watch for the code tag at an offset of the message; undefined where none stands. */
export function watchTag(segments: readonly Segment[], offset: number, output: Output): TagWatch | undefined {
  const tag = segments.find(({ kind, span }) => kind === "code" && span.start <= offset && offset < span.end);
  return tag?.kind === "code" ? createWatch(tag.span, tag.code, output) : undefined;
}

function createWatch(span: Span, code: Span, output: Output): TagWatch {
  const runs = new Map<number, number>();
  const assigned = new Map<string, { readonly kind: "local" | "global"; readonly value: LuaValue }>();
  let printed = "";
  let depth = 0;
  let mark = 0;
  return {
    trace: {
      span: code,
      found: (start) => void runs.set(start, 0),
      ran: (start) => void runs.set(start, (runs.get(start) ?? 0) + 1),
      enter() {
        if (depth++ === 0) mark = output.mark();
      },
      leave() {
        if (--depth === 0 && printed.length < longestPrinted) printed += output.since(mark);
      },
      assigned(name, kind, value) {
        assigned.delete(name);
        assigned.set(name, { kind, value });
      },
    },
    result: () => ({
      span,
      // The first statement tells how often the tag was passed: those behind it may lie in loops of their own.
      ...(runs.size > 0 && { count: runs.get([...runs.keys()].reduce((first, at) => Math.min(first, at))) ?? 0 }),
      printed,
      assigned: [...assigned].map(([name, { kind, value }]) => ({
        name,
        kind,
        type: typeOf(value),
        display: displayValue(value, longestValue),
      })),
    }),
  };
}
