import "server-only";

const dayMs = 86_400_000;
const hour = 3_600_000;

/** The day that it is somewhere, as YYYY-MM-DD. */
export function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at);
}

/** Six hours after its end nothing comes in late any more. */
export function isFinal(day: string, timeZone: string, now: Date): boolean {
  return day < dayIn(timeZone, new Date(now.getTime() - 6 * hour));
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Both included; 0 where the second comes first. */
export function countDays(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / dayMs + 1);
}
