import "server-only";
import { historyDays } from "../../../contract/desk/history.ts";
import { addDays, countDays, dayIn } from "../../../days.ts";
import { daysOf, type Range } from "../../../ranges.ts";
import { isFinal, lastOf, type MetricsRow, type Stretch } from "./rows.ts";

/** A shop without any event on so many consecutive days had not opened before them. */
const emptyDays = 60;
/** After this time, a request without a response is taken for lost with its process. */
export const claimMs = 60_000;

/** `due` has the newest day first. `floor` is the first day worth requesting. */
export function planDays(rows: readonly MetricsRow[], timeZone: string, now: Date): { due: string[]; floor: string } {
  const byDay = new Map(rows.filter(({ days }) => days === 1).map((row) => [row.day, row]));
  const today = dayIn(timeZone, now);
  const due: string[] = [];
  let empty = 0;
  for (let back = 1; back <= historyDays; back++) {
    const day = addDays(today, -back);
    const row = byDay.get(day);
    if (row?.complete && row.figures === null) return { due, floor: addDays(day, 1) };
    if (isDue(row, day, timeZone, now)) due.push(day);
    empty = row?.figures && isEmpty(row.figures) ? empty + 1 : 0;
    if (empty === emptyDays) return { due, floor: day };
  }
  return { due, floor: addDays(today, -historyDays) };
}

/** A past day is read once when it is final, and once before that if the last reading was on the day itself. */
function isDue(row: MetricsRow | undefined, day: string, timeZone: string, now: Date): boolean {
  if (row === undefined) return true;
  if (row.complete || isRequested(row, now)) return false;
  return isFinal(day, timeZone, now) || row.fetchedAt === null || dayIn(timeZone, row.fetchedAt) <= day;
}

const isRequested = ({ askedAt, fetchedAt }: MetricsRow, now: Date): boolean =>
  (fetchedAt === null || fetchedAt < askedAt) && askedAt.getTime() > now.getTime() - claimMs;

function isEmpty(figures: Record<string, unknown>): boolean {
  return Object.values(figures).every((value) => typeof value !== "number" || value === 0);
}

const week = 7;
/** So many calls may go at once for one range: they fit the burst that the specification allows. */
const mostCalls = 12;

/** Plans the calls that show a whole range at once: single days if few are missing, otherwise steps of whole weeks. */
export function planSteps(rows: readonly MetricsRow[], range: Range, due: readonly string[], now: Date): Stretch[] {
  const missing = due.filter((day) => range.start <= day && day <= range.end);
  if (missing.length <= mostCalls) return missing.map((day) => ({ day, days: 1 }));
  const size = week * Math.ceil(countDays(range.start, range.end) / (week * mostCalls));
  // A part that was requested before, in steps of this size or finer, is left out.
  const steps = rows.filter((row) => row.days > 1 && row.days <= size && (row.fetchedAt || isRequested(row, now)));
  const covered = (day: string) => steps.some((step) => step.day <= day && day <= lastOf(step));
  const planned: Stretch[] = [];
  for (let last = range.end; last >= range.start; last = addDays(last, -size)) {
    const [, day = last] = [addDays(last, 1 - size), range.start].sort();
    const open = daysOf({ start: day, end: last }).filter((each) => missing.includes(each) && !covered(each));
    if (open.length > 0) planned.push({ day, days: countDays(day, last) });
  }
  return planned;
}
