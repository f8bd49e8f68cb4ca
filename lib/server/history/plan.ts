import "server-only";
import { historyDays } from "../../contract/desk/history.ts";
import { addDays, dayIn } from "../../days.ts";
import { isFinal } from "./days.ts";

export type DayState = {
  day: string;
  figures: Record<string, unknown> | null;
  complete: boolean;
  askedAt: Date;
  fetchedAt: Date | null;
};

/** After so many days without anything the shop had not opened yet. */
const emptyDays = 60;

/** Which closed day to ask for next, and the first day that there is any use in asking for. */
export function planDays(
  known: readonly DayState[],
  timeZone: string,
  now: Date,
): { next: string | null; floor: string } {
  const byDay = new Map(known.map((state) => [state.day, state]));
  const today = dayIn(timeZone, now);
  let next: string | null = null;
  let empty = 0;
  for (let back = 1; back <= historyDays; back++) {
    const day = addDays(today, -back);
    const state = byDay.get(day);
    if (state?.complete && state.figures === null) return { next, floor: addDays(day, 1) };
    if (isDue(day, state, timeZone, now)) next ??= day;
    empty = state?.figures && isEmpty(state.figures) ? empty + 1 : 0;
    if (empty === emptyDays) return { next, floor: day };
  }
  return { next, floor: addDays(today, -historyDays) };
}

/** A closed day is read once when it is final, and before that once after its end for who looks at yesterday. */
function isDue(day: string, state: DayState | undefined, timeZone: string, now: Date): boolean {
  if (state === undefined) return true;
  if (state.complete) return false;
  return isFinal(day, timeZone, now) || dayIn(timeZone, state.askedAt) <= day;
}

function isEmpty(figures: Record<string, unknown>): boolean {
  return Object.values(figures).every((value) => typeof value !== "number" || value === 0);
}
