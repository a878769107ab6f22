/** A moment as a calendar and a clock on the wall show it. */
export interface CalendarTime {
  readonly year: number;
  /** 1–12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** 0 is the first of January. */
  readonly dayOfYear: number;
  readonly daylightSaving: boolean;
  /** Seconds east of UTC. */
  readonly offset: number;
  /** Such as `CET`. */
  readonly zone: string;
  /** Seconds since 1970, UTC. */
  readonly epoch: number;
}

const daySeconds = 86400;
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = "January February March April May June July August September October November December".split(" ");

/** The calendar time of seconds since 1970 in an IANA time zone; nothing when out of range. */
export function calendarTime(epoch: number, timeZone: string | undefined): CalendarTime | undefined {
  const offset = offsetAt(epoch, timeZone);
  if (offset === undefined) return undefined;
  const wall = new Date((epoch + offset) * 1000);
  const year = wall.getUTCFullYear();
  const yearStart = Date.UTC(year, 0, 1);
  return {
    year,
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    weekday: wall.getUTCDay(),
    dayOfYear: Math.floor((wall.getTime() - yearStart) / 1000 / daySeconds),
    daylightSaving: offset > standardOffset(year, timeZone),
    offset,
    zone: zoneName(epoch, timeZone),
    epoch,
  };
}

/** Fields of a calendar time; values out of range carry over, as in C's mktime. */
interface CalendarFields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Seconds since 1970 of a time on the wall in a time zone. */
export function epochOf(
  { year, month, day, hour, minute, second }: CalendarFields,
  timeZone: string | undefined,
  daylightSaving: boolean,
): number {
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  const wall = Math.floor(midnight.getTime() / 1000) + hour * 3600 + minute * 60 + second;
  const guess = wall - (offsetAt(wall, timeZone) ?? 0);
  const offset = offsetAt(guess, timeZone) ?? 0;
  const dst = daylightSaving && offset === standardOffset(year, timeZone) ? 3600 : 0;
  return wall - offset - dst;
}

function offsetAt(epoch: number, timeZone: string | undefined): number | undefined {
  const date = new Date(epoch * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  if (timeZone === "UTC") return 0;
  const parts = new Map(
    formatter(timeZone, "wall")
      .formatToParts(date)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const wall = new Date(0);
  wall.setUTCFullYear(part("year"), part("month") - 1, part("day"));
  wall.setUTCHours(part("hour") % 24, part("minute"), part("second"));
  return Math.round((wall.getTime() - date.getTime()) / 1000);
}

function standardOffset(year: number, timeZone: string | undefined): number {
  const winter = offsetAt(Date.UTC(year, 0, 1) / 1000, timeZone) ?? 0;
  const summer = offsetAt(Date.UTC(year, 6, 1) / 1000, timeZone) ?? 0;
  return Math.min(winter, summer);
}

function zoneName(epoch: number, timeZone: string | undefined): string {
  if (timeZone === "UTC") return "UTC";
  return (
    formatter(timeZone, "zone")
      .formatToParts(epoch * 1000)
      .find(({ type }) => type === "timeZoneName")?.value ?? "UTC"
  );
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string | undefined, use: "wall" | "zone"): Intl.DateTimeFormat {
  const key = `${use} ${timeZone ?? ""}`;
  let known = formatters.get(key);
  if (!known) {
    const zone = timeZone === undefined ? {} : { timeZone };
    const digits = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
    known = new Intl.DateTimeFormat(
      "en-US",
      use === "wall" ? { ...zone, ...digits, hourCycle: "h23" } : { ...zone, timeZoneName: "short" },
    );
    formatters.set(key, known);
  }
  return known;
}

/** C's strftime in the C locale. */
export function formatTime(format: string, time: CalendarTime): string {
  return format.replace(/%(?:[EO]?)([\s\S])/g, (whole, letter: string) => directive(letter, time) ?? whole);
}

function directive(letter: string, time: CalendarTime): string | undefined {
  const { year, month, day, hour, minute, second, weekday, dayOfYear } = time;
  const weekday1 = (weekday + 6) % 7;
  const hour12 = hour % 12 === 0 ? 12 : hour % 12;
  switch (letter) {
    case "a":
      return weekdays[weekday]?.slice(0, 3);
    case "A":
      return weekdays[weekday];
    case "b":
    case "h":
      return months[month - 1]?.slice(0, 3);
    case "B":
      return months[month - 1];
    case "c":
      return formatTime("%a %b %e %H:%M:%S %Y", time);
    case "C":
      return two(Math.floor(year / 100));
    case "d":
      return two(day);
    case "D":
    case "x":
      return formatTime("%m/%d/%y", time);
    case "e":
      return String(day).padStart(2);
    case "F":
      return formatTime("%Y-%m-%d", time);
    case "g":
      return two(isoWeek(time).year % 100);
    case "G":
      return String(isoWeek(time).year);
    case "H":
      return two(hour);
    case "I":
      return two(hour12);
    case "j":
      return String(dayOfYear + 1).padStart(3, "0");
    case "k":
      return String(hour).padStart(2);
    case "l":
      return String(hour12).padStart(2);
    case "m":
      return two(month);
    case "M":
      return two(minute);
    case "n":
      return "\n";
    case "p":
      return hour < 12 ? "AM" : "PM";
    case "P":
      return hour < 12 ? "am" : "pm";
    case "r":
      return formatTime("%I:%M:%S %p", time);
    case "R":
      return formatTime("%H:%M", time);
    case "s":
      return String(time.epoch);
    case "S":
      return two(second);
    case "t":
      return "\t";
    case "T":
    case "X":
      return formatTime("%H:%M:%S", time);
    case "u":
      return String(weekday1 + 1);
    case "U":
      return two(Math.floor((dayOfYear + 7 - weekday) / 7));
    case "V":
      return two(isoWeek(time).week);
    case "w":
      return String(weekday);
    case "W":
      return two(Math.floor((dayOfYear + 7 - weekday1) / 7));
    case "y":
      return two(((year % 100) + 100) % 100);
    case "Y":
      return String(year);
    case "z":
      return offsetText(time.offset);
    case "Z":
      return time.zone;
    case "%":
      return "%";
    default:
      return undefined;
  }
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

function offsetText(seconds: number): string {
  const minutes = Math.abs(Math.trunc(seconds / 60));
  return `${seconds < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

/** The ISO 8601 week: weeks begin on Monday, week 1 holds the first Thursday. */
function isoWeek({ year, month, day, weekday }: CalendarTime): { year: number; week: number } {
  const thursday = new Date(Date.UTC(year, month - 1, day + 4 - (weekday === 0 ? 7 : weekday)));
  const weekYear = thursday.getUTCFullYear();
  const days = (thursday.getTime() - Date.UTC(weekYear, 0, 1)) / 1000 / daySeconds;
  return { year: weekYear, week: Math.floor(days / 7) + 1 };
}
