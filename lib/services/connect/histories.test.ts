import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Platform } from "../../contract/checkout/source-words.ts";
import { type Connected, openConnected, type Payload } from "../../testing/connect.ts";
import { shopify, stripe, woocommerce } from "../../testing/connect-payloads.ts";
import { earnedByRates } from "../../testing/earned-by-rates.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

// Random histories of one order, and a second computation of what is left of it, which knows nothing of deliveries.

let services: TestServices;
let shop: Connected;
beforeAll(async () => {
  services = await openTestServices();
  shop = await openConnected(services);
  const mira = {
    email: "m@example.com",
    first_name: "Mira",
    last_name: "L",
    status: "active",
    coupon_codes: ["MIRA10"],
  };
  await services.call("POST", "/affiliate/v1/affiliates", { key: shop.key, body: mira });
  const product_rates = [shopifyIds.tea, wooIds.tea].map((id) => ({
    product_id: String(id),
    rate_type: "percentage",
    rate: 20,
  }));
  const { status } = await services.call("PATCH", "/affiliate/v1/program", { key: shop.key, body: { product_rates } });
  expect(status).toBe(200);
  // The orders are older than the rules, and rules earn for later orders only.
  await services.db.$client.query("update affiliate.program_version set effective_at = '2025-01-01' where version > 1");
});
afterAll(() => services.close());

const shopifyIds = { mug: 7001, tea: 7002 };
const wooIds = { mug: 93, tea: 94 };
const shipping = 490;
/** A mug costs 20.00 with 3.80 tax and earns 10 %, a tea 15.00 with 2.85 tax and earns 20 %. Each order pays 4.90 to ship. */
const goods = { mug: { price: 2_000, tax: 380, percent: 10 }, tea: { price: 1_500, tax: 285, percent: 20 } };
type Good = keyof typeof goods;
const kinds: Good[] = ["mug", "tea"];

type Back = { id: number; kind: Good | "shipping" | "amount"; amount: number; failed: boolean };
type Order = Record<Good, number> & { backs: Back[]; dispute: "none" | "open" | "won"; over: boolean };

const start: Order = { mug: 2, tea: 1, backs: [], dispute: "none", over: false };
const sumOf = (order: Pick<Order, Good>, of: (good: (typeof goods)[Good]) => number) =>
  kinds.reduce((sum, kind) => sum + order[kind] * of(goods[kind]), 0);
const totalOf = (order: Order) => sumOf(order, ({ price, tax }) => price + tax) + shipping;
const isGood = (kind: Back["kind"]): kind is Good => kind in goods;
const standing = ({ backs }: Order) => backs.filter(({ failed }) => !failed);
const backOf = (order: Order) => standing(order).reduce((sum, { amount }) => sum + amount, 0);
const pieces = (order: Order, of: Good) => standing(order).filter(({ kind }) => kind === of).length;

const step = fc.oneof(
  fc.record({ what: fc.constant("edit" as const), mug: fc.integer({ min: 1, max: 5 }), tea: fc.nat(3) }),
  fc.record({
    what: fc.constant("refund" as const),
    kind: fc.constantFrom("mug" as const, "tea" as const, "shipping" as const, "amount" as const),
    amount: fc.integer({ min: 1, max: 2_500 }),
  }),
  fc.record({ what: fc.constant("fail" as const), which: fc.nat(3) }),
  fc.record({ what: fc.constantFrom("dispute" as const, "void" as const, "restore" as const, "none" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The order after a step, or the same order if the platform has no such step. */
function after(order: Order, one: Step, at: number, platform: Platform): Order {
  switch (one.what) {
    case "edit": {
      const next = { ...order, mug: one.mug, tea: one.tea };
      const fits =
        kinds.every((kind) => next[kind] >= pieces(order, kind)) &&
        totalOf(next) >= backOf(order) &&
        order.dispute !== "open";
      return platform !== "stripe" && fits ? next : order;
    }
    case "refund": {
      const kind = platform === "shopify" ? one.kind : "amount";
      const amount = isGood(kind) ? goods[kind].price + goods[kind].tax : kind === "shipping" ? shipping : one.amount;
      const isOnce = kind !== "shipping" || !standing(order).some((back) => back.kind === "shipping");
      const isThere = !isGood(kind) || pieces(order, kind) < order[kind];
      if (!isOnce || !isThere || backOf(order) + amount > totalOf(order)) return order;
      return { ...order, backs: [...order.backs, { id: at, kind, amount, failed: false }] };
    }
    case "fail":
      return platform === "stripe"
        ? order
        : { ...order, backs: order.backs.map((back, n) => (n === one.which ? { ...back, failed: true } : back)) };
    case "dispute":
      if (platform !== "shopify" || order.dispute === "won") return order;
      return { ...order, dispute: order.dispute === "none" ? "open" : "won" };
    case "void":
      return platform === "stripe" ? order : { ...order, over: true };
    case "restore":
      return { ...order, over: false };
    default:
      return order;
  }
}

/** What the shop keeps, and what an affiliate earns by the goods that it keeps. Without lines, all goods earn 10 %. */
function expected(order: Order, platform: Platform) {
  const total = totalOf(order);
  const backs = standing(order);
  // A chargeback names the whole order and takes what refunds have left.
  const disputed = order.dispute === "open" ? total - backOf(order) : 0;
  const revenue = order.over ? 0 : total - backOf(order) - disputed;
  if (revenue === 0) return { revenue, commission: 0 };
  const untold = backs.filter(({ kind }) => kind === "amount").reduce((sum, { amount }) => sum + amount, 0);
  const taxBack = kinds.reduce((sum, kind) => sum + pieces(order, kind) * goods[kind].tax, 0);
  const beside = taxBack + (backs.some(({ kind }) => kind === "shipping") ? shipping : 0);
  const parts = kinds.map((kind) => {
    const { price, percent } = goods[kind];
    return { percent, listed: order[kind] * price, back: pieces(order, kind) * price };
  });
  const all = { percent: 10, listed: sumOf(order, ({ price }) => price), back: 0 };
  return { revenue, commission: earnedByRates(total, platform === "stripe" ? [all] : parts, { beside, untold }) };
}

type Delivery = [topic: string, payload: Payload];
const text = (amount: number) => (amount / 100).toFixed(2);
const timeOf = (minute: number) => new Date(Date.parse("2025-10-10T00:00:00Z") + minute * 60_000).toJSON();

/** What the platform sends after a step. */
const tell: Record<Platform, (id: number, order: Order, before: Order, at: number) => Delivery[]> = {
  shopify(id, order, before, at) {
    const refundOf = ({ id: refund, kind, amount, failed }: Back) =>
      shopify.refund(refund, text(amount), {
        order_id: id,
        created_at: timeOf(refund),
        transactions: [
          { kind: "refund", status: failed ? "failure" : "success", amount: text(amount), currency: "EUR" },
        ],
        ...(isGood(kind) && {
          refund_line_items: [
            {
              id: 1,
              line_item_id: kinds.indexOf(kind),
              quantity: failed ? 0 : 1,
              subtotal: text(goods[kind].price),
              total_tax: text(goods[kind].tax),
              line_item: { id: kinds.indexOf(kind), product_id: shopifyIds[kind] },
            },
          ],
        }),
        ...(kind === "shipping" && {
          order_adjustments: [{ kind: "shipping_refund", amount: "-4.90", tax_amount: "0.00" }],
        }),
      });
    const present = (kind: Good) => order[kind] - pieces(order, kind);
    const state = shopify.order({
      id,
      name: `#${id}`,
      created_at: timeOf(0),
      updated_at: timeOf(at),
      total_discounts: "0.00",
      financial_status: order.over ? "voided" : "paid",
      total_price: text(totalOf(start)),
      total_tax: text(sumOf(start, ({ tax }) => tax)),
      current_total_price: text(totalOf(order) - backOf(order)),
      current_total_tax: text(kinds.reduce((sum, kind) => sum + present(kind) * goods[kind].tax, 0)),
      line_items: kinds.map((kind, id) => ({
        id,
        product_id: shopifyIds[kind],
        title: kind,
        price: text(goods[kind].price),
        quantity: order[kind],
        current_quantity: present(kind),
      })),
      refunds: order.backs.map(refundOf),
    });
    const made = order.backs.filter((back) => !before.backs.includes(back) && !back.failed);
    const dispute = {
      id: 5,
      order_id: id,
      type: "chargeback",
      amount: text(totalOf(order)),
      currency: "EUR",
      status: order.dispute === "won" ? "won" : "needs_response",
      initiated_at: timeOf(at),
      finalized_on: order.dispute === "won" ? timeOf(at) : null,
    };
    return [
      ["orders/updated", state],
      ...made.map((back): Delivery => ["refunds/create", refundOf(back)]),
      ...(order.dispute === before.dispute ? [] : [["disputes/update", dispute] as Delivery]),
    ];
  },
  woocommerce(id, order, _, at) {
    const state = woocommerce.order({
      id,
      number: `${id}`,
      status: order.over ? "cancelled" : "processing",
      discount_total: "0.00",
      date_modified_gmt: timeOf(at).slice(0, 19),
      date_created_gmt: timeOf(0).slice(0, 19),
      total: text(totalOf(order)),
      total_tax: text(sumOf(order, ({ tax }) => tax)),
      line_items: kinds.map((kind, id) => ({
        id,
        product_id: wooIds[kind],
        quantity: order[kind],
        subtotal: text(order[kind] * goods[kind].price),
      })),
      refunds: standing(order).map((back) => ({ id: back.id, total: `-${text(back.amount)}` })),
    });
    return [["order.updated", state]];
  },
  stripe(id, order, before, at) {
    const event = { created: Date.parse(timeOf(at)) / 1000 };
    const session = stripe.session({
      id: `cs_${id}`,
      payment_intent: `pi_${id}`,
      amount_total: totalOf(order),
      event,
      total_details: { amount_discount: 0, amount_shipping: shipping, amount_tax: sumOf(order, ({ tax }) => tax) },
    });
    const charge = stripe.charge(backOf(order), { id: `ch_${id}`, payment_intent: `pi_${id}`, event });
    return [
      ...(at === 1 ? [["checkout.session.completed", session] as Delivery] : []),
      ...(order.backs === before.backs ? [] : [["charge.refunded", charge] as Delivery]),
    ];
  },
};

let orders = 0;

async function check(platform: Platform, steps: readonly Step[], keys: readonly number[], twice: number) {
  const id = 9_000_000 + ++orders;
  let order = start;
  const deliveries = tell[platform](id, order, order, 1);
  for (const [n, one] of steps.entries()) {
    const next = after(order, one, n + 2, platform);
    if (next !== order) deliveries.push(...tell[platform](id, next, order, n + 2));
    order = next;
  }
  const shuffled = deliveries
    .map((delivery, n) => ({ delivery, key: keys[n % keys.length] ?? 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ delivery }) => delivery);
  const sent = [...shuffled, ...shuffled.slice(0, twice)];
  for (const [n, delivery] of sent.entries()) {
    await shop.send(platform, ...delivery);
    if (n % 2 === 0) await shop.apply();
  }
  await shop.apply();
  const own = platform === "stripe" ? `pi_${id}` : String(id);
  const known = (await shop.checkoutOrder(own)) as { total: number; refunded: number; cancelled: boolean };
  const { rows } = await services.db.$client.query(
    `select coalesce(sum(c.amount), 0)::int as sum from affiliate.order o
     join affiliate.commission c on c.tenant_id = o.tenant_id and c.order_id = o.id where o.external_id = $1`,
    [own],
  );
  const is = { revenue: known.cancelled ? 0 : known.total - known.refunded, commission: rows[0].sum };
  expect(is, JSON.stringify({ order, sent })).toEqual(expected(order, platform));
}

const histories = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Platform[]>("shopify", "woocommerce", "stripe"),
      fc.array(step, { maxLength: 6 }),
      fc.array(fc.nat(1_000), { minLength: 9, maxLength: 9 }),
      fc.nat(4),
      check,
    ),
    { numRuns, endOnFailure: true },
  );

test(
  "revenue and commission equal a second computation after any history of an order, in any order and twice",
  {
    timeout: 120_000,
  },
  () => histories(30),
);

test(
  "revenue and commission equal a second computation after a thousand histories",
  {
    tags: "long",
    timeout: 1_200_000,
  },
  () => histories(Number(process.env.SOAK_ROUNDS ?? 1_000)),
);
