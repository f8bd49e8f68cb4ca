import { and, eq, inArray } from "drizzle-orm";
import type { shop as contract } from "../../contract/checkout/shop.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { upsell } from "../../database/schema/checkout.ts";
import type { Context } from "../kernel/context.ts";
import { missing } from "../kernel/refuse.ts";
import { type Against, answerFor, isHeldOut } from "./assign.ts";
import { catalogueOf, type ShopCatalogue } from "./catalogue-cache.ts";
import { stepsAfter } from "./chains.ts";
import { chainOf, judge, select } from "./offers.ts";
import type { ListedOffer } from "./read-catalogue.ts";

type Explain = ResourceHandlers<(typeof contract)["shop"], Context>["explain"];
type Asked = Parameters<Explain>[0]["query"];
type Reason = Against | "outranked" | "follows" | "not_active" | "no_code";

const mostExplained = 100;

/** By the code that answers shops, so that both agree. */
export async function explain(context: Context, { upsell_id, device, cart = [], ...shopper }: Asked) {
  const question = { ...shopper, cart };
  const { db, tenantId } = context;
  const catalogue = await catalogueOf(db, tenantId);
  const asked = device ? { ...context, shopper: { device, country: null, network: null } } : context;
  const about = upsell_id === undefined ? triggeredBy(catalogue, cart) : [upsell_id];
  const { answer, applied } = await answerFor(asked, catalogue, question, (changes) => {
    const chains = select(catalogue, question, changes).map((offer) => chainOf(offer, cart, changes, catalogue));
    const shown = chains.map(({ offer }) => offer.id);
    const steps = chains.flatMap(stepsAfter);
    const reason = (offer: ListedOffer | undefined): Reason => {
      if (!offer) return catalogue.hidden ? "no_code" : "not_active";
      const reached = steps.filter((step) => step.offer.id === offer.id);
      if (reached.some(({ against }) => against === null)) return "follows";
      if (reached[0]?.against) return reached[0].against;
      if (catalogue.followers.has(offer.id)) {
        // Its trigger may be the product of the offer before it.
        const { against } = judge(offer, { cart }, changes, catalogue);
        return against === null || against === "trigger" ? "follows" : against;
      }
      return judge(offer, question, changes, catalogue).against ?? "outranked";
    };
    const others = about.filter((id) => !shown.includes(id)).slice(0, mostExplained);
    return {
      shown: chains.map(({ offer: { id, productId, recommended = null } }) => ({
        id,
        by: null,
        productId,
        recommended,
      })),
      stopped: others.map((id) => ({ id, by: reason(catalogue.offers.get(id)), productId: null, recommended: null })),
      most: changes.mostOffers ?? catalogue.mostOffers,
    };
  });
  const offers = [...answer.shown, ...answer.stopped];
  const before = ({ id, by }: (typeof offers)[number]) =>
    by === "follows" ? (catalogue.followers.get(id) ?? []).map((offer) => offer.id) : [];
  const names = await namesOf(
    context,
    offers.flatMap((offer) => [offer.id, ...before(offer)]),
  );
  const nameOf = (id: string) => names.get(id) ?? "";
  if (upsell_id !== undefined && !names.has(upsell_id)) missing("Upsell", upsell_id);
  return {
    offers: offers.map((offer) => ({
      ...{ id: offer.id, name: nameOf(offer.id), stopped_by: offer.by },
      ...(offer.by === "follows" && { after: before(offer).map(nameOf) }),
      ...{ product_id: offer.productId, recommended: offer.recommended },
    })),
    most_offers: answer.most,
    applied,
    held_out: question.visitor_id !== undefined && isHeldOut(catalogue, question.visitor_id),
  };
}

const triggeredBy = ({ byTrigger, untriggered }: ShopCatalogue, cart: readonly string[]) => [
  ...new Set([...cart.flatMap((id) => byTrigger.get(id) ?? []), ...untriggered].map(({ id }) => id)),
];

async function namesOf({ db, tenantId }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: upsell.id, name: upsell.name })
    .from(upsell)
    .where(and(eq(upsell.tenantId, tenantId), inArray(upsell.id, [...ids])));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
