import { CallError } from "../execute/failure.js";
import type { GoFunction } from "../execute/parameter.js";
import { formatTime } from "../time/format-time.js";
import { parseTime, TimeError } from "../time/parse-time.js";
import { fixed, made } from "./define.js";

/** Standard functions of time (spec/go-templates.md, "Standard functions"). */
export const dateFunctions: { readonly [name: string]: GoFunction } = {
  now: fixed([], (_, { program }) =>
    program
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, "Z"),
  ),
  date: fixed(["string", "string"], ([layout, time], run) =>
    made(run, formatTime(momentOf(time as string), layout as string, run.budget.charge)),
  ),
};

function momentOf(time: string): ReturnType<typeof parseTime> {
  try {
    return parseTime(time);
  } catch (error) {
    if (error instanceof TimeError) throw new CallError(error.message);
    throw error;
  }
}
