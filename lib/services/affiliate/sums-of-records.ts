import type { affiliate, link } from "../../database/schema/affiliate.ts";
import type { commission, payout } from "../../database/schema/affiliate-money.ts";
import type { order } from "../../database/schema/affiliate-sales.ts";
import { dayIn, hourIn } from "../../days.ts";

// When a record changes, its old contribution to the sums is subtracted and its new one is added.

export type AffiliateRow = typeof affiliate.$inferSelect;
export type LinkRow = typeof link.$inferSelect;
export type OrderRow = typeof order.$inferSelect;
export type CommissionRow = typeof commission.$inferSelect;
export type PayoutRow = typeof payout.$inferSelect;

type Sums = Record<string, number>;
export type Part = { table: string; key: Record<string, string | number>; sums: Sums };

export type RecordKind = "affiliate" | "link" | "order" | "unattributed_order" | "commission" | "payout" | "click";

/** Counts the record for its affiliate, and for all. */
function counted(kind: RecordKind, status: string, createdAt: Date, affiliateId: string | null = null): Part[] {
  const day = dayIn("UTC", createdAt);
  return ["", ...(affiliateId === null ? [] : [affiliateId])].map((of) => ({
    table: "record_count",
    key: { affiliateId: of, kind, status, day },
    sums: { count: 1 },
  }));
}

export function partsOfAffiliate(row: AffiliateRow): Part[] {
  if (row.deletedAt) return [];
  return counted("affiliate", row.status, row.createdAt);
}

export function partsOfLink(row: LinkRow): Part[] {
  if (row.deletedAt) return [];
  return counted("link", row.status, row.createdAt, row.affiliateId);
}

/** A cancelled order counts as a record and adds to no other sum. */
export function partsOfOrder(row: OrderRow): Part[] {
  const kind = row.affiliateId === null ? "unattributed_order" : "order";
  const count = counted(kind, row.status, row.createdAt, row.affiliateId);
  if (row.affiliateId === null || row.status === "cancelled") return count;
  const { day, currency, affiliateId } = row;
  const sums = { orders: 1, gross: row.total, refunded: row.refundedAmount };
  const daily = { ...sums, refundedOrders: row.refundedAmount > 0 ? 1 : 0 };
  return [
    ...count,
    { table: "affiliate_total", key: { affiliateId, currency }, sums },
    ...(row.linkId === null ? [] : [{ table: "link_total", key: { linkId: row.linkId, currency }, sums }]),
    ...dated({ day, affiliateId, currency }, daily),
    ...partsOfLines(row),
  ];
}

const monthOf = (day: string) => `${day.slice(0, 7)}-01`;

type Dated = { day: string; affiliateId: string; currency: string };

function dated({ day, affiliateId, currency }: Dated, sums: Sums): Part[] {
  return [
    { table: "daily_total", key: { day, currency }, sums },
    { table: "daily_affiliate", key: { day, affiliateId, currency }, sums },
    { table: "monthly_affiliate", key: { month: monthOf(day), affiliateId, currency }, sums },
  ];
}

/** Spreads the revenue of the goods (without tax and shipping, less discount and refunds) over the lines. */
function partsOfLines({ day, currency, status, lineItems, ...row }: OrderRow): Part[] {
  const net = Math.max(0, row.subtotal - row.discount - row.refundedAmount);
  const revenues = split(
    net,
    lineItems.map(({ quantity, unit_price }) => quantity * unit_price),
  );
  const seen = new Set<string>();
  return lineItems.map(({ product_id, quantity }, index) => {
    const orders = seen.has(product_id) ? 0 : 1;
    seen.add(product_id);
    const revenue = revenues[index] ?? 0;
    return {
      table: "daily_product",
      key: { day, productId: product_id, currency, status },
      sums: { orders, quantity, revenue },
    };
  });
}

export function partsOfCommission(row: CommissionRow): Part[] {
  const count = counted("commission", row.status, row.createdAt, row.affiliateId);
  if (row.status === "rejected") return count;
  const { day, currency, affiliateId, amount } = row;
  const approved: Sums = amount < 0 ? { clawedBack: -amount } : { approved: amount };
  const sums: Sums = row.status === "pending" ? { pending: amount } : approved;
  return [
    ...count,
    { table: "affiliate_total", key: { affiliateId, currency }, sums },
    ...dated({ day, affiliateId, currency }, sums),
    ...Object.entries(row.products).map(([productId, commissions]) => ({
      table: "daily_product_commission",
      key: { day, productId, currency },
      sums: { commissions },
    })),
  ];
}

export function partsOfPayout(row: PayoutRow, timeZone: string): Part[] {
  const count = counted("payout", row.status, row.createdAt, row.affiliateId);
  const { currency, affiliateId, amount } = row;
  if (row.status === "pending" || row.status === "processing") {
    return [...count, { table: "affiliate_total", key: { affiliateId, currency }, sums: { reserved: amount } }];
  }
  if (row.status !== "paid" || row.paidAt === null) return count;
  const day = dayIn(timeZone, row.paidAt);
  const sums = { paid: amount };
  return [
    ...count,
    { table: "affiliate_total", key: { affiliateId, currency }, sums },
    ...dated({ day, affiliateId, currency }, sums),
  ];
}

export type ClickFact = {
  affiliateId: string;
  linkId: string;
  occurredAt: Date;
  isBot: boolean;
  orderId: string | null;
};

const clickStatus = ({ isBot, orderId }: ClickFact) => (isBot ? "bot" : orderId ? "converted" : "unconverted");

export function partsOfClick(click: ClickFact, timeZone: string): Part[] {
  const { affiliateId, linkId } = click;
  const day = dayIn(timeZone, click.occurredAt);
  const count = counted("click", clickStatus(click), click.occurredAt);
  const sums: Sums = click.isBot ? { bots: 1 } : { clicks: 1 };
  return [
    ...count,
    { table: "daily_click_total", key: { day }, sums },
    { table: "daily_click", key: { day, affiliateId, linkId }, sums },
    ...(click.isBot
      ? []
      : [
          { table: "affiliate_clicks", key: { affiliateId }, sums },
          { table: "monthly_click", key: { month: monthOf(day), affiliateId }, sums },
          { table: "link_clicks", key: { linkId }, sums },
          { table: "hourly_click", key: { day, hour: hourIn(timeZone, click.occurredAt) }, sums },
        ]),
  ];
}

/** Splits a whole amount by weights. Units left over by rounding go to the largest remainders. */
export function split(amount: number, weights: readonly number[]): number[] {
  const sign = Math.sign(amount);
  const whole = BigInt(Math.abs(amount));
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (all === 0n) return weights.map((_, index) => (index === 0 ? amount : 0));
  const parts = weights.map((weight, index) => {
    const share = whole * BigInt(weight);
    return { index, part: Number(share / all), rest: share % all };
  });
  let left = Number(whole) - parts.reduce((sum, { part }) => sum + part, 0);
  const byRest = parts.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  for (const entry of byRest) {
    if (left === 0) break;
    entry.part += 1;
    left -= 1;
  }
  return parts.map(({ part }) => (part === 0 ? 0 : sign * part));
}
