import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import { link } from "../../database/schema/affiliate.ts";
import { commission } from "../../database/schema/affiliate-money.ts";
import { type attribution, click, orderRefund } from "../../database/schema/affiliate-sales.ts";
import { readClickId } from "./click-ids.ts";
import { keyFor } from "./environment.ts";
import type { OrderRow } from "./sums-of-records.ts";

type Reader = Pick<Database, "select">;
type AttributionRow = typeof attribution.$inferSelect;
type Entry = { type: string; at: Date; [field: string]: unknown };

/** The order of entries with the same time. */
const sequence = ["click", "coupon", "order", "refund", "attribution", "commission"];

/** Lists everything from the first click to the last commission. Each entry is a record, so nothing is inferred. */
export async function timelineOf(db: Reader, row: OrderRow, history: readonly AttributionRow[]) {
  const entries: Entry[] = [
    { type: "order", at: row.createdAt, order_id: row.id, total: row.total, currency: row.currency },
    ...couponsIn(row, history),
    ...history.map(toAttribution),
    ...(await readClicks(db, row.tenantId, history)),
    ...(await readRefunds(db, row)),
    ...(await readCommissions(db, row)),
  ];
  const place = ({ at, type }: Entry) => [at.getTime(), sequence.indexOf(type)] as const;
  return entries
    .toSorted((a, b) => {
      const [[atA, typeA], [atB, typeB]] = [place(a), place(b)];
      return atA - atB || typeA - typeB;
    })
    .map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
}

function couponsIn({ createdAt }: OrderRow, history: readonly AttributionRow[]): Entry[] {
  const used = history.filter(({ couponCode }) => couponCode !== null);
  return used.map(({ couponCode, affiliateId }) => ({
    type: "coupon",
    at: createdAt,
    coupon_code: couponCode,
    affiliate_id: affiliateId,
  }));
}

function toAttribution(entry: AttributionRow): Entry {
  return {
    type: "attribution",
    at: entry.createdAt,
    method: entry.method,
    affiliate_id: entry.affiliateId,
    reason: entry.reason,
    reason_key: entry.reasonKey,
    by: entry.by,
  };
}

async function readClicks(db: Reader, tenantId: number, history: readonly AttributionRow[]): Promise<Entry[]> {
  const ids = new Set(history.flatMap(({ clickId }) => clickId ?? []));
  return Promise.all(
    [...ids].map(async (id): Promise<Entry> => {
      const [row] = await db
        .select()
        .from(click)
        .where(and(eq(click.tenantId, tenantId), eq(click.id, id)));
      // Clicks are deleted after a while. The click id then still tells the link and the time.
      const read = readClickId(keyFor("click-id"), id);
      const linkId = row?.linkId ?? read?.linkId ?? "";
      const [followed] = await db
        .select({ code: link.code, name: link.name, affiliateId: link.affiliateId })
        .from(link)
        .where(and(eq(link.tenantId, tenantId), eq(link.id, linkId)));
      return {
        type: "click",
        at: row?.occurredAt ?? read?.at ?? new Date(0),
        click_id: id,
        link_id: linkId,
        link_code: followed?.code ?? null,
        link_name: followed?.name ?? null,
        affiliate_id: followed?.affiliateId ?? null,
        landing_page: row?.landingPage ?? null,
        referrer: row?.referrer ?? null,
        country: row?.country ?? null,
        device: row?.device ?? null,
        is_bot: row?.isBot ?? false,
      };
    }),
  );
}

async function readRefunds(db: Reader, { tenantId, id }: OrderRow): Promise<Entry[]> {
  const rows = await db
    .select()
    .from(orderRefund)
    .where(and(eq(orderRefund.tenantId, tenantId), eq(orderRefund.orderId, id)));
  return rows.map((row) => ({
    type: "refund",
    at: row.createdAt,
    refund_id: row.externalId,
    amount: row.amount,
    ...(row.chargeback && { chargeback: true }),
  }));
}

async function readCommissions(db: Reader, { tenantId, id }: OrderRow): Promise<Entry[]> {
  const rows = await db
    .select()
    .from(commission)
    .where(and(eq(commission.tenantId, tenantId), eq(commission.orderId, id)));
  return rows.map((row) => ({
    type: "commission",
    at: row.createdAt,
    commission_id: row.id,
    commission_type: row.type,
    affiliate_id: row.affiliateId,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    arithmetic: row.arithmetic,
  }));
}
