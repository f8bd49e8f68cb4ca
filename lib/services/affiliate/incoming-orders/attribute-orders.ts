import { sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import { textColumns } from "../../../contract/errors.ts";
import type { Transaction } from "../../../database/client.ts";
import { attribution, order } from "../../../database/schema/affiliate-sales.ts";
import { dayIn } from "../../../days.ts";
import type { Context } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import { createCommission } from "../create-commission.ts";
import type { Ledger } from "../ledger.ts";
import { convertClicks } from "../record-clicks.ts";
import { readStandings } from "../rules/standings.ts";
import type { Rules } from "../rules/versions.ts";
import type { AffiliateRow, OrderRow } from "../sums-of-records.ts";
import { hashAddress } from "../visitor.ts";
import { decide } from "./decide-attribution.ts";
import { customerKeyOf, evidenceOf, type Placed, type Traces } from "./evidence.ts";

type Facts = {
  placed: readonly Placed[];
  traces: Traces;
  affiliates: Map<string, AffiliateRow>;
  rulesOf: (at: Date) => Rules;
};

type Draft = { report: Placed; columns: PgInsertValue<typeof order> & { externalId: string } };

export async function attributeOrders(
  tx: Transaction,
  ledger: Ledger,
  { tenantId, timeZone }: Context,
  facts: Facts,
): Promise<Set<Placed>> {
  const drafts = attribute(facts).map(({ report, columns }): Draft => {
    const createdAt = new Date(report.occurred_at);
    return {
      report,
      columns: { ...columnsOf(report), ...columns, tenantId, createdAt, day: dayIn(timeZone, createdAt) },
    };
  });
  if (drafts.length === 0) return new Set();
  // Rows are locked in the order of their keys, so that concurrent batches cannot deadlock.
  const rows = await tx
    .insert(order)
    .values(drafts.map(({ columns }) => columns).toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1)))
    .onConflictDoNothing({ target: [order.tenantId, order.externalId] })
    .returning();
  for (const row of rows) ledger.order(null, row);
  await recordAttributions(tx, ledger, rows, facts);
  const fresh = new Set(rows.map(({ externalId }) => externalId));
  return new Set(drafts.flatMap(({ report }) => (fresh.has(report.external_id) ? report : [])));
}

/** Works in the order in which the orders were placed, because a customer of one order may place the next. */
function attribute({ placed, traces, affiliates, rulesOf }: Facts) {
  const inTime = placed.toSorted((a, b) => compare(time(a), time(b)) || compare(a.external_id, b.external_id));
  const latest = new Map<string, Placed & { affiliateId: string; since: Date }>();
  return inTime.map((report) => {
    const key = customerKeyOf(report);
    const before = key === null ? undefined : latest.get(key);
    const stored = traces.formers.get(report);
    if (before && time(before) < time(report) && (!stored || stored.at.getTime() <= time(before))) {
      const { affiliateId, order_number: orderNumber = before.external_id } = before;
      const since = stored?.affiliateId === affiliateId ? stored.since : before.since;
      traces.formers.set(report, { orderNumber, affiliateId, at: new Date(before.occurred_at), since });
    }
    const { decision, reason } = decide(evidenceOf(report, traces, affiliates), rulesOf(new Date(report.occurred_at)));
    if (decision && key !== null) {
      const { affiliateId } = decision;
      const former = traces.formers.get(report);
      const since = former?.affiliateId === affiliateId ? former.since : new Date(report.occurred_at);
      latest.set(key, { ...report, affiliateId, since });
    }
    const attributed = decision && { ...decision, attribution: 1, attributedAt: sql`now()` };
    return { report, columns: { ...attributed, ...textColumns("attributionReason", reason) } };
  });
}

const time = ({ occurred_at }: Placed) => Date.parse(occurred_at);
const compare = <T extends string | number>(a: T, b: T) => (a === b ? 0 : a < b ? -1 : 1);

function columnsOf(report: Placed) {
  return {
    id: newId("ord"),
    externalId: report.external_id,
    orderNumber: report.order_number ?? report.external_id,
    customerEmail: report.customer_email ?? null,
    customerKey: customerKeyOf(report),
    ipHash: hashAddress(report.ip ?? null),
    subtotal: report.subtotal,
    discount: report.discount,
    tax: report.tax,
    shipping: report.shipping,
    total: report.total,
    currency: report.currency,
    lineItems: report.line_items as OrderRow["lineItems"],
    status: "paid" as const,
  };
}

async function recordAttributions(tx: Transaction, ledger: Ledger, rows: readonly OrderRow[], facts: Facts) {
  const inTime = rows.toSorted(
    (a, b) => compare(a.createdAt.getTime(), b.createdAt.getTime()) || compare(a.externalId, b.externalId),
  );
  const led = inTime.flatMap(({ affiliateId, attributionMethod: method, attributionReason: reason, ...row }) =>
    affiliateId !== null && method !== null && reason !== null ? [{ ...row, affiliateId, method, reason }] : [],
  );
  if (led.length === 0) return;
  await tx.insert(attribution).values(
    led.map(({ id, attributedAt, ...row }) => ({
      tenantId: row.tenantId,
      orderId: id,
      number: 1,
      method: row.method,
      affiliateId: row.affiliateId,
      linkId: row.linkId,
      clickId: row.clickId,
      couponCode: row.couponCode,
      reason: row.reason,
      reasonKey: row.attributionReasonKey,
      createdAt: attributedAt as Date,
    })),
  );
  const clicks = new Map<string, Parameters<typeof convertClicks>[3][number]>();
  for (const { id: orderId, clickId, linkId, affiliateId } of led) {
    if (clickId !== null && linkId !== null && !clicks.has(clickId)) {
      clicks.set(clickId, { clickId, linkId, affiliateId, orderId });
    }
  }
  const { tenantId } = rows[0] as OrderRow;
  if (clicks.size > 0) await convertClicks(tx, ledger, tenantId, [...clicks.values()]);
  const rulesOf = ({ createdAt }: OrderRow) => facts.rulesOf(createdAt);
  const earning = inTime.flatMap((row) => {
    const affiliate = row.affiliateId === null ? undefined : facts.affiliates.get(row.affiliateId);
    return affiliate ? [{ order: { ...row, affiliateId: affiliate.id }, affiliate }] : [];
  });
  const standings = await readStandings(
    tx,
    tenantId,
    earning.map(({ order }) => order),
    rulesOf,
  );
  for (const { order, affiliate } of earning) {
    await createCommission(tx, ledger, { order, affiliate, rules: rulesOf(order), standings });
  }
}
