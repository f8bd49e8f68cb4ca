import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../../database/client.ts";
import { commission } from "../../database/schema/affiliate-money.ts";
import { order } from "../../database/schema/affiliate-sales.ts";
import { adjustForChange, voidForOverride } from "../../services/affiliate/adjust-commissions.ts";
import { holdAffiliates } from "../../services/affiliate/affiliate-rows.ts";
import { createCommission } from "../../services/affiliate/create-commission.ts";
import { Ledger } from "../../services/affiliate/ledger.ts";
import { readStandings } from "../../services/affiliate/rules/standings.ts";
import { readProgram } from "../../services/affiliate/rules/versions.ts";
import type { AffiliateRow, CommissionRow, OrderRow } from "../../services/affiliate/sums-of-records.ts";
import type { TestServices } from "../services.ts";
import type { Program } from "./program.ts";

/** Makes and changes orders and commissions in the way that a shop's reports do. */
export function openEarnings({ db }: Pick<TestServices, "db">, program: Program) {
  const { tenantId, timeZone } = program;

  const inLedger = <T>(work: (tx: Transaction, ledger: Ledger) => Promise<T>) =>
    db.transaction(async (tx) => {
      const ledger = new Ledger({ timeZone });
      const result = await work(tx, ledger);
      await ledger.write(tx, tenantId);
      return result;
    });

  const lockOrder = async (tx: Transaction, id: string) => {
    const [row] = await tx
      .select()
      .from(order)
      .where(and(eq(order.tenantId, tenantId), eq(order.id, id)))
      .for("update");
    return row as OrderRow;
  };

  const changeOrder = async (tx: Transaction, ledger: Ledger, before: OrderRow, columns: Partial<OrderRow>) => {
    const [after] = (await tx
      .update(order)
      .set({ ...columns, updatedAt: sql`now()` })
      .where(and(eq(order.tenantId, tenantId), eq(order.id, before.id)))
      .returning()) as [OrderRow];
    ledger.order(before, after);
    return after;
  };

  const earn = async (tx: Transaction, ledger: Ledger, order: OrderRow, affiliate: AffiliateRow) => {
    const rules = await readProgram(tx, tenantId, order.createdAt);
    const standings = await readStandings(tx, tenantId, [{ ...order, affiliateId: affiliate.id }], () => rules);
    return createCommission(tx, ledger, { order, affiliate, rules, standings });
  };

  const hold = async (tx: Transaction, id: string) => {
    const [row] = await holdAffiliates(tx, tenantId, [id], { alone: true });
    return row as AffiliateRow;
  };

  return {
    async sell(affiliateId: string, more: Partial<OrderRow> = {}): Promise<{ order: OrderRow; sale: CommissionRow }> {
      let sale: CommissionRow | undefined;
      const placed = await program.insertOrder({ affiliateId, attribution: 1, ...more }, async (tx, ledger, row) => {
        sale = await earn(tx, ledger, row, await hold(tx, affiliateId));
      });
      return { order: placed, sale: sale as CommissionRow };
    },

    refund: (id: string, amount: number) =>
      inLedger(async (tx, ledger) => {
        const before = await lockOrder(tx, id);
        const refundedAmount = before.refundedAmount + amount;
        const status = refundedAmount === before.total ? "refunded" : "partially_refunded";
        await adjustForChange(tx, ledger, [await changeOrder(tx, ledger, before, { refundedAmount, status })]);
      }),

    cancel: (id: string) =>
      inLedger(async (tx, ledger) => {
        const after = await changeOrder(tx, ledger, await lockOrder(tx, id), { status: "cancelled" });
        await adjustForChange(tx, ledger, [after]);
      }),

    reattribute: (id: string, affiliateId: string) =>
      inLedger(async (tx, ledger) => {
        const affiliate = await hold(tx, affiliateId);
        const before = await lockOrder(tx, id);
        const next = { affiliateId, attribution: (before.attribution ?? 0) + 1 };
        const after = await changeOrder(tx, ledger, before, next);
        await voidForOverride(tx, ledger, after, "key_of_a_person");
        await earn(tx, ledger, after, affiliate);
      }),

    commissionsOf: (orderId: string): Promise<CommissionRow[]> =>
      db
        .select()
        .from(commission)
        .where(and(eq(commission.tenantId, tenantId), eq(commission.orderId, orderId)))
        .orderBy(commission.id),
  };
}
