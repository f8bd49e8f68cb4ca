import { and, eq, sql } from "drizzle-orm";
import type { payouts as contract } from "../../contract/affiliate/payouts.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { Database } from "../../database/client.ts";
import { payout, payoutCommission } from "../../database/schema/affiliate-money.ts";
import type { Context } from "../kernel/context.ts";
import type { PayoutRow } from "./contributions.ts";
import { createPayout } from "./create-payout.ts";
import { once } from "./idempotency.ts";
import { Ledger } from "./ledger.ts";
import { type List, readPage } from "./pages.ts";
import { missing, settlePayout } from "./settle-payout.ts";

type Payouts = ResourceHandlers<(typeof contract)["payouts"], Context>;
type FoundPayout = { row: PayoutRow; commissions: string[] };

export const payouts: Payouts = {
  async list({ query }, context) {
    return readPage(context, query, list, toRecord);
  },

  async get({ params }, { db, tenantId }) {
    return read(db, tenantId, params.id);
  },

  async create({ body, headers }, context) {
    const { tenantId, timeZone } = context;
    const request = { key: headers["idempotency-key"], operation: "payouts.create", body };
    return once(context, request, async (tx) => {
      const ledger = new Ledger({ timeZone });
      const { id } = await createPayout(tx, ledger, tenantId, body);
      await ledger.write(tx, tenantId);
      return read(tx, tenantId, id);
    });
  },

  async update({ params, body }, { db, tenantId, timeZone }) {
    return db.transaction(async (tx) => {
      const ledger = new Ledger({ timeZone });
      await settlePayout(tx, ledger, { tenantId, id: params.id }, body);
      await ledger.write(tx, tenantId);
      return read(tx, tenantId, params.id);
    });
  },
};

async function read(db: Pick<Database, "select">, tenantId: number, id: string) {
  const [found] = await db
    .select(withCommissions)
    .from(payout)
    .where(and(eq(payout.tenantId, tenantId), eq(payout.id, id)));
  return found ? toRecord(found) : missing(id);
}

/** Includes commissions that a failed or cancelled payout has released. */
const withCommissions = {
  row: payout,
  commissions: sql<string[]>`array(
    select ${payoutCommission.commissionId} from ${payoutCommission}
    where ${payoutCommission.tenantId} = ${payout.tenantId} and ${payoutCommission.payoutId} = ${payout.id}
    order by ${payoutCommission.commissionId})`,
};

function toRecord({ row, commissions }: FoundPayout) {
  return {
    id: row.id,
    affiliate_id: row.affiliateId,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    method: row.method,
    reference: row.reference,
    note: row.note,
    commission_ids: commissions,
    period_start: row.periodStart,
    period_end: row.periodEnd,
    paid_at: row.paidAt?.toISOString() ?? null,
    failure_reason: row.failureReason,
    created_at: row.createdAt.toISOString(),
  };
}

const list: List<NonNullable<Parameters<Payouts["list"]>[0]["query"]["sort"]>> = {
  kind: "payout",
  table: payout,
  select: withCommissions,
  tenantId: payout.tenantId,
  status: payout.status,
  createdAt: payout.createdAt,
  affiliateId: payout.affiliateId,
  tie: payout.id,
  sorts: {
    created_at: { by: [payout.createdAt], buckets: { sort: "created_at", of: "time" } },
    amount: { by: [payout.amount] },
    // Payouts that are not paid sort last.
    paid_at: { by: [sql`coalesce(${payout.paidAt}, 'infinity')`] },
    status: { by: [payout.status, payout.createdAt], buckets: { sort: "created_at", of: "time", within: "status" } },
  },
};
