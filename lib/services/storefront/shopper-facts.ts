import { sql } from "drizzle-orm";
import { limitDays } from "../../contract/checkout/audience-words.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor, toMinor } from "../kernel/money.ts";
import type { ShopCatalogue } from "./catalogue-cache.ts";
import { asksProducts, asksPurchases, type Facts, momentOf } from "./conditions.ts";
import type { ListedOffer, ManagedExperiment } from "./read-catalogue.ts";

/** What a shop says about its shopper. A question about bundles does not tell the cart. */
export type ShopperQuestion = {
  visitor_id?: string | undefined;
  country?: string | undefined;
  language?: string | undefined;
  affiliate?: string | undefined;
  campaign?: string | undefined;
  cart?: readonly string[] | undefined;
  order?: string | undefined;
  accepting?: boolean;
};

export type ShopperFacts = Facts & {
  /** Experiments of which the visitor has seen a variant. */
  seen: readonly string[];
  /** The hours since the visitor declined an offer, by offer. */
  declined: Readonly<Record<string, number>> | null;
  /** The offers that were accepted for the order. */
  accepted: readonly string[];
  currency: string;
};

/** An offer is still sold to a shopper who saw it a short time before its end. */
const graceMs = 10 * 60_000;

export async function factsOf(
  context: Context,
  { cooldown, asks }: ShopCatalogue,
  { visitor_id: visitor, country, language, affiliate, campaign, cart, order, accepting = false }: ShopperQuestion,
  experiments: readonly ManagedExperiment[],
): Promise<ShopperFacts> {
  const { currency, shopper, timeZone } = context;
  const now = Date.now();
  const visitors = visitorKind(visitor ?? "", now);
  const audiences = experiments.map(({ audience }) => audience);
  const onlyNew = experiments.filter(({ audience }) => audience.visitors === "new");
  const cooldowns = experiments.flatMap(({ variants }) =>
    variants.map(({ changes }) => changes?.settings?.cooldown_hours ?? 0),
  );
  const stored = await readStored(context, visitor, order, {
    products: cart && (asks.products || audiences.some(asksProducts)) ? cart : [],
    seen: visitors === "returning" ? onlyNew.map(({ id }) => id) : [],
    hours: visitor && cart ? Math.max(cooldown, ...cooldowns) : 0,
    shown: visitor !== undefined && asks.shown,
    orders: visitor !== undefined && (asks.purchases || audiences.some(asksPurchases)),
  });
  return {
    moments: [now, ...(accepting ? [now - graceMs] : [])].map((at) => momentOf(timeZone, at)),
    ...{ visitor: visitor ?? null, visitors, accepting },
    device: shopper?.device ?? null,
    country: country?.toUpperCase() ?? shopper?.country ?? null,
    language: language?.split(/[-_]/)[0]?.toLowerCase() ?? null,
    affiliate: affiliate !== undefined,
    campaign: campaign ?? null,
    cart: cart ?? [],
    categories: stored.categories,
    cartValue: cart === undefined ? null : toMajor(stored.value, currency),
    purchases: visitor === undefined ? null : stored.orders > 0 ? "some" : "none",
    ...{ bought: stored.bought, shown: stored.shown ?? {} },
    ...{ seen: stored.seen, declined: stored.declined, accepted: stored.accepted, currency },
  };
}

/** The facts once these offers are accepted. */
export function withBought(facts: ShopperFacts, bought: readonly ListedOffer[]): ShopperFacts {
  if (bought.length === 0) return facts;
  const { cart, cartValue, currency } = facts;
  const added = bought.reduce((sum, { product }) => sum + (product?.price ?? 0), 0);
  const value = cartValue === null ? null : toMajor((toMinor(cartValue, currency) ?? 0) + added, currency);
  return { ...facts, cart: [...cart, ...bought.map(({ productId }) => productId)], cartValue: value };
}

type Wanted = { products: readonly string[]; seen: readonly string[]; hours: number; shown: boolean; orders: boolean };

/** What only the database knows of a visitor; the value is in minor units. */
type Stored = Pick<ShopperFacts, "seen" | "declined" | "accepted" | "bought" | "categories"> & {
  value: number;
  orders: number;
  shown: ShopperFacts["shown"] | null;
};

const nothingStored: Stored = {
  ...{ value: 0, categories: [], seen: [], declined: null, accepted: [] },
  ...{ shown: null, orders: 0, bought: [] },
};

/** One statement, or none if nothing is wanted. */
async function readStored(
  { db, tenantId }: Context,
  visitor: string | undefined,
  order: string | undefined,
  { products, seen, hours, shown, orders }: Wanted,
): Promise<Stored> {
  const nothing = products.length === 0 && seen.length === 0 && hours === 0 && order === undefined && !shown && !orders;
  if (nothing) return nothingStored;
  const events = (type: string, since: number) => sql`checkout.storefront_event
    where tenant_id = ${tenantId} and type = ${sql.raw(`'${type}'`)} and data ->> 'visitor_id' = ${visitor ?? ""}
      and occurred_at > now() - make_interval(hours => ${since})`;
  const earlier = sql`from checkout.order where tenant_id = ${tenantId} and visitor_id = ${orders ? visitor : null}::text
    and placed_at is not null and not cancelled and id is distinct from ${order ?? null}::text`;
  const inCart = sql`from checkout.product where tenant_id = ${tenantId} and id = any(${sql.param(products)})`;
  const { rows } = await db.execute<Stored>(sql`
    select
      (select coalesce(sum(price), 0)::int8 ${inCart}) as value,
      array(select distinct unnest(categories) ${inCart}) as categories,
      array(select experiment_id from checkout.experiment_visitor
        where tenant_id = ${tenantId} and experiment_id = any(${sql.param(seen)}) and visitor_id = ${visitor ?? ""}) as seen,
      (select json_object_agg(id, hours) from (
        select data ->> 'upsell_id' as id, min(extract(epoch from now() - occurred_at)) / 3600 as hours
        from ${events("offer.declined", hours)} group by 1) declined) as declined,
      (select json_object_agg(id, count) from (
        select data ->> 'upsell_id' as id, count(*) from ${events("offer.shown", shown ? limitDays * 24 : 0)} group by 1) shown) as shown,
      (select count(*)::int ${earlier}) as orders,
      array(select distinct unnest(products) ${earlier}) as bought,
      coalesce((select upsells_accepted from checkout.order
        where tenant_id = ${tenantId} and id = ${order ?? null}::text), '{}') as accepted`);
  return rows[0] as Stored;
}

const returningMs = 30 * 60_000;

/** The shop's script writes the time into the ids that it makes. Of other ids, nothing is known. */
export function visitorKind(visitorId: string, at: number): "new" | "returning" | null {
  const made = /^cw([0-9a-z]{8})-\d+$/.exec(visitorId)?.[1];
  if (made === undefined) return null;
  return at - Number.parseInt(made, 36) > returningMs ? "returning" : "new";
}
