import { setImmediate as breathe } from "node:timers/promises";
import type { StorefrontEvent } from "../../contract/storefront.ts";
import type { OfferLook } from "../../database/schema/checkout-sales.ts";
import { describeVariants } from "../checkout/verdict.ts";
import type { NewEvent } from "../delivery/emit.ts";
import { toMinor } from "../kernel/money.ts";
import type { Catalogue } from "../storefront/catalogue.ts";
import { segmentsOf } from "../storefront/offer-looks.ts";
import { applyToOrder, contributionOf, isOrderEvent, type ShopOrderRow } from "../storefront/order.ts";
import { outboundFor } from "../storefront/outbound.ts";
import { type Contribution, Rollups, sumOfOffers } from "../storefront/rollups.ts";
import { type ShopBundle, toBundle } from "./bundles.ts";
import { type Calendar, type Day, isOver, visitName, visitorId, visitRandom, visitStart } from "./calendar.ts";
import { type ShopExperiment, tellExposure } from "./experiments.ts";
import { type ShopOffer, takenBy, toOffer } from "./offers.ts";
import { productOf } from "./products.ts";
import { Random } from "./random.ts";
import { tell } from "./report-visit.ts";
import { comes, type ShopperOffer, type ShopperVisit, type SimulatedShop, shops } from "./shopper.ts";

/** Days with raw events. Orders and deliveries are kept for some weeks, sums for the whole time. */
const rawDays = 14;
const orderDays = 45;
/** Who saw the offers is recorded since so many days. */
const lookDays = 120;
/** Before `orderDays`, one simulated visit stands for this many: faster, and the sums do not show it. */
const alike = 4;

export type SimulatedEvent = NewEvent & { id: string; at: number };
export type History = {
  rollups: Rollups;
  events: StorefrontEvent[];
  orders: ShopOrderRow[];
  /** What became of those orders. */
  sales: StorefrontEvent[];
  sent: SimulatedEvent[];
  told: number;
};
export type Stock = {
  calendar: Calendar;
  currency: string;
  offers: readonly ShopOffer[];
  bundles: readonly ShopBundle[];
  experiments: readonly ShopExperiment[];
};

/** Makes the sums with the code of the ingest, so that they agree with those of reported events. */
export async function makeHistory(stock: Stock): Promise<History> {
  const history: History = { rollups: new Rollups(), events: [], orders: [], sales: [], sent: [], told: 0 };
  const { days } = stock.calendar;
  const variants = variantsOf(stock.experiments);
  const catalogue = catalogueOf(stock);
  for (const [n, day] of days.entries()) {
    const left = days.length - n;
    const kept = { raw: left <= rawDays, orders: left <= orderDays, looks: left <= lookDays };
    liveDay(history, { ...stock, variants, catalogue }, day, kept);
    // Lets the server answer other requests in between.
    if (n % 10 === 9) await breathe();
  }
  const begin = days.at(-rawDays)?.start ?? 0;
  for (const { run } of stock.experiments) {
    for (const visitor of run.visitors) {
      const events = tellExposure(visitor);
      history.told += events.length;
      if (visitor.exposedAt.getTime() >= begin) history.events.push(...events);
    }
  }
  history.sent.push(...conclusions(stock.experiments, days.at(-orderDays)?.start ?? 0));
  history.sent.sort((a, b) => a.at - b.at);
  return history;
}

function conclusions(experiments: readonly ShopExperiment[], since: number): SimulatedEvent[] {
  return experiments.flatMap(({ row, counts }) => {
    if (!row.winner || !row.endedAt || row.endedAt.getTime() < since) return [];
    const data = {
      experiment_id: row.id,
      experiment_name: row.name,
      status: "significant",
      winner: row.winner,
      variants: describeVariants(row.variants, counts),
    };
    return [{ id: `evt_${row.id}`, type: "experiment.concluded", at: row.endedAt.getTime(), data }];
  });
}

type Facts = Stock & { variants: Map<string, string>; catalogue: Catalogue };

const nothing: ShopperOffer[] = [];

type Kept = { raw: boolean; orders: boolean; looks: boolean };

function liveDay(history: History, facts: Facts, day: Day, kept: Kept): void {
  const { calendar, currency } = facts;
  const { raw: isRaw, orders: keepsOrders } = kept;
  const counts = new DayCounts(day.day);
  const offersFor = offersOf(facts.offers, day);
  const onSale = facts.bundles.filter(({ from, until }) => from <= day.start && day.end <= until);
  const bundles = onSale.map(toBundle);
  const liked = onSale.map((bundle) => bundle.liked);
  const times = keepsOrders ? 1 : alike;
  for (let n = 0; n < day.visits; n += times) {
    const random = visitRandom(calendar, day, n);
    const start = visitStart(random, day);
    if (!isOver(calendar, start)) continue;
    const shopper = comes(random);
    const isOrder = shopper.reach === "order";
    const shop: SimulatedShop = {
      currency,
      takenBy,
      offers: shopper.reach === "page" ? nothing : offersFor(shopper.cart),
      bundle: isOrder && bundles.length > 0 ? bundles[random.weighted(liked)] : undefined,
    };
    const visit = shops(random, shopper, shop);
    const look = kept.looks ? looksOf(day, n) : undefined;
    counts.add(visit, times, look);
    if (!isRaw && !isOrder) {
      const declined = visit.shown.filter(({ answer }) => answer === "declined").length;
      history.told += (1 + visit.shown.length + declined) * times;
      continue;
    }
    const name = visitName(day, n);
    const visitor = visitorId(day, n);
    const names = {
      event: `sfe_${name}`,
      visitor,
      customer: `cus_${1000 + random.between(0, 9000)}`,
      order: `ord_${name}`,
      platformOrder: `KC-${day.number % 10_000}${String(n + 1).padStart(4, "0")}`,
    };
    const events = tell(visit, start, names, currency, facts.variants.get(visitor)).filter(
      ({ occurred_at }) => Date.parse(occurred_at) <= calendar.now,
    );
    history.told += events.length * times;
    if (isRaw) history.events.push(...events);
    const row = isOrder ? emptyOrder(names.order) : undefined;
    for (const event of events) {
      if (row && isOrderEvent(event))
        applyToOrder(row, event, { minor: (amount) => toMinor(amount, currency) ?? 0, dayOf: () => day.day });
      if (!isRaw && !keepsOrders) continue;
      const sent = outboundFor(event, facts.catalogue, currency, row && { row, cancelledNow: true });
      if (sent) history.sent.push({ ...sent, id: `evt_${event.id.slice(4)}`, at: Date.parse(event.occurred_at) + 350 });
    }
    if (!row) continue;
    for (const facts of Object.values(row.offerFacts)) Object.assign(facts.look, look);
    if (!look) row.offerFacts = {};
    for (let time = 0; time < times; time++) history.rollups.add(contributionOf(row));
    if (!keepsOrders) continue;
    history.orders.push(row);
    history.sales.push(...events.filter(isOrderEvent));
  }
  counts.addTo(history.rollups);
}

/** Drawn apart from the visit, so that a shop with this looks as one without it did. */
function looksOf({ number }: Day, n: number) {
  const random = new Random(number, n + 1, 7);
  const device = ["mobile", "desktop", "tablet"][random.weighted([60, 34, 6])] as string;
  return { device, visitors: random.chance(0.35) ? "returning" : "new" };
}

/** Counts a day's visits and offers, which do not depend on the orders, without making an event for each. */
class DayCounts {
  readonly #day: string;
  readonly #total = { visits: 0, offersShown: 0, offersAccepted: 0, offersDeclined: 0, subscriptions: 0 };
  readonly #offers = new Map<string, { shown: number; accepted: number; declined: number }>();
  readonly #segments: Contribution = [];

  constructor(day: string) {
    this.#day = day;
  }

  add({ shown }: ShopperVisit, times: number, look?: OfferLook): void {
    this.#total.visits += times;
    for (const { offer, answer } of shown) {
      const sums = this.#offers.get(offer.id) ?? { shown: 0, accepted: 0, declined: 0 };
      this.#offers.set(offer.id, sums);
      this.#total.offersShown += times;
      sums.shown += times;
      if (look) {
        const { id: of, placement, trigger_product } = offer;
        const sums = { shown: times, ...(answer !== "ignored" && { [answer]: times }) };
        for (const segment of segmentsOf({ ...look, placement, trigger_product: trigger_product ?? "" }))
          this.#segments.push({ table: "segment", day: this.#day, of, segment, sums });
      }
      if (answer === "ignored") continue;
      this.#total[sumOfOffers[answer]] += times;
      sums[answer] += times;
      if (answer === "accepted" && productOf(offer.product_id).every) this.#total.subscriptions += times;
    }
  }

  addTo(rollups: Rollups): void {
    const day = this.#day;
    rollups.add([
      { table: "total", day, sums: this.#total },
      ...this.#segments,
      ...[...this.#offers].map(([of, sums]) => ({ table: "upsell" as const, day, of, sums })),
    ]);
  }
}

function offersOf(offers: readonly ShopOffer[], day: Day): (cart: readonly string[]) => ShopperOffer[] {
  const live = offers.filter(({ from, until }) => from <= day.start && day.end <= until).toReversed();
  const known = new Map<string, ShopperOffer[]>();
  return (cart) => {
    const key = cart.join();
    let found = known.get(key);
    if (!found) {
      const wanted = live.filter(({ row }) => !cart.includes(row.productId));
      const triggered = wanted.filter(({ row }) => row.triggerProducts.some((id) => cart.includes(id)));
      const always = wanted.filter(({ row }) => row.triggerProducts.length === 0);
      found = [...triggered, ...always].slice(0, 3).map((offer) => toOffer(offer, cart));
      known.set(key, found);
    }
    return found;
  };
}

function emptyOrder(id: string): ShopOrderRow {
  return {
    tenantId: 0,
    id,
    platformOrderId: null,
    customerId: null,
    visitorId: null,
    acceptedAt: null,
    placedAt: null,
    placedBy: null,
    confirmed: false,
    counted: true,
    day: null,
    total: 0,
    edited: 0,
    refunded: 0,
    cancelled: false,
    cancelledAt: null,
    experimentVariant: null,
    upsellRevenue: 0,
    bundleRevenue: 0,
    subscriptionRevenue: 0,
    upsellsAccepted: [],
    bundlesPurchased: [],
    upsellLines: {},
    offerFacts: {},
    bundleLines: {},
    claims: {},
    lines: [],
    linesAt: null,
    products: [],
  };
}

/** An order names one variant: that of its visitor's oldest experiment. */
function variantsOf(experiments: readonly ShopExperiment[]): Map<string, string> {
  const variants = new Map<string, string>();
  for (const { run } of experiments) {
    for (const { visitorId, variant } of run.visitors) if (!variants.has(visitorId)) variants.set(visitorId, variant);
  }
  return variants;
}

function catalogueOf({ offers, bundles }: Stock): Catalogue {
  return {
    upsells: new Map(offers.map(({ row }) => [row.id, row as never])),
    bundles: new Map(bundles.map(({ row }) => [row.id, row as never])),
    experiments: new Map(),
  };
}
