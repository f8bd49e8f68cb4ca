import {
  type Amounts,
  amountsIn,
  currencyOf,
  idOf,
  lineItemsOf,
  names,
  partsOf,
  type ReadingContext,
  record,
  records,
  roundedIn,
  type ShopCode,
  type ShopOrderFacts,
  type ShopReading,
  shopperOf,
  sumOf,
  textOf,
  timeOf,
  Unreadable,
} from "./platform-order.ts";
import { salesOf } from "./sales.ts";
import { readProduct } from "./shopify-products.ts";
import { readDispute, readRefund, toRefund } from "./shopify-refunds.ts";

type Json = Record<string, unknown>;

/** Of a pending order, nothing is paid yet. */
const unpaid: unknown[] = ["pending", "unpaid"];
/** The payment was authorised and never taken. */
const over: unknown[] = ["voided", "expired"];

export function readShopify(topic: string, payload: unknown, place: ReadingContext): ShopReading {
  if (topic.startsWith("draft_orders/")) return { ignored: "draft_order" };
  // Says which lines changed. The new total comes with orders/updated.
  if (topic === "orders/edited") return { ignored: "counted_elsewhere" };
  if (topic.startsWith("disputes/")) return readDispute(record(payload, "dispute"), place);
  if (topic === "refunds/create") return readRefund(record(payload, "refund"), place);
  if (topic.startsWith("products/")) return readProduct(topic, record(payload, "product"), place);
  if (!topic.startsWith("orders/")) return { ignored: "other_topic" };
  const order = record(payload, "order");
  if (topic === "orders/delete") return readDeleted(order, place);
  if (order.test === true && place.mode === "live") return { ignored: "test_order" };
  const lines = records(order.line_items);
  if (lines.length > 0 && lines.every(({ gift_card }) => gift_card === true)) return { ignored: "gift_cards_only" };
  if (unpaid.includes(order.financial_status) && !order.cancelled_at) return { ignored: "not_paid" };
  return { order: readOrder(order, place) };
}

/** Shopify has amounts in the shop's currency and in the shopper's. The store's currency is taken where it is one. */
function readOrder(order: Json, place: ReadingContext): ShopOrderFacts {
  const shop = currencyOf(order.currency, "currency");
  const shown = textOf(order.presentment_currency, 3) ?? shop;
  const side = shop !== place.currency && shown === place.currency ? "presentment_money" : "shop_money";
  const currency = side === "shop_money" ? shop : shown;
  const exact = amountsIn(currency);
  const rounded = roundedIn(currency);
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
  const priceOf = (line: Json, quantity: unknown) => (pick(line, "price", rounded) ?? 0) * Number(quantity);
  const ratio = total / amountsIn(shown)(otherTotal(order) ?? order.total_price, "total_price_set") || 1;
  const refunds = records(order.refunds).map((refund) => toRefund(refund, lines, { currency, shown, ratio }));
  const back = sumOf(refunds.map(({ amount, pending }) => amount + pending));
  const backOf = (part: "tax" | "shipping") => sumOf(refunds.map((refund) => refund[part] ?? 0));
  const pieces = (line: Json, of: "pieces" | "returned") =>
    sumOf(refunds.map((refund) => refund[of].get(textOf(line.id, 200) ?? "") ?? 0));
  const present = (line: Json) => Number(line.current_quantity ?? Number(line.quantity) - pieces(line, "returned"));
  // The current total is less every refund, also of those that are on their way.
  const current = pick(order, "current_total_price") ?? total - back;
  const giftCards = sumOf(gifts.map((line) => priceOf(line, present(line) || 0)));

  /** What the order has now and what was paid back, as it was with all edits and before refunds. */
  const ifEdited = (name: string, paidBack: number) => {
    const now = pick(order, name);
    return now === undefined ? undefined : now + paidBack;
  };
  const shipping = records(order.shipping_lines);
  const includedTax = order.taxes_included === true ? shipping.flatMap((line) => records(line.tax_lines)) : [];
  const attribute = (name: string) => records(order.note_attributes).find((one) => one.name === name)?.value;
  const customer = order.customer as Json | null | undefined;
  const cancelledAt = order.cancelled_at ? timeOf(order.cancelled_at, "cancelled_at") : undefined;
  const placedAt = timeOf(order.created_at, "created_at");
  const version = timeOf(order.updated_at ?? order.created_at, "updated_at");
  const status = order.financial_status;
  const isOver = over.includes(status);
  const value = current + back - giftCards;
  const orderId = idOf(order.id, "id");
  const customerId = textOf(customer?.id, 200);
  const number = textOf(order.name ?? order.order_number, 100) ?? orderId;
  const prices = lines.map((line) => ({
    product: textOf(line.product_id, 200),
    variant: textOf(line.variant_id, 200),
    price: priceOf(line, 1),
  }));
  const codes = records(order.discount_applications).flatMap((application, n): ShopCode[] => {
    // What is added after the purchase has the code as the title of its discount.
    const code = textOf(application.code ?? application.title, 64);
    const off = sumOf(
      lines
        .flatMap((line) => records(line.discount_allocations))
        .filter((one) => one.discount_application_index === n)
        .map((one) => pick(one, "amount", rounded) ?? 0),
    );
    return code !== undefined && off > 0 ? [{ code, off, prices }] : [];
  });
  return {
    key: orderId,
    currency,
    codes,
    cancelledIn: cancelledAt ?? (isOver ? version : undefined),
    reason: textOf(order.cancel_reason, 40) ?? (isOver ? textOf(status, 40) : undefined),
    refunds: refunds.map(({ pending: _, pieces: __, returned: ___, ...refund }) => ({ ...refund, asOf: version })),
    state: {
      version,
      orderId,
      number,
      customerId,
      visitorId: textOf(attribute(names.visitor), 200),
      total: value,
      placedAt,
      // A cancelled order was placed before, unless it was never paid; a void one says nothing of that.
      placedIn: isOver || unpaid.includes(status) ? undefined : cancelledAt ? placedAt : version,
      sales: salesOf(
        lines
          .filter((line) => !gifts.includes(line))
          .map((line) => {
            const [quantity, now] = [Number(line.quantity), present(line)];
            const off = sumOf(records(line.discount_allocations).map((one) => pick(one, "amount", rounded) ?? 0));
            const listed = priceOf(line, quantity);
            const share = (amount: number) => (now === quantity ? amount : Math.round((amount * now) / quantity) || 0);
            return {
              mark: (name) => records(line.properties).find((one) => one.name === name)?.value,
              product: line.product_id ?? line.id,
              variant: line.variant_id,
              title: line.title ?? line.name,
              quantity: now || quantity,
              listed: share(listed),
              charged: share(listed - off),
            };
          }),
      ),
      report: {
        ...partsOf({
          total: Math.max(0, value),
          discount: Math.max(pick(order, "total_discounts") ?? 0, pick(order, "current_total_discounts") ?? 0),
          tax: ifEdited("current_total_tax", backOf("tax")) ?? pick(order, "total_tax") ?? 0,
          shipping:
            (ifEdited("current_shipping_price", backOf("shipping")) ?? pick(order, "total_shipping_price") ?? 0) +
            (pick(order, "original_total_duties") ?? 0) +
            (side === "shop_money" ? exact(order.total_tip_received ?? 0, "total_tip_received") : 0) -
            sumOf(includedTax.map((line) => pick(line, "price", rounded) ?? 0)),
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
              quantity: present(line) + pieces(line, "pieces"),
              price: pick(line, "price", rounded) ?? 0,
            })),
        ),
      },
    },
  };
}

/** A deleted order has no time of its own. */
const readDeleted = ({ id }: Json, { currency, receivedAt }: ReadingContext): ShopReading => ({
  order: { key: idOf(id, "id"), currency, refunds: [], cancelledIn: receivedAt, reason: "deleted" },
});

function otherTotal(order: Json): unknown {
  return (order.total_price_set as { presentment_money?: Json } | null | undefined)?.presentment_money?.amount;
}
