import type { Charge } from "../format/directive.js";
import { createTextBuilder } from "../text/text-builder.js";
import { dayOfYear, type Moment, weekday } from "./moment.js";

const months = "January February March April May June July August September October November December".split(" ");
const days = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** The parts of a layout, in the order in which they are tried at a place. Short names are none before a small letter. */
const part =
  /January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|002|0[1-6]|15|1|2006|2|__2|_2006|_2|3|4|5|PM|pm|[-Z]07(?:00(?:00)?|:00(?::00)?)?|[.,](?:0+|9+)(?![0-9])/g;

/** A moment in a layout of Go's `time` package, which shows how the second of January 2006, 15:04:05, would be written. `charge` is told of what is made. */
export function formatTime(moment: Moment, layout: string, charge: Charge): string {
  const builder = createTextBuilder(charge);
  let at = 0;
  for (const { 0: found, index } of layout.matchAll(part)) {
    builder.add(layout.slice(at, index) + partText(moment, found));
    at = index + found.length;
  }
  builder.add(layout.slice(at));
  return builder.text();
}

function partText(moment: Moment, found: string): string {
  const { year, month, day, hour, minute, second } = moment;
  const hour12 = hour % 12 === 0 ? 12 : hour % 12;
  const pad = (value: number, length: number, filler = "0"): string => String(value).padStart(length, filler);
  switch (found) {
    case "January":
      return months[month - 1] as string;
    case "Jan":
      return (months[month - 1] as string).slice(0, 3);
    case "01":
      return pad(month, 2);
    case "1":
      return String(month);
    case "Monday":
      return days[weekday(moment)] as string;
    case "Mon":
      return (days[weekday(moment)] as string).slice(0, 3);
    case "2":
      return String(day);
    case "_2":
      return pad(day, 2, " ");
    case "02":
      return pad(day, 2);
    case "__2":
      return pad(dayOfYear(moment), 3, " ");
    case "002":
      return pad(dayOfYear(moment), 3);
    case "15":
      return pad(hour, 2);
    case "3":
      return String(hour12);
    case "03":
      return pad(hour12, 2);
    case "4":
      return String(minute);
    case "04":
      return pad(minute, 2);
    case "5":
      return String(second);
    case "05":
      return pad(second, 2);
    case "2006":
      return pad(year, 4);
    case "_2006":
      return `_${pad(year, 4)}`;
    case "06":
      return pad(year % 100, 2);
    case "PM":
      return hour >= 12 ? "PM" : "AM";
    case "pm":
      return hour >= 12 ? "pm" : "am";
    case "MST":
      return moment.offset === 0 ? "UTC" : zoneText(moment.offset, "-0700");
    default:
      return found.startsWith("Z") || found.startsWith("-") ? zoneText(moment.offset, found) : fraction(moment, found);
  }
}

function zoneText(offset: number, found: string): string {
  if (found.startsWith("Z") && offset === 0) return "Z";
  const minutes = Math.trunc(Math.abs(offset) / 60);
  const fields = [Math.trunc(minutes / 60), minutes % 60, Math.abs(offset) % 60].map((value) => String(value).padStart(2, "0"));
  const count = found.slice(1).replaceAll(":", "").length / 2;
  return (offset < 0 ? "-" : "+") + fields.slice(0, count).join(found.includes(":") ? ":" : "");
}

/** Zeros ask for so many digits, of which there are nine; nines for as many as count. */
function fraction({ nanosecond }: Moment, found: string): string {
  const digits = String(nanosecond)
    .padStart(9, "0")
    .slice(0, found.length - 1);
  if (found[1] === "0") return found[0] + digits;
  const shown = digits.replace(/0+$/, "");
  return shown === "" ? "" : found[0] + shown;
}
