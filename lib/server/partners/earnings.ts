import "server-only";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { rejectReasons } from "../../contract/affiliate/commission-words.ts";
import type { Commission } from "../../contract/affiliate/commissions.ts";
import { paidAtOf } from "../../contract/affiliate/payout-words.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import {
  commission,
  type PartnerBalance,
  type PartnerCommission,
  type PartnerPayout,
  payout,
} from "../../contract/partner/money.ts";
import type { PayoutState } from "../../contract/partner/words.ts";
import { sumOf } from "../../money.ts";
import { readAccount } from "../payouts/owed-two-ways.ts";
import {
  callerOfPartner,
  type Partner,
  type PartnerHandlers,
  partnerCall,
  partnerPage,
  partnerRows,
} from "./caller.ts";

export const earnings: PartnerHandlers<"earnings"> = {
  get: async (_input, { partner }) => ({ currencies: await readBalances(partner) }),
};

export const commissions: PartnerHandlers<"commissions"> = {
  async list({ query }, { partner }) {
    const sort = { sort: "created_at", order: "desc" };
    const { data, pagination } = await partnerPage<Commission>(partner, "commissions", { ...query, ...sort });
    return { data: await toCommissions(partner, data), pagination };
  },
};

export const payouts: PartnerHandlers<"payouts"> = {
  async list({ query }, { partner }) {
    const sort = { sort: "created_at", order: "desc" };
    const { data, pagination } = await partnerPage<Payout>(partner, "payouts", { ...query, ...sort });
    return { data: data.map(toPayout), pagination };
  },
};

/** The desk shows the same figures: what is on its way counts as paid there. */
export async function readBalances(partner: Partner, screen = true): Promise<PartnerBalance[]> {
  const { balances } = await partnerCall<Affiliate>(partner, "affiliates.get", { screen });
  if (!balances) return readFromLists(partner);
  return balances.map((row) => ({
    currency: row.currency,
    in_review: row.pending_commissions,
    owed: sumOf([row.unpaid_balance, -row.reserved]),
    on_its_way: row.reserved,
    paid: row.paid_commissions,
  }));
}

async function readFromLists(partner: Partner): Promise<PartnerBalance[]> {
  const account = await readAccount(callerOfPartner(partner), partner.affiliateId);
  const pending = await partnerRows<Commission>(partner, "commissions", { status: "pending" });
  const open = (await partnerRows<Payout>(partner, "payouts")).filter((row) => stateOf(row) === "on_its_way");
  const fallback = account.currencies[0]?.currency ?? partner.store.currency;
  const sumIn = (rows: readonly (Commission | Payout)[], currency: string) =>
    sumOf(rows.filter((row) => (row.currency ?? fallback) === currency).map(({ amount = 0 }) => amount));
  const waiting = pending.filter(({ status }) => status === "pending");
  const codes = [...account.currencies, ...waiting].map(({ currency = fallback }) => currency);
  return [...new Set(codes)].sort().map((currency) => {
    const known = account.currencies.find((each) => each.currency === currency);
    const on_its_way = sumIn(open, currency);
    return {
      currency,
      in_review: sumIn(waiting, currency),
      owed: known?.owed ?? 0,
      on_its_way,
      paid: sumOf([known?.paid.amount ?? 0, -on_its_way]),
    };
  });
}

/** Free texts of the manager are left out, because they may name customers. */
export async function toCommissions(partner: Partner, rows: readonly Commission[]): Promise<PartnerCommission[]> {
  const inPayout = rows.some(({ payout_id }) => payout_id);
  const latest = { page: 1, per_page: 100, sort: "created_at", order: "desc" };
  const found = inPayout ? (await partnerPage<Payout>(partner, "payouts", latest)).data : [];
  const states = new Map(found.map((row) => [row.id, stateOf(row)]));
  const stateIn = ({ status, payout_id }: Commission) => {
    if (status !== "approved") return status === "rejected" ? "rejected" : "in_review";
    const state = payout_id ? (states.get(payout_id) ?? "paid") : "failed";
    return state === "paid" ? "paid" : state === "on_its_way" ? "paying" : "approved";
  };
  const reasons: readonly string[] = rejectReasons;
  return rows.map((row) =>
    commission.parse({
      ...row,
      at: row.created_at,
      type: row.type ?? "sale",
      state: stateIn(row),
      sale: row.sale_amount,
      clears_at: row.eligible_at,
      reason: row.rejection_reason ? (reasons.includes(row.rejection_reason) ? row.rejection_reason : "other") : null,
    }),
  );
}

const stateOf = ({ status = "pending" }: Payout): PayoutState =>
  status === "paid" || status === "failed" || status === "cancelled" ? status : "on_its_way";

export const toPayout = (row: Payout): PartnerPayout =>
  payout.parse({
    ...row,
    at: row.created_at,
    state: stateOf(row),
    paid_at: paidAtOf(row),
    changed_at: row.updated_at,
    failure: row.failure_reason,
  });
