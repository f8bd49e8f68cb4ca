import type { Payload } from "./connect.ts";
import { shopify, stripe, woocommerce } from "./connect-payloads.ts";

type Steps = [topic: string, payload: Payload][];

// Deliveries that lead to each row of the tables in docs/platforms.md.

const line = (quantity: number, current_quantity = quantity) => ({
  id: 1,
  product_id: 7001,
  title: "Mug",
  sku: "MUG",
  price: "20.00",
  quantity,
  current_quantity,
});
const card = (current_quantity: number) => ({
  id: 2,
  product_id: 7002,
  title: "Gift card",
  quantity: 1,
  price: "100.00",
  gift_card: true,
  current_quantity,
});
const at = (minute: number) => ({
  updated_at: new Date(Date.parse("2025-10-10T08:00:00Z") + minute * 60_000).toJSON(),
});
const placed: Steps[number] = ["orders/create", shopify.order({ financial_status: "paid" })];
const updated = (minute: number, more: Payload): Steps[number] => [
  "orders/updated",
  shopify.order({ ...at(minute), ...more }),
];

const third = {
  financial_status: "partially_paid",
  current_total_price: "70.07",
  current_total_tax: "10.17",
  line_items: [line(3)],
};
const mugBack = (id: number) =>
  shopify.refund(id, "23.80", {
    refund_line_items: [
      { id: 1, line_item_id: 1, quantity: 1, subtotal: 20, total_tax: 3.8, line_item: { id: 1, product_id: 7001 } },
    ],
  });
const cardBack = shopify.refund(9, "100.00", {
  refund_line_items: [{ id: 1, line_item_id: 2, quantity: 1, subtotal: 100, total_tax: 0, line_item: card(0) }],
});
const withCard = (held: number, more: Payload = {}) => ({
  financial_status: "paid",
  total_price: "146.27",
  current_total_price: held ? "146.27" : "46.27",
  line_items: [line(2), card(held)],
  ...more,
});
const onItsWay = (status: string) =>
  shopify.refund(9, "10.00", { transactions: [{ kind: "refund", status, amount: "10.00", currency: "EUR" }] });

const dispute = (status: string) => ({
  id: 5,
  order_id: 6200407294252,
  type: "chargeback",
  amount: "46.27",
  currency: "EUR",
  status,
  initiated_at: "2025-10-10T11:00:00-04:00",
  finalized_on: status === "needs_response" ? null : "2025-10-20",
});

const ofShopify: Record<string, Steps> = {
  "`orders/create`, paid": [placed],
  "`orders/create`, authorized": [["orders/create", shopify.order({ financial_status: "authorized" })]],
  "`orders/create`, pending": [["orders/create", shopify.order({ financial_status: "pending" })]],
  "`orders/paid` after pending": [
    ["orders/create", shopify.order({ financial_status: "pending" })],
    ["orders/paid", shopify.order({ ...at(1), financial_status: "paid" })],
  ],
  "`orders/updated`, pending, that arrives after `orders/paid`": [
    ["orders/paid", shopify.order({ ...at(1), financial_status: "paid" })],
    ["orders/create", shopify.order({ financial_status: "pending" })],
  ],
  "`orders/updated`, voided": [
    ["orders/create", shopify.order({ financial_status: "authorized" })],
    updated(1, { financial_status: "voided" }),
  ],
  "`orders/updated`, expired": [
    ["orders/create", shopify.order({ financial_status: "authorized" })],
    updated(1, { financial_status: "expired" }),
  ],
  "`orders/updated`, paid after expired": [
    ["orders/create", shopify.order({ financial_status: "authorized" })],
    updated(1, { financial_status: "expired" }),
    updated(2, { financial_status: "paid" }),
  ],
  "`orders/cancelled`": [
    placed,
    [
      "orders/cancelled",
      shopify.order({ ...at(1), financial_status: "paid", cancelled_at: at(1).updated_at, cancel_reason: "customer" }),
    ],
  ],
  "`orders/cancelled` of an order that was never paid": [
    ["orders/create", shopify.order({ financial_status: "pending" })],
    ["orders/cancelled", shopify.order({ ...at(1), financial_status: "voided", cancelled_at: at(1).updated_at })],
  ],
  "`orders/delete`": [placed, ["orders/delete", { id: 6200407294252 }]],
  "`orders/edited` alone; its amounts come with `orders/updated`": [
    placed,
    ["orders/edited", { order_edit: { id: 1, order_id: 6200407294252 } }],
  ],
  "`orders/updated` with a third mug": [placed, updated(1, third)],
  "`orders/updated` with the third mug refunded": [
    placed,
    updated(1, third),
    ["refunds/create", mugBack(9)],
    updated(3_000, {
      ...third,
      current_total_price: "46.27",
      current_total_tax: "6.37",
      line_items: [line(3, 2)],
      refunds: [mugBack(9)],
    }),
  ],
  "`orders/updated` without one mug, as an edit": [
    placed,
    updated(1, {
      current_total_price: "22.47",
      current_total_tax: "2.57",
      line_items: [line(2, 1)],
      refunds: [{ ...mugBack(9), transactions: [] }],
    }),
  ],
  "`refunds/create` of one mug with its tax": [placed, ["refunds/create", mugBack(9)]],
  "`refunds/create` of the shipping alone": [
    placed,
    [
      "refunds/create",
      shopify.refund(9, "4.90", {
        order_adjustments: [{ id: 1, kind: "shipping_refund", amount: "-4.90", tax_amount: "0.00" }],
      }),
    ],
  ],
  "`refunds/create` of an amount": [placed, ["refunds/create", shopify.refund(9, "10.00")]],
  "`refunds/create` of all": [placed, ["refunds/create", shopify.refund(9, "46.27")]],
  "`refunds/create` that is pending": [placed, ["refunds/create", onItsWay("pending")]],
  "`orders/updated` with a refund that failed": [
    placed,
    updated(1, { current_total_price: "36.27", refunds: [onItsWay("success")] }),
    updated(2, { refunds: [onItsWay("failure")] }),
  ],
  "`disputes/create`": [placed, ["disputes/create", dispute("needs_response")]],
  "`disputes/update`, lost": [
    placed,
    ["disputes/create", dispute("needs_response")],
    ["disputes/update", dispute("lost")],
  ],
  "`disputes/update`, won": [
    placed,
    ["disputes/create", dispute("needs_response")],
    ["disputes/update", dispute("won")],
  ],
  "`disputes/update`, accepted by the shop": [
    placed,
    ["disputes/create", dispute("needs_response")],
    ["disputes/update", dispute("accepted")],
  ],
  "`disputes/create`, prevented": [placed, ["disputes/create", dispute("prevented")]],
  "`orders/create` with a gift card of 100.00": [["orders/create", shopify.order(withCard(1))]],
  "`refunds/create` of that gift card": [
    ["orders/create", shopify.order(withCard(1))],
    ["refunds/create", cardBack],
  ],
  "`orders/updated` with that gift card refunded": [
    ["orders/create", shopify.order(withCard(1))],
    updated(1, withCard(0, { refunds: [cardBack] })),
  ],
  "`orders/create` of gift cards only": [["orders/create", shopify.order({ line_items: [card(1)] })]],
  "`orders/create`, a test order of a live store": [["orders/create", shopify.order({ test: true })]],
  "`draft_orders/create`": [["draft_orders/create", { id: 6200407294252, status: "open" }]],
};

const modified = (minute: number) => ({ date_modified_gmt: `2025-10-12T08:0${minute}:00` });
const order = (minute: number, more: Payload = {}) => woocommerce.order({ ...modified(minute), ...more });
const begun = { status: "pending", date_paid_gmt: null };
const bought: Steps[number] = ["order.created", woocommerce.order()];
const threeMugs = {
  total: "70.07",
  total_tax: "10.17",
  line_items: [{ id: 315, name: "Mug", product_id: 93, variation_id: 0, quantity: 3, subtotal: "60.00", sku: "MUG" }],
};

const ofWooCommerce: Record<string, Steps> = {
  "`order.created`, pending": [["order.created", woocommerce.order(begun)]],
  "`order.created`, processing": [bought],
  "`order.created`, on-hold": [["order.created", woocommerce.order({ status: "on-hold", date_paid_gmt: null })]],
  "`order.updated`, completed": [bought, ["order.updated", order(1, { status: "completed" })]],
  "`order.updated` with a third mug": [bought, ["order.updated", order(1, threeMugs)]],
  "`order.updated` with a refund": [bought, ["order.updated", order(1, { refunds: [{ id: 8, total: "-10.00" }] })]],
  "`order.updated` after the refund was deleted": [
    bought,
    ["order.updated", order(1, { refunds: [{ id: 8, total: "-10.00" }] })],
    ["order.updated", order(2)],
  ],
  "`order.updated`, refunded": [
    bought,
    ["order.updated", order(1, { status: "refunded", refunds: [{ id: 8, total: "-46.27" }] })],
  ],
  "`order.updated`, cancelled": [bought, ["order.updated", order(1, { status: "cancelled" })]],
  "`order.updated`, failed": [bought, ["order.updated", order(1, { status: "failed" })]],
  "`order.updated`, processing after cancelled": [
    bought,
    ["order.updated", order(1, { status: "cancelled" })],
    ["order.updated", order(2)],
  ],
  "`order.updated`, trash": [bought, ["order.updated", order(1, { status: "trash" })]],
  "`order.deleted`": [bought, ["order.deleted", { id: 727 }]],
  "`order.restored`": [bought, ["order.deleted", { id: 727 }], ["order.restored", order(1)]],
  "`order.created`, checkout-draft": [["order.created", woocommerce.order({ ...begun, status: "checkout-draft" })]],
};

const session: Steps[number] = ["checkout.session.completed", stripe.session()];
const refunded = (amount: number, created: number): Steps[number] => [
  "charge.refunded",
  stripe.charge(amount, { event: { created } }),
];
const disputed = (word: string, status: string, created = 1_760_100_000): Steps[number] => [
  `charge.dispute.${word}`,
  stripe.dispute(status, 4627, { event: { created } }),
];
const intent = { id: "pi_1", created: 1_760_022_000, currency: "eur", amount_received: 4627 };
const subscribed: Steps[number] = [
  "checkout.session.completed",
  stripe.session({
    mode: "subscription",
    payment_intent: null,
    invoice: "in_1",
    subscription: "sub_1",
    metadata: { cw_order: "pi_1", cw_coupon: "MIRA10" },
  }),
];
const invoice = (more: Payload = {}): Steps[number] => [
  "invoice.paid",
  stripe.invoice({ total: 4627, amount_due: 4627, amount_shipping: 490, ...more }),
];

const ofStripe: Record<string, Steps> = {
  "`checkout.session.completed`, paid": [["checkout.session.completed", stripe.session()]],
  "`checkout.session.completed`, unpaid": [
    ["checkout.session.completed", stripe.session({ payment_status: "unpaid" })],
  ],
  "`checkout.session.async_payment_succeeded`": [
    ["checkout.session.completed", stripe.session({ payment_status: "unpaid" })],
    ["checkout.session.async_payment_succeeded", stripe.session()],
  ],
  "`checkout.session.async_payment_failed`": [
    ["checkout.session.async_payment_failed", stripe.session({ payment_status: "unpaid" })],
  ],
  "`charge.refunded` in part": [
    ["checkout.session.completed", stripe.session()],
    ["charge.refunded", stripe.charge(1000)],
  ],
  "`charge.refunded` in full": [
    ["checkout.session.completed", stripe.session()],
    ["charge.refunded", stripe.charge(4627)],
  ],
  "`refund.failed`": [
    session,
    refunded(1000, 1_760_100_000),
    ["refund.failed", stripe.refund(1000, { event: { created: 1_760_200_000 } })],
  ],
  "`charge.dispute.created`": [session, disputed("created", "needs_response")],
  "`charge.dispute.created`, a question of the bank": [session, disputed("created", "warning_needs_response")],
  "`charge.dispute.updated`, a question that became a dispute": [
    session,
    disputed("created", "warning_needs_response"),
    disputed("updated", "needs_response", 1_760_200_000),
  ],
  "`charge.dispute.closed`, lost": [
    session,
    disputed("created", "needs_response"),
    disputed("closed", "lost", 1_760_200_000),
  ],
  "`charge.dispute.closed`, won": [
    session,
    disputed("created", "needs_response"),
    disputed("closed", "won", 1_760_200_000),
  ],
  "`payment_intent.succeeded` without marks of the shop": [["payment_intent.succeeded", { ...intent, metadata: {} }]],
  "`payment_intent.succeeded` with marks; its tax and shipping are not known": [
    ["payment_intent.succeeded", { ...intent, metadata: { cw_coupon: "MIRA10" } }],
  ],
  "`payment_intent.canceled`": [["payment_intent.canceled", { ...intent, metadata: { cw_coupon: "MIRA10" } }]],
  "`invoice.paid`, the first one, before its session and for ten minutes": [invoice()],
  "`invoice.paid`, the first one, beside its session": [subscribed, invoice()],
  "`invoice.paid`, a renewal; its sums beside those of the first order": [
    subscribed,
    invoice(),
    invoice({
      id: "in_2",
      billing_reason: "subscription_cycle",
      status_transitions: { paid_at: 1_760_022_060 + 600_000 },
    }),
  ],
  "`invoice.paid` of nothing": [invoice({ billing_reason: "subscription_cycle", total: 0, amount_due: 0 })],
  "`charge.refunded` of the first payment of a subscription": [
    refunded(1000, 1_760_100_000),
    subscribed,
    ["invoice_payment.paid", stripe.invoicePayment("in_1", "pi_1")],
    invoice(),
  ],
};

export const platformSteps = { Shopify: ofShopify, WooCommerce: ofWooCommerce, Stripe: ofStripe };
