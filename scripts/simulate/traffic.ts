import { randomBytes } from "node:crypto";
import { makeBundles, toBundle } from "../../lib/services/simulator/bundles.ts";
import { takenBy } from "../../lib/services/simulator/offers.ts";
import { Random } from "../../lib/services/simulator/random.ts";
import { tell } from "../../lib/services/simulator/report-visit.ts";
import { comes, type ShopperOffer, shops } from "../../lib/services/simulator/shopper.ts";
import type { Client } from "./client.ts";
import { type Facts, keepPace } from "./pace.ts";
import { chargeByTickets, noteTickets, type TicketCounts } from "./tickets.ts";

type Event = Record<string, unknown>;
type Variants = { experiment_id: string; variant: string }[];
type Answer = { offers: ShopperOffer[]; experiments: Variants; applied: Variants };
type Outcomes = {
  data: { errors?: { field: string; message: string }[]; tickets?: { id: string; status: string }[] }[];
  accepted: number;
  duplicates: number;
  rejected: number;
};

/** Shoppers take more of what has a larger discount, so that an experiment has something to find. */
const likes = (offer: ShopperOffer) =>
  Math.min(0.9, takenBy(offer) * (offer.discount.type === "percentage" ? 0.5 + offer.discount.value / 20 : 1));

/** The estimated number of events of a shopper with a cart. */
const guess = 3;

export const newTally = () => ({ sent: 0, accepted: 0, duplicate: 0, rejected: 0, reasons: new Set<string>() });

type Tally = ReturnType<typeof newTally>;

/** Without tickets, the shop reports what it sold itself, as it does with a key that is public. */
export async function drive(client: Client, facts: Facts, tally: Tally, counts?: TicketCounts): Promise<void> {
  const { seed, currency } = facts;
  const run = randomBytes(4).toString("hex");
  const sold = makeBundles("2026-01-01", "UTC", currency).filter(({ row }) => row.status === "active");
  const bundles = sold.map(toBundle);
  const outbox: Event[] = [];
  let shoppers = 0;
  let planned = 0;

  const shopper = async () => {
    const n = shoppers++;
    const random = new Random(seed, n + 1);
    const coming = comes(random);
    // Slightly in the past, so that it fits the API's response and precedes the end of an experiment.
    const at = Date.now() - 2_000;
    const names = {
      event: `sim_${run}_${n}`,
      visitor: `vis_${run}_${n}`,
      customer: `cus_${1000 + random.between(0, 9000)}`,
      order: `ord_${run}_${n}`,
      platformOrder: `SIM-${run}-${n}`,
    };
    if (coming.reach === "page") {
      planned++;
      const visit = shops(random, coming, { currency, offers: [], takenBy: likes, bundle: undefined });
      outbox.push(...stamped(tell(visit, at, names, currency), at));
      return;
    }
    planned += guess;
    const query = new URLSearchParams({ visitor_id: names.visitor, cart: coming.cart.join() });
    const answer = await client.call<Answer>(`/offers?${query}`);
    const { offers, experiments, applied } = answer ?? { offers: [], experiments: [], applied: [] };
    // The API does not list bundles, but a store with the demo's offers has its bundles as well.
    const bundle = offers.some(({ id }) => id.startsWith("ups_demo")) ? random.pick(bundles) : undefined;
    const visit = shops(random, coming, { currency, offers, takenBy: likes, bundle });
    const told = tell(visit, at, names, currency, experiments[0]?.variant);
    const byTickets = counts && visit.order && { client, random, counts };
    const events = byTickets ? await chargeByTickets(told, visit, names, byTickets) : told;
    const own = [
      ...exposures(applied, names, at, false),
      ...stamped(events, at),
      ...exposures(experiments, names, at, visit.order !== undefined),
    ];
    outbox.push(...own);
    planned += own.length - guess;
  };

  await keepPace(facts, {
    planned: () => planned,
    start: shopper,
    atOnce: 64,
    outbox,
    async post(events) {
      const answer = await client.call<Outcomes>("/events", { events });
      if (!answer) return;
      tally.sent += events.length;
      tally.accepted += answer.accepted;
      tally.duplicate += answer.duplicates;
      tally.rejected += answer.rejected;
      if (counts) for (const { tickets = [] } of answer.data) await noteTickets(client, counts, tickets);
      for (const { field, message } of answer.data.flatMap(({ errors = [] }) => errors)) {
        if (tally.reasons.size < 5) tally.reasons.add(`${field}: ${message}`);
      }
    },
    failure: () => client.failure,
  });
}

/** Sends events that were planned for later at once, in their order. */
function stamped(events: readonly Event[], at: number): Event[] {
  return events.map((event, n) => ({ ...event, occurred_at: new Date(at + n).toISOString() }));
}

function exposures(experiments: Variants, names: Parameters<typeof tell>[2], at: number, ordered: boolean) {
  return experiments.flatMap(({ experiment_id, variant }): Event[] => {
    const common = { occurred_at: new Date(at).toISOString(), experiment_id, visitor_id: names.visitor };
    const id = `${names.event}_${experiment_id}`;
    return [
      { id: `${id}_seen`, type: "experiment.exposed", ...common, variant },
      ...(ordered ? [{ id: `${id}_won`, type: "experiment.converted", ...common, order_id: names.order }] : []),
    ];
  });
}
