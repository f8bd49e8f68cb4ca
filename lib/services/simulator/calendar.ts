import type { DemoPart } from "../../contract/desk/set-up.ts";
import { addDays, dayIn, startOfDay } from "../../days.ts";
import { Random } from "./random.ts";
import { visitMs } from "./shopper.ts";
import { bustle, dayMs, partOfDay } from "./time.ts";

/** Thirteen months, including today. */
const historyDays = 396;
const visitsInAll = 990_000;
/** The smallest affiliate program in which every state and flag still occurs. */
const leastShare = 0.1;

export type DemoOptions = {
  seed?: number;
  now?: Date;
  /** Visits in all thirteen months. Fewer visits make a smaller shop, which is filled sooner. */
  visits?: number;
  /** The address of the folder with pictures of the products. */
  pictures?: string;
  /** Called when the work on a part begins. */
  onPart?: (part: DemoPart) => void;
};

export type Day = { day: string; number: number; start: number; end: number; visits: number };
export type Calendar = {
  days: readonly Day[];
  today: string;
  now: number;
  seed: number;
  /** Size of the affiliate program, relative to the full demo shop's. */
  share: number;
};

export function makeCalendar(seed: number, now: Date, timeZone: string, visits = visitsInAll): Calendar {
  const today = dayIn(timeZone, now);
  const names = Array.from({ length: historyDays }, (_, n) => addDays(today, n - historyDays + 1));
  const weights = names.map((day) => bustle(day, today) * (0.93 + 0.14 * new Random(seed, dayNumber(day)).next()));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const starts = [...names, addDays(today, 1)].map((day) => +startOfDay(timeZone, day));
  const days = names.map((day, n) => ({
    day,
    number: dayNumber(day),
    start: starts[n] as number,
    end: starts[n + 1] as number,
    visits: Math.round(((weights[n] as number) / sum) * visits),
  }));
  return { days, today, now: now.getTime(), seed, share: Math.max(leastShare, visits / visitsInAll) };
}

const dayNumber = (day: string) => Math.floor(Date.parse(day) / dayMs);

export const visitRandom = ({ seed }: Calendar, { number }: Day, visit: number) => new Random(seed, number, visit + 1);

/** Must be drawn first from a visit's random numbers, so that every caller gets the same time. */
export function visitStart(random: Random, { start, end }: Day): number {
  return start + Math.floor(partOfDay(random.next(), random.next()) * (end - start - visitMs));
}

/** A visit in progress has not been reported yet. */
export const isOver = ({ now }: Calendar, start: number) => start + visitMs <= now;

export const visitName = ({ day }: Day, visit: number) => `${day.replaceAll("-", "")}_${visit + 1}`;
export const visitorId = (day: Day, visit: number) => `vis_${visitName(day, visit)}`;
