import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { OfferChange, VariantChanges } from "../../contract/checkout/experiment-draft.ts";
import type { StoredVariant } from "../../database/schema/checkout.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";
import type { ManagedExperiment, ShopCatalogue } from "./catalogue-cache.ts";

type Pricing = VariantChanges["bundles"][number]["pricing"];
export type Changes = {
  offers: ReadonlyMap<string, OfferChange>;
  bundles: ReadonlyMap<string, Pricing>;
  mostOffers?: number | undefined;
  /** In hours. */
  cooldown: number;
  /** Whether the visitor declined the offer a short time ago, or accepted it for this order. */
  rests: (upsellId: string) => boolean;
};
/** What a shop says about its shopper. A question about bundles does not tell the cart. */
type Question = {
  visitor_id?: string | undefined;
  country?: string | undefined;
  affiliate?: string | undefined;
  cart?: readonly string[] | undefined;
  order?: string | undefined;
};

/** An experiment counts as applied if this answer depends on it, whichever variant the visitor has. */
export async function answerFor<T>(
  context: Context,
  catalogue: ShopCatalogue,
  question: Question,
  answer: (changes: Changes) => T,
) {
  const { visitor_id: visitor } = question;
  const included = visitor === undefined ? [] : includedIn(catalogue, visitor);
  const facts = await factsOf(context, catalogue, question, included);
  const assigned = included.flatMap((experiment) => {
    if (!fits(experiment, facts)) return [];
    const name = assignVariant(experiment.id, visitor as string, experiment.variants);
    return [{ experiment, variant: experiment.variants.find((one) => one.name === name) as StoredVariant }];
  });
  const variants = assigned.map(({ variant }) => variant);
  const answerUnder = (all: readonly StoredVariant[]) => answer(combine(all, catalogue, facts));
  const changes = combine(variants, catalogue, facts);
  const own = answer(changes);
  const text = assigned.length > 0 && JSON.stringify(own);
  const differs = (at: number, variant: StoredVariant) =>
    JSON.stringify(answerUnder(variants.with(at, variant))) !== text;
  const applied = assigned.filter(({ experiment, variant }, at) =>
    experiment.variants.some((other) => other !== variant && differs(at, other)),
  );
  return {
    answer: own,
    cooldown: changes.cooldown,
    applied: applied.map(({ experiment, variant }) => ({ experiment_id: experiment.id, variant: variant.name })),
  };
}

function includedIn({ managed, holdout }: ShopCatalogue, visitor: string): readonly ManagedExperiment[] {
  if (managed.length === 0 || share("holdout", visitor) * 100 < holdout) return [];
  return managed.filter((experiment) => takesPart(experiment, visitor));
}

/** Of two experiments that change the same field, the one that was created later decides. */
function combine(variants: readonly StoredVariant[], catalogue: ShopCatalogue, { declined, accepted }: Facts): Changes {
  const offers = new Map<string, OfferChange>();
  const bundles = new Map<string, Pricing>();
  let mostOffers: number | undefined;
  let { cooldown } = catalogue;
  for (const { changes } of variants) {
    for (const change of changes?.offers ?? []) {
      offers.set(change.upsell_id, { ...offers.get(change.upsell_id), ...change });
    }
    for (const { bundle_id, pricing } of changes?.bundles ?? []) bundles.set(bundle_id, pricing);
    mostOffers = changes?.settings?.max_offers_per_checkout ?? mostOffers;
    cooldown = changes?.settings?.cooldown_hours ?? cooldown;
  }
  const rests = (id: string) => accepted.includes(id) || (declined?.[id] ?? Number.POSITIVE_INFINITY) < cooldown;
  return { offers, bundles, mostOffers, cooldown, rests };
}

type Facts = {
  device: string | null;
  country: string | null;
  visitors: ReturnType<typeof visitorKind>;
  affiliate: boolean;
  cart: readonly string[];
  cartValue: number | null;
} & Stored;

/** What only the database knows of a visitor. */
type Stored = {
  /** The sum of the prices, in minor units. */
  value: number;
  /** Experiments of which the visitor has seen a variant. */
  seen: readonly string[];
  /** The hours since the visitor declined an offer, by offer. */
  declined: Readonly<Record<string, number>> | null;
  /** The offers that were accepted for the order. */
  accepted: readonly string[];
};

async function factsOf(
  context: Context,
  { cooldown }: ShopCatalogue,
  { visitor_id: visitor = "", country, affiliate, cart, order }: Question,
  experiments: readonly ManagedExperiment[],
): Promise<Facts> {
  const { currency, shopper } = context;
  const visitors = visitorKind(visitor, Date.now());
  const asksValue = experiments.some(({ audience: { cart_min, cart_max } }) => (cart_min ?? cart_max) !== undefined);
  const onlyNew = experiments.filter(({ audience }) => audience.visitors === "new");
  const cooldowns = experiments.flatMap(({ variants }) =>
    variants.map(({ changes }) => changes?.settings?.cooldown_hours ?? 0),
  );
  const stored = await readStored(context, visitor, {
    priced: asksValue && cart ? cart : [],
    seen: visitors === "returning" ? onlyNew.map(({ id }) => id) : [],
    hours: visitor && cart ? Math.max(cooldown, ...cooldowns) : 0,
    order,
  });
  return {
    device: shopper?.device ?? null,
    country: country?.toUpperCase() ?? shopper?.country ?? null,
    visitors,
    affiliate: affiliate !== undefined,
    cart: cart ?? [],
    cartValue: cart === undefined ? null : toMajor(stored.value, currency),
    ...stored,
  };
}

type Wanted = { priced: readonly string[]; seen: readonly string[]; hours: number; order: string | undefined };

/** One statement, or none if nothing is wanted. */
async function readStored(
  { db, tenantId }: Context,
  visitor: string,
  { priced, seen, hours, order }: Wanted,
): Promise<Stored> {
  if (priced.length === 0 && seen.length === 0 && hours === 0 && order === undefined) return nothingStored;
  const { rows } = await db.execute<Stored>(sql`
    select
      (select coalesce(sum(price), 0)::int8 from checkout.product
        where tenant_id = ${tenantId} and id = any(${sql.param(priced)})) as value,
      array(select experiment_id from checkout.experiment_visitor
        where tenant_id = ${tenantId} and experiment_id = any(${sql.param(seen)}) and visitor_id = ${visitor}) as seen,
      (select json_object_agg(id, hours) from (
        select data ->> 'upsell_id' as id, min(extract(epoch from now() - occurred_at)) / 3600 as hours
        from checkout.storefront_event
        where tenant_id = ${tenantId} and type = 'offer.declined' and data ->> 'visitor_id' = ${visitor}
          and occurred_at > now() - make_interval(hours => ${hours})
        group by 1) declined) as declined,
      coalesce((select upsells_accepted from checkout.order
        where tenant_id = ${tenantId} and id = ${order ?? null}::text), '{}') as accepted`);
  return rows[0] as Stored;
}

const nothingStored: Stored = { value: 0, seen: [], declined: null, accepted: [] };

/** What is not known does not meet a condition. Who saw a variant as a new visitor keeps it. */
function fits({ id, audience }: ManagedExperiment, facts: Facts): boolean {
  const { countries = [], device, visitors, cart_min, cart_max, products = [], affiliate } = audience;
  const value = facts.cartValue;
  return (
    (countries.length === 0 || (facts.country !== null && countries.includes(facts.country))) &&
    (device === undefined || device === facts.device) &&
    (visitors === undefined || visitors === facts.visitors || facts.seen.includes(id)) &&
    (cart_min === undefined || (value !== null && value >= cart_min)) &&
    (cart_max === undefined || (value !== null && value <= cart_max)) &&
    (products.length === 0 || products.some((id) => facts.cart.includes(id))) &&
    (affiliate === undefined || affiliate === facts.affiliate)
  );
}

const returningMs = 30 * 60_000;

/** The shop's script writes the time into the ids that it makes. Of other ids, nothing is known. */
export function visitorKind(visitorId: string, at: number): "new" | "returning" | null {
  const made = /^cw([0-9a-z]{8})-\d+$/.exec(visitorId)?.[1];
  if (made === undefined) return null;
  return at - Number.parseInt(made, 36) > returningMs ? "returning" : "new";
}

export function takesPart(
  { id, group, slots }: Pick<ManagedExperiment, "id" | "group" | "slots">,
  visitor: string,
): boolean {
  const bucket = Math.floor(share(group ?? id, "traffic", visitor) * 10_000);
  return slots.some(([from, below]) => from <= bucket && bucket < below);
}

/** Hashing gives a visitor the same variant each time, so that nothing has to be stored. */
export function assignVariant(experimentId: string, visitorId: string, variants: readonly StoredVariant[]): string {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  let left = share(experimentId, visitorId) * total;
  for (const { name, weight } of variants) {
    if (left < weight) return name;
    left -= weight;
  }
  return variants.at(-1)?.name ?? "";
}

/** From 0 to 1, and always the same for the same words. */
function share(...words: string[]): number {
  const digest = createHash("sha256").update(words.join("\n")).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}
