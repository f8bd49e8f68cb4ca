import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";
import { isRecord } from "@/lib/contract/errors";

export type Arithmetic = NonNullable<Commission["arithmetic"]>;
/** `at` is empty if the API reports no time. */
export type AttributionEntry = NonNullable<AttributedOrder["attribution_timeline"]>[number];

/** Without a timeline from the API, only the order and its affiliate are listed; nothing is inferred between them. */
export function entriesOf(order: AttributedOrder): AttributionEntry[] {
  const { attribution_timeline: told } = order;
  if (told && told.length > 0) {
    return told;
  }
  const entry = (type: string, at: string | null | undefined, fields: Partial<AttributionEntry> = {}) => {
    const made: AttributionEntry = { ...fields, type, at: at ?? "" };
    return made;
  };
  const { total, currency, click_id, link_id, coupon_code, affiliate_id, attribution_method, attributed_at } = order;
  return [
    ...(click_id || link_id ? [entry("click", null, { click_id: click_id ?? "", link_id: link_id ?? "" })] : []),
    ...(coupon_code ? [entry("coupon", order.created_at, { coupon_code })] : []),
    entry("order", order.created_at, { ...(total !== undefined && { total }), ...(currency && { currency }) }),
    ...(affiliate_id
      ? [
          entry("attribution", attributed_at, {
            affiliate_id,
            ...(attribution_method && { method: attribution_method }),
            ...(order.attribution_reason && { reason: order.attribution_reason }),
            ...(order.attributed_by && { by: order.attributed_by }),
          }),
        ]
      : []),
  ];
}

export const arithmeticOf = (value: unknown): Arithmetic | null => (isRecord(value) ? (value as Arithmetic) : null);

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

export type ArithmeticLine =
  | { kind: "total" | "refunded" | "base" | "already" | "amount"; amount: number }
  | { kind: "excluded"; what: string; product: string | null; amount: number | null };

export function arithmeticLines(told: Arithmetic): ArithmeticLine[] {
  const { order_total, exclusions = [], refunded, base, already_counted, amount } = told;
  const line = (kind: "total" | "refunded" | "base" | "already" | "amount", value: number | undefined) =>
    value === undefined ? [] : [{ kind, amount: value }];
  return [
    ...line("total", order_total),
    ...exclusions.map(
      (each): ArithmeticLine => ({
        kind: "excluded",
        what: each.what,
        product: each.product_id ?? null,
        amount: each.amount ?? null,
      }),
    ),
    ...(refunded ? line("refunded", refunded) : []),
    ...line("base", base),
    ...(already_counted ? line("already", already_counted) : []),
    ...line("amount", amount),
  ];
}
