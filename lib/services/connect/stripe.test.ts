import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { programVersion } from "../../database/schema/affiliate.ts";
import { type Connected, openConnected, openReferrer, type Payload } from "../../testing/connect.ts";
import { stripe } from "../../testing/connect-payloads.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { fromTheBeginning, type Rules } from "../affiliate/rules/versions.ts";
import { applyDeliveries } from "./apply.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

type Steps = [topic: string, payload: Payload][];
const query = async (text: string, values: unknown[] = []) => (await services.db.$client.query(text, values)).rows;
const now = () => Math.floor(Date.now() / 1000);

async function deliver(shop: Connected, steps: Steps): Promise<Payload> {
  let last: Payload = {};
  for (const [topic, payload] of steps) last = await shop.deliver("stripe", topic, payload);
  return last;
}

/** As if the session had had its time to arrive. */
async function later({ tenantId }: Connected): Promise<void> {
  await query(
    `update checkout.shop_delivery set received_at = received_at - interval '11 minutes',
       due_at = due_at - interval '11 minutes' where tenant_id = $1`,
    [tenantId],
  );
  await applyDeliveries(services.db);
}

const ordersOf = ({ tenantId }: Connected) =>
  query(
    `select id, (total + edited)::int as total, refunded::int, cancelled from checkout.order
     where tenant_id = $1 order by id`,
    [tenantId],
  );

async function openMira(shop: Connected, rules: Partial<Rules> = {}) {
  const mira = await openReferrer(services, shop);
  const [{ tenant }] = await query("select tenant_id as tenant from affiliate.affiliate where id = $1", [mira.id]);
  await services.db
    .insert(programVersion)
    .values({ tenantId: tenant, ...fromTheBeginning, changes: rules, values: rules });
  return { ...mira, cw_click: mira.click };
}

const ofSubscription = (more: Payload = {}) =>
  stripe.session({
    mode: "subscription",
    payment_intent: null,
    invoice: "in_1",
    subscription: "sub_1",
    amount_total: 4137,
    total_details: { amount_discount: 500, amount_shipping: 0, amount_tax: 637 },
    ...more,
  });
/** The shape before 2025-03-31. */
const oldInvoice = (more: Payload = {}) =>
  stripe.invoice({
    parent: undefined,
    total_taxes: undefined,
    tax: 637,
    subscription: "sub_1",
    payment_intent: "pi_1",
    lines: { data: [{ amount: 4000, quantity: 1, price: { id: "price_1", product: "prod_tea" } }] },
    ...more,
  });

const first: Record<string, Steps> = {
  "the new API": [
    ["checkout.session.completed", ofSubscription()],
    ["invoice.paid", stripe.invoice()],
    ["invoice_payment.paid", stripe.invoicePayment("in_1", "pi_1")],
    ["charge.refunded", stripe.charge(1000)],
  ],
  "the old API, whose invoice names its payment": [
    ["checkout.session.completed", ofSubscription()],
    ["invoice.paid", oldInvoice()],
    ["charge.refunded", stripe.charge(1000)],
  ],
  "the old API, whose charge names its invoice": [
    ["checkout.session.completed", ofSubscription()],
    ["invoice.paid", oldInvoice({ payment_intent: null })],
    ["charge.refunded", stripe.charge(1000, { invoice: "in_1" })],
  ],
  "an API whose payment names its invoice": [
    ["checkout.session.completed", ofSubscription()],
    ["invoice.paid", stripe.invoice()],
    [
      "payment_intent.succeeded",
      { id: "pi_1", currency: "eur", metadata: {}, payment_details: { order_reference: "in_1" } },
    ],
    ["charge.refunded", stripe.charge(1000)],
  ],
};

describe.each(Object.entries(first))("the first payment of a subscription, in %s", (_, steps) => {
  test.each(permutationsOf(steps.map((__, n) => n)).filter((__, n) => n % 3 === 0))(
    "the first payment of a subscription is one order with its refund, when deliveries arrive as %i %i %i",
    async (...sequence) => {
      const shop = await openConnected(services);
      const { cw_click, commissions } = await openMira(shop);
      const created = now() + 60;
      const at = (payload: Payload) => ({
        ...payload,
        ...(payload.object === "checkout.session" && { created, metadata: { cw_click } }),
        ...(payload.object === "invoice" && { status_transitions: { paid_at: created + 30 } }),
      });
      const arriving = sequence.map((n) => steps[n] as Steps[number]);
      const last = await deliver(
        shop,
        arriving.map(([topic, payload]) => [topic, at(payload)]),
      );
      expect(last).not.toMatchObject({ outcome: { reason: "order_awaited" } });
      expect(await ordersOf(shop)).toEqual([{ id: "in_1", total: 4137, refunded: 1000, cancelled: false }]);
      // 10 % of 35.00 without tax, of which 1000 of 4137 was refunded.
      expect(await commissions()).toEqual([{ order: "in_1", amount: 265 }]);
      await later(shop);
      expect(await ordersOf(shop)).toHaveLength(1);
    },
  );
});

function permutationsOf(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one) => permutationsOf(list.filter((other) => other !== one)).map((rest) => [one, ...rest]));
}

test("a subscription that the shop's server began counts when no session of Checkout has arrived", async () => {
  const shop = await openConnected(services);
  const waiting = await deliver(shop, [["invoice.paid", stripe.invoice()]]);
  expect(waiting).toMatchObject({ status: "received", outcome: { reason: "session_awaited" } });
  expect(await ordersOf(shop)).toEqual([]);
  const again = await deliver(shop, [["invoice.paid", stripe.invoice()]]);
  expect(again).toMatchObject({ status: "received" });
  await later(shop);
  expect(await ordersOf(shop)).toMatchObject([{ id: "in_1", total: 4137 }]);
  const after = await deliver(shop, [["invoice.paid", stripe.invoice()]]);
  expect(after).toMatchObject({ status: "ignored", outcome: { reason: "nothing_new", order_id: "in_1" } });
  expect(await shop.affiliateOrder("in_1")).toMatchObject({
    subtotal: 4000,
    discount: 500,
    tax: 637,
    total: 4137,
    customer: "id:cus_1",
    email: "jon@example.com",
    lines: [
      { product_id: "prod_tea", quantity: 2, unit_price: 1500 },
      { product_id: "prod_cup", quantity: 1, unit_price: 1000 },
    ],
  });
});

test("the marks of a subscription count for its first invoice, at once", async () => {
  const shop = await openConnected(services);
  const { cw_click, commissions } = await openMira(shop);
  const metadata = { cw_click, cw_order: "1001" };
  const parent = { subscription_details: { subscription: "sub_1", metadata } };
  const status_transitions = { paid_at: now() + 60 };
  await deliver(shop, [["invoice.paid", stripe.invoice({ parent, status_transitions })]]);
  expect(await commissions()).toEqual([{ order: "1001", amount: 350 }]);
});

test("renewals are orders of the customer's affiliate while the program's months last", async () => {
  const shop = await openConnected(services);
  const { commissions } = await openMira(shop, { recurring_months: 2 });
  const metadata = { cw_order: "1001", cw_coupon: "MIRA" };
  const parent = { subscription_details: { subscription: "sub_1", metadata } };
  const paidOn = (day: string) => Date.parse(`${day}T10:00:00Z`) / 1000;
  const renewal = (n: number, day: string) =>
    stripe.invoice({
      id: `in_${n}`,
      number: `A1B2C3-000${n}`,
      billing_reason: "subscription_cycle",
      parent,
      status_transitions: { paid_at: paidOn(day) },
    });
  await deliver(shop, [
    ["checkout.session.completed", ofSubscription({ created: paidOn("2026-01-31"), metadata })],
    ["invoice.paid", stripe.invoice({ parent, status_transitions: { paid_at: paidOn("2026-01-31") } })],
    ["invoice.paid", renewal(2, "2026-02-28")],
    ["invoice.paid", renewal(3, "2026-03-30")],
    ["invoice.paid", renewal(4, "2026-04-30")],
    ["invoice_payment.paid", stripe.invoicePayment("in_3", "pi_3")],
    ["charge.refunded", stripe.charge(4137, { id: "ch_3", payment_intent: "pi_3" })],
  ]);
  expect((await ordersOf(shop)).map(({ id }) => id)).toEqual(["1001", "in_2", "in_3", "in_4"]);
  expect(await commissions()).toEqual([
    { order: "1001", amount: 350 },
    { order: "in_2", amount: 350 },
    { order: "in_3", amount: 0 },
  ]);
  expect(await shop.checkoutOrder("in_2")).toMatchObject({ number: "A1B2C3-0002" });
});

test("product rules apply to the lines of an invoice, even if its session arrived first", async () => {
  for (const sequence of [
    [0, 1],
    [1, 0],
  ]) {
    const shop = await openConnected(services);
    const { commissions } = await openMira(shop, { excluded_products: ["prod_cup"] });
    const steps: Steps = [
      ["checkout.session.completed", ofSubscription({ metadata: { cw_coupon: "MIRA" } })],
      ["invoice.paid", stripe.invoice()],
    ];
    await deliver(
      shop,
      sequence.map((n) => steps[n] as Steps[number]),
    );
    // Three quarters of 35.00 without tax.
    expect(await commissions()).toEqual([{ order: "in_1", amount: 263 }]);
  }
});

test("an invoice of nothing is no order, and the first one of a trial is", async () => {
  const shop = await openConnected(services);
  const nothing = { total: 0, amount_due: 0, amount_paid: 0, total_taxes: [], total_discount_amounts: [] };
  const renewal = await deliver(shop, [
    [
      "checkout.session.completed",
      ofSubscription({ payment_status: "no_payment_required", amount_total: 0, total_details: {} }),
    ],
    ["invoice.paid", stripe.invoice(nothing)],
    ["invoice.paid", stripe.invoice({ ...nothing, total: -1200, id: "in_2", billing_reason: "subscription_update" })],
  ]);
  expect(renewal).toMatchObject({ status: "ignored", outcome: { reason: "nothing_due" } });
  expect(await ordersOf(shop)).toEqual([{ id: "in_1", total: 0, refunded: 0, cancelled: false }]);
});

test("an invoice that a customer's credit paid in part counts what was due", async () => {
  const shop = await openConnected(services);
  await deliver(shop, [["invoice.paid", stripe.invoice({ billing_reason: "subscription_cycle", amount_due: 2137 })]]);
  expect(await shop.checkoutOrder("in_1")).toMatchObject({ total: 2137 });
  expect(await shop.affiliateOrder("in_1")).toMatchObject({ subtotal: 2000, discount: 500, tax: 637, total: 2137 });
});

test("the invoice that Checkout makes for one payment is the order of its session, and has the lines", async () => {
  const shop = await openConnected(services);
  const session = stripe.session({ invoice: "in_1" });
  const invoice = stripe.invoice({
    billing_reason: "manual",
    parent: null,
    total: 4627,
    amount_due: 4627,
    amount_shipping: 490,
  });
  const alone = await deliver(shop, [["invoice.paid", invoice]]);
  expect(alone).toMatchObject({ status: "ignored", outcome: { reason: "counted_elsewhere" } });
  await deliver(shop, [["checkout.session.completed", session]]);
  expect(await ordersOf(shop)).toEqual([{ id: "pi_1", total: 4627, refunded: 0, cancelled: false }]);
  expect(await shop.affiliateOrder("pi_1")).toMatchObject({
    total: 4627,
    subtotal: 4000,
    shipping: 490,
    lines: [{ product_id: "prod_tea" }, { product_id: "prod_cup" }],
  });
});

test.each([
  [
    "prod_1:2:1500,sku:blue:1:1000",
    [
      ["prod_1", 2, 1500],
      ["sku:blue", 1, 1000],
    ],
    undefined,
  ],
  ["prod_1:2", [], { reason: "unreadable", field: "metadata.cw_lines" }],
  ["prod_1:0:5", [], { reason: "unreadable", field: "metadata.cw_lines" }],
])(
  "the shop's own lines %s are read from the metadata, and the order counts in any case",
  async (cw_lines, lines, outcome) => {
    const shop = await openConnected(services);
    const last = await deliver(shop, [["checkout.session.completed", stripe.session({ metadata: { cw_lines } })]]);
    expect(last).toMatchObject({ status: "applied", ...(outcome && { outcome }) });
    const row = (await shop.affiliateOrder("pi_1")) as {
      lines: { product_id: string; quantity: number; unit_price: number }[];
    };
    expect(row.lines.map((line) => [line.product_id, line.quantity, line.unit_price])).toEqual(lines);
  },
);

test("lines that a session contains are read, and those of a list that is not whole are not", async () => {
  const list = (has_more: boolean) => ({
    object: "list",
    has_more,
    data: [{ amount_subtotal: 4000, quantity: 2, description: "Tea", price: { id: "price_1", product: "prod_tea" } }],
  });
  for (const [has_more, lines] of [
    [false, [{ product_id: "prod_tea", quantity: 2, unit_price: 2000, name: "Tea" }]],
    [true, []],
  ] as const) {
    const shop = await openConnected(services);
    await deliver(shop, [["checkout.session.completed", stripe.session({ line_items: list(has_more) })]]);
    expect(await shop.affiliateOrder("pi_1")).toMatchObject({ lines });
  }
});

const session: Steps = [["checkout.session.completed", stripe.session()]];
const cases: Record<string, [Steps, refunded: number]> = {
  "a dispute takes what the bank took": [[["charge.dispute.created", stripe.dispute("needs_response", 4627)]], 4627],
  "a question of the bank takes nothing": [
    [["charge.dispute.created", stripe.dispute("warning_needs_response", 4627)]],
    0,
  ],
  "a question that became a dispute takes": [
    [
      ["charge.dispute.created", stripe.dispute("warning_needs_response", 4627)],
      ["charge.dispute.updated", stripe.dispute("needs_response", 4627)],
    ],
    4627,
  ],
  "a dispute that was won gives back": [
    [
      ["charge.dispute.created", stripe.dispute("needs_response", 4627)],
      ["charge.dispute.closed", stripe.dispute("won", 4627)],
    ],
    0,
  ],
  "a dispute that was lost stays": [
    [
      ["charge.dispute.created", stripe.dispute("needs_response", 2000)],
      ["charge.dispute.closed", stripe.dispute("lost", 2000)],
    ],
    2000,
  ],
  "a dispute after a refund takes no more than was left": [
    [
      ["charge.refunded", stripe.charge(1000)],
      ["charge.dispute.created", stripe.dispute("needs_response", 4627)],
    ],
    4627,
  ],
  "a refund that failed gives back": [
    [
      ["charge.refunded", stripe.charge(1000)],
      ["refund.failed", stripe.refund(1000)],
      ["charge.refund.updated", stripe.refund(1000)],
    ],
    0,
  ],
  "of two refunds, one that failed gives back": [
    [
      ["charge.refunded", stripe.charge(1000)],
      ["charge.refunded", stripe.charge(3500)],
      ["refund.failed", stripe.refund(1000)],
    ],
    2500,
  ],
  "a refund after one that failed counts alone": [
    [
      ["charge.refunded", stripe.charge(1000)],
      ["refund.failed", stripe.refund(1000)],
      ["charge.refunded", stripe.charge(2500)],
    ],
    2500,
  ],
};

test("refunds that take from a dispute what they gave back to it before are counted each time", async () => {
  const shop = await openConnected(services);
  const at = (n: number) => ({ event: { created: 1_760_100_000 + n } });
  await deliver(shop, [
    ...session,
    ["charge.dispute.closed", stripe.dispute("lost", 4627, at(3))],
    ["charge.refunded", stripe.charge(1000, at(0))],
    ["refund.failed", stripe.refund(3627, at(2))],
    ["charge.refunded", stripe.charge(4627, at(1))],
  ]);
  expect(await ordersOf(shop)).toMatchObject([{ total: 4627, refunded: 4627 }]);
});

test.each(Object.entries(cases))("%s, whatever arrives first", async (_, [steps, refunded]) => {
  const dated = steps.map(([topic, payload], n): Steps[number] => [
    topic,
    { ...payload, event: { created: 1_760_100_000 + n } },
  ]);
  for (const story of [
    [...session, ...dated],
    [...dated, ...session].toReversed(),
    [...dated.toReversed(), ...session],
  ]) {
    const shop = await openConnected(services);
    await deliver(shop, [...story, ...story]);
    expect(await shop.checkoutOrder("pi_1")).toMatchObject({ total: 4627, refunded });
    expect(await shop.affiliateOrder("pi_1")).toMatchObject({ total: 4627, refunded });
  }
});

test("a payment that is cancelled was no order; the cancellation of a counted one undoes it", async () => {
  const shop = await openConnected(services);
  const intent = {
    id: "pi_1",
    currency: "eur",
    amount_received: 4627,
    created: 1_760_022_000,
    metadata: { cw_order: "7" },
  };
  const cancelled = { ...intent, cancellation_reason: "abandoned", event: { created: 1_760_022_100 } };
  expect(await deliver(shop, [["payment_intent.canceled", cancelled]])).toMatchObject({
    outcome: { reason: "not_paid" },
  });
  expect(await ordersOf(shop)).toEqual([]);
  await deliver(shop, [["payment_intent.succeeded", intent]]);
  expect(await ordersOf(shop)).toEqual([{ id: "7", total: 4627, refunded: 0, cancelled: true }]);
  expect(await shop.affiliateOrder("7")).toMatchObject({ status: "cancelled" });
});

test("an order that was told twice before its payment named its invoice counts once afterwards", async () => {
  const shop = await openConnected(services);
  const metadata = { cw_click: "clk_1" };
  const parent = { subscription_details: { subscription: "sub_1", metadata } };
  const intent = { id: "pi_1", currency: "eur", amount_received: 4137, created: 1_760_022_000, metadata };
  await deliver(shop, [
    ["payment_intent.succeeded", intent],
    ["invoice.paid", stripe.invoice({ parent })],
    ["invoice_payment.paid", stripe.invoicePayment("in_1", "pi_1")],
    ["charge.refunded", stripe.charge(137)],
  ]);
  const { body } = await shop.read("/analytics/metrics?start_date=2025-10-01&end_date=2025-10-31");
  expect(body.data).toMatchObject({ total_revenue: 40 });
});

test("processes that apply deliveries about the same orders at once never wait for each other", {
  tags: "long",
}, async () => {
  const shop = await openConnected(services);
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  const charge = (n: number, amount: number): Steps[number] => [
    "charge.refunded",
    stripe.charge(amount, { id: `ch_${n}`, payment_intent: `pi_${n}` }),
  ];
  const invoice = (n: number): Steps[number] => [
    "invoice.paid",
    stripe.invoice({ id: `in_${n}`, billing_reason: "subscription_cycle" }),
  ];
  const payment = (n: number, more = {}): Steps[number] => [
    "invoice_payment.paid",
    stripe.invoicePayment(`in_${n}`, `pi_${n}`, more),
  ];
  for (const steps of [
    numbers.flatMap((n) => [charge(n, 100), invoice(n)]),
    numbers.flatMap((n) => [payment(n), charge(n, 200), payment(n, { event: { id: `evt_again_${n}` } })]),
  ]) {
    for (const [topic, payload] of steps) await shop.send("stripe", topic, payload);
    await Promise.all([1, 2, 3, 4].map(() => applyDeliveries(services.db)));
  }
  const [{ attempts }] = await query(
    "select max(attempts) as attempts from checkout.shop_delivery where tenant_id = $1",
    [shop.tenantId],
  );
  expect(attempts).toBe(0);
  expect(await ordersOf(shop)).toHaveLength(40);
});
