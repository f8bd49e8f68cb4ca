// Days of a calendar as YYYY-MM-DD, which compare as text. None of them is a moment in time.

const dayMs = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day that it is somewhere, by that zone's own rules for summer time. */
export function dayIn(timeZone: string, at: Date): string {
  let format = formats.get(timeZone);
  if (!format) {
    // This locale writes dates in just that form.
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
    formats.set(timeZone, format);
  }
  return format.format(at);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Both included; 0 where the second comes first. */
export function countDays(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / dayMs + 1);
}

/** The first moment of a day somewhere, which is not midnight everywhere: clocks are also turned then. */
export function startOfDay(timeZone: string, day: string): Date {
  let [before, after] = [Date.parse(day) - dayMs, Date.parse(day) + dayMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(timeZone, new Date(middle)) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}
