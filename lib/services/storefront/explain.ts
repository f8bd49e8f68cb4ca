import { and, eq, inArray } from "drizzle-orm";
import type { shop as contract } from "../../contract/checkout/shop.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { upsell } from "../../database/schema/checkout.ts";
import type { Context } from "../kernel/context.ts";
import { missing } from "../kernel/refuse.ts";
import { answerFor, isHeldOut } from "./assign.ts";
import { catalogueOf, type ShopCatalogue } from "./catalogue-cache.ts";
import { type Against, isTriggered, judge, select } from "./offers.ts";
import type { ListedOffer } from "./read-catalogue.ts";

type Explain = ResourceHandlers<(typeof contract)["shop"], Context>["explain"];
type Asked = Parameters<Explain>[0]["query"];
type Reason = Against | "trigger" | "outranked" | "not_active" | "no_code";

const mostExplained = 100;

/** By the code that answers shops, so that both agree. */
export async function explain(context: Context, { upsell_id, device, cart = [], ...shopper }: Asked) {
  const question = { ...shopper, cart };
  const { db, tenantId } = context;
  const catalogue = await catalogueOf(db, tenantId);
  const asked = device ? { ...context, shopper: { device, country: null, network: null } } : context;
  const about = upsell_id === undefined ? triggeredBy(catalogue, cart) : [upsell_id];
  const { answer, applied } = await answerFor(asked, catalogue, question, (changes) => {
    const shown = select(catalogue, question, changes).map(({ id }) => id);
    const reason = (offer: ListedOffer | undefined): Reason => {
      if (!offer) return catalogue.hidden ? "no_code" : "not_active";
      if (!isTriggered(offer, cart)) return "trigger";
      return judge(offer, question, changes, catalogue).against ?? "outranked";
    };
    const others = about.filter((id) => !shown.includes(id)).slice(0, mostExplained);
    return {
      shown,
      stopped: others.map((id) => ({ id, by: reason(catalogue.offers.get(id)) })),
      most: changes.mostOffers ?? catalogue.mostOffers,
    };
  });
  const offers = [...answer.shown.map((id) => ({ id, by: null })), ...answer.stopped];
  const names = await namesOf(
    context,
    offers.map(({ id }) => id),
  );
  if (upsell_id !== undefined && !names.has(upsell_id)) missing("Upsell", upsell_id);
  return {
    offers: offers.map(({ id, by }) => ({ id, name: names.get(id) ?? "", stopped_by: by })),
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
