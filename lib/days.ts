// Days of a calendar as YYYY-MM-DD, which compare as text. None of them is a moment in time.

const dayMs = 86_400_000;

/** The day that it is somewhere. */
export function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Both included; 0 where the second comes first. */
export function countDays(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / dayMs + 1);
}
