import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { OfferTexts } from "../../contract/checkout/offer-text-words.ts";
import type { WithoutCode } from "../../contract/checkout/shopify-words.ts";
import type { Database } from "../../database/client.ts";
import type { StoredVariant } from "../../database/schema/checkout.ts";
import { log } from "../../log.ts";
import { perProcess } from "../../per-process.ts";
import { readSettings } from "../checkout/settings.ts";
import { asksProducts, asksPurchases } from "./conditions.ts";
import { limitsSales, type OfferSales, readSales } from "./offer-limits.ts";
import {
  type ListedOffer,
  type ManagedExperiment,
  offerStamp,
  type ReadOffer,
  readBundles,
  readExperiments,
  readFollowers,
  readOffers,
  readProducts,
  type ShownBundle,
  type ShownProduct,
} from "./read-catalogue.ts";
import { type Recommendations, readRecommendations } from "./recommend.ts";

/** What the shop may show at present: active offers and bundles, newest first, and experiments that are not paused. */
export type ShopCatalogue = {
  mostOffers: number;
  /** In hours. */
  cooldown: number;
  holdout: number;
  /** What offers say for which nothing else is written. */
  texts: OfferTexts;
  offers: Offers;
  untriggered: ListedOffer[];
  byTrigger: Map<string, ListedOffer[]>;
  /** The offers that are not shown on their own, each with the active ones that lead to it. */
  followers: Map<string, ListedOffer[]>;
  bundles: ShownBundle[];
  bundlesOf: Map<string, ShownBundle[]>;
  /** Those that the shop itself applies. */
  experiments: { id: string; variants: StoredVariant[] }[];
  managed: ManagedExperiment[];
  /** The products that variants show in place of others. */
  products: Map<string, ShownProduct>;
  recommendations: Recommendations;
  /** What has to be read of a shopper, because a condition of an offer asks for it. */
  asks: { products: boolean; purchases: boolean; shown: boolean };
  /** Offers whose sales are limited. */
  limited: string[];
  /** True while Shopify makes no discount codes, and offers are not shown without one. */
  hidden: boolean;
  sales: ReadonlyMap<string, OfferSales>;
};

type Reader = Pick<Database, "execute" | "select">;
type Offers = ReadonlyMap<string, ListedOffer>;

type Entry = {
  catalogue?: ShopCatalogue | undefined;
  print?: Print;
  offers?: Offers;
  recommendations?: Recommendations | undefined;
  checkedAt: number;
  reading?: Promise<ShopCatalogue> | undefined;
};

const freshMs = 2_000;
/** A shop that is busy is served for this much longer while its catalogue is checked. */
const graceMs = 3_000;
const mostShops = 500;
const pageSize = 500;

class CatalogueCache {
  readonly #db: Database;
  readonly #entries = new Map<number, Entry>();

  constructor(db: Database) {
    this.#db = db;
  }

  read(tenantId: number): ShopCatalogue | Promise<ShopCatalogue> {
    const entry = this.#entries.get(tenantId) ?? this.#add(tenantId);
    const age = Date.now() - entry.checkedAt;
    if (entry.catalogue && age < freshMs) return entry.catalogue;
    entry.reading ??= this.#check(tenantId, entry).finally(() => {
      entry.reading = undefined;
    });
    if (!entry.catalogue || age >= freshMs + graceMs) return entry.reading;
    entry.reading.catch((err) => log.warn({ err }, "could not check what a shop may show"));
    return entry.catalogue;
  }

  /** A reading in progress may be older than the change, so its result goes to nobody who asks from now on. */
  forget(tenantId: number): void {
    const { offers, recommendations, print } = this.#entries.get(tenantId) ?? {};
    this.#entries.delete(tenantId);
    if (offers && print)
      this.#add(tenantId, { offers, recommendations, print: { ...print, settled: false }, checkedAt: 0 });
  }

  #add(tenantId: number, entry: Entry = { checkedAt: 0 }): Entry {
    this.#entries.set(tenantId, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > mostShops && oldest !== undefined) this.#entries.delete(oldest);
    return entry;
  }

  async #check(tenantId: number, entry: Entry): Promise<ShopCatalogue> {
    const checkedAt = Date.now();
    // All of it is read at one moment, so that the offers agree with their print.
    await this.#db.transaction(
      async (tx) => {
        const print = await readPrint(tx, tenantId);
        const { catalogue, print: before } = entry;
        const isSame = catalogue && print.settled && before?.settled && print.text === before.text;
        if (!isSame) Object.assign(entry, await load(tx, tenantId, entry, print));
        entry.print = print;
        if (entry.catalogue) entry.catalogue.sales = await readSales(tx, tenantId, entry.catalogue.limited);
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
    entry.checkedAt = checkedAt;
    return entry.catalogue as ShopCatalogue;
  }
}

const caches = perProcess("catalogues", () => new WeakMap<Database, CatalogueCache>());

function cacheOf(db: Database): CatalogueCache {
  const cache = caches.get(db) ?? new CatalogueCache(db);
  caches.set(db, cache);
  return cache;
}

export const catalogueOf = (db: Database, tenantId: number) => cacheOf(db).read(tenantId);
export const forgetCatalogue = (db: Database, tenantId: number) => cacheOf(db).forget(tenantId);

/** `offers` and `products` reveal deletions, of which no later time tells. */
type Print = {
  text: string;
  settled: boolean;
  offers: string;
  products: string;
  /** When recommendations were computed. */
  computed: string;
  /** What becomes of offers, while Shopify makes no discount codes for them. */
  otherwise: WithoutCode | null;
  at: string;
};

const printOf = (offers: Offers) => `${offers.size} ${[...offers.values()].reduce((sum, { stamp }) => sum + stamp, 0)}`;

/**
 * Not settled if something changed in the last seconds: a transaction that began before may commit after, with an earlier
 * time. Variants of running experiments never change.
 */
async function readPrint(db: Reader, tenantId: number): Promise<Print> {
  const { rows } = await db.execute<Print>(sql`
    select concat_ws(' ', upsells, upsells_at, bundles, bundles_at, products, products_at, settings_at, computed, running, otherwise) as text,
      coalesce(greatest(upsells_at, bundles_at, products_at, settings_at) < now() - interval '10 seconds', true) as settled,
      offers, products, coalesce(computed::text, '') as computed, otherwise, (now() - interval '10 seconds')::text as at
    from (select count(*) as upsells, max(updated_at) as upsells_at,
        count(*) filter (where status = 'active') || ' ' || coalesce(sum(${offerStamp}) filter (where status = 'active'), 0) as offers
        from checkout.upsell u where tenant_id = ${tenantId}) u,
      (select count(*) as bundles, max(updated_at) as bundles_at from checkout.bundle where tenant_id = ${tenantId}) b,
      (select concat(count(*), ' ', sum(hashtext(id))) as products, max(updated_at) as products_at
        from checkout.product where tenant_id = ${tenantId}) p,
      (select max(updated_at) as settings_at from checkout.settings where tenant_id = ${tenantId}) s,
      (select max(computed_at) as computed from checkout.recommendation_run where tenant_id = ${tenantId}) r,
      (select max(without_code) as otherwise from checkout.shopify_app
        where tenant_id = ${tenantId} and failing_since is not null) a,
      (select string_agg(id, ' ' order by id) as running from checkout.experiment
        where tenant_id = ${tenantId} and status = 'running' and paused_at is null) e`);
  return rows[0] as Print;
}

/** Of a large catalogue, only what has changed is read again, so that little is left to the garbage collector. */
async function load(db: Reader, tenantId: number, entry: Entry, print: Print) {
  const { offers, recommendations: before, print: known } = entry;
  let current: Offers | undefined;
  const since = known?.products === print.products ? known.at : undefined;
  if (offers && since) current = merge(offers, await readOffers(db, tenantId, since));
  if (!current || printOf(current) !== print.offers) current = merge(new Map(), await readOffers(db, tenantId));
  const of = { print: print.computed, before, since };
  const recommendations = await readRecommendations(db, tenantId, current, of);
  const catalogue = await arrange(db, tenantId, atPrice(current, print), { ...print, recommendations });
  return { offers: current, recommendations, catalogue };
}

/** The price that the shop charges, if not that of the offer. */
function atPrice(offers: Offers, { otherwise }: Print): Offers {
  if (otherwise === null) return offers;
  if (otherwise === "hide") return new Map();
  return new Map([...offers].map(([id, offer]) => [id, { ...offer, discount: { type: "percentage", value: 0 } }]));
}

type Others = Pick<Print, "otherwise"> & Pick<ShopCatalogue, "recommendations">;

async function arrange(db: Reader, tenantId: number, offers: Offers, others: Others): Promise<ShopCatalogue> {
  const { otherwise, recommendations } = others;
  const settings = await readSettings(db, tenantId);
  const running = await readExperiments(db, tenantId);
  // No bundle is offered at its full price, and no variant of an experiment is shown as it should be.
  const bundles = otherwise === null ? await readBundles(db, tenantId) : [];
  const managed = running.filter(({ slots }) => slots !== null && otherwise === null) as ManagedExperiment[];
  const catalogue: ShopCatalogue = {
    mostOffers: settings.upsells.max_offers_per_checkout,
    cooldown: settings.offers.cooldown_hours,
    holdout: settings.experiments.holdout_percent,
    texts: settings.offers.texts,
    offers,
    untriggered: [],
    byTrigger: new Map(),
    followers: new Map((await readFollowers(db, tenantId)).map((id) => [id, []])),
    bundles,
    bundlesOf: new Map(),
    experiments: running.filter(({ slots }) => slots === null),
    managed,
    products: await readProducts(db, tenantId, managed.flatMap(productsOf)),
    recommendations,
    asks: { products: false, purchases: false, shown: false },
    limited: [],
    hidden: otherwise === "hide",
    sales: new Map(),
  };
  for (const [at, offer] of [...offers.values()].sort(byOrder).entries()) {
    // Shoppers of other stores do not wait for a large catalogue.
    if (at % pageSize === 0) await setImmediate();
    for (const id of new Set([offer.nextAccepted, offer.nextDeclined])) catalogue.followers.get(id ?? "")?.push(offer);
    const isFollower = catalogue.followers.has(offer.id);
    if (!isFollower && offer.triggers.length === 0) catalogue.untriggered.push(offer);
    for (const id of new Set(isFollower ? [] : offer.triggers)) addTo(catalogue.byTrigger, id, offer);
    const { asks } = catalogue;
    if (offer.recommendation) asks.purchases = true;
    if (!offer.conditions) continue;
    const { audience, limits } = offer.conditions;
    asks.products ||= asksProducts(audience);
    asks.purchases ||= asksPurchases(audience);
    if (limits.shown_per_visitor !== undefined) asks.shown = true;
    if (limitsSales(limits)) catalogue.limited.push(offer.id);
  }
  for (const bundle of bundles) {
    for (const id of new Set(bundle.products.map(({ product_id }) => product_id))) {
      addTo(catalogue.bundlesOf, id, bundle);
    }
  }
  return catalogue;
}

const productsOf = ({ variants }: ManagedExperiment) =>
  variants.flatMap(({ changes }) => (changes?.offers ?? []).flatMap(({ product_id }) => product_id ?? []));

function addTo<T>(lists: Map<string, T[]>, id: string, value: T): void {
  const list = lists.get(id);
  if (list) list.push(value);
  else lists.set(id, [value]);
}

function merge(known: Offers, read: readonly ReadOffer[]): Offers {
  const offers = new Map(known);
  for (const { active, picture, ...offer } of read) {
    if (picture && offer.product) offer.product.image_url = picture;
    if (active) offers.set(offer.id, offer);
    else offers.delete(offer.id);
  }
  return offers;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Of equal priority, triggered offers come before others, then newer ones, and of the same moment the smaller id. */
export const byOrder = (a: ListedOffer, b: ListedOffer): number =>
  b.priority - a.priority ||
  Number(b.triggers.length > 0) - Number(a.triggers.length > 0) ||
  compare(b.createdAt, a.createdAt) ||
  compare(a.id, b.id);
