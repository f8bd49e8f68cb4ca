import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connected, openConnected, type Payload } from "../../testing/connect.ts";
import { shopify, stripe, woocommerce } from "../../testing/connect-payloads.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

type Steps = [topic: string, payload: Payload][];
type Rows = { checkout?: Payload; affiliate?: Payload; last?: Payload };
const { money } = shopify;

const usual = { subtotal: 4000, discount: 500, tax: 637, shipping: 490, total: 4627, currency: "EUR", status: "paid" };
const shopifyId = "6200407294252";
const mug = { id: 1, product_id: 7001, title: "Mug", quantity: 1, current_quantity: 1, price: "20.00" };
const card = { id: 2, product_id: 7002, title: "Gift card", quantity: 1, current_quantity: 1, price: "50.00" };

/** An order in dollars, of a shop in euros: Shopify has it in both. */
const inBoth = (more: Payload = {}) =>
  shopify.order({
    presentment_currency: "USD",
    total_price_set: money("46.27", "EUR", "50.90", "USD"),
    current_total_price_set: money("46.27", "EUR", "50.90", "USD"),
    ...more,
  });

const cases: Record<string, [currency: string, id: string, steps: Steps, rows: Rows]> = {
  "shopify: an order": [
    "EUR",
    shopifyId,
    [["orders/create", shopify.order()]],
    {
      checkout: { total: 4627, refunded: 0, cancelled: false, customer: "7207119551", number: "#1001" },
      affiliate: {
        ...usual,
        email: "jon@example.com",
        lines: [{ product_id: "7001", quantity: 2, unit_price: 2000, sku: "MUG", name: "Mug" }],
      },
      last: { status: "applied", outcome: { order_id: shopifyId, order_number: "#1001" } },
    },
  ],
  "shopify: a guest without an account or an email": [
    "EUR",
    shopifyId,
    [["orders/create", shopify.order({ customer: null, email: "", browser_ip: null })]],
    { checkout: { total: 4627, customer: null }, affiliate: { total: 4627, email: null, customer: null } },
  ],
  "shopify: prices that include tax, also the shipping": [
    "EUR",
    shopifyId,
    [
      [
        "orders/create",
        shopify.order({
          taxes_included: true,
          total_price: "39.90",
          current_total_price: "39.90",
          total_shipping_price_set: money("4.90", "EUR"),
          shipping_lines: [{ price: "4.90", tax_lines: [{ price: "0.78", rate: 0.19 }] }],
        }),
      ],
    ],
    { affiliate: { subtotal: 3441, discount: 500, tax: 637, shipping: 412, total: 3990 } },
  ],
  "shopify: an order that was edited up, refunded in part, and then in full": [
    "EUR",
    shopifyId,
    [
      ["orders/create", shopify.order()],
      ["orders/edited", { order_edit: { id: 1, order_id: 6200407294252 } }],
      ["orders/updated", shopify.order({ updated_at: "2025-10-10T08:00:00Z", current_total_price: "66.27" })],
      ["refunds/create", shopify.refund(9, "20.00")],
      [
        "orders/updated",
        shopify.order({
          updated_at: "2025-10-10T15:00:00Z",
          current_total_price: "0.00",
          refunds: [shopify.refund(9, "20.00"), shopify.refund(10, "46.27")],
        }),
      ],
    ],
    {
      checkout: { total: 6627, refunded: 6627 },
      affiliate: { total: 6627, refunded: 6627, status: "refunded" },
    },
  ],
  "shopify: a cancelled order": [
    "EUR",
    shopifyId,
    [
      ["orders/create", shopify.order()],
      ["orders/cancelled", shopify.order({ updated_at: "2025-10-10T15:00:00Z", cancelled_at: "2025-10-10T15:00:00Z" })],
    ],
    { checkout: { total: 4627, cancelled: true }, affiliate: { status: "cancelled" } },
  ],
  "shopify: a refund that is on its way does not count as an edit, and counts when it is done": [
    "EUR",
    shopifyId,
    [
      [
        "orders/updated",
        shopify.order({
          current_total_price: "36.27",
          refunds: [
            shopify.refund(9, "10.00", {
              transactions: [{ kind: "refund", status: "pending", amount: "10.00", currency: "EUR" }],
            }),
          ],
        }),
      ],
    ],
    { checkout: { total: 4627, refunded: 0 } },
  ],
  "shopify: a shopper who paid in another currency counts in the shop's, with refunds at the order's rate": [
    "EUR",
    shopifyId,
    [
      ["orders/create", inBoth()],
      [
        "refunds/create",
        shopify.refund(9, "11.00", {
          transactions: [{ kind: "refund", status: "success", amount: "11.00", currency: "USD" }],
        }),
      ],
      [
        "orders/updated",
        inBoth({
          updated_at: "2025-10-10T15:00:00Z",
          current_total_price: "36.27",
          current_total_price_set: money("36.27", "EUR", "39.90", "USD"),
          refunds: [
            shopify.refund(9, "11.00", {
              transactions: [{ kind: "refund", status: "success", amount: "11.00", currency: "USD" }],
            }),
          ],
        }),
      ],
    ],
    { checkout: { total: 4627, refunded: 1000 }, affiliate: { currency: "EUR", refunded: 1000 } },
  ],
  "shopify: an order in another currency than the store's reaches only the affiliate service": [
    "GBP",
    shopifyId,
    [["orders/create", shopify.order()]],
    { affiliate: usual, last: { status: "refused", outcome: { reason: "foreign_currency" } } },
  ],
  "shopify: a test order of a live store": [
    "EUR",
    shopifyId,
    [["orders/create", shopify.order({ test: true })]],
    { last: { status: "ignored", outcome: { reason: "test_order" } } },
  ],
  "shopify: a draft order": [
    "EUR",
    shopifyId,
    [["draft_orders/create", { id: 6200407294252, status: "open" }]],
    { last: { status: "ignored", outcome: { reason: "draft_order" } } },
  ],
  "shopify: gift cards only": [
    "EUR",
    shopifyId,
    [["orders/create", shopify.order({ line_items: [{ ...card, gift_card: true }] })]],
    { last: { status: "ignored", outcome: { reason: "gift_cards_only" } } },
  ],
  "shopify: a gift card beside a mug counts without the card": [
    "EUR",
    shopifyId,
    [
      [
        "orders/create",
        shopify.order({
          total_price: "70.00",
          current_total_price: "70.00",
          total_tax: "0.00",
          total_discounts: "0.00",
          total_shipping_price_set: money("0.00", "EUR"),
          line_items: [mug, { ...card, gift_card: true }],
        }),
      ],
    ],
    { checkout: { total: 2000 }, affiliate: { subtotal: 2000, total: 2000 } },
  ],
  "shopify: yen have no decimals, dinars three": [
    "JPY",
    shopifyId,
    [
      [
        "orders/create",
        shopify.order({
          currency: "JPY",
          presentment_currency: "JPY",
          total_price: "4627",
          current_total_price: "4627",
          total_tax: "0",
          total_discounts: "0",
          total_tip_received: "0.0",
          total_shipping_price_set: money("0", "JPY"),
          line_items: [{ ...mug, price: "4627" }],
        }),
      ],
    ],
    { checkout: { total: 4627 }, affiliate: { subtotal: 4627, total: 4627, currency: "JPY" } },
  ],
  "shopify: a payload without a total": [
    "EUR",
    shopifyId,
    [["orders/create", shopify.order({ total_price: null })]],
    { last: { status: "refused", outcome: { reason: "unreadable", field: "total_price" } } },
  ],

  "woocommerce: an order": [
    "EUR",
    "727",
    [["order.created", woocommerce.order()]],
    {
      checkout: { total: 4627, number: "727", customer: "12", at: new Date("2025-10-09T15:00:00Z") },
      affiliate: { ...usual, lines: [{ product_id: "93", quantity: 2, unit_price: 2000, sku: "MUG", name: "Mug" }] },
    },
  ],
  "woocommerce: a guest, and fees: one taken off, one added": [
    "EUR",
    "727",
    [
      [
        "order.created",
        woocommerce.order({ customer_id: 0, total: "44.27", fee_lines: [{ total: "-3.00" }, { total: "1.00" }] }),
      ],
    ],
    {
      checkout: { total: 4427, customer: null },
      affiliate: {
        subtotal: 4000,
        discount: 800,
        tax: 637,
        shipping: 590,
        total: 4427,
        customer: "email:jon@example.com",
      },
    },
  ],
  "woocommerce: an order that is only begun, and then paid": [
    "EUR",
    "727",
    [
      ["order.created", woocommerce.order({ status: "pending", date_paid_gmt: null })],
      ["order.updated", woocommerce.order({ date_modified_gmt: "2025-10-09T15:05:00" })],
    ],
    { checkout: { total: 4627 }, affiliate: { status: "paid" } },
  ],
  "woocommerce: an order that was never paid and is cancelled": [
    "EUR",
    "727",
    [["order.updated", woocommerce.order({ status: "cancelled", date_paid_gmt: null })]],
    { last: { status: "ignored", outcome: { reason: "order_awaited" } } },
  ],
  "woocommerce: a cancelled order": [
    "EUR",
    "727",
    [
      ["order.created", woocommerce.order({ status: "on-hold", date_paid_gmt: null })],
      [
        "order.updated",
        woocommerce.order({ status: "cancelled", date_paid_gmt: null, date_modified_gmt: "2025-10-12T00:00:00" }),
      ],
    ],
    { checkout: { cancelled: true }, affiliate: { status: "cancelled" } },
  ],
  "woocommerce: refunds": [
    "EUR",
    "727",
    [
      ["order.created", woocommerce.order()],
      [
        "order.updated",
        woocommerce.order({
          date_modified_gmt: "2025-10-12T00:00:00",
          refunds: [{ id: 800, reason: "", total: "-10.00" }],
        }),
      ],
      [
        "order.updated",
        woocommerce.order({
          status: "refunded",
          date_modified_gmt: "2025-10-13T00:00:00",
          refunds: [
            { id: 801, reason: "", total: "-36.27" },
            { id: 800, reason: "", total: "-10.00" },
          ],
        }),
      ],
    ],
    { checkout: { total: 4627, refunded: 4627, cancelled: false }, affiliate: { refunded: 4627, status: "refunded" } },
  ],
  "woocommerce: dinars": [
    "KWD",
    "727",
    [
      [
        "order.created",
        woocommerce.order({
          currency: "KWD",
          total: "12.345",
          total_tax: "0.000",
          discount_total: "0.000",
          shipping_total: "0.000",
          line_items: [{ id: 1, product_id: 93, quantity: 1, subtotal: "12.345" }],
        }),
      ],
    ],
    { checkout: { total: 12_345 }, affiliate: { subtotal: 12_345, total: 12_345, currency: "KWD" } },
  ],
  "woocommerce: a total that its currency cannot have": [
    "JPY",
    "727",
    [["order.created", woocommerce.order({ currency: "JPY", total: "46.27" })]],
    { last: { status: "refused", outcome: { reason: "unreadable", field: "total" } } },
  ],

  "stripe: a session of Checkout": [
    "EUR",
    "pi_1",
    [["checkout.session.completed", stripe.session()]],
    { checkout: { total: 4627, customer: "cus_1" }, affiliate: { ...usual, email: "jon@example.com" } },
  ],
  "stripe: the shop's own number of the order": [
    "EUR",
    "1001",
    [
      ["checkout.session.completed", stripe.session({ client_reference_id: "1001" })],
      ["charge.refunded", stripe.charge(1000)],
      ["charge.refunded", stripe.charge(4627)],
    ],
    { checkout: { total: 4627, refunded: 4627 }, affiliate: { refunded: 4627 } },
  ],
  "stripe: a session that is paid later": [
    "EUR",
    "pi_1",
    [
      ["checkout.session.completed", stripe.session({ payment_status: "unpaid" })],
      ["checkout.session.async_payment_succeeded", stripe.session()],
    ],
    { checkout: { total: 4627 } },
  ],
  "stripe: a session that is not paid": [
    "EUR",
    "pi_1",
    [["checkout.session.completed", stripe.session({ payment_status: "unpaid" })]],
    { last: { status: "ignored", outcome: { reason: "not_paid" } } },
  ],
  "stripe: a payment of Checkout is counted by its session": [
    "EUR",
    "pi_1",
    [["payment_intent.succeeded", { id: "pi_1", currency: "eur", amount_received: 4627, metadata: {} }]],
    { last: { status: "ignored", outcome: { reason: "counted_elsewhere" } } },
  ],
  "stripe: a payment without Checkout, with the shop's marks": [
    "EUR",
    "1001",
    [
      [
        "payment_intent.succeeded",
        { id: "pi_1", created: 1_760_022_000, currency: "eur", amount_received: 4627, metadata: { cw_order: "1001" } },
      ],
    ],
    { checkout: { total: 4627 }, affiliate: { subtotal: 4627, total: 4627 } },
  ],
  "stripe: yen have no decimals": [
    "JPY",
    "pi_1",
    [["checkout.session.completed", stripe.session({ currency: "jpy", total_details: {}, amount_total: 4627 })]],
    { checkout: { total: 4627 } },
  ],
  "stripe: dinars have three decimals": [
    "KWD",
    "pi_1",
    [["checkout.session.completed", stripe.session({ currency: "kwd", total_details: {}, amount_total: 12_340 })]],
    { checkout: { total: 12_340 } },
  ],
  "stripe: krónur have two decimals there and none here": [
    "ISK",
    "pi_1",
    [["checkout.session.completed", stripe.session({ currency: "isk", total_details: {}, amount_total: 462_700 })]],
    { checkout: { total: 4627 } },
  ],
  "stripe: an event of test mode": [
    "EUR",
    "pi_1",
    [["checkout.session.completed", stripe.session({ event: { livemode: false } })]],
    { last: { status: "ignored", outcome: { reason: "test_order" } } },
  ],
};

test.each(Object.entries(cases))("%s", async (name, [currency, id, steps, { checkout, affiliate, last }]) => {
  const shop: Connected = await openConnected(services, { currency });
  let outcome: Payload = {};
  for (const [topic, payload] of steps) {
    outcome = await shop.deliver(name.split(":")[0] as "shopify", topic, payload);
  }
  const rows = [await shop.checkoutOrder(id), await shop.affiliateOrder(id)];
  if (checkout) expect(rows[0]).toMatchObject(checkout);
  if (affiliate) expect(rows[1]).toMatchObject(affiliate);
  if (last) expect(outcome).toMatchObject(last);
  if (!checkout && last) expect(rows[0]).toBeUndefined();
});
