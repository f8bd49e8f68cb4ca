import { mostSteps } from "../../contract/checkout/upsell-words.ts";
import type { Against, Changes, OfferPlace } from "./assign.ts";
import type { ShopCatalogue } from "./catalogue-cache.ts";
import type { ListedOffer } from "./read-catalogue.ts";

type Known = Pick<ShopCatalogue, "offers" | "followers">;
type Judge = (listed: ListedOffer, place: OfferPlace) => { offer: ListedOffer; against: Against | null };

/** An offer, the products in the cart when it is shown, what keeps it from the shopper, and what follows each answer. */
export type ChainStep = {
  offer: ListedOffer;
  cart: readonly string[];
  against: Against | null;
  after: { accepted?: ChainStep; declined?: ChainStep };
};

/** An offer with all that follows it, in its place. A step that is kept from the shopper ends the chain. */
export function chainFrom(
  offer: ListedOffer,
  at: Omit<OfferPlace, "placement">,
  known: Known,
  judge: Judge,
  left = mostSteps - 1,
): ChainStep {
  const { cart, bought = [] } = at;
  const next = (id: string | null, then: typeof at): ChainStep | undefined => {
    const listed = left > 0 && id !== null ? known.offers.get(id) : undefined;
    if (!listed) return;
    const { offer: follower, against } = judge(listed, then);
    if (against !== null) return { offer: follower, cart: then.cart, against, after: {} };
    return chainFrom({ ...follower, placement: offer.placement }, then, known, judge, left - 1);
  };
  const accepted = next(offer.nextAccepted, { cart: [...cart, offer.productId], bought: [...bought, offer] });
  const declined = next(offer.nextDeclined, at);
  return { offer, cart, against: null, after: { ...(accepted && { accepted }), ...(declined && { declined }) } };
}

/** The steps of a chain after its first one. */
export const stepsAfter = ({ after }: ChainStep): ChainStep[] =>
  Object.values(after).flatMap((step) => [step, ...stepsAfter(step)]);

/**
 * A follower, for a shopper who may have come to it. Only the page knows how they answered before, so what an answer may
 * have changed does not count against the offers before.
 */
export function followerFor(
  id: string,
  place: OfferPlace,
  known: Known,
  judge: Judge,
  barred: Changes["barred"],
): ListedOffer | undefined {
  const { cart, seen } = place;
  const listed = known.followers.has(id) ? known.offers.get(id) : undefined;
  const found = listed && judge(listed, { cart, seen });
  if (found?.against !== null) return;
  const first = firstBefore(id);
  return first && { ...found.offer, placement: first.placement };

  function firstBefore(id: string, left = mostSteps - 1): ListedOffer | undefined {
    for (const listed of left > 0 ? (known.followers.get(id) ?? []) : []) {
      const follows = known.followers.has(listed.id);
      const { offer, against } = judge(listed, follows ? { cart } : place);
      if (/^(trigger|off|placement|withheld)$/.test(against ?? "") || barred(listed)) continue;
      const first = follows ? firstBefore(listed.id, left - 1) : offer;
      if (first) return first;
    }
  }
}
