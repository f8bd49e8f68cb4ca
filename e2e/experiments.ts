import { expect, type Merchant, origin } from "./fixtures.ts";
import { tellOf } from "./shoppers.ts";

export type Experiment = {
  id: string;
  name: string;
  status: string;
  winner?: string;
  decisions?: { outcome: string }[];
  plan?: { starts_at?: string };
};

const visitors = 400;

/** Creates a draft in which one variant gives thirty percent off an offer. */
export async function drafts(
  merchant: Merchant,
  name: string,
  offer: string,
  hypothesis: string,
  more: object = {},
): Promise<string> {
  const change = { upsell_id: offer, discount: { type: "percentage", value: 30 }, placement: "cart", ...more };
  const changes = { offers: [change] };
  const made = await merchant.api.call<Experiment>("POST", "/experiments", {
    name,
    variants: [{ name: "control" }, { name: "variant_a", label: "Thirty percent off", changes }],
    plan: { metric: "conversion", guardrails: ["order_rate"], effect: 0.2, hypothesis },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
}

export async function runs(...of: Parameters<typeof drafts>): Promise<string> {
  const [merchant] = of;
  const id = await drafts(...of);
  const started = await merchant.api.call("PATCH", `/experiments/${id}`, { status: "running" });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  return id;
}

/** Of the shoppers of each variant, so many order. */
export async function shop(merchant: Merchant, experiment_id: string, orders: Record<string, number>): Promise<void> {
  const occurred_at = new Date().toISOString();
  // The variants take turns, so that the split is as planned whenever the events are counted.
  const events = Array.from({ length: visitors }, (_, at) =>
    Object.entries(orders).map(([variant, buyers]) => {
      const visitor_id = `${variant}-${at}`;
      const id = `${experiment_id}-${visitor_id}`;
      const exposed = { id, type: "experiment.exposed", occurred_at, experiment_id, visitor_id, variant };
      const order = { order_id: `order-${id}`, platform_order_id: `#${id}`, total: 40 + (at % 7) };
      const placed = { id: `placed-${id}`, type: "order.placed", occurred_at, visitor_id, ...order };
      return at < buyers ? [exposed, placed] : [exposed];
    }),
  ).flat(2);
  for (let at = 0; at < events.length; at += 500) await tellOf(merchant.store, events.slice(at, at + 500));
}

export const read = async (merchant: Merchant, id: string) =>
  (await merchant.api.call<Experiment>("GET", `/experiments/${id}`)).body;

/** What a colleague does in the dashboard, of which the open pages of others hear. */
export async function colleague(
  merchant: Merchant,
  method: "PATCH" | "DELETE",
  id: string,
  data?: object,
): Promise<void> {
  const address = `${origin}/api${merchant.base}/checkout/experiments/${id}`;
  const answer = await merchant.page
    .context()
    .request.fetch(address, { method, headers: { origin }, ...(data && { data }) });
  expect(answer.ok(), await answer.text()).toBe(true);
}
