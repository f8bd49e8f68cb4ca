import type { StorefrontEvent } from "../../lib/contract/storefront.ts";
import type { Database } from "../../lib/database/client.ts";
import { bundle, upsell } from "../../lib/database/schema/checkout.ts";
import { makeBundles, toBundle } from "../../lib/services/simulator/bundles.ts";
import { makeOffers, takenBy, toOffer } from "../../lib/services/simulator/offers.ts";
import { Random } from "../../lib/services/simulator/random.ts";
import { comes, shops } from "../../lib/services/simulator/shopper.ts";
import { tell } from "../../lib/services/simulator/tell.ts";

const currency = "EUR";
const today = new Date().toISOString().slice(0, 10);
const offers = makeOffers(today, "UTC", currency).filter(({ row }) => row.status === "active");
const bundles = makeBundles(today, "UTC", currency).filter(({ row }) => row.status === "active");

export async function fillCatalogue(db: Database, tenantId: number): Promise<void> {
  await db.insert(upsell).values(offers.map(({ row }) => ({ ...row, tenantId })));
  await db.insert(bundle).values(bundles.map(({ row }) => ({ ...row, tenantId })));
}

/** What shoppers of the demo shop do in the last hour. Each of them may see two offers. */
export function makeEvents(count: number, name: string): StorefrontEvent[] {
  const events: StorefrontEvent[] = [];
  for (let n = 0; events.length < count; n++) {
    const random = new Random(1, n + 1);
    const from = random.between(0, offers.length - 2);
    const visit = shops(random, comes(random), {
      currency,
      takenBy,
      offers: offers.slice(from, from + 2).map(toOffer),
      bundle: toBundle(random.pick(bundles)),
    });
    const visitor = `${name}-${n}`;
    const order = { order: `ord-${visitor}`, platformOrder: `#${visitor}` };
    const at = Date.now() - (n % 3_600) * 1000;
    const told = tell(visit, at, { event: visitor, visitor, customer: `cus-${visitor}`, ...order }, currency);
    // Refunds and changes come days later, but all events are reported now.
    events.push(...told.map((event) => ({ ...event, occurred_at: new Date(at).toISOString() })));
  }
  return events.slice(0, count);
}
