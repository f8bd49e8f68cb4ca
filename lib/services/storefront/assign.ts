import type { OfferChange, VariantChanges } from "../../contract/checkout/experiment-draft.ts";
import type { StoredVariant } from "../../database/schema/checkout.ts";
import type { Context } from "../kernel/context.ts";
import type { ShopCatalogue } from "./catalogue-cache.ts";
import { shareOf, type Unmet, unmetBy, unmetCondition } from "./conditions.ts";
import type { ListedOffer, ManagedExperiment } from "./read-catalogue.ts";
import { type Recommend, recommending } from "./recommend.ts";
import { factsOf, type ShopperFacts, type ShopperQuestion, withBought } from "./shopper-facts.ts";

type Pricing = VariantChanges["bundles"][number]["pricing"];
/** `declined` is a short time ago, and `accepted` for the order that was just placed. */
type Stop = Unmet | "declined" | "accepted" | "owned";
export type Against = Stop | "trigger" | "off" | "placement" | "in_cart" | "withheld" | "sold_out";
/** `bought` are offers that the shopper has accepted since the cart was told, and `seen` one with the product it had. */
export type OfferPlace = {
  cart: readonly string[];
  placement?: string | undefined;
  bought?: readonly ListedOffer[] | undefined;
  seen?: { id: string; product: string } | undefined;
};
export type Changes = {
  offers: ReadonlyMap<string, OfferChange>;
  bundles: ReadonlyMap<string, Pricing>;
  mostOffers?: number | undefined;
  /** In hours. */
  cooldown: number;
  recommend: Recommend;
  /** What keeps the offer from this shopper, whatever variants they have. */
  stops: (offer: ListedOffer, bought?: readonly ListedOffer[]) => Stop | null;
  /** True if the shopper did not see the offer, even before an answer took its last piece or raised the value of the cart. */
  barred: (offer: ListedOffer) => boolean;
};

/** An experiment counts as applied if this answer depends on it, whichever variant the visitor has. */
export async function answerFor<T>(
  context: Context,
  catalogue: ShopCatalogue,
  question: ShopperQuestion,
  answer: (changes: Changes) => T,
) {
  const { visitor_id: visitor } = question;
  const included = visitor === undefined ? [] : includedIn(catalogue, visitor);
  const facts = await factsOf(context, catalogue, question, included);
  const assigned = included.flatMap((experiment) => {
    // Who saw a variant as a new visitor keeps it.
    const { audience, id } = experiment;
    const kept = facts.seen.includes(id) ? { ...audience, visitors: undefined } : audience;
    if (unmetBy(kept, facts) !== null) return [];
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

export const isHeldOut = ({ holdout }: ShopCatalogue, visitor: string): boolean =>
  shareOf("holdout", visitor) * 100 < holdout;

function includedIn(catalogue: ShopCatalogue, visitor: string): readonly ManagedExperiment[] {
  const { managed } = catalogue;
  if (managed.length === 0 || isHeldOut(catalogue, visitor)) return [];
  return managed.filter((experiment) => takesPart(experiment, visitor));
}

/** Of two experiments that change the same field, the one that was created later decides. */
function combine(variants: readonly StoredVariant[], catalogue: ShopCatalogue, facts: ShopperFacts): Changes {
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
  const stops: Changes["stops"] = ({ id, conditions, recommendation, productId }, bought = []) => {
    if (recommendation && facts.bought.includes(productId)) return "owned";
    if (facts.accepted.includes(id)) return "accepted";
    if ((facts.declined?.[id] ?? Number.POSITIVE_INFINITY) < cooldown) return "declined";
    return conditions && unmetCondition(id, conditions, withBought(facts, bought), catalogue.sales.get(id));
  };
  const barred = ({ id, conditions }: ListedOffer): boolean => {
    const audience = { ...conditions?.audience, cart_max: undefined };
    return conditions !== null && unmetCondition(id, { ...conditions, audience, limits: {} }, facts) !== null;
  };
  const recommend = recommending(catalogue.recommendations, facts);
  return { offers, bundles, mostOffers, cooldown, recommend, stops, barred };
}

export function takesPart(
  { id, group, slots }: Pick<ManagedExperiment, "id" | "group" | "slots">,
  visitor: string,
): boolean {
  const bucket = Math.floor(shareOf(group ?? id, "traffic", visitor) * 10_000);
  return slots.some(([from, below]) => from <= bucket && bucket < below);
}

/** Hashing gives a visitor the same variant each time, so that nothing has to be stored. */
export function assignVariant(experimentId: string, visitorId: string, variants: readonly StoredVariant[]): string {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  let left = shareOf(experimentId, visitorId) * total;
  for (const { name, weight } of variants) {
    if (left < weight) return name;
    left -= weight;
  }
  return variants.at(-1)?.name ?? "";
}
