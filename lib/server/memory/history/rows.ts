import "server-only";
import { and, lt, sql } from "drizzle-orm";
import { ApiError, isRecord } from "../../../contract/errors.ts";
import { dailyMetrics } from "../../../database/schema/desk-history.ts";
import { addDays, dayIn } from "../../../days.ts";
import { db, inDesk, storeModeOf } from "../../db.ts";
import { tellLive } from "../../notify.ts";
import type { StoreScope } from "../../wire/call.ts";
import { asSystem } from "../../wire/call.ts";
import type { Lane } from "../../wire/governor/budget.ts";
import { perform } from "../../wire/perform-call.ts";

export type MetricsRow = Omit<typeof dailyMetrics.$inferSelect, "storeId" | "mode">;
export type Stretch = Pick<MetricsRow, "day" | "days">;

export const lastOf = ({ day, days }: Stretch): string => addDays(day, days - 1);

/** No late figures arrive for a day once it has been over for six hours. */
export function isFinal(day: string, timeZone: string, now: Date): boolean {
  return day < dayIn(timeZone, new Date(now.getTime() - 6 * 3_600_000));
}

export const readRows = (desk: StoreScope): Promise<MetricsRow[]> =>
  db().select().from(dailyMetrics).where(inDesk(dailyMetrics, desk));

const key = [dailyMetrics.storeId, dailyMetrics.mode, dailyMetrics.day, dailyMetrics.days];

/** Returns false if any process has requested the stretch within the given time. */
export async function claim(desk: StoreScope, stretch: Stretch, now: Date, ms: number): Promise<boolean> {
  const claimed = await db()
    .insert(dailyMetrics)
    .values({ ...storeModeOf(desk), ...stretch, complete: false, askedAt: now })
    .onConflictDoUpdate({
      target: key,
      set: { askedAt: now },
      setWhere: and(sql`not ${dailyMetrics.complete}`, lt(dailyMetrics.askedAt, new Date(now.getTime() - ms))),
    })
    .returning({ day: dailyMetrics.day });
  return claimed.length > 0;
}

/** A stretch that the API rejects is stored without figures, and not requested again. */
export async function fetchStretch(desk: StoreScope, stretch: Stretch, now: Date, lane: Lane): Promise<void> {
  const last = lastOf(stretch);
  const figures = await readFigures(desk, { start_date: stretch.day, end_date: last }, lane);
  const values = {
    figures,
    complete: isFinal(last, desk.membership.store.timeZone, now),
    askedAt: now,
    fetchedAt: now,
  };
  await db()
    .insert(dailyMetrics)
    .values({ ...storeModeOf(desk), ...stretch, ...values })
    // Of two simultaneous calls, the earlier one must not replace final figures.
    .onConflictDoUpdate({ target: key, set: values, setWhere: sql`not ${dailyMetrics.complete}` });
}

async function readFigures(
  { membership, mode }: StoreScope,
  query: object,
  lane: Lane,
): Promise<MetricsRow["figures"]> {
  const call = { membership: asSystem(membership.store), mode, query: { ...query }, lane };
  try {
    const { body } = await perform({ ...call, api: "checkout", resource: "analytics", operation: "metrics" });
    return isRecord(body) && isRecord(body.data) ? body.data : {};
  } catch (cause) {
    if (cause instanceof ApiError && [400, 404, 422].includes(cause.status)) return null;
    throw cause;
  }
}

export const tellHistory = ({ membership, mode }: StoreScope) =>
  tellLive({ store: membership.store.id, mode, api: "desk", resource: "history", event: true });

export async function refreshToday(desk: StoreScope, now = new Date()): Promise<void> {
  const today = { day: dayIn(desk.membership.store.timeZone, now), days: 1 };
  if (!(await claim(desk, today, now, 10 * 60_000))) return;
  await fetchStretch(desk, today, now, "bulk");
  await tellHistory(desk);
}
