import { and, eq, inArray } from "drizzle-orm";
import type { OrderReport, ReportOutcome } from "../../../contract/affiliate-storefront.ts";
import type { FieldError } from "../../../contract/errors.ts";
import type { Transaction } from "../../../database/client.ts";
import { order } from "../../../database/schema/affiliate-sales.ts";
import type { Context } from "../../kernel/context.ts";
import { holdAffiliates } from "../affiliate-rows.ts";
import { Ledger } from "../ledger.ts";
import { dependsOnSums } from "../rules/standings.ts";
import { rulesAt } from "../rules/versions.ts";
import { attributeOrders } from "./attribute-orders.ts";
import { changeOrders, type OrderChange } from "./change-orders.ts";
import { affiliatesIn, type Placed, readTraces } from "./evidence.ts";

type Result = Pick<
  ReportOutcome,
  "status" | "order_id" | "affiliate_id" | "attribution_method" | "attribution_reason" | "errors"
>;

/** Orders come before refunds and cancellations. Rows are always locked in one order: affiliates first, sums last. */
export async function ingest(context: Context, reports: readonly OrderReport[]): Promise<Map<OrderReport, Result>> {
  if (reports.length === 0) return new Map();
  const { db, tenantId } = context;
  return db.transaction(async (tx) => {
    const known = await readOrders(tx, tenantId, reports);
    const first = new Map<string, Placed>();
    for (const report of reports) {
      const id = report.external_id;
      if (report.type === "order.placed" && !known.has(id) && !first.has(id)) first.set(id, report);
    }
    const placed = [...first.values()];
    const changes = reports.filter((report): report is OrderChange => report.type !== "order.placed");
    const traces = await readTraces(tx, tenantId, placed);
    const earners = [...known.values()].flatMap(({ affiliateId }) => affiliateId ?? []);
    const rulesOf = await rulesAt(
      tx,
      tenantId,
      placed.map(({ occurred_at }) => new Date(occurred_at)),
    );
    const alone = placed.some(({ occurred_at }) => dependsOnSums(rulesOf(new Date(occurred_at))));
    const locked = await holdAffiliates(tx, tenantId, [...new Set([...affiliatesIn(traces), ...earners])], { alone });
    const affiliates = new Map(locked.map((row) => [row.id, row]));

    const ledger = new Ledger(context);
    const fresh = await attributeOrders(tx, ledger, context, { placed, traces, affiliates, rulesOf });
    const changed = await changeOrders(tx, ledger, tenantId, changes);
    await ledger.write(tx, tenantId);

    const rows = await readOrders(tx, tenantId, reports);
    return new Map(
      reports.map((report) => {
        const outcome =
          report.type === "order.placed" ? (fresh.has(report) ? "accepted" : "duplicate") : changed.get(report);
        return [report, toResult(outcome ?? "duplicate", rows.get(report.external_id))];
      }),
    );
  });
}

type Known = Pick<
  typeof order.$inferSelect,
  "id" | "externalId" | "affiliateId" | "attributionMethod" | "attributionReason"
>;

async function readOrders(tx: Transaction, tenantId: number, reports: readonly OrderReport[]) {
  const ids = [...new Set(reports.map(({ external_id }) => external_id))];
  const rows: Known[] = await tx
    .select({
      id: order.id,
      externalId: order.externalId,
      affiliateId: order.affiliateId,
      attributionMethod: order.attributionMethod,
      attributionReason: order.attributionReason,
    })
    .from(order)
    .where(and(eq(order.tenantId, tenantId), inArray(order.externalId, ids)));
  return new Map(rows.map((row) => [row.externalId, row]));
}

function toResult(outcome: "accepted" | "duplicate" | FieldError[], row: Known | undefined): Result {
  if (typeof outcome === "object") return { status: "rejected", errors: outcome };
  return {
    status: outcome,
    ...(row && { order_id: row.id }),
    ...(row?.affiliateId && { affiliate_id: row.affiliateId }),
    ...(row?.attributionMethod && { attribution_method: row.attributionMethod }),
    ...(row?.affiliateId && row.attributionReason && { attribution_reason: row.attributionReason }),
  };
}
