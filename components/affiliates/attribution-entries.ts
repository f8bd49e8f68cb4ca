import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";
import { isRecord } from "@/lib/contract/errors";

export type CommissionArithmetic = NonNullable<Commission["arithmetic"]>;
/** `at` is empty if the API reports no time. */
export type AttributionEntry = NonNullable<AttributedOrder["attribution_timeline"]>[number];

/** Without a timeline from the API, only the order and its affiliate are listed; nothing is inferred between them. */
export function entriesOf(order: AttributedOrder): AttributionEntry[] {
  const { attribution_timeline: timeline = [], created_at = "" } = order;
  if (timeline.length > 0) return timeline;
  const { total, currency, click_id, link_id, coupon_code, affiliate_id } = order;
  const click = { type: "click", at: "", click_id: click_id ?? "", link_id: link_id ?? "" };
  const attribution = {
    type: "attribution",
    at: order.attributed_at ?? "",
    affiliate_id,
    method: order.attribution_method ?? undefined,
    reason: order.attribution_reason,
    reason_key: order.attribution_reason_key,
    by: order.attributed_by,
  };
  return [
    ...(click_id || link_id ? [click] : []),
    ...(coupon_code ? [{ type: "coupon", at: created_at, coupon_code }] : []),
    { type: "order", at: created_at, total, currency },
    ...(affiliate_id ? [attribution] : []),
  ];
}

export const arithmeticOf = (value: unknown): CommissionArithmetic | null =>
  isRecord(value) ? (value as CommissionArithmetic) : null;

export const affiliatesIn = (order: AttributedOrder): (string | null | undefined)[] => [
  order.affiliate_id,
  ...entriesOf(order).map(({ affiliate_id }) => affiliate_id),
];

export function secondsToOrder(entries: readonly AttributionEntry[]): number | null {
  const order = entries.find(({ type }) => type === "order");
  const at = Date.parse(order?.at ?? "");
  const clicks = entries.filter(({ type }) => type === "click").map((entry) => Date.parse(entry.at));
  const before = clicks.filter((click) => click <= at);
  return Number.isNaN(at) || before.length === 0 ? null : Math.round((at - Math.max(...before)) / 1000);
}

type Kind = "total" | "refunded" | "base" | "already" | "amount";
export type ArithmeticLine =
  | { kind: Kind; amount: number }
  | { kind: "excluded"; what: string; product: string | null; amount: number | null };

export function arithmeticLines(arithmetic: CommissionArithmetic): ArithmeticLine[] {
  const { order_total, exclusions = [], refunded, base, already_counted, amount: earned } = arithmetic;
  const line = (kind: Kind, amount: number | undefined) => (amount === undefined ? [] : [{ kind, amount }]);
  return [
    ...line("total", order_total),
    ...exclusions.map(({ what, product_id: product = null, amount = null }) => {
      return { kind: "excluded" as const, what, product, amount };
    }),
    ...line("refunded", refunded || undefined),
    ...line("base", base),
    ...line("already", already_counted || undefined),
    ...line("amount", earned),
  ];
}
