import type { StorefrontEvent } from "../../lib/contract/storefront.ts";
import type { Database } from "../../lib/database/client.ts";
import { bundle, experiment, upsell } from "../../lib/database/schema/checkout.ts";
import { makeBundles, toBundle } from "../../lib/services/simulator/bundles.ts";
import { makeOffers, takenBy, toOffer } from "../../lib/services/simulator/offers.ts";
import { Random } from "../../lib/services/simulator/random.ts";
import { tell } from "../../lib/services/simulator/report-visit.ts";
import { comes, shops } from "../../lib/services/simulator/shopper.ts";
import { assignVariant } from "../../lib/services/storefront/assign.ts";

const currency = "EUR";
const today = new Date().toISOString().slice(0, 10);
const offers = makeOffers(today, "UTC", currency).filter(({ row }) => row.status === "active");
const bundles = makeBundles(today, "UTC", currency).filter(({ row }) => row.status === "active");
const variants = ["control", "b"].map((name) => ({ name, weight: 1 }));

export async function fillCatalogue(db: Database, tenantId: number): Promise<void> {
  await db.insert(upsell).values(offers.map(({ row }) => ({ ...row, tenantId })));
  await db.insert(bundle).values(bundles.map(({ row }) => ({ ...row, tenantId })));
  const running = { status: "running", startedAt: new Date(0) } as const;
  await db.insert(experiment).values({ tenantId, id: "exp_1", name: "Wording", variants, ...running });
}

/** What shoppers of the demo shop do in the last hour. Each may see two offers, and a tenth see an experiment. */
export function makeEvents(count: number, name: string): StorefrontEvent[] {
  const events: StorefrontEvent[] = [];
  for (let n = 0; events.length < count; n++) {
    const random = new Random(1, n + 1);
    const from = random.between(0, offers.length - 2);
    const visit = shops(random, comes(random), {
      currency,
      takenBy,
      offers: offers.slice(from, from + 2).map((offer) => toOffer(offer, [])),
      bundle: toBundle(random.pick(bundles)),
    });
    const visitor = `${name}-${n}`;
    const order = { order: `ord-${visitor}`, platformOrder: `#${visitor}` };
    const at = Date.now() - (n % 3_600) * 1000;
    const reported = tell(visit, at, { event: visitor, visitor, customer: `cus-${visitor}`, ...order }, currency);
    if (n % 10 === 0) {
      const seen = { experiment_id: "exp_1", visitor_id: visitor, variant: assignVariant("exp_1", visitor, variants) };
      reported.push({ id: `${visitor}-seen`, type: "experiment.exposed", occurred_at: "", ...seen });
    }
    // Refunds and changes come days later, but all events are reported now.
    events.push(...reported.map((event) => ({ ...event, occurred_at: new Date(at).toISOString() })));
  }
  return events.slice(0, count);
}
