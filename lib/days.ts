// Calendar days as YYYY-MM-DD texts, which can be compared as text. A day is not a point in time.

const dayMs = 86_400_000;

/** Writes a moment in any time zone. Each zone's format is created once, because that is slow. */
function writerOf(options: Intl.DateTimeFormatOptions): (timeZone: string, at: Date) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone, at) => {
    let format = formats.get(timeZone);
    if (!format) {
      // This locale formats dates as YYYY-MM-DD.
      format = new Intl.DateTimeFormat("sv-SE", { ...options, timeZone });
      formats.set(timeZone, format);
    }
    return format.format(at);
  };
}

/** The present day in a time zone. */
export const dayIn = writerOf({ dateStyle: "short" });

const writeHour = writerOf({ hour: "2-digit", hourCycle: "h23" });

/** The hour that it is somewhere, 0 to 23. */
export const hourIn = (timeZone: string, at: Date): number => Number(writeHour(timeZone, at));

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The number of days including both ends, or 0 if the second day is earlier. */
export function countDays(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / dayMs + 1);
}

/**
 * The first moment of a day in a time zone. It is not always midnight, because some zones change their clocks at
 * midnight.
 */
export function startOfDay(timeZone: string, day: string): Date {
  let [before, after] = [Date.parse(day) - dayMs, Date.parse(day) + dayMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(timeZone, new Date(middle)) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}
