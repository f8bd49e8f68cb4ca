import { sql } from "drizzle-orm";
import type { Recommendation } from "../../contract/checkout/recommendation.ts";
import type { Database } from "../../database/client.ts";
import type { Facts } from "./conditions.ts";
import { inStockFor, type ListedOffer, type Recommended, readProducts, type ShownProduct } from "./read-catalogue.ts";

type Partner = { id: string; together: number; orders: number; lift: number };
type Seller = { id: string; units: number };
/** What may be recommended in a store, best first: by the product in the cart, and by category. */
export type Recommendations = {
  /** The same for the same computation and the same wishes of offers. */
  print: string;
  partners: ReadonlyMap<string, Partner[]>;
  sellers: ReadonlyMap<string, Seller[]>;
  products: ReadonlyMap<string, ShownProduct>;
};

type Offers = ReadonlyMap<string, ListedOffer>;
type Reader = Pick<Database, "execute">;

/** What was computed is read once, and then only the products that have changed since. */
export async function readRecommendations(
  db: Reader,
  tenantId: number,
  offers: Offers,
  { print, before, since }: { print: string; before: Recommendations | undefined; since: string | undefined },
): Promise<Recommendations> {
  const wishes = [...offers.values()].flatMap(({ recommendation }) => recommendation ?? []);
  const categories = [...new Set(wishes.flatMap(({ category }) => category ?? []))].sort();
  const pairs = wishes.some(({ kind }) => kind === "bought_together");
  const own = `${print} ${pairs} ${categories}`;
  if (before?.print === own && since !== undefined) {
    const changed = await readProducts(db, tenantId, [...before.products.keys()], since);
    return changed.size === 0 ? before : { ...before, products: new Map([...before.products, ...changed]) };
  }
  type Lists = { partners: [string, Partner[]][]; sellers: [string, Seller[]][] };
  const { rows } = await db.execute<Lists>(sql`
    select (select coalesce(json_agg(json_build_array(product_id, list)), '[]') from (
        select product_id, json_agg(json_build_object('id', partner_id, 'together', together, 'orders', orders, 'lift', lift)
          order by lift desc, together desc, partner_id collate "C") as list
        from checkout.bought_together where tenant_id = ${tenantId} and ${pairs} group by product_id) pair) as partners,
      (select coalesce(json_agg(json_build_array(category, list)), '[]') from (
        select category, json_agg(json_build_object('id', product_id, 'units', units)
          order by units desc, product_id collate "C") as list
        from checkout.best_seller where tenant_id = ${tenantId} and category = any(${sql.param(categories)})
        group by category) seller) as sellers`);
  const [partners, sellers] = [new Map(rows[0]?.partners), new Map(rows[0]?.sellers)];
  const ids = new Set([...partners.values(), ...sellers.values()].flatMap((list) => list.map(({ id }) => id)));
  return { print: own, partners, sellers, products: await readProducts(db, tenantId, [...ids]) };
}

/** Replaces the product of an offer by the first that may be recommended, or by the one that is asked for. */
export type Recommend = (offer: ListedOffer, cart: readonly string[], asked?: string) => ListedOffer;

export function recommending(all: Recommendations, { bought }: Pick<Facts, "bought">): Recommend {
  const partners = new Map<readonly string[], Candidate[]>();
  const candidates = ({ kind, category = "" }: Recommendation, cart: readonly string[]): readonly Candidate[] => {
    if (kind === "best_seller") {
      return (all.sellers.get(category) ?? []).map(({ id, units }) => ({ id, why: { kind, category, units } }));
    }
    const known = partners.get(cart) ?? partnersOf(all, cart);
    partners.set(cart, known);
    return known;
  };
  return (offer, cart, asked) => {
    const { recommendation } = offer;
    if (!recommendation) return offer;
    const { exclude = [] } = recommendation;
    for (const { id, why } of candidates(recommendation, cart)) {
      const product = inStockFor(all.products.get(id) ?? null, offer.quantity);
      const isFit = product?.status === "active" && !product.soldOut && product.price !== null;
      const isKept = [cart, bought, exclude].some((ids) => ids.includes(id));
      if (isFit && !isKept && (asked ?? id) === id) return { ...offer, productId: id, product, recommended: why };
    }
    return offer;
  };
}

type Candidate = { id: string; why: Recommended };

/** What is bought with several products of the cart counts by the closest of them. */
function partnersOf({ partners }: Recommendations, cart: readonly string[]): Candidate[] {
  const all = [...new Set(cart)].flatMap((one) =>
    (partners.get(one) ?? []).map((partner) => ({ ...partner, with: one })),
  );
  all.sort((a, b) => b.lift - a.lift || b.together - a.together || (a.id < b.id ? -1 : Number(a.id > b.id)));
  return all.map(({ id, with: one, together, orders }) => ({
    id,
    why: { kind: "bought_together", with: one, together, orders },
  }));
}
