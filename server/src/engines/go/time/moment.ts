/** A moment as a calendar and a clock show it in its zone. */
export interface Moment {
  readonly year: number;
  /** 1–12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanosecond: number;
  /** Seconds east of UTC. */
  readonly offset: number;
}

const dayMs = 86_400_000;

/** Ms since 1970 of what the clock shows, as if it showed UTC. */
function wallTime({ year, month, day }: Moment): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}

/** The day of the week, 0 for Sunday. */
export function weekday(moment: Moment): number {
  return new Date(wallTime(moment)).getUTCDay();
}

/** The day of the year, 1 for the first of January. */
export function dayOfYear(moment: Moment): number {
  return Math.round((wallTime(moment) - wallTime({ ...moment, month: 1, day: 1 })) / dayMs) + 1;
}

/** How many days a month has. */
export function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
