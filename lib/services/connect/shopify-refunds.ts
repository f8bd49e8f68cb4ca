import type { ShopRefund } from "../../database/schema/checkout-shop.ts";
import {
  amountsIn,
  idOf,
  type ReadingContext,
  records,
  roundedIn,
  type ShopReading,
  sumOf,
  textOf,
  timeOf,
} from "./platform-order.ts";

type Json = Record<string, unknown>;

/** The currency in which the order counts, the one that the shopper saw, and the rate between them. */
type Exchange = { currency: string; shown: string; ratio: number };

export type OrderRefund = ShopRefund & {
  /** What is on its way back. */
  pending: number;
  /** The pieces by line of the order, if money went back for them. */
  pieces: Map<string, number>;
  /** The pieces of all lines that came back, with or without money. */
  returned: Map<string, number>;
};

/** A gift card is no sale, so what was paid back for one is no refund. */
export function toRefund(refund: Json, lines: readonly Json[], { currency, shown, ratio }: Exchange): OrderRefund {
  const paidBack = records(refund.transactions).filter(({ kind }) => kind === "refund" || kind === undefined);
  const paid = (status: string) =>
    sumOf(
      paidBack
        .filter((transaction) => transaction.status === status)
        .map((transaction) => {
          const of = textOf(transaction.currency, 3) ?? shown;
          const amount = amountsIn(of)(transaction.amount, "refunds.transactions.amount");
          return of === currency ? amount : Math.round(amount * ratio);
        }),
    );
  const read = roundedIn(currency);
  const pick = (of: Json, name: string) => {
    const set = of[`${name}_set`] as Record<string, Json | undefined> | null | undefined;
    const its = [set?.shop_money, set?.presentment_money].find((side) => side?.currency_code === currency);
    return read(its?.amount ?? of[name] ?? 0, `refunds.${name}`);
  };

  const items = records(refund.refund_line_items).map((item) => {
    const line = (item.line_item as Json | null | undefined) ?? lines.find(({ id }) => id === item.line_item_id) ?? {};
    const id = textOf(item.line_item_id ?? line.id, 200) ?? "";
    const quantity = Number(item.quantity) || 0;
    return { id, line, quantity, amount: pick(item, "subtotal"), tax: pick(item, "total_tax") };
  });
  const cards = sumOf(items.filter(({ line }) => line.gift_card === true).map(({ amount }) => amount));
  const [done, pending] = [paid("success"), paid("pending")];
  const amount = Math.max(0, done - cards);
  const sent = records(refund.order_adjustments).filter(({ kind }) => kind === "shipping_refund");
  const goods = items.filter(({ line }) => line.gift_card !== true);
  const parts = partsOf(
    amount,
    goods.map(({ line, ...item }) => ({
      ...item,
      product: textOf(line.product_id ?? line.variant_id ?? line.id, 200),
    })),
    { amount: -sumOf(sent.map((one) => pick(one, "amount"))), tax: -sumOf(sent.map((one) => pick(one, "tax_amount"))) },
  );
  const count = (of: typeof items) => new Map(of.map(({ id, quantity }) => [id, quantity]));
  return {
    id: idOf(refund.id, "refunds.id"),
    at: timeOf(refund.processed_at ?? refund.created_at, "refunds.created_at"),
    amount,
    ...parts,
    pending: Math.max(0, pending - Math.max(0, cards - done)),
    pieces: count(done + pending > 0 ? goods : []),
    returned: count(items),
  };
}

type Item = { product: string | undefined; quantity: number; amount: number; tax: number };

/** The prices of some shops contain the tax. Which ones do is seen by what was paid back. */
function partsOf(amount: number, items: readonly Item[], sent: { amount: number; tax: number }) {
  if (amount === 0 || (items.length === 0 && sent.amount === 0)) return {};
  const all = sumOf(items.map((item) => item.amount)) + sent.amount;
  const tax = sumOf(items.map((item) => item.tax)) + sent.tax;
  const isIncluded = tax > 0 && amount === all;
  const net = (item: { amount: number; tax: number }) => Math.max(0, item.amount - (isIncluded ? item.tax : 0));
  return {
    goods: sumOf(items.map(net)),
    tax,
    shipping: net(sent),
    lines: items.flatMap((item) => {
      const { product: product_id, quantity } = item;
      return product_id === undefined || net(item) === 0
        ? []
        : [{ product_id, amount: net(item), ...(quantity > 0 && { quantity }) }];
    }),
  };
}

/** A refund in another currency waits for the order's next update, which has the rate of exchange. */
export function readRefund(refund: Json, { currency }: ReadingContext): ShopReading {
  const currencies = records(refund.transactions).map((transaction) => textOf(transaction.currency, 3) ?? currency);
  if (currencies.some((one) => one !== currency)) return { ignored: "refund_follows" };
  const { pending, pieces: _, returned: __, ...read } = toRefund(refund, [], { currency, shown: currency, ratio: 1 });
  if (read.amount === 0) return { ignored: pending > 0 ? "refund_follows" : "nothing_new" };
  return { order: { key: idOf(refund.order_id, "order_id"), currency, refunds: [read] } };
}

/** The bank has the money as long as the shop does not win. An inquiry takes none. */
export function readDispute(dispute: Json, { currency: own, receivedAt }: ReadingContext): ShopReading {
  const currency = textOf(dispute.currency, 3) ?? own;
  if (currency !== own) return { ignored: "foreign_currency" };
  if (dispute.type === "inquiry" || !dispute.order_id) return { ignored: "nothing_new" };
  const at = timeOf(dispute.initiated_at ?? receivedAt, "initiated_at");
  // If the shop refunds during a dispute, the refund counts.
  const isOver = ["won", "charge_refunded", "prevented"].includes(String(dispute.status));
  const amount = isOver ? 0 : amountsIn(currency)(dispute.amount, "amount");
  const id = `dispute ${idOf(dispute.id, "id")}`;
  // The day on which a dispute ends has no time, so that it could be before the dispute began.
  const asOf = isOver ? receivedAt : at;
  const chargeback = { id, at, asOf, amount, chargeback: true as const };
  return { order: { key: idOf(dispute.order_id, "order_id"), currency, refunds: [chargeback] } };
}
