import "server-only";
import type { AffiliateSummary } from "../../contract/affiliate/analytics.ts";
import type { Commission } from "../../contract/affiliate/commissions.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import type { PartnerPerformance, Statement } from "../../contract/partner/money.ts";
import { dayOfPayout } from "../../contract/partner/words.ts";
import { toCsvLine } from "../../csv.ts";
import { addDays, dayIn } from "../../days.ts";
import { majorOf, sumOf } from "../../money.ts";
import { daysOf } from "../../ranges.ts";
import { readMoneyUnit } from "../wire/connections.ts";
import { csvResponse } from "../wire/http.ts";
import { hasFiguresOfOne, type Partner, type PartnerHandlers, partnerCall, partnerRows } from "./caller.ts";
import { toCommissions, toPayout } from "./earnings.ts";

export const statements: PartnerHandlers<"statements"> = {
  get: ({ params }, { partner }) => readStatement(partner, params.month),

  async csv({ params }, { partner }) {
    const { store, mode } = partner;
    const unit = await readMoneyUnit({ storeId: store.id, mode, api: "affiliate" });
    const { month, commissions, payouts } = await readStatement(partner, params.month);
    const money = (amount: number | null, currency: string | null) =>
      amount === null ? null : (majorOf(amount, currency, unit) ?? amount);
    const lines = [
      ["kind", "date", "id", "state", "reason", "sale", "amount", "currency", "reference"],
      ...commissions.map((row) => [
        row.type,
        dayOf(store.timeZone, row.at),
        row.id,
        row.state,
        row.reason,
        money(row.sale, row.currency),
        money(row.amount, row.currency),
        row.currency,
        null,
      ]),
      ...payouts.map((row) => [
        "payout",
        dayOf(store.timeZone, dayOfPayout(row)),
        row.id,
        row.state,
        row.failure,
        null,
        money(row.amount, row.currency),
        row.currency,
        row.reference,
      ]),
    ];
    // The mark tells spreadsheets that the file is in UTF-8.
    const content = `\uFEFF${lines.map(toCsvLine).join("")}`;
    return csvResponse(`statement-${month}.csv`, async () => ({ content, last: true }));
  },
};

const dayOf = (timeZone: string, at: string | null) => (at ? dayIn(timeZone, new Date(at)) : "");

/** Commissions count in the month of their order, and payouts in the month in which they were paid. */
async function readStatement(partner: Partner, month: string): Promise<Statement> {
  const { timeZone } = partner.store;
  const isIn = (at: string | null | undefined) => dayOf(timeZone, at ?? null).startsWith(month);
  // The days of the service are in UTC.
  const since = { created_after: addDays(`${month}-01`, -1), sort: "created_at", order: "asc" };
  const [earned, made] = await Promise.all([
    partnerRows<Commission>(partner, "commissions", since),
    partnerRows<Payout>(partner, "payouts", { sort: "created_at", order: "asc" }),
  ]);
  const commissions = await toCommissions(
    partner,
    earned.filter(({ created_at }) => isIn(created_at)),
  );
  const payouts = made.map(toPayout).filter((row) => isIn(dayOfPayout(row)));
  const counted = commissions.filter(({ state }) => state !== "rejected");
  const paid = payouts.filter(({ state }) => state === "paid");
  const codes = new Set([...counted, ...paid].flatMap(({ currency }) => currency ?? []));
  return {
    month,
    commissions,
    payouts,
    currencies: [...codes].sort().map((currency) => {
      const amounts = (rows: readonly { currency: string | null; amount: number | null }[]) =>
        rows.filter((row) => row.currency === currency).map(({ amount }) => amount ?? 0);
      const all = amounts(counted);
      return {
        currency,
        earned: sumOf(all.filter((amount) => amount > 0)),
        taken_back: -sumOf(all.filter((amount) => amount < 0)),
        paid: sumOf(amounts(paid)),
      };
    }),
  };
}

export const performance: PartnerHandlers<"performance"> = {
  async get({ query }, { partner }) {
    const end = query.end_date ?? dayIn(partner.store.timeZone, new Date());
    const period = { start: query.start_date ?? addDays(end, -29), end };
    if (!hasFiguresOfOne(partner)) return readFromCommissions(partner, period);
    const range = { start_date: period.start, end_date: period.end };
    const { data } = await partnerCall<{ data: AffiliateSummary }>(partner, "analytics.summary", { query: range });
    const toFigures = ({ clicks, orders = 0, totals = [] }: Partial<AffiliateSummary>) => ({
      clicks: clicks ?? null,
      orders,
      commissions: totals.flatMap(({ currency, commissions: amount }) =>
        currency && amount ? [{ currency, amount }] : [],
      ),
    });
    return {
      period,
      ...toFigures(data),
      days: (data.daily ?? []).map((day) => ({ day: day.day, ...toFigures(day) })),
    };
  },
};

/** Another API tells the clicks of one affiliate only as a total of all time. */
async function readFromCommissions(
  partner: Partner,
  period: PartnerPerformance["period"],
): Promise<PartnerPerformance> {
  const { timeZone, currency: usual } = partner.store;
  const rows = await partnerRows<Commission>(partner, "commissions", { created_after: addDays(period.start, -1) });
  const counted = rows.filter(({ status }) => status !== "rejected");
  const figuresOf = (some: readonly Commission[]) => ({
    clicks: null,
    orders: new Set(some.flatMap(({ order_id }) => order_id ?? [])).size,
    commissions: [...Map.groupBy(some, ({ currency = usual }) => currency)].map(([currency, own]) => ({
      currency,
      amount: sumOf(own.map(({ amount = 0 }) => amount)),
    })),
  });
  const byDay = Map.groupBy(counted, ({ created_at }) => dayOf(timeZone, created_at ?? null));
  const days = daysOf(period).map((day) => ({ day, rows: byDay.get(day) ?? [] }));
  return {
    period,
    ...figuresOf(days.flatMap(({ rows }) => rows)),
    days: days.map(({ day, rows }) => ({ day, ...figuresOf(rows) })),
  };
}
