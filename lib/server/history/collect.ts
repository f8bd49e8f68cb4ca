import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, lt, sql } from "drizzle-orm";
import { checkout } from "../../contract/checkout/index.ts";
import { ApiError, isRecord } from "../../contract/errors.ts";
import { dailyMetrics } from "../../database/schema/desk-history.ts";
import { dayIn } from "../../days.ts";
import { isEmbedded, type Mode } from "../connections.ts";
import { db } from "../db.ts";
import { tellLive } from "../live/notify.ts";
import { perform } from "../operations.ts";
import { asSystem, type Store } from "../people.ts";
import { collectSnapshots } from "./collect-snapshots.ts";
import { isFinal } from "./days.ts";
import { type DayState, planDays } from "./plan.ts";

export type HistoryPlace = { store: Store; mode: Mode };
const pace = 3_000;

type Options = {
  now?: () => Date;
  /** Between two calls. */
  pauseMs?: number;
  /** Days in one turn; all of them unless told. */
  most?: number;
};

/**
 * Brings the history of one store and mode up to date, newest day first, and stops where the API has no more to give.
 * What it did stays done: called again, it goes on where it was. At three seconds a call a year takes twenty minutes
 * and leaves five sixths of the API's limits to people. Whether there is more to bring in another turn.
 */
export async function collectHistory(
  place: HistoryPlace,
  signal: AbortSignal,
  options: Options = {},
): Promise<boolean> {
  try {
    const left = await collectDays(place, signal, options);
    await collectSnapshots(place, signal, options.pauseMs ?? pace);
    return left;
  } catch (cause) {
    // No key, a key without the scope, an API that is down: the next round tries again.
    if (cause instanceof ApiError || signal.aborted) return false;
    throw cause;
  }
}

async function collectDays(place: HistoryPlace, signal: AbortSignal, options: Options): Promise<boolean> {
  // Our own service tells every day in one call, as it stands now.
  if (isEmbedded({ api: "checkout", mode: place.mode })) return false;
  const { now = () => new Date(), pauseMs = pace, most = Number.POSITIVE_INFINITY } = options;
  for (let read = 0; ; read++) {
    const day = planDays(await readDays(place), place.store.timeZone, now()).next;
    if (day === null || signal.aborted) return false;
    if (read === most) return true;
    await readDay(place, day, now());
    await sleep(pauseMs, undefined, { signal });
  }
}

/** For who looks at today: at most one call in ten minutes, whichever process they came through. */
export async function refreshToday(place: HistoryPlace, now = new Date()): Promise<void> {
  const day = dayIn(place.store.timeZone, now);
  const row = { storeId: place.store.id, mode: place.mode, day, complete: false, askedAt: now };
  const claimed = await db()
    .insert(dailyMetrics)
    .values(row)
    .onConflictDoUpdate({
      target: [dailyMetrics.storeId, dailyMetrics.mode, dailyMetrics.day],
      set: { askedAt: now },
      setWhere: lt(dailyMetrics.askedAt, new Date(now.getTime() - 10 * 60_000)),
    })
    .returning({ day: dailyMetrics.day });
  if (claimed.length > 0) await readDay(place, day, now);
}

export function readDays({ store, mode }: HistoryPlace): Promise<DayState[]> {
  return db()
    .select()
    .from(dailyMetrics)
    .where(and(eq(dailyMetrics.storeId, store.id), eq(dailyMetrics.mode, mode)));
}

/** One call. A day that the API refuses is kept as one without figures, so that it is not asked for again. */
async function readDay(place: HistoryPlace, day: string, now: Date): Promise<void> {
  const complete = isFinal(day, place.store.timeZone, now);
  const figures = await readFigures(place, day);
  if (figures === null && !complete) return keep(place, day, { figures: null, complete: false, askedAt: now });
  await keep(place, day, { figures, complete, askedAt: now, fetchedAt: now });
}

async function readFigures(place: HistoryPlace, day: string): Promise<Record<string, unknown> | null> {
  const found = { resource: "analytics", name: "metrics", operation: checkout.analytics.metrics };
  try {
    const { body } = await perform({
      ...{ membership: asSystem(place.store), mode: place.mode, api: "checkout", found, params: {}, lane: "bulk" },
      query: { start_date: day, end_date: day },
    });
    return isRecord(body) && isRecord(body.data) ? body.data : {};
  } catch (cause) {
    if (cause instanceof ApiError && [400, 404, 422].includes(cause.status)) return null;
    throw cause;
  }
}

type Values = Pick<typeof dailyMetrics.$inferInsert, "figures" | "complete" | "askedAt" | "fetchedAt">;

async function keep({ store, mode }: HistoryPlace, day: string, values: Values): Promise<void> {
  await db()
    .insert(dailyMetrics)
    .values({ storeId: store.id, mode, day, ...values })
    .onConflictDoUpdate({
      target: [dailyMetrics.storeId, dailyMetrics.mode, dailyMetrics.day],
      set: values,
      // Of two that read at once, none takes back what is final.
      setWhere: sql`not ${dailyMetrics.complete}`,
    });
  await tellLive({ store: store.id, mode, api: "desk", resource: "history", event: true });
}
