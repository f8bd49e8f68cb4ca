import "server-only";
import { and, eq, lt, sql } from "drizzle-orm";
import { checkout } from "../../contract/checkout/index.ts";
import { ApiError, isRecord } from "../../contract/errors.ts";
import { dailyMetrics } from "../../database/schema/desk-history.ts";
import { addDays, dayIn } from "../../days.ts";
import type { Mode } from "../connections.ts";
import { db } from "../db.ts";
import type { Lane } from "../governor/budget.ts";
import { tellLive } from "../live/notify.ts";
import { perform } from "../operations.ts";
import { asSystem, type Store } from "../people.ts";
import { isFinal } from "./days.ts";

export type HistoryPlace = { store: Store; mode: Mode };
export type MetricsRow = Omit<typeof dailyMetrics.$inferSelect, "storeId" | "mode">;
export type Stretch = Pick<MetricsRow, "day" | "days">;

export const lastOf = ({ day, days }: Stretch): string => addDays(day, days - 1);

export function readRows({ store, mode }: HistoryPlace): Promise<MetricsRow[]> {
  return db()
    .select()
    .from(dailyMetrics)
    .where(and(eq(dailyMetrics.storeId, store.id), eq(dailyMetrics.mode, mode)));
}

const key = [dailyMetrics.storeId, dailyMetrics.mode, dailyMetrics.day, dailyMetrics.days];

/** Whether this caller may request the stretch: false if any process has requested it within the given time. */
export async function claim({ store, mode }: HistoryPlace, stretch: Stretch, now: Date, ms: number): Promise<boolean> {
  const claimed = await db()
    .insert(dailyMetrics)
    .values({ storeId: store.id, mode, ...stretch, complete: false, askedAt: now })
    .onConflictDoUpdate({
      target: key,
      set: { askedAt: now },
      setWhere: and(sql`not ${dailyMetrics.complete}`, lt(dailyMetrics.askedAt, new Date(now.getTime() - ms))),
    })
    .returning({ day: dailyMetrics.day });
  return claimed.length > 0;
}

/** A stretch that the API rejects is stored without figures, and not requested again. */
export async function fetchStretch(place: HistoryPlace, stretch: Stretch, now: Date, lane: Lane): Promise<void> {
  const last = lastOf(stretch);
  const figures = await readFigures(place, { start_date: stretch.day, end_date: last }, lane);
  const values = { figures, complete: isFinal(last, place.store.timeZone, now), askedAt: now, fetchedAt: now };
  await db()
    .insert(dailyMetrics)
    .values({ storeId: place.store.id, mode: place.mode, ...stretch, ...values })
    // Of two simultaneous calls, the earlier one must not replace final figures.
    .onConflictDoUpdate({ target: key, set: values, setWhere: sql`not ${dailyMetrics.complete}` });
}

type Query = { start_date: string; end_date: string };

async function readFigures({ store, mode }: HistoryPlace, query: Query, lane: Lane): Promise<MetricsRow["figures"]> {
  const found = { resource: "analytics", name: "metrics", operation: checkout.analytics.metrics };
  const call = { membership: asSystem(store), mode, api: "checkout", found, params: {} } as const;
  try {
    const { body } = await perform({ ...call, query, lane });
    return isRecord(body) && isRecord(body.data) ? body.data : {};
  } catch (cause) {
    if (cause instanceof ApiError && [400, 404, 422].includes(cause.status)) return null;
    throw cause;
  }
}

export const tellHistory = ({ store, mode }: HistoryPlace) =>
  tellLive({ store: store.id, mode, api: "desk", resource: "history", event: true });

export async function refreshToday(place: HistoryPlace, now = new Date()): Promise<void> {
  const today = { day: dayIn(place.store.timeZone, now), days: 1 };
  if (!(await claim(place, today, now, 10 * 60_000))) return;
  await fetchStretch(place, today, now, "bulk");
  await tellHistory(place);
}
