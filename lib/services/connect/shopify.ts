import type { ShopRefund } from "../../database/schema/checkout-shop.ts";
import {
  type Amounts,
  amountsIn,
  currencyOf,
  idOf,
  lineItemsOf,
  names,
  type Place,
  partsOf,
  productOf,
  type Reading,
  record,
  records,
  roundedIn,
  type ShopOrderFacts,
  shopperOf,
  sumOf,
  textOf,
  timeOf,
  Unreadable,
} from "./reading.ts";

type Json = Record<string, unknown>;

export function readShopify(topic: string, payload: unknown, place: Place): Reading {
  if (topic.startsWith("draft_orders/")) return { ignored: "draft_order" };
  // Says which lines changed. The new total comes with orders/updated.
  if (topic === "orders/edited") return { ignored: "counted_elsewhere" };
  if (topic === "refunds/create") return readRefund(record(payload, "refund"), place);
  if (topic === "products/delete") return { deletedProduct: idOf(record(payload, "product").id, "id") };
  if (topic === "products/create" || topic === "products/update") return readProduct(record(payload, "product"));
  if (!topic.startsWith("orders/") || topic === "orders/delete") return { ignored: "other_topic" };
  const order = record(payload, "order");
  if (order.test === true && place.mode === "live") return { ignored: "test_order" };
  const lines = records(order.line_items);
  if (lines.length > 0 && lines.every(({ gift_card }) => gift_card === true)) return { ignored: "gift_cards_only" };
  return { order: readOrder(order, place) };
}

function readProduct({ id, title, variants, image, images, updated_at }: Json): Reading {
  const asOf = updated_at ? timeOf(updated_at, "updated_at") : null;
  const picture = (image as Json | null | undefined) ?? records(images)[0];
  return productOf({ id, title, price: records(variants)[0]?.price, image: picture?.src, asOf });
}

/** Shopify has amounts in the shop's currency and in the shopper's. The store's currency is taken where it is one. */
function readOrder(order: Json, place: Place): ShopOrderFacts {
  const shop = currencyOf(order.currency, "currency");
  const shown = textOf(order.presentment_currency, 3) ?? shop;
  const side = shop !== place.currency && shown === place.currency ? "presentment_money" : "shop_money";
  const currency = side === "shop_money" ? shop : shown;
  const exact = amountsIn(currency);
  const pick = (of: Json, name: string, read: Amounts = exact) => {
    const set = of[`${name}_set`] as Record<string, Json | undefined> | null | undefined;
    const plain = side === "shop_money" ? of[name] : undefined;
    const value = set?.[side]?.amount ?? plain;
    return value === undefined || value === null ? undefined : read(value, name);
  };

  const total = pick(order, "total_price");
  if (total === undefined) throw new Unreadable("total_price");
  const lines = records(order.line_items);
  const gifts = lines.filter(({ gift_card }) => gift_card === true);
  const priceOf = (line: Json, quantity: unknown) => (pick(line, "price", roundedIn(currency)) ?? 0) * Number(quantity);
  const ratio = total / amountsIn(shown)(otherTotal(order) ?? order.total_price, "total_price_set") || 1;
  const refunds = records(order.refunds).map((refund) => toRefund(refund, { currency, shown, ratio }));
  const back = sumOf(refunds.map(({ amount, pending }) => amount + pending));
  // The current total is less every refund, also of those that are on their way.
  const current = pick(order, "current_total_price") ?? total - back;
  const held = sumOf(gifts.map((line) => priceOf(line, line.current_quantity ?? line.quantity ?? 0)));

  const shipping = records(order.shipping_lines);
  const includedTax = order.taxes_included === true ? shipping.flatMap((line) => records(line.tax_lines)) : [];
  const attribute = (name: string) => records(order.note_attributes).find((one) => one.name === name)?.value;
  const customer = order.customer as Json | null | undefined;
  const cancelledAt = order.cancelled_at ? timeOf(order.cancelled_at, "cancelled_at") : undefined;
  const placedAt = timeOf(order.created_at, "created_at");
  const orderId = idOf(order.id, "id");
  const customerId = textOf(customer?.id, 200);
  const number = textOf(order.name ?? order.order_number, 100) ?? orderId;
  return {
    key: orderId,
    currency,
    cancelledIn: cancelledAt,
    reason: textOf(order.cancel_reason, 40),
    refunds: refunds.filter(({ amount }) => amount > 0).map(({ pending: _, ...refund }) => refund),
    state: {
      version: timeOf(order.updated_at ?? order.created_at, "updated_at"),
      orderId,
      number,
      customerId,
      visitorId: textOf(attribute(names.visitor), 200),
      total: current + back - held,
      placedAt,
      placedIn: placedAt,
      report: {
        ...partsOf({
          total: Math.max(0, current + back - held),
          discount: pick(order, "total_discounts") ?? 0,
          tax: pick(order, "total_tax") ?? 0,
          shipping:
            (pick(order, "total_shipping_price") ?? 0) +
            (pick(order, "original_total_duties") ?? 0) +
            (side === "shop_money" ? exact(order.total_tip_received ?? 0, "total_tip_received") : 0) -
            sumOf(includedTax.map((line) => pick(line, "price", roundedIn(currency)) ?? 0)),
        }),
        order_number: number,
        ...(customerId !== undefined && { customer_id: customerId }),
        ...shopperOf({
          email: order.email ?? order.contact_email ?? customer?.email,
          ip: order.browser_ip,
          click: attribute(names.click),
          coupons: records(order.discount_codes).map(({ code }) => code),
        }),
        line_items: lineItemsOf(
          lines
            .filter((line) => !gifts.includes(line))
            .map((line) => ({
              product: line.product_id ?? line.variant_id ?? line.id,
              sku: line.sku,
              name: line.title ?? line.name,
              quantity: line.quantity,
              price: pick(line, "price", roundedIn(currency)) ?? 0,
            })),
        ),
      },
    },
  };
}

function otherTotal(order: Json): unknown {
  return (order.total_price_set as { presentment_money?: Json } | null | undefined)?.presentment_money?.amount;
}

type Exchange = { currency: string; shown: string; ratio: number };

function toRefund(refund: Json, { currency, shown, ratio }: Exchange): ShopRefund & { pending: number } {
  const paidBack = records(refund.transactions).filter(({ kind }) => kind === "refund" || kind === undefined);
  const sum = (statuses: readonly unknown[]) =>
    sumOf(
      paidBack
        .filter(({ status }) => statuses.includes(status))
        .map((transaction) => {
          const of = textOf(transaction.currency, 3) ?? shown;
          const amount = amountsIn(of)(transaction.amount, "refunds.transactions.amount");
          return of === currency ? amount : Math.round(amount * ratio);
        }),
    );
  return {
    id: idOf(refund.id, "refunds.id"),
    at: timeOf(refund.processed_at ?? refund.created_at, "refunds.created_at"),
    amount: sum(["success"]),
    pending: sum(["pending"]),
  };
}

/** A refund in another currency waits for the order's next update, which has the rate of exchange. */
function readRefund(refund: Json, { currency }: Place): Reading {
  const currencies = records(refund.transactions).map((transaction) => textOf(transaction.currency, 3) ?? currency);
  if (currencies.some((one) => one !== currency)) return { ignored: "refund_follows" };
  const { pending, ...read } = toRefund(refund, { currency, shown: currency, ratio: 1 });
  if (read.amount === 0) return { ignored: pending > 0 ? "refund_follows" : "nothing_new" };
  return { order: { key: idOf(refund.order_id, "order_id"), currency, refunds: [read] } };
}
