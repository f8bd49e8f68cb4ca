import "server-only";
import type { Commission } from "../../contract/affiliate/commissions.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import type { PayoutAccount } from "../../contract/desk/payouts.ts";
import { fromUnits, sumOf } from "../../money.ts";
import type { Caller } from "../wire/call.ts";
import { amountOf, driftOf, isOnHold, isPaid, paidBy, sumOfUnits, unitsOf } from "./lines.ts";
import { readOurs } from "./preview.ts";
import { isUndone, readFacts } from "./read-owed.ts";

/** Computes the amount owed in two ways: from payout amounts, and from commissions that are in no payout. */
export async function readAccount(caller: Caller, id: string, withRows = false): Promise<PayoutAccount> {
  const figureOf = (rows: readonly Commission[]) => ({ ...sumUp(rows), ...(withRows && { rows: rows.map(toRow) }) });
  const facts = await readFacts(caller, [id]);
  const ours = await readOurs(caller, facts);
  const payouts = facts.payouts.filter((row) => row.affiliate_id === id && !isUndone(row));
  const holding = paidBy(facts.payouts);
  // A failed payout frees its commissions in our ledger only at the next look.
  const freed = new Set(facts.payouts.filter(isUndone).flatMap(({ commission_ids = [] }) => commission_ids));
  const isOut = (row: Commission) => (ours.paid.has(row.id) && !freed.has(row.id)) || isPaid(row, holding);
  const fallback = facts.affiliates.get(id)?.currency ?? "";
  const inCurrency = (row: { currency?: string | undefined }) => row.currency ?? fallback;
  const currencies = [...new Set([...facts.commissions, ...payouts].map(inCurrency))].sort();
  const now = Date.now();
  return {
    affiliate_id: id,
    complete: facts.complete,
    currencies: currencies.map((currency) => {
      const own = facts.commissions.filter((row) => inCurrency(row) === currency);
      const approved = figureOf(own.filter((row) => (unitsOf(row) ?? 0) > 0));
      const clawedBack = figureOf(own.filter((row) => (unitsOf(row) ?? 0) < 0));
      const made = payouts.filter((row) => inCurrency(row) === currency);
      const paid = {
        amount: sumOf(made.map(({ amount = 0 }) => amount)),
        ids: made.map((row) => row.id),
        ...(withRows && { rows: made.map(toRow) }),
      };
      const unpaid = figureOf(own.filter((row) => !isOut(row)));
      const owed = sumOf([approved.amount, clawedBack.amount, -paid.amount]);
      return {
        currency,
        approved,
        paid,
        owed,
        unpaid,
        drift: sumOf([owed, -unpaid.amount]),
        clawed_back: { ...clawedBack, amount: 0 - clawedBack.amount },
        on_hold: figureOf(own.filter((row) => !isOut(row) && isOnHold(row, now))),
        reserved: figureOf(own.filter((row) => ours.reserved.has(row.id))),
      };
    }),
    payouts: payouts.map((row) => checkSum(row, facts.commissions)),
  };
}

const toRow = (row: Commission | Payout) => ({
  id: row.id,
  amount: amountOf(row),
  at: row.created_at ?? null,
  order_id: "order_id" in row && typeof row.order_id === "string" ? row.order_id : null,
});

function sumUp(rows: readonly Commission[]) {
  const units = rows.reduce((sum, row) => sum + (unitsOf(row) ?? 0), 0);
  return { amount: fromUnits(units), ids: rows.map(({ id }) => id) };
}

/** A payout without commissions, or with unknown ones, cannot be checked. */
function checkSum(payout: Payout, commissions: readonly Commission[]) {
  const byId = new Map(commissions.map((row) => [row.id, unitsOf(row)]));
  const sum = sumOfUnits((payout.commission_ids ?? []).map((id) => byId.get(id) ?? null));
  const amount = amountOf(payout);
  return { id: payout.id, currency: payout.currency ?? null, amount, commissions: sum, drift: driftOf(amount, sum) };
}
