import { type Span, shift, touches } from "../base/span.js";
import { displayValue, tableListing, typeOf } from "../engines/lua/inspect.js";
import { decodeUtf8 } from "../lua/bytes.js";
import type { Probe } from "../lua/compile.js";
import { LuaTable } from "../lua/table.js";
import type { LuaValue } from "../lua/values.js";
import type { ProbeResult } from "./types.js";

const displayLimit = 2000;

/** Watches the name at one offset while a document is evaluated. */
export interface ProbeWatch {
  /** The compiler's option for the text that starts at `start`, or nothing when the offset is elsewhere. */
  within(start: number, span: Span): { probe?: { offset: number; record(probe: Probe): void } };
  /** Is told what an engine other than Lua saw at the offset, in document offsets. */
  tell(seen: Omit<ProbeResult, "count">): void;
  /** What was seen, in document offsets; `offsets` says where chunks start. */
  result(offsets: ReadonlyMap<string, number>): { probe?: ProbeResult };
}

/** Makes a watch for a document offset; without one it watches nothing. */
export function createProbe(offset: number | undefined): ProbeWatch {
  let seen: { last: Probe; start: number; count: number } | undefined;
  let told: ProbeResult | undefined;
  return {
    within(start, span) {
      if (offset === undefined || !touches(shift(span, start), offset)) return {};
      const record = (last: Probe): void => {
        seen = { last, start, count: (seen?.count ?? 0) + 1 };
      };
      return { probe: { offset: offset - start, record } };
    },
    tell(last) {
      told = { ...last, count: (told?.count ?? 0) + 1 };
    },
    result(offsets) {
      if (told !== undefined) return { probe: told };
      if (seen === undefined) return {};
      const { last, start, count } = seen;
      const { name, kind, value, setAt } = last;
      const probe = {
        span: shift(last.span, start),
        name,
        kind,
        type: typeOf(value),
        display: kind === "call" && typeof value === "string" ? decodeUtf8(value) : shown(value),
        count,
      };
      const base = setAt === undefined ? undefined : offsets.get(setAt.chunk.id);
      return { probe: setAt === undefined || base === undefined ? probe : { ...probe, setAt: shift(setAt.span, base) } };
    },
  };
}

function shown(value: LuaValue): string {
  return value instanceof LuaTable ? tableListing(value) : displayValue(value, displayLimit);
}
