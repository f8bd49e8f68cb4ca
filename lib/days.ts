// Calendar days are YYYY-MM-DD texts, which can be compared as text. A day is not a point in time.

const dayMs = 86_400_000;

function writerOf(options: Intl.DateTimeFormatOptions): (timeZone: string, at: Date) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone, at) => {
    let format = formats.get(timeZone);
    if (!format) {
      // Swedish dates are written YYYY-MM-DD.
      format = new Intl.DateTimeFormat("sv-SE", { ...options, timeZone });
      formats.set(timeZone, format);
    }
    return format.format(at);
  };
}

export const dayIn = writerOf({ dateStyle: "short" });

const writeHour = writerOf({ hour: "2-digit", hourCycle: "h23" });

export const hourIn = (timeZone: string, at: Date): number => Number(writeHour(timeZone, at));

/** Such as 18:30. */
export const timeIn = writerOf({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

export function countDays(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / dayMs + 1);
}

/** Not always midnight, because some zones change their clocks at midnight. */
export function startOfDay(timeZone: string, day: string): Date {
  let [before, after] = [Date.parse(day) - dayMs, Date.parse(day) + dayMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(timeZone, new Date(middle)) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}
