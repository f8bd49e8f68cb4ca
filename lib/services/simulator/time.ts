export const minute = 60_000;
export const hour = 60 * minute;
export const dayMs = 24 * hour;

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

const hours = [2, 1, 1, 1, 1, 3, 8, 14, 18, 17, 15, 14, 16, 14, 12, 12, 13, 15, 18, 21, 22, 18, 11, 5];
const weekdays = [1.08, 0.98, 0.94, 0.95, 0.97, 1.02, 1.12];
const months = [0.92, 0.9, 0.93, 0.92, 0.88, 0.82, 0.76, 0.8, 0.95, 1.05, 1.4, 1.62];
const yearlyGrowth = 0.38;

/** Traffic of a day relative to an average one. The last days of November and of the year have their own factors. */
export function bustle(day: string, today: string): number {
  const [, month = 1, date = 1] = day.split("-").map(Number);
  const next = months[month % 12] as number;
  const own = months[month - 1] as number;
  const drifting = date > 15 && month !== 12 ? own + ((next - own) * (date - 15)) / 30 : own;
  const special =
    month === 12 && date >= 24 ? 0.42 : month === 12 && date > 20 ? 0.8 : month === 11 && isBlackWeek(day) ? 1.45 : 1;
  const weekday = weekdays[new Date(day).getUTCDay()] as number;
  return drifting * special * weekday * (1 + yearlyGrowth) ** (-daysBetween(day, today) / 365);
}

/** The Friday after the fourth Thursday of November, and the three days after it. */
function isBlackWeek(day: string): boolean {
  const first = new Date(`${day.slice(0, 4)}-11-01`).getUTCDay();
  const friday = 23 + ((11 - first) % 7);
  const date = Number(day.slice(8));
  return date >= friday && date <= friday + 3;
}

/** Turns two random numbers into a time of day, from 0 to 1, that falls more often into busy hours. */
export function partOfDay(hourly: number, within: number): number {
  let left = hourly * hourSum;
  let hour = 0;
  while (hour < 23 && left >= (hours[hour] as number)) {
    left -= hours[hour] as number;
    hour++;
  }
  return (hour + within) / 24;
}

const hourSum = hours.reduce((sum, weight) => sum + weight, 0);
