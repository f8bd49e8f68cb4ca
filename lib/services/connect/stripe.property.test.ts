import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connected, openConnected, openReferrer, type Payload } from "../../testing/connect.ts";
import { stripe } from "../../testing/connect-payloads.ts";
import { earnedByRates } from "../../testing/earned-by-rates.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { applyDeliveries } from "./apply.ts";

let services: TestServices;
let shop: Connected;
let mira: Awaited<ReturnType<typeof openReferrer>>;
beforeAll(async () => {
  services = await openTestServices();
  shop = await openConnected(services);
  mira = await openReferrer(services, shop, {});
  const product_rates = [{ product_id: "prod_cup", rate_type: "percentage", rate: 20 }];
  const { status } = await services.call("PATCH", "/affiliate/v1/program", { key: shop.key, body: { product_rates } });
  expect(status).toBe(200);
});
afterAll(() => services.close());

const amount = (most: number) => fc.integer({ min: 0, max: most });
const history = fc.record({
  shape: fc.constantFrom("payment", "old subscription", "new subscription", "subscription of a server"),
  goods: fc.integer({ min: 1, max: 20_000 }),
  tax: amount(3_000),
  shipping: amount(900),
  refunds: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 9_000 }), fails: fc.boolean() }), { maxLength: 3 }),
  dispute: fc.constantFrom("none", "question", "won", "lost", "question, won", "question, lost"),
  disputed: fc.integer({ min: 1, max: 25_000 }),
  /** What the lines of an invoice are in proportion: tea earns 10 %, a cup 20 %. */
  lines: fc.record({ tea: fc.integer({ min: 1, max: 9_000 }), cup: amount(9_000) }),
  renewals: fc.array(
    fc.record({ goods: fc.integer({ min: 1, max: 20_000 }), tax: amount(3_000), back: amount(23_000) }),
    {
      maxLength: 2,
    },
  ),
  keys: fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
  twice: fc.nat(5),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;
type Step = [topic: string, payload: Payload];

let orders = 0;

/** Everything that Stripe tells about a history, and what is left of the sale in the end. */
function tell({ shape, goods, tax, shipping: sent, refunds, dispute, disputed, lines, renewals }: History) {
  const n = ++orders;
  const [pi, invoice, charge, customer] = [`pi_${n}`, `in_${n}`, `ch_${n}`, `cus_${n}`];
  const shipping = shape === "payment" ? sent : 0;
  const total = goods + tax + shipping;
  const start = Math.floor(Date.now() / 1000) + 60;
  let clock = start + 10;
  const at = () => ({ event: { created: ++clock } });
  const marks = { cw_click: mira.click };
  const steps: Step[] = [];
  const session = {
    id: `cs_${n}`,
    created: start,
    customer,
    metadata: marks,
    amount_total: total,
    total_details: { amount_discount: 0, amount_shipping: shipping, amount_tax: tax },
  };
  const data = Object.entries(lines).map(([name, amount]) => ({
    id: `il_${name}`,
    amount,
    quantity: 1,
    description: name,
    pricing: { price_details: { product: `prod_${name}` } },
  }));
  const earned = (goods: number, total: number, untold: number) => {
    const [tea, cup] = largestRest(goods, [lines.tea, lines.cup]) as [number, number];
    const parts = [
      { percent: 10, listed: tea, back: 0 },
      { percent: 20, listed: cup, back: 0 },
    ];
    const one = [{ percent: 10, listed: goods, back: 0 }];
    return earnedByRates(total, shape === "payment" ? one : parts, { beside: 0, untold });
  };
  const bill = {
    lines: { object: "list", has_more: false, data },
    id: invoice,
    customer,
    total,
    amount_due: total,
    total_discount_amounts: [],
    status_transitions: { paid_at: start + 5 },
  };
  if (shape === "payment") {
    steps.push(["checkout.session.completed", stripe.session({ ...session, payment_intent: pi, ...at() })]);
  } else {
    const isOwn = shape === "subscription of a server";
    if (!isOwn) {
      const ofInvoice = { mode: "subscription", payment_intent: null, invoice };
      steps.push(["checkout.session.completed", stripe.session({ ...session, ...ofInvoice, ...at() })]);
    }
    const shapes = {
      new: {
        parent: { subscription_details: { subscription: `sub_${n}`, metadata: isOwn ? marks : {} } },
        total_taxes: [{ amount: tax }],
      },
      old: { parent: undefined, subscription: `sub_${n}`, tax, payment_intent: pi },
    };
    const isOld = shape === "old subscription";
    steps.push(["invoice.paid", stripe.invoice({ ...bill, ...(isOld ? shapes.old : shapes.new), ...at() })]);
    if (!isOld) steps.push(["invoice_payment.paid", stripe.invoicePayment(invoice, pi, at())]);
  }
  const ids = { charge, payment_intent: pi };
  let back = 0;
  for (const [m, refund] of refunds.entries()) {
    const amount = Math.min(refund.amount, total - back);
    if (amount === 0) continue;
    back += amount;
    steps.push(["charge.refunded", stripe.charge(back, { id: charge, payment_intent: pi, ...at() })]);
    if (!refund.fails) continue;
    back -= amount;
    steps.push(["refund.failed", stripe.refund(amount, { id: `re_${n}_${m}`, ...ids, ...at() })]);
  }
  const states: Record<string, string[]> = {
    none: [],
    question: ["warning_needs_response", "warning_closed"],
    won: ["needs_response", "won"],
    lost: ["needs_response", "lost"],
    "question, won": ["warning_needs_response", "needs_response", "under_review", "won"],
    "question, lost": ["warning_needs_response", "needs_response", "lost"],
  };
  const taken = Math.min(disputed, total);
  for (const status of states[dispute] ?? []) {
    steps.push(["charge.dispute.updated", stripe.dispute(status, taken, { id: `du_${n}`, ...ids, ...at() })]);
  }
  const refunded = Math.min(total, back + (dispute.endsWith("lost") ? taken : 0));
  const first = { id: shape === "payment" ? pi : invoice, total, refunded, commission: earned(goods, total, refunded) };
  // A renewal has no marks. It belongs to the affiliate of the customer's order before it.
  const later = shape === "payment" ? [] : renewals;
  const renewed = later.map(({ goods, tax, back }, m) => {
    const [id, payment, total] = [`${invoice}_${m}`, `${pi}_${m}`, goods + tax];
    const refunded = Math.min(back, total);
    const about = { ...bill, id, billing_reason: "subscription_cycle", number: id, total, amount_due: total };
    const old = { parent: undefined, subscription: `sub_${n}`, tax, payment_intent: payment };
    const paid = { status_transitions: { paid_at: start + 60 * (m + 1) } };
    const isOld = shape === "old subscription";
    const renewal: Step[] = [
      [
        "invoice.paid",
        stripe.invoice({ ...about, ...paid, ...(isOld ? old : { total_taxes: [{ amount: tax }] }), ...at() }),
      ],
      ...(isOld ? [] : [["invoice_payment.paid", stripe.invoicePayment(id, payment, at())] as Step]),
    ];
    if (refunded > 0) {
      const charged = { id: `${charge}_${m}`, payment_intent: payment, amount: total };
      renewal.push(["charge.refunded", stripe.charge(refunded, { ...charged, ...at() })]);
    }
    return { id, steps: renewal, total, refunded, commission: earned(goods, total, refunded) };
  });
  return { steps, later: renewed.flatMap((renewal) => renewal.steps), orders: [first, ...renewed] };
}

/** A whole amount in proportion, where the largest rests are rounded up. */
function largestRest(amount: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = weights.map((weight) => Math.floor((amount * weight) / all));
  const rests = weights.map((weight) => (amount * weight) % all);
  const missing = amount - parts.reduce((sum, part) => sum + part, 0);
  const order = [...rests.keys()].sort((a, b) => (rests[b] as number) - (rests[a] as number) || a - b);
  for (const at of order.slice(0, missing)) parts[at] = (parts[at] as number) + 1;
  return parts;
}

const commissionOf = async (id: string) => (await mira.commissions()).find(({ order }) => order === id)?.amount ?? 0;

const name =
  "histories of payments, subscriptions and renewals at two rates add up, in any order of arrival and with duplicates";
test(`10 random ${name}`, { timeout: 300_000 }, () => addUp(10));
test(`1,000 random ${name}`, { tags: "long", timeout: 3_000_000 }, () => addUp(1_000));

async function addUp(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(history, async (told) => {
      const { steps, later, orders } = tell(told);
      const arrive = async (some: readonly Step[]) => {
        const arriving = some
          .map((step, n) => ({ step, key: told.keys[n] ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ step }) => step);
        for (const [topic, payload] of [...arriving, ...arriving.slice(0, told.twice)]) {
          expect(await shop.send("stripe", topic, payload)).toMatchObject({ status: 200 });
        }
        await Promise.all([applyDeliveries(services.db), applyDeliveries(services.db)]);
      };
      await arrive(steps);
      await arrive(later);
      for (const { id, total, refunded, commission } of orders) {
        expect(await shop.checkoutOrder(id)).toMatchObject({ total, refunded, cancelled: false });
        expect(await shop.affiliateOrder(id)).toMatchObject({ total, refunded });
        expect(await commissionOf(id), JSON.stringify({ id, told })).toBe(commission);
      }
    }),
    { numRuns, endOnFailure: true },
  );
  const { rows } = await services.db.$client.query(
    `select status, count(*)::int as count from checkout.shop_delivery where tenant_id = $1
     and status in ('refused', 'failed') group by 1`,
    [shop.tenantId],
  );
  expect(rows).toEqual([]);
}
