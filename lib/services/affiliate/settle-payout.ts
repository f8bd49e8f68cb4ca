import { and, asc, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import type { payoutPatch } from "../../contract/affiliate/payouts.ts";
import { ApiError } from "../../contract/errors.ts";
import { commission, payout, payoutCommission } from "../../database/schema/affiliate-money.ts";
import type { Transaction } from "../delivery/emit.ts";
import type { PayoutRow } from "./contributions.ts";
import type { Ledger } from "./ledger.ts";
import { requireTransition } from "./transition.ts";

type Status = PayoutRow["status"];
type Patch = z.output<typeof payoutPatch>;

const transitions: Record<Status, readonly Status[]> = {
  pending: ["processing", "paid", "failed", "cancelled"],
  processing: ["paid", "failed", "cancelled"],
  paid: [],
  failed: [],
  cancelled: [],
};

export async function settlePayout(
  tx: Transaction,
  ledger: Ledger,
  { tenantId, id }: Pick<PayoutRow, "tenantId" | "id">,
  { status, paid_at, failure_reason, reference, note }: Patch,
): Promise<void> {
  const one = and(eq(payout.tenantId, tenantId), eq(payout.id, id));
  const [before] = await tx.select().from(payout).where(one).for("no key update");
  if (!before) return missing(id);
  requireTransition(transitions, before.status, status);
  if (status === "failed" || status === "cancelled") await release(tx, before);
  const paidAt = paid_at ? new Date(paid_at) : sql`now()`;
  const [after] = (await tx
    .update(payout)
    .set({
      status,
      reference,
      note,
      failureReason: failure_reason,
      ...(status === "paid" && { paidAt }),
      updatedAt: sql`now()`,
    })
    .where(one)
    .returning()) as [PayoutRow];
  ledger.payout(before, after);
}

export function missing(id: string): never {
  throw new ApiError(404, "not_found", `Payout ${id} does not exist.`);
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
