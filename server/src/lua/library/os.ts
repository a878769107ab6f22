import { asNumber } from "../operations.js";
import type { LuaState } from "../state.js";
import { LuaTable } from "../table.js";
import { hostFunction, type LuaArguments, type LuaValue } from "../values.js";
import { fault, numberArgument, stringArgument, tableArgument } from "./arguments.js";
import { type CalendarTime, calendarTime, epochOf, formatTime } from "./calendar.js";

/** The moment that an evaluation happens at; the clock stands still, and is read only where a program looks at it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  readonly epochMs: number;
  /** IANA name such as `Europe/Berlin`; that of the process when absent. */
  readonly timeZone?: string;
}

/** The `os` table: date, time, clock and difftime only. */
export function createOs(clock: Clock): LuaTable {
  const library = new LuaTable();
  const { timeZone } = clock;
  const now = (): number => Math.floor(clock.epochMs / 1000);

  function date(args: LuaArguments, state: LuaState): LuaArguments {
    const format = args[0] === undefined ? "%c" : stringArgument(args, 1, "date");
    // Asking for the offset of a time zone costs as much as many steps; `%c` is the directive that says most.
    state.charge(100 + format.length);
    state.allocateString(format.length * "Thu Jan  1 00:00:00 1970".length);
    const seconds = args[1] === undefined ? now() : Math.trunc(numberArgument(args, 2, "date"));
    const utc = format.startsWith("!");
    const time = calendarTime(seconds, utc ? "UTC" : timeZone);
    if (!time) return [undefined];
    const body = utc ? format.slice(1) : format;
    return [body.startsWith("*t") ? dateTable(time) : formatTime(body, time)];
  }

  function time(args: LuaArguments): LuaArguments {
    if (args[0] === undefined) return [now()];
    const table = tableArgument(args, 1, "time");
    const parts = { second: field(table, "sec", 0), minute: field(table, "min", 0), hour: field(table, "hour", 12) };
    const day = field(table, "day");
    const month = field(table, "month");
    const year = field(table, "year");
    return [epochOf({ ...parts, day, month, year }, timeZone, table.get("isdst") === true)];
  }

  library.set(
    "clock",
    hostFunction("clock", () => [0]),
  );
  library.set("date", hostFunction("date", date));
  library.set(
    "difftime",
    hostFunction("difftime", (args) => [
      numberArgument(args, 1, "difftime") - (args[1] === undefined ? 0 : numberArgument(args, 2, "difftime")),
    ]),
  );
  library.set("time", hostFunction("time", time));
  return library;
}

function field(table: LuaTable, name: string, otherwise?: number): number {
  const value = asNumber(table.get(name));
  if (value !== undefined) return Math.trunc(value);
  if (otherwise !== undefined) return otherwise;
  throw fault(`field '${name}' missing in date table`);
}

function dateTable(time: CalendarTime): LuaTable {
  const table = new LuaTable();
  const fields: [string, Exclude<LuaValue, undefined>][] = [
    ["sec", time.second],
    ["min", time.minute],
    ["hour", time.hour],
    ["day", time.day],
    ["month", time.month],
    ["year", time.year],
    ["wday", time.weekday + 1],
    ["yday", time.dayOfYear + 1],
    ["isdst", time.daylightSaving],
  ];
  for (const [name, value] of fields) table.set(name, value);
  return table;
}
