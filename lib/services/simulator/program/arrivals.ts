import { type Sentence, textColumns } from "../../../contract/errors.ts";
import type { attribution } from "../../../database/schema/affiliate-sales.ts";
import { dayIn } from "../../../days.ts";
import { sentence } from "../../../sentences.ts";
import { earningsOf } from "../../affiliate/create-commission.ts";
import { type AttributionDecision, decide } from "../../affiliate/incoming-orders/decide-attribution.ts";
import type { Standings } from "../../affiliate/rules/standings.ts";
import type { Rules } from "../../affiliate/rules/versions.ts";
import type { AffiliateRow, CommissionRow, OrderRow } from "../../affiliate/sums-of-records.ts";
import type { Ids } from "../random.ts";
import { dayMs } from "../time.ts";
import type { OrderDraft } from "./drafts.ts";
import { Seen } from "./evidence.ts";
import type { SimulatedMember } from "./members.ts";
import { hashOf, type SimulatedVisit } from "./visits.ts";

type AttributionRow = typeof attribution.$inferSelect;
export type SimulatedSale = { draft: OrderDraft; order: OrderRow; commission: CommissionRow | null };
export type Arrivals = {
  sales: SimulatedSale[];
  attributions: AttributionRow[];
  voided: CommissionRow[];
};
export type ArrivalFacts = {
  rules: Rules;
  standings: Standings;
  ids: Ids;
  timeZone: string;
  now: number;
  members: readonly SimulatedMember[];
};

export const byHand = "key_demo";
const manualReasons = [
  "The shopper wrote that they came from this affiliate’s newsletter.",
  "The tracking link was broken for a day; the affiliate sent the order numbers.",
  "Bought in the shop with the affiliate’s card.",
  "Agreed with both affiliates: the video led to it.",
];

type Step = { at: number; visit?: SimulatedVisit; draft?: OrderDraft; manual?: SimulatedSale };

/** Clicks and orders in the order of their arrival. The service's own rules decide, with what was known at the time. */
export function makeArrivals(
  visits: readonly SimulatedVisit[],
  drafts: readonly OrderDraft[],
  facts: ArrivalFacts,
): Arrivals {
  const { now } = facts;
  const arrivals: Arrivals = { sales: [], attributions: [], voided: [] };
  const seen = new Seen(facts.timeZone);
  const clicks = new Map(visits.flatMap(({ draft, row }) => (draft ? [[draft, row] as const] : [])));
  const owners = new Map(facts.members.map((member) => [member.row.id, { ...member.row, status: "active" as const }]));
  const steps: Step[] = [
    ...visits.map((visit) => ({ at: visit.row.occurredAt.getTime(), visit })),
    ...drafts.map((draft) => ({ at: draft.at, draft })),
  ].sort((a, b) => a.at - b.at);
  // Manual attributions happen two days after their orders.
  const later: (Step & { manual: SimulatedSale })[] = [];
  let next = 0;
  const handle = (until: number) => {
    for (; next < later.length && (later[next] as Step).at <= until; next++) {
      attributeByHand(arrivals, seen, facts, owners, later[next] as (typeof later)[0]);
    }
  };
  for (const { at, visit, draft } of steps) {
    handle(at);
    if (visit) seen.click(visit.row);
    if (!draft) continue;
    const sale = place(arrivals, seen, facts, owners, draft, clicks.get(draft));
    arrivals.sales.push(sale);
    const wanted = draft.fate === "manual" ? sale.order.affiliateId === null : draft.fate === "override";
    // The same delay for all keeps `later` in order.
    if (wanted && at + 2 * dayMs <= now) later.push({ at: at + 2 * dayMs, manual: sale });
  }
  handle(now);
  return arrivals;
}

type Owners = Map<string, AffiliateRow>;

function place(
  arrivals: Arrivals,
  seen: Seen,
  facts: ArrivalFacts,
  owners: Owners,
  draft: OrderDraft,
  click?: SimulatedVisit["row"],
): SimulatedSale {
  const { ids, rules, timeZone, now } = facts;
  const { at, random, coupon, customerKey, customerEmail } = draft;
  const owner = (id: string) => owners.get(id);
  const former = seen.former(customerKey);
  const { decision, reason } = decide(
    {
      at: new Date(at),
      customerEmail,
      coupons: coupon ? [{ code: coupon.code, owner: owner(coupon.owner.row.id) }] : [],
      clicks: click
        ? [{ id: click.id, linkId: click.linkId, at: click.occurredAt, owner: owner(click.affiliateId) }]
        : [],
      former: former?.affiliateId
        ? { orderNumber: former.orderNumber, since: former.createdAt, owner: owner(former.affiliateId) }
        : null,
    },
    rules,
  );
  const number = arrivals.sales.length + 1;
  const externalId = String(100_000 + number);
  const reported = new Date(Math.min(now, at + random.between(1, 20) * 1000));
  const id = ids.next("ord", reported.getTime());
  const repeated = draft.repeats ? arrivals.sales.at(-1)?.order.orderNumber : undefined;
  const order: OrderRow = {
    tenantId: 0,
    id,
    externalId,
    orderNumber: repeated ?? `KC-${externalId}`,
    customerKey,
    customerEmail,
    attribution: decision ? 1 : null,
    affiliateId: null,
    linkId: null,
    clickId: null,
    couponCode: null,
    attributionMethod: null,
    attributedBy: null,
    ...decision,
    ...textColumns("attributionReason", reason),
    attributedAt: decision ? reported : null,
    ...draft.order,
    refundedAmount: 0,
    refundParts: null,
    standsAt: null,
    cancelledAt: null,
    status: "paid",
    ipHash: hashOf(draft.address),
    day: dayIn(timeZone, new Date(at)),
    createdAt: new Date(at),
    receivedAt: reported,
    updatedAt: reported,
  };
  const affiliate = decision ? owner(decision.affiliateId) : undefined;
  let commission: CommissionRow | null = null;
  if (decision && affiliate) {
    arrivals.attributions.push(historyOf(order, decision, reason, reported));
    if (click && order.clickId === click.id) click.orderId = id;
    commission = earn(seen, facts, order, affiliate, reported);
  }
  seen.order(order, draft.fate !== "cancelled");
  return { draft, order, commission };
}

function historyOf(order: OrderRow, decision: AttributionDecision, reason: Sentence, at: Date): AttributionRow {
  const { affiliateId, attributionMethod: method, linkId, clickId, couponCode } = decision;
  const facts = {
    method,
    affiliateId,
    linkId,
    clickId,
    couponCode,
    ...textColumns("reason", reason),
    note: null,
    by: null,
    createdAt: at,
  };
  return { tenantId: 0, orderId: order.id, number: 1, ...facts };
}

/** Makes a commission as the service does for the latest attribution of an order. */
function earn(
  seen: Seen,
  { ids, rules, standings }: ArrivalFacts,
  order: OrderRow,
  affiliate: AffiliateRow,
  at: Date,
): CommissionRow {
  return {
    ...earningsOf({ order, affiliate, rules, standings }, seen.of(order, affiliate)).sale,
    id: ids.next("com", at.getTime()),
    reviewedAt: null,
    reviewedBy: null,
    rejectionReason: null,
    note: null,
    noteKey: null,
    payoutId: null,
    reverses: null,
    bonus: null,
    clearsAt: null,
    createdAt: at,
    updatedAt: at,
  };
}

function attributeByHand(
  arrivals: Arrivals,
  seen: Seen,
  facts: ArrivalFacts,
  owners: Owners,
  { at: time, manual: sale }: { at: number; manual: SimulatedSale },
): void {
  const { order, commission: before, draft } = sale;
  const able = facts.members.filter(
    ({ from, until, row }) => from <= time && time < until && row.id !== order.affiliateId,
  );
  const member = able[draft.random.between(0, able.length - 1)];
  const affiliate = member && owners.get(member.row.id);
  if (!affiliate) return;
  const at = new Date(time);
  if (before) {
    const note = textColumns("note", sentence("reattributed"));
    const review = { reviewedAt: at, reviewedBy: byHand, updatedAt: at };
    arrivals.voided.push({ ...before, status: "rejected", rejectionReason: "tracking_error", ...note, ...review });
  }
  const reason = draft.random.pick(manualReasons);
  const number = (order.attribution ?? 0) + 1;
  const earner = { affiliateId: affiliate.id, linkId: null, clickId: null, couponCode: null };
  const note = draft.random.chance(0.4) ? "Checked against the shop’s own records." : null;
  const history = { reason, reasonKey: null, note, by: byHand, createdAt: at };
  arrivals.attributions.push({ tenantId: 0, orderId: order.id, number, method: "manual", ...earner, ...history });
  Object.assign(order, {
    ...earner,
    attribution: number,
    attributionMethod: "manual",
    attributedAt: at,
    attributedBy: byHand,
    attributionReason: reason,
    attributionReasonKey: null,
    updatedAt: at,
  });
  sale.commission = earn(seen, facts, order, affiliate, at);
}
