import type { Order, Refund } from "@vendure/core";
import type { ShopEvent, ShopOrder } from "../shop.mjs";
import type { Amounts } from "./amounts.js";

// What Cartwright is told of an order. The IDs are made from those of Vendure, so that what is told twice counts once.

export type Told = { events: ShopEvent[]; orders: ShopOrder[] };

const idsOf = ({ code, customerId }: Order) => ({
  order_id: code,
  platform_order_id: code,
  ...(customerId !== undefined && customerId !== null && { customer_id: String(customerId) }),
});

export function toldOfPlaced(order: Order, tickets: { id: string; charged: number }[], amounts: Amounts): Told {
  const { code, currencyCode: currency, customer, customFields, lines, totalWithTax } = order;
  const occurred_at = (order.orderPlacedAt ?? new Date()).toISOString();
  const smallest = (amount: number) => amounts.smallest(amount, currency);
  const itemOf = ({ productVariant, quantity }: Order["lines"][number]) => ({
    ...{ product_id: amounts.encode(productVariant.productId), name: productVariant.name, quantity },
  });
  const event: ShopEvent = {
    id: `vendure:placed:${code}`,
    type: "order.placed",
    occurred_at,
    ...idsOf(order),
    total: amounts.major(totalWithTax),
    currency,
    line_items: lines.map((line) => ({ ...itemOf(line), unit_price: amounts.major(line.proratedUnitPriceWithTax) })),
    ...(customFields.cartwrightVisitor && { visitor_id: customFields.cartwrightVisitor }),
    tickets,
  };
  const [tax, shipping] = [smallest(totalWithTax) - smallest(order.total), smallest(order.shipping)];
  const sold: ShopOrder = {
    type: "order.placed",
    external_id: code,
    order_number: code,
    occurred_at,
    currency,
    subtotal: smallest(totalWithTax) - tax - shipping,
    tax,
    shipping,
    total: smallest(totalWithTax),
    line_items: lines.map((line) => ({
      ...itemOf(line),
      sku: line.productVariant.sku,
      unit_price: smallest(line.proratedUnitPrice),
    })),
    ...(customer && { customer_id: String(customer.id), customer_email: customer.emailAddress }),
    coupon_codes: order.couponCodes,
    ...(customFields.cartwrightClick && { click_id: customFields.cartwrightClick }),
  };
  return { events: [event], orders: [sold] };
}

export function toldOfRefund(order: Order, { id, total }: Refund, amounts: Amounts): Told {
  const { code, currencyCode } = order;
  const occurred_at = new Date().toISOString();
  const { customer_id: _, ...ids } = idsOf(order);
  const amount = amounts.smallest(total, currencyCode);
  return {
    events: [{ id: `vendure:refund:${id}`, type: "order.refunded", occurred_at, ...ids, amount: amounts.major(total) }],
    orders: [{ type: "order.refunded", external_id: code, occurred_at, refund_id: String(id), amount }],
  };
}

export function toldOfCancellation(order: Order): Told {
  const { code } = order;
  const occurred_at = new Date().toISOString();
  return {
    events: [{ id: `vendure:cancelled:${code}`, type: "order.cancelled", occurred_at, ...idsOf(order) }],
    orders: [{ type: "order.cancelled", external_id: code, occurred_at }],
  };
}
