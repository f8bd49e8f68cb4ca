import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { ExperimentDesign, OfferChange, VariantChanges } from "../../contract/checkout/experiment-draft.ts";
import { type ExperimentVariant, product } from "../../database/schema/checkout.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";
import type { ManagedExperiment, ShopCatalogue } from "./catalogue-cache.ts";

type Pricing = VariantChanges["bundles"][number]["pricing"];
export type Changes = {
  offers: ReadonlyMap<string, OfferChange>;
  bundles: ReadonlyMap<string, Pricing>;
  mostOffers?: number | undefined;
};
/** What a shop says about its shopper. A question about bundles does not tell the cart. */
type Question = {
  visitor_id?: string | undefined;
  country?: string | undefined;
  affiliate?: string | undefined;
  cart?: readonly string[] | undefined;
};

const noChanges: Changes = { offers: new Map(), bundles: new Map() };

/** An experiment counts as applied if this answer depends on it, whichever variant the visitor has. */
export async function answerFor<T>(
  context: Context,
  catalogue: ShopCatalogue,
  question: Question,
  answer: (changes: Changes) => T,
) {
  const assigned = await assign(context, catalogue, question);
  if (assigned.length === 0) return { answer: answer(noChanges), applied: [] };
  const variants = assigned.map(({ variant }) => variant);
  const own = answer(combine(variants));
  const text = JSON.stringify(own);
  const differs = (at: number, variant: ExperimentVariant) =>
    JSON.stringify(answer(combine(variants.with(at, variant)))) !== text;
  const applied = assigned.filter(({ experiment, variant }, at) =>
    experiment.variants.some((other) => other !== variant && differs(at, other)),
  );
  return {
    answer: own,
    applied: applied.map(({ experiment, variant }) => ({ experiment_id: experiment.id, variant: variant.name })),
  };
}

async function assign(context: Context, { managed, holdout }: ShopCatalogue, question: Question) {
  const { visitor_id: visitor } = question;
  if (visitor === undefined || managed.length === 0 || share("holdout", visitor) * 100 < holdout) return [];
  const included = managed.filter((experiment) => takesPart(experiment, visitor));
  const facts = await factsOf(context, question, visitor, included);
  return included
    .filter(({ audience }) => fits(audience, facts))
    .map((experiment) => {
      const name = assignVariant(experiment.id, visitor, experiment.variants);
      return { experiment, variant: experiment.variants.find((one) => one.name === name) as ExperimentVariant };
    });
}

/** Of two experiments that change the same field, the one that was created later decides. */
function combine(variants: readonly ExperimentVariant[]): Changes {
  const offers = new Map<string, OfferChange>();
  const bundles = new Map<string, Pricing>();
  let mostOffers: number | undefined;
  for (const { changes } of variants) {
    for (const change of changes?.offers ?? []) {
      offers.set(change.upsell_id, { ...offers.get(change.upsell_id), ...change });
    }
    for (const { bundle_id, pricing } of changes?.bundles ?? []) bundles.set(bundle_id, pricing);
    mostOffers = changes?.settings?.max_offers_per_checkout ?? mostOffers;
  }
  return { offers, bundles, mostOffers };
}

type Facts = {
  device: string | null;
  country: string | null;
  visitors: ReturnType<typeof visitorKind>;
  affiliate: boolean;
  cart: readonly string[];
  cartValue: number | null;
};

async function factsOf(
  { db, tenantId, currency, shopper }: Context,
  { country, affiliate, cart }: Question,
  visitor: string,
  experiments: readonly ManagedExperiment[],
): Promise<Facts> {
  const asksValue = experiments.some(({ audience: { cart_min, cart_max } }) => (cart_min ?? cart_max) !== undefined);
  const priced = asksValue && cart !== undefined && cart.length > 0;
  const [sum] = priced
    ? await db
        .select({ value: sql`coalesce(sum(${product.price}), 0)`.mapWith(Number) })
        .from(product)
        .where(and(eq(product.tenantId, tenantId), inArray(product.id, [...cart])))
    : [];
  return {
    device: shopper?.device ?? null,
    country: country?.toUpperCase() ?? shopper?.country ?? null,
    visitors: visitorKind(visitor, Date.now()),
    affiliate: affiliate !== undefined,
    cart: cart ?? [],
    cartValue: cart === undefined ? null : toMajor(sum?.value ?? 0, currency),
  };
}

/** What is not known does not meet a condition. */
function fits(audience: ExperimentDesign["audience"], facts: Facts): boolean {
  const { countries = [], device, visitors, cart_min, cart_max, products = [], affiliate } = audience;
  const value = facts.cartValue;
  return (
    (countries.length === 0 || (facts.country !== null && countries.includes(facts.country))) &&
    (device === undefined || device === facts.device) &&
    (visitors === undefined || visitors === facts.visitors) &&
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

function takesPart({ id, group, slots }: ManagedExperiment, visitor: string): boolean {
  const bucket = Math.floor(share(group ?? id, "traffic", visitor) * 10_000);
  return slots.some(([from, below]) => from <= bucket && bucket < below);
}

/** Hashing gives a visitor the same variant each time, so that nothing has to be stored. */
export function assignVariant(experimentId: string, visitorId: string, variants: readonly ExperimentVariant[]): string {
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
