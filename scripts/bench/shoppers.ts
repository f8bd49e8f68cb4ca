import type { Database } from "../../lib/database/client.ts";
import { bundle, experiment, upsell } from "../../lib/database/schema/checkout.ts";

type Event = Record<string, unknown>;

const offers = 200;
const bundles = 100;

export async function fillCatalogue(db: Database, tenantId: number): Promise<void> {
  await db.insert(upsell).values(
    Array.from({ length: offers }, (_, n) => ({
      tenantId,
      id: `ups_${n}`,
      name: `Offer ${n}`,
      status: "active",
      productId: `prod_${n}`,
      triggerProducts: [`prod_${n + 1}`],
      discountType: "percentage",
      discountValue: 10,
      placement: "post_purchase",
    })),
  );
  await db.insert(bundle).values(
    Array.from({ length: bundles }, (_, n) => ({
      tenantId,
      id: `bun_${n}`,
      name: `Bundle ${n}`,
      type: "fixed",
      status: "active",
      products: [{ product_id: `prod_${n}`, quantity: 2 }],
      pricingType: "percentage_off",
      pricingValue: 10,
    })),
  );
  const variants = ["control", "b"].map((name) => ({ name, weight: 1 }));
  await db.insert(experiment).values({
    tenantId,
    id: "exp_1",
    name: "Wording",
    status: "running",
    variants,
    startedAt: new Date(0),
  });
}

/** Of a hundred visits, sixty see an offer and eight buy, and some orders change later. */
export function makeEvents(count: number, name: string): Event[] {
  const events: Event[] = [];
  for (let n = 0; events.length < count; n++) events.push(...visitOf(`${name}-${n}`, n));
  return events.slice(0, count);
}

function visitOf(visitor: string, n: number): Event[] {
  const at = new Date(Date.now() - (n % 3_600) * 1000).toISOString();
  const event = (type: string, more: Event, nth = 0) => ({
    id: `${visitor}-${type}-${nth}`,
    type,
    occurred_at: at,
    ...more,
  });
  const by = { visitor_id: visitor };
  const offer = { upsell_id: `ups_${(n * 7) % offers}` };
  const order = { order_id: `ord-${visitor}`, platform_order_id: `#${visitor}` };
  const buyer = { ...order, customer_id: `cus-${visitor}` };
  const product = { id: `prod_${n % offers}`, title: "House blend, 250 g", variant_id: "v1", price: 19.9 };
  const buys = n % 12 === 0;
  const accepts = n % 24 === 0;
  const events = [event("visit", by)];
  if (n % 10 === 0) {
    events.push(
      event("experiment.exposed", { ...by, experiment_id: "exp_1", variant: n % 20 === 0 ? "control" : "b" }),
    );
  }
  if (n % 5 < 3 || accepts) events.push(event("offer.shown", { ...by, ...offer }));
  if (n % 5 < 3 && !accepts && n % 3 === 0) events.push(event("offer.declined", { ...by, ...offer }));
  if (buys) events.push(event("order.placed", { ...by, ...buyer, total: 40 + (n % 60) + 0.5, currency: "EUR" }));
  if (accepts) {
    const discount = { type: "percentage", value: 10, amount: 1.99 };
    events.push(event("offer.accepted", { ...by, ...offer, ...buyer, product, discount, final_price: 17.91 }));
  }
  if (buys && n % 10 === 0)
    events.push(event("experiment.converted", { ...by, experiment_id: "exp_1", order_id: order.order_id }));
  if (n % 60 === 0) {
    const products = [{ id: "prod_1", title: "Mug", quantity: 2 }];
    const prices = { original_price: 30, bundle_price: 27 };
    events.push(event("bundle.purchased", { ...order, bundle_id: `bun_${n % bundles}`, products, ...prices }));
  }
  if (n % 120 === 0) {
    const interval = { unit: "month", count: 1 };
    events.push(
      event("subscription.created", { ...offer, ...buyer, subscription_id: `sub-${visitor}`, interval, price: 9 }),
    );
  }
  if (n % 84 === 0) {
    const changes = { items_added: [{ product_id: "prod_3", quantity: 1, price: 5 }] };
    events.push(event("order.edited", { ...order, edit_type: "add_items", changes, amount_changed: 5, new_total: 60 }));
  }
  if (n % 132 === 0) events.push(event("order.refunded", { ...order, amount: 4 }));
  if (n % 204 === 0) events.push(event("order.cancelled", { ...order, reason: "customer" }));
  return events;
}
