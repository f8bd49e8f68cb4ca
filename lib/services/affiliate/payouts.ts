import { and, asc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type * as z from "zod";
import type { payouts as contract, payoutPatch } from "../../contract/affiliate/payouts.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { invalid } from "../../contract/errors.ts";
import type { Database, Transaction } from "../../database/client.ts";
import { affiliate } from "../../database/schema/affiliate.ts";
import { commission, payout, payoutCommission } from "../../database/schema/affiliate-money.ts";
import { sentence } from "../../sentences.ts";
import type { Context } from "../kernel/context.ts";
import { toFields } from "../kernel/fields.ts";
import { type List, readPage } from "../kernel/lists.ts";
import { missing } from "../kernel/refuse.ts";
import { minimumsOf } from "./affiliate-rows.ts";
import { createPayout, takeBackBonus } from "./create-payout.ts";
import { Ledger } from "./ledger.ts";
import { createdSince, totalOf } from "./record-count.ts";
import { requireTransition } from "./refusals.ts";
import { readProgram } from "./rules/versions.ts";
import type { PayoutRow } from "./sums-of-records.ts";

type Payouts = ResourceHandlers<(typeof contract)["payouts"], Context>;
type FoundPayout = { row: PayoutRow; commissions: string[] };

/** These limits keep a response below 5 MB, which is the most that the dashboard accepts. */
const mostCommissions = 8_000;
const mostPayouts = 4_000;

export const payouts: Payouts = {
  async list({ query }, context) {
    return readPage(context, query, list);
  },

  async owed(_input, context) {
    return readOwed(context);
  },

  async get({ params }, { db, tenantId }) {
    return read(db, tenantId, params.id);
  },

  async create({ body }, { db, tenantId, timeZone, keyId }) {
    return db.transaction(async (tx) => {
      const ledger = new Ledger({ timeZone });
      const { id } = await createPayout(tx, ledger, { tenantId, timeZone, keyId }, body);
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

async function readOwed({ db, tenantId }: Context) {
  return db.transaction(
    async (tx) => {
      const unpaid = and(
        ...[eq(commission.tenantId, tenantId), eq(commission.status, "approved"), isNull(commission.payoutId)],
      );
      const owed = tx.selectDistinct({ id: commission.affiliateId }).from(commission).where(unpaid);
      const commissions = await tx
        .select({
          id: commission.id,
          affiliate_id: commission.affiliateId,
          amount: commission.amount,
          currency: commission.currency,
          type: commission.type,
          status: commission.status,
          eligible_at: commission.eligibleAt,
          created_at: commission.createdAt,
        })
        .from(commission)
        .where(unpaid)
        .orderBy(asc(commission.affiliateId), asc(commission.currency), asc(commission.eligibleAt))
        .limit(mostCommissions + 1);
      // The dashboard looks for payouts of unknown outcome among the latest ones.
      const concerned = or(inArray(payout.affiliateId, owed), gt(payout.createdAt, sql`now() - interval '30 days'`));
      const payouts = await tx
        .select(withCommissions)
        .from(payout)
        .where(and(eq(payout.tenantId, tenantId), concerned))
        .orderBy(asc(payout.createdAt), asc(payout.id))
        .limit(mostPayouts + 1);
      if (commissions.length > mostCommissions || payouts.length > mostPayouts) {
        return { complete: false, commissions: [], payouts: [], affiliates: [] };
      }
      const rules = await readProgram(tx, tenantId);
      const affiliates = await tx
        .select({
          id: affiliate.id,
          email: affiliate.email,
          first_name: affiliate.firstName,
          last_name: affiliate.lastName,
          company_name: affiliate.companyName,
          status: affiliate.status,
          payout_method: affiliate.payoutMethod,
          payout_email: affiliate.payoutEmail,
          minimumPayout: affiliate.minimumPayout,
          currency: affiliate.currency,
        })
        .from(affiliate)
        .where(and(eq(affiliate.tenantId, tenantId), isNull(affiliate.deletedAt), inArray(affiliate.id, owed)));
      return {
        complete: true,
        commissions: commissions.map(({ eligible_at, created_at, ...row }) => ({
          ...row,
          eligible_at: eligible_at.toISOString(),
          payout_id: null,
          created_at: created_at.toISOString(),
        })),
        payouts: payouts.map(toRecord),
        affiliates: affiliates.map(({ minimumPayout, ...row }) => ({
          ...row,
          minimum_payout: minimumPayout,
          ...minimumsOf({ ...row, minimumPayout }, rules),
        })),
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function read(db: Pick<Database, "select">, tenantId: number, id: string) {
  const [found] = await db
    .select(withCommissions)
    .from(payout)
    .where(and(eq(payout.tenantId, tenantId), eq(payout.id, id)));
  return found ? toRecord(found) : missing("Payout", id);
}

const withCommissions = {
  row: payout,
  // In the list of a select, drizzle writes columns without their table, and both tables have a `tenant_id`.
  commissions: sql<string[]>`array(
    select own.commission_id from ${payoutCommission} own
    where own.tenant_id = payout.tenant_id and own.payout_id = payout.id order by own.commission_id)`,
};

function toRecord({ row, commissions }: FoundPayout) {
  return { ...toFields(payout, row), commission_ids: commissions };
}

const list: List<FoundPayout, ReturnType<typeof toRecord>> = {
  name: "payouts",
  table: payout,
  select: withCommissions,
  filters: { status: payout.status, affiliate_id: payout.affiliateId, created_after: createdSince(payout) },
  sorts: {
    created_at: [payout.createdAt],
    amount: [payout.amount],
    // The index holds the same expression.
    paid_at: [sql`coalesce(${payout.paidAt}, 'infinity')`],
    status: [payout.status, payout.createdAt],
  },
  total: totalOf("payout"),
  toItem: toRecord,
};

type Status = PayoutRow["status"];
type Patch = z.output<typeof payoutPatch>;

const transitions: Record<Status, readonly Status[]> = {
  pending: ["processing", "paid", "failed", "cancelled"],
  processing: ["paid", "failed", "cancelled"],
  paid: [],
  failed: [],
  cancelled: [],
};

/** The noon of a day that has begun only in the time zone of the bank. */
const aheadMs = 36 * 3_600_000;

async function settlePayout(
  tx: Transaction,
  ledger: Ledger,
  { tenantId, id }: Pick<PayoutRow, "tenantId" | "id">,
  { status, paid_at, failure_reason, failure_reason_key, returned_at, reference, note }: Patch,
): Promise<void> {
  const one = and(eq(payout.tenantId, tenantId), eq(payout.id, id));
  const [before] = await tx.select().from(payout).where(one).for("no key update");
  if (!before) return missing("Payout", id);
  const isReturn = before.status === "paid" && returned_at !== undefined;
  if (!isReturn) requireTransition(transitions, before.status, status);
  if (status === "failed" || status === "cancelled") await release(tx, before);
  if (status === "cancelled") await takeBackBonus(tx, ledger, before);
  if (paid_at && Date.parse(paid_at) > Date.now() + aheadMs) {
    throw invalid({ field: "paid_at", ...sentence("notInFuture") });
  }
  if (returned_at && Date.parse(returned_at) > Date.now() + aheadMs) {
    throw invalid({ field: "returned_at", ...sentence("notInFuture") });
  }
  const paidAt = paid_at ? sql`least(${paid_at}::timestamptz, now())` : sql`now()`;
  const [after] = (await tx
    .update(payout)
    .set({
      status,
      reference,
      note,
      failureReason: failure_reason,
      failureReasonKey: failure_reason_key,
      returnedAt: returned_at === undefined ? undefined : sql`least(${returned_at}::timestamptz, now())`,
      ...(status === "paid" && { paidAt }),
      updatedAt: sql`now()`,
    })
    .where(one)
    .returning()) as [PayoutRow];
  ledger.payout(before, after);
}

/** Releases the commissions for other payouts. The rows stay, to tell what this payout was for. */
async function release(tx: Transaction, { tenantId, id }: PayoutRow): Promise<void> {
  const its = and(eq(commission.tenantId, tenantId), eq(commission.payoutId, id));
  const reserved = sql`${commission.id} in (
    select ${payoutCommission.commissionId} from ${payoutCommission}
    where ${payoutCommission.tenantId} = ${tenantId} and ${payoutCommission.payoutId} = ${id})`;
  await tx
    .select({ id: commission.id })
    .from(commission)
    .where(and(eq(commission.tenantId, tenantId), reserved))
    .orderBy(asc(commission.id))
    .for("no key update");
  await tx
    .update(payoutCommission)
    .set({ releasedAt: sql`now()` })
    .where(and(eq(payoutCommission.tenantId, tenantId), eq(payoutCommission.payoutId, id)));
  await tx.update(commission).set({ payoutId: null, updatedAt: sql`now()` }).where(and(its, reserved));
}
