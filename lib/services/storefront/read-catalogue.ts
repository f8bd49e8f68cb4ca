import { sql } from "drizzle-orm";
import type { Audience } from "../../contract/checkout/audience.ts";
import type { OfferQuantity } from "../../contract/checkout/offer-quantity.ts";
import type { OfferTexts } from "../../contract/checkout/offer-text-words.ts";
import type { Recommendation } from "../../contract/checkout/recommendation.ts";
import { type Pieces, piecesOf } from "../../contract/checkout/upsell-words.ts";
import type { Database } from "../../database/client.ts";
import type { BundleComponent, ProductVariant, StoredVariant } from "../../database/schema/checkout.ts";
import { followers } from "../checkout/upsell-chains.ts";
import { isOnSale, roomIn } from "./bundle-choice.ts";
import type { Conditions } from "./conditions.ts";

export type ShownProduct = {
  id: string;
  title: string;
  /** That of the first variant in stock, if there are variants. */
  price: number | null;
  compare_at_price: number | null;
  tax_included: boolean | null;
  image_url: string | null;
  url: string | null;
  /** A product is offered while it is active. */
  status: string;
  /** Those that are in stock, in the order of the shop. */
  variants: ShownVariant[];
  soldOut: boolean;
};
export type ShownVariant = ProductVariant & { compare_at_price: number | null };
export type ShownOffer = {
  id: string;
  productId: string;
  discount: { type: string; value: number };
  quantity: Pieces;
  placement: string;
  product: ShownProduct | null;
};
/** Why a product was recommended. */
export type Recommended =
  | { kind: "bought_together"; with: string; together: number; orders: number }
  | { kind: "best_seller"; category: string; units: number };
export type ListedOffer = ShownOffer & {
  /** Null if the product is always the same. */
  recommendation: Recommendation | null;
  /** Present if the product was recommended. */
  recommended?: Recommended;
  triggers: string[];
  priority: number;
  /** Null if everybody always sees it. */
  conditions: Conditions | null;
  nextAccepted: string | null;
  nextDeclined: string | null;
  /** Null if nothing is written for it. */
  texts: OfferTexts | null;
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
  audience: Audience;
  slots: [number, number][];
};

type Reader = Pick<Database, "execute">;

const pageSize = 500;
/** A part of what tells whether the active offers are the same as before. */
export const offerStamp = sql`((extract(epoch from u.updated_at) * 1000)::bigint % 1000003)::int`;

const productColumns = sql`
  case when p.id is not null then json_build_object(
    'id', p.id, 'title', p.title, 'image_url', p.image_url, 'url', p.url,
    'price', coalesce((in_stock -> 0 ->> 'price')::bigint, p.price), 'tax_included', p.tax_included,
    'compare_at_price', case when in_stock is null then p.compare_at_price else (in_stock -> 0 ->> 'compare_at_price')::bigint end,
    'status', p.status, 'soldOut', p.variants <> '[]' and in_stock is null, 'variants', coalesce(in_stock, '[]')) end as product`;
/** The first variant costs what the product costs, and so does one without a price. A stock that nobody counts is null. */
const inStock = sql`
  left join lateral (
    select jsonb_agg(variant || jsonb_build_object('price',
      case when n = 1 then coalesce(p.price, (variant ->> 'price')::bigint) else coalesce((variant ->> 'price')::bigint, p.price) end,
      'compare_at_price', coalesce((variant ->> 'compare_at_price')::bigint,
        case when n = 1 or variant ->> 'price' is null then p.compare_at_price end)
    ) order by n) as in_stock
    from jsonb_array_elements(p.variants) with ordinality as listed (variant, n)
    where p.variants <> '[]' and coalesce((variant ->> 'stock')::int, 1) > 0
  ) stock on true`;

const conditions = sql`
  case when u.audience <> '{}' or u.schedule <> '{}' or u.limits <> '{}' or u.share_percent < 100 then json_build_object(
    'audience', u.audience, 'schedule', u.schedule, 'limits', u.limits, 'share', u.share_percent) end`;

/** `picture` is shown in place of the product’s. */
export type ReadOffer = ListedOffer & { active: boolean; picture: string | null };

/** The product as it is in stock for an offer of so many pieces. */
export function inStockFor(product: ShownProduct | null, { least }: Pieces): ShownProduct | null {
  if (!product || least === 1 || product.variants.length === 0) return product;
  const variants = product.variants.filter(({ stock }) => stock === null || stock >= least);
  const { price, compare_at_price } = variants[0] ?? product;
  return { ...product, variants, price, compare_at_price, soldOut: variants.length === 0 };
}

/** All active offers, or all that have changed since then. */
export async function readOffers(db: Reader, tenantId: number, since?: string): Promise<ReadOffer[]> {
  const offers: ReadOffer[] = [];
  const wanted = since
    ? sql`and (u.updated_at >= ${since}::timestamptz or p.updated_at >= ${since}::timestamptz)`
    : sql`and u.status = 'active'`;
  for (let last: ReadOffer | undefined; ; last = offers.at(-1)) {
    const after = last && sql`and (u.created_at, u.id) < (${last.createdAt}::timestamptz, ${last.id})`;
    // One text for all rows is parsed much faster than each value of each row.
    const { rows } = await db.execute<{ page: (ReadOffer & { pieces: OfferQuantity })[] }>(sql`
      select coalesce(json_agg(page), '[]') as page from (select u.id, u.quantity as pieces, u.product_id as "productId", u.trigger_products as triggers, u.placement,
        u.created_at::text as "createdAt", u.status = 'active' as active, ${offerStamp} as stamp, u.priority, ${conditions} as conditions,
        u.next_accepted as "nextAccepted", u.next_declined as "nextDeclined", u.updated_at::text as revision,
        nullif(u.recommendation, '{}') as recommendation, nullif(u.texts, '{}') as texts, u.image_url as picture,
        json_build_object('type', u.discount_type, 'value', u.discount_value) as discount, ${productColumns}
      from checkout.upsell u left join checkout.product p on p.tenant_id = u.tenant_id and p.id = u.product_id ${inStock}
      where u.tenant_id = ${tenantId} ${wanted} ${after}
      order by u.created_at desc, u.id desc
      limit ${pageSize}) page`);
    const page = rows[0]?.page ?? [];
    for (const offer of page) {
      offer.quantity = piecesOf(offer.pieces);
      offer.product = inStockFor(offer.product, offer.quantity);
    }
    offers.push(...page);
    if (page.length < pageSize) return offers;
  }
}

/** The offers that follow others, whatever the status of these is. */
export async function readFollowers(db: Reader, tenantId: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select distinct id from ${followers(tenantId)} named (id)`);
  return rows.map(({ id }) => id);
}

/** A bundle with a product that may not be offered is none, unless there are others to choose. */
export async function readBundles(db: Reader, tenantId: number): Promise<ShownBundle[]> {
  const { rows } = await db.execute<ShownBundle>(sql`
    select b.id, b.name, b.type, b.updated_at::text as revision, json_build_object('type', b.pricing_type, 'value', b.pricing_value) as pricing,
      (select coalesce(json_agg(part.of order by part.n), '[]') from (
        select n, json_build_object('product_id', component ->> 'product_id', 'quantity', component -> 'quantity',
          'product', product) as of
        from jsonb_array_elements(b.products) with ordinality as listed (component, n)
        left join lateral (
          select ${productColumns} from checkout.product p ${inStock}
          where p.tenant_id = b.tenant_id and p.id = component ->> 'product_id'
        ) known on true
      ) part) as products
    from checkout.bundle b
    where b.tenant_id = ${tenantId} and b.status = 'active'
    order by b.created_at desc, b.id`);
  return rows.filter((bundle) => (roomIn(bundle) ? bundle.products.some(isOnSale) : bundle.products.every(isOnSale)));
}

export type Running = Omit<ManagedExperiment, "slots"> & { slots: ManagedExperiment["slots"] | null };

export async function readExperiments(db: Reader, tenantId: number): Promise<Running[]> {
  const { rows } = await db.execute<Running>(sql`
    select id, variants, plan ->> 'group' as group, plan -> 'audience' as audience,
      case when plan is not null then coalesce(frozen -> 'slots', '[]') end as slots
    from checkout.experiment where tenant_id = ${tenantId} and status = 'running' and paused_at is null
    order by created_at, id`);
  return rows;
}

/** Those that have changed since then, if that is asked. */
export async function readProducts(db: Reader, tenantId: number, ids: readonly string[], since?: string) {
  if (ids.length === 0) return new Map<string, ShownProduct>();
  const changed = since && sql`and p.updated_at >= ${since}::timestamptz`;
  const { rows } = await db.execute<{ product: ShownProduct }>(sql`
    select ${productColumns} from checkout.product p ${inStock}
    where p.tenant_id = ${tenantId} and p.id = any(${sql.param(ids)}) ${changed}`);
  return new Map(rows.map(({ product }) => [product.id, product]));
}
