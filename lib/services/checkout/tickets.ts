import { and, eq, gte, inArray, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import type { tickets as contract } from "../../contract/checkout/tickets.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { order } from "../../database/schema/checkout-sales.ts";
import { ticket } from "../../database/schema/checkout-tickets.ts";
import { addDays, startOfDay } from "../../days.ts";
import type { Context } from "../kernel/context.ts";
import { toFields } from "../kernel/fields.ts";
import { type List, readPage } from "../kernel/lists.ts";
import { toMajor } from "../kernel/money.ts";
import { lifetimeMs } from "../storefront/tickets.ts";
import { namesIn } from "./orders.ts";

type Row = typeof ticket.$inferSelect;

const { issuedAt, expiresAt, redeemedAt } = ticket;
const has = {
  expired: sql`${expiresAt} <= now()`,
  otherPrice: sql`${ticket.charged} <> ${ticket.price}`,
  refusal: sql`${ticket.refusals} > 0`,
};
/** Only a young ticket can be open. */
const young = sql`${issuedAt} > now() - make_interval(secs => ${sql.raw(String(lifetimeMs / 1000))})`;
const states = {
  open: and(isNull(redeemedAt), young, not(has.expired)) as SQL,
  redeemed: isNotNull(redeemedAt),
  expired: and(isNull(redeemedAt), has.expired) as SQL,
  other_price: has.otherPrice,
  refused: has.refusal,
};

export const tickets: ResourceHandlers<(typeof contract)["tickets"], Context> = {
  async list({ query }, context) {
    const { currency, timeZone } = context;
    const { start_date, end_date } = query;
    const dates = {
      start_date: start_date && startOfDay(timeZone, start_date).toISOString(),
      end_date: end_date && startOfDay(timeZone, addDays(end_date, 1)).toISOString(),
    };
    const { data, ...rest } = await readPage(context, { ...query, ...dates, sort: "issued_at", order: "desc" }, list);
    const upsellsAccepted = data.flatMap(({ upsellId }) => upsellId ?? []);
    const bundlesPurchased = data.flatMap(({ bundleId }) => bundleId ?? []);
    const [{ upsells, bundles }, numbers] = await Promise.all([
      namesIn(context, [{ upsellsAccepted, bundlesPurchased }]),
      numbersOf(context, data),
    ]);
    const nameOf = ({ upsellId, bundleId }: Row) =>
      (upsellId === null ? bundles.get(bundleId ?? "") : upsells.get(upsellId)?.name) ?? upsellId ?? bundleId ?? "";
    const numberOf = (id: string | null) => numbers.get(id ?? "") ?? null;
    return {
      data: data.map((row) => ({
        ...toRecord(row, currency),
        name: nameOf(row),
        order_number: numberOf(row.orderId),
        refused: row.refused && { ...row.refused, order_number: numberOf(row.refused.order_id) },
      })),
      ...rest,
    };
  },

  async summary({ query }, { db, tenantId, currency, timeZone }) {
    const { start_date: start, end_date: end, upsell_id, bundle_id } = query;
    const among = (condition: SQL) => sql`count(*) filter (where ${condition})`.mapWith(Number);
    const [row] = await db
      .select({
        issued: sql`count(*)`.mapWith(Number),
        open: among(states.open),
        redeemed: among(states.redeemed),
        expired: among(states.expired),
        other_price: among(states.other_price),
        refused: among(states.refused),
        price: sql`coalesce(sum(${ticket.price}) filter (where ${states.redeemed}), 0)`.mapWith(Number),
        charged: sql`coalesce(sum(${ticket.charged}), 0)`.mapWith(Number),
      })
      .from(ticket)
      .where(
        and(
          eq(ticket.tenantId, tenantId),
          gte(issuedAt, startOfDay(timeZone, start)),
          lt(issuedAt, startOfDay(timeZone, addDays(end, 1))),
          upsell_id === undefined ? undefined : eq(ticket.upsellId, upsell_id),
          bundle_id === undefined ? undefined : eq(ticket.bundleId, bundle_id),
        ),
      );
    const { price, charged, ...counts } = row as NonNullable<typeof row>;
    const money = { price: toMajor(price, currency), charged: toMajor(charged, currency) };
    return { ...counts, ...money, currency, period: { start, end } };
  },
};

const list: List<{ row: Row }, Row> = {
  name: "tickets",
  table: ticket,
  filters: {
    upsell_id: ticket.upsellId,
    bundle_id: ticket.bundleId,
    state: states,
    start_date: (at) => sql`${issuedAt} >= ${at}::timestamptz`,
    end_date: (at) => sql`${issuedAt} < ${at}::timestamptz`,
  },
  sorts: { issued_at: [issuedAt] },
  // Shoppers make these records, so nobody counts them all.
  total: () => null,
  toItem: ({ row }) => row,
};

async function numbersOf({ db, tenantId }: Context, rows: readonly Row[]): Promise<Map<string, string | null>> {
  const ids = rows.flatMap(({ orderId, refused }) => [orderId, refused?.order_id].filter((id) => id != null));
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: order.id, number: order.platformOrderId })
    .from(order)
    .where(and(eq(order.tenantId, tenantId), inArray(order.id, ids)));
  return new Map(found.map(({ id, number }) => [id, number]));
}

function toRecord(row: Row, currency: string) {
  const money = (amount: number) => toMajor(amount, currency);
  const { upsell_id, bundle_id, ...fields } = toFields(ticket, row);
  const isOver = row.redeemedAt === null && row.expiresAt.getTime() <= Date.now();
  return {
    ...fields,
    ...(upsell_id !== null && { upsell_id }),
    ...(bundle_id !== null && { bundle_id }),
    state: row.redeemedAt ? "redeemed" : isOver ? "expired" : "open",
    currency,
    list_price: money(row.listPrice),
    price: money(row.price),
    charged: row.charged === null ? null : money(row.charged),
    lines: row.lines.map((line) => ({ ...line, list_price: money(line.list_price), price: money(line.price) })),
  };
}
