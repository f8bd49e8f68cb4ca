import "server-only";
import { and, asc, eq, sql } from "drizzle-orm";
import type { orders as contract } from "../../contract/checkout/orders.ts";
import { present } from "../../contract/read.ts";
import { seenEvent } from "../../database/schema/desk-live.ts";
import { db, inDesk, storeModeOf } from "../db.ts";
import { listRemembered } from "../memory/remembered-records.ts";
import type { StandIns } from "./stand-in.ts";

const mostEvents = 200;

export const orders: StandIns<typeof contract.orders> = {
  /** The orders that somebody looked up or that a webhook named. A part of an ID finds them. */
  async list({ query: { page, per_page, search } }, call) {
    const { rows, total } = await listRemembered(storeModeOf(call), "order", { page, per_page, search });
    const data = rows.map(({ id, extra, firstSeen, lastSeen }) => ({
      ...extra,
      order_id: id,
      first_seen: firstSeen.toISOString(),
      last_seen: lastSeen.toISOString(),
    }));
    return { data, pagination: { page, per_page, total } };
  },

  /** The events that the API has sent to the dashboard. */
  async events({ params }, call) {
    const rows = await db()
      .select()
      .from(seenEvent)
      .where(and(inDesk(seenEvent, call), eq(seenEvent.orderId, params.id)))
      .orderBy(asc(sql`coalesce(${seenEvent.happenedAt}, ${seenEvent.receivedAt})`), asc(seenEvent.id))
      .limit(mostEvents);
    return {
      data: rows.map(({ id, type, happenedAt, receivedAt, data }) => ({
        id,
        type,
        ...present({ created_at: happenedAt?.toISOString(), data: data ?? undefined }),
        received_at: receivedAt.toISOString(),
      })),
    };
  },
};
