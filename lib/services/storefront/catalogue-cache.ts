import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { ExperimentDesign } from "../../contract/checkout/experiment-draft.ts";
import type { Database } from "../../database/client.ts";
import type { BundleComponent, StoredVariant } from "../../database/schema/checkout.ts";
import { log } from "../../log.ts";
import { perProcess } from "../../per-process.ts";
import { readSettings } from "../checkout/settings.ts";

type ShownProduct = {
  id: string;
  title: string;
  price: number | null;
  image_url: string | null;
  url: string | null;
  /** A product is offered while it is active. */
  status: string;
  /** The one whose price is that of the product, if it has variants. */
  variant: string | null;
};
export type ShownOffer = {
  id: string;
  productId: string;
  discount: { type: string; value: number };
  placement: string;
  product: ShownProduct | null;
};
export type ListedOffer = ShownOffer & {
  triggers: string[];
  first: boolean;
  createdAt: string;
  stamp: number;
  revision: string;
};
export type ShownBundle = {
  id: string;
  name: string;
  type: string;
  products: (BundleComponent & { product: ShownProduct | null })[];
  pricing: { type: string; value: number };
  revision: string;
};

export type ManagedExperiment = {
  id: string;
  variants: StoredVariant[];
  group: string | null;
  audience: ExperimentDesign["audience"];
  slots: [number, number][];
};

/** What the shop may show at present: active offers and bundles, newest first, and experiments that are not paused. */
export type ShopCatalogue = {
  mostOffers: number;
  /** In hours. */
  cooldown: number;
  holdout: number;
  offers: Offers;
  untriggered: ListedOffer[];
  byTrigger: Map<string, ListedOffer[]>;
  bundles: ShownBundle[];
  bundlesOf: Map<string, ShownBundle[]>;
  /** Those that the shop itself applies. */
  experiments: { id: string; variants: StoredVariant[] }[];
  managed: ManagedExperiment[];
  /** The products that variants show in place of others. */
  products: Map<string, ShownProduct>;
};

type Reader = Pick<Database, "execute" | "select">;
type Offers = ReadonlyMap<string, ListedOffer>;

type Entry = {
  catalogue?: ShopCatalogue | undefined;
  print?: Print;
  offers?: Offers;
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
    const { offers, print } = this.#entries.get(tenantId) ?? {};
    this.#entries.delete(tenantId);
    if (offers && print) this.#add(tenantId, { offers, print: { ...print, settled: false }, checkedAt: 0 });
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
        if (!isSame) [entry.offers, entry.catalogue] = await load(tx, tenantId, entry, print);
        entry.print = print;
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
type Print = { text: string; settled: boolean; offers: string; products: string; at: string };

const printOf = (offers: Offers) => `${offers.size} ${[...offers.values()].reduce((sum, { stamp }) => sum + stamp, 0)}`;
const stamp = sql`((extract(epoch from u.updated_at) * 1000)::bigint % 1000003)::int`;

/**
 * Not settled if something changed in the last seconds: a transaction that began before may commit after, with an earlier
 * time. Variants of running experiments never change.
 */
async function readPrint(db: Reader, tenantId: number): Promise<Print> {
  const { rows } = await db.execute<Print>(sql`
    select concat_ws(' ', upsells, upsells_at, bundles, bundles_at, products, products_at, settings_at, running) as text,
      coalesce(greatest(upsells_at, bundles_at, products_at, settings_at) < now() - interval '10 seconds', true) as settled,
      offers, products, (now() - interval '10 seconds')::text as at
    from (select count(*) as upsells, max(updated_at) as upsells_at,
        count(*) filter (where status = 'active') || ' ' || coalesce(sum(${stamp}) filter (where status = 'active'), 0) as offers
        from checkout.upsell u where tenant_id = ${tenantId}) u,
      (select count(*) as bundles, max(updated_at) as bundles_at from checkout.bundle where tenant_id = ${tenantId}) b,
      (select concat(count(*), ' ', sum(hashtext(id))) as products, max(updated_at) as products_at
        from checkout.product where tenant_id = ${tenantId}) p,
      (select max(updated_at) as settings_at from checkout.settings where tenant_id = ${tenantId}) s,
      (select string_agg(id, ' ' order by id) as running from checkout.experiment
        where tenant_id = ${tenantId} and status = 'running' and paused_at is null) e`);
  return rows[0] as Print;
}

/** Of a large catalogue, only what has changed is read again, so that little is left to the garbage collector. */
async function load(db: Reader, tenantId: number, { offers, print: before }: Entry, print: Print) {
  let current: Offers | undefined;
  if (offers && before?.products === print.products) {
    current = merge(offers, await loadOffers(db, tenantId, before.at));
  }
  if (!current || printOf(current) !== print.offers) current = merge(new Map(), await loadOffers(db, tenantId));
  return [current, await arrange(db, tenantId, current)] as const;
}

async function arrange(db: Reader, tenantId: number, offers: Offers): Promise<ShopCatalogue> {
  const settings = await readSettings(db, tenantId);
  const bundles = await loadBundles(db, tenantId);
  const running = await loadExperiments(db, tenantId);
  const managed = running.filter(({ slots }) => slots !== null) as ManagedExperiment[];
  const catalogue: ShopCatalogue = {
    mostOffers: settings.upsells.max_offers_per_checkout,
    cooldown: settings.offers.cooldown_hours,
    holdout: settings.experiments.holdout_percent,
    offers,
    untriggered: [],
    byTrigger: new Map(),
    bundles,
    bundlesOf: new Map(),
    experiments: running.filter(({ slots }) => slots === null),
    managed,
    products: await loadProducts(db, tenantId, managed),
  };
  for (const [at, offer] of [...offers.values()].sort(byOrder).entries()) {
    // Shoppers of other stores do not wait for a large catalogue.
    if (at % pageSize === 0) await setImmediate();
    if (offer.triggers.length === 0) catalogue.untriggered.push(offer);
    for (const id of new Set(offer.triggers)) addTo(catalogue.byTrigger, id, offer);
  }
  for (const bundle of bundles) {
    for (const id of new Set(bundle.products.map(({ product_id }) => product_id))) {
      addTo(catalogue.bundlesOf, id, bundle);
    }
  }
  return catalogue;
}

function addTo<T>(lists: Map<string, T[]>, id: string, value: T): void {
  const list = lists.get(id);
  if (list) list.push(value);
  else lists.set(id, [value]);
}

const productColumns = sql`
  case when p.id is not null then json_build_object(
    'id', p.id, 'title', p.title, 'price', p.price, 'image_url', p.image_url, 'url', p.url,
    'status', p.status, 'variant', p.variants -> 0 ->> 'id') end as product`;

type Read = ListedOffer & { active: boolean };

function merge(known: Offers, read: readonly Read[]): Offers {
  const offers = new Map(known);
  for (const { active, ...offer } of read) {
    if (active) offers.set(offer.id, offer);
    else offers.delete(offer.id);
  }
  return offers;
}

/** All active offers, or all that have changed since then. */
async function loadOffers(db: Reader, tenantId: number, since?: string): Promise<Read[]> {
  const offers: Read[] = [];
  const wanted = since
    ? sql`and (u.updated_at >= ${since}::timestamptz or p.updated_at >= ${since}::timestamptz)`
    : sql`and u.status = 'active'`;
  for (let last: Read | undefined; ; last = offers.at(-1)) {
    const after = last && sql`and (u.created_at, u.id) < (${last.createdAt}::timestamptz, ${last.id})`;
    // One text for all rows is parsed much faster than each value of each row.
    const { rows } = await db.execute<{ page: Read[] }>(sql`
      select coalesce(json_agg(page), '[]') as page from (select u.id, u.product_id as "productId", u.trigger_products as triggers, u.placement,
        u.created_at::text as "createdAt", u.status = 'active' as active, ${stamp} as stamp, u.first, u.updated_at::text as revision,
        json_build_object('type', u.discount_type, 'value', u.discount_value) as discount, ${productColumns}
      from checkout.upsell u left join checkout.product p on p.tenant_id = u.tenant_id and p.id = u.product_id
      where u.tenant_id = ${tenantId} ${wanted} ${after}
      order by u.created_at desc, u.id desc
      limit ${pageSize}) page`);
    const page = rows[0]?.page ?? [];
    offers.push(...page);
    if (page.length < pageSize) return offers;
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Triggered offers come before others, then newer ones. Of those created at the same moment, the smaller id comes first. */
export const byOrder = (a: ListedOffer, b: ListedOffer): number =>
  Number(b.first) - Number(a.first) ||
  Number(b.triggers.length > 0) - Number(a.triggers.length > 0) ||
  compare(b.createdAt, a.createdAt) ||
  compare(a.id, b.id);

/** A bundle with a product that may not be offered is none. */
async function loadBundles(db: Reader, tenantId: number): Promise<ShownBundle[]> {
  const { rows } = await db.execute<ShownBundle>(sql`
    select b.id, b.name, b.type, b.updated_at::text as revision, json_build_object('type', b.pricing_type, 'value', b.pricing_value) as pricing,
      (select coalesce(json_agg(part.of order by part.n), '[]') from (
        select n, json_build_object('product_id', component ->> 'product_id', 'quantity', component -> 'quantity',
          'product', product) as of
        from jsonb_array_elements(b.products) with ordinality as listed (component, n)
        left join lateral (
          select ${productColumns} from checkout.product p
          where p.tenant_id = b.tenant_id and p.id = component ->> 'product_id'
        ) known on true
      ) part) as products
    from checkout.bundle b
    where b.tenant_id = ${tenantId} and b.status = 'active' and not exists (
      select from jsonb_array_elements(b.products) as component, checkout.product p
      where p.tenant_id = b.tenant_id and p.id = component ->> 'product_id' and p.status <> 'active')
    order by b.created_at desc, b.id`);
  return rows;
}

type Running = Omit<ManagedExperiment, "slots"> & { slots: ManagedExperiment["slots"] | null };

async function loadExperiments(db: Reader, tenantId: number): Promise<Running[]> {
  const { rows } = await db.execute<Running>(sql`
    select id, variants, plan ->> 'group' as group, plan -> 'audience' as audience,
      case when plan is not null then coalesce(frozen -> 'slots', '[]') end as slots
    from checkout.experiment where tenant_id = ${tenantId} and status = 'running' and paused_at is null
    order by created_at, id`);
  return rows;
}

async function loadProducts(db: Reader, tenantId: number, experiments: readonly ManagedExperiment[]) {
  const changes = experiments.flatMap(({ variants }) => variants.flatMap((variant) => variant.changes?.offers ?? []));
  const ids = changes.flatMap(({ product_id }) => product_id ?? []);
  if (ids.length === 0) return new Map<string, ShownProduct>();
  const { rows } = await db.execute<{ product: ShownProduct }>(sql`
    select ${productColumns} from checkout.product p where p.tenant_id = ${tenantId} and p.id = any(${sql.param(ids)})`);
  return new Map(rows.map(({ product }) => [product.id, product]));
}
