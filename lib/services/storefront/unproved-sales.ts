import { and, eq, inArray } from "drizzle-orm";
import { piecesOf } from "../../contract/checkout/upsell-words.ts";
import type { SaleEvent, StorefrontEvent, StorefrontEventOf } from "../../contract/storefront.ts";
import { product, type upsell } from "../../database/schema/checkout.ts";
import { discountedMinor } from "../../discount.ts";
import { readSettings } from "../checkout/settings.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";
import { problemsOfChoice, roomIn } from "./bundle-choice.ts";
import { pricesOf } from "./bundles.ts";
import type { StoredBundle, StoredCatalogue } from "./catalogue.ts";

export const isSale = (event: StorefrontEvent): event is SaleEvent =>
  event.type === "offer.accepted" || event.type === "subscription.created" || event.type === "bundle.purchased";

/** A page can take no id before the shop's server does, and sells an offer once for each order, whatever ids it invents. */
export function claimedId(event: StorefrontEvent): string {
  if (!isSale(event)) return `claim ${event.id}`;
  const { type, order_id } = event;
  return `claim ${JSON.stringify([type, order_id, type === "bundle.purchased" ? event.bundle_id : event.upsell_id])}`;
}

/** Prices count at most as the service knows them, and an unknown one as nothing. A store that counts claims trusts its pages. */
export async function atKnownPrices(
  { db, tenantId, currency }: Context,
  events: readonly StorefrontEvent[],
  catalogue: StoredCatalogue,
): Promise<Map<StorefrontEvent, StorefrontEvent>> {
  const sales = events.filter(isSale);
  if (sales.length === 0 || (await readSettings(db, tenantId)).orders.count_unconfirmed) return new Map();
  const prices = await readPrices(db, tenantId, catalogue);
  const atMost = (amount: number, known: number | null) => Math.min(amount, toMajor(known ?? 0, currency));
  const offered = (offer: typeof upsell.$inferSelect | undefined) => {
    const price = offer && prices.get(offer.productId);
    if (!offer || price === undefined) return null;
    const discount = { type: offer.discountType, value: offer.discountValue };
    const final = discountedMinor(price, discount, currency);
    const { most } = piecesOf(offer.quantity);
    return final === null ? null : { final: most * final, off: most * (price - final) };
  };
  const bound = (sale: SaleEvent): SaleEvent => {
    if (sale.type !== "bundle.purchased") {
      const known = offered(catalogue.upsells.get(sale.upsell_id));
      return sale.type === "offer.accepted"
        ? {
            ...sale,
            final_price: atMost(sale.final_price, known?.final ?? null),
            discount: { ...sale.discount, amount: atMost(sale.discount.amount, known?.off ?? null) },
          }
        : { ...sale, price: atMost(sale.price, known?.final ?? null) };
    }
    const bundle = catalogue.bundles.get(sale.bundle_id);
    const sold = bundle && soldOf(bundle, sale, prices);
    const known = sold && pricesOf(sold, currency);
    const bundle_price = atMost(sale.bundle_price, known?.price ?? null);
    const original_price = Math.max(bundle_price, atMost(sale.original_price, known?.original ?? null));
    return { ...sale, bundle_price, original_price };
  };
  return new Map(sales.map((sale) => [sale, bound(sale)]));
}

type Prices = ReadonlyMap<string, number>;

async function readPrices(db: Context["db"], tenantId: number, { upsells, bundles }: StoredCatalogue): Promise<Prices> {
  const ids = new Set([
    ...[...upsells.values()].map(({ productId }) => productId),
    ...[...bundles.values()].flatMap(({ products }) => products.map(({ product_id }) => product_id)),
  ]);
  const rows = await db
    .select({ id: product.id, price: product.price })
    .from(product)
    .where(and(eq(product.tenantId, tenantId), inArray(product.id, [...ids])));
  return new Map(rows.flatMap(({ id, price }) => (price === null ? [] : [[id, price]])));
}

/** Null if nobody can choose this. */
function soldOf(bundle: StoredBundle, sale: StorefrontEventOf<"bundle.purchased">, prices: Prices) {
  const chosen = roomIn(bundle) ? sale.products.map(({ id, quantity }) => ({ product_id: id, quantity })) : undefined;
  if (problemsOfChoice(bundle, chosen).length > 0) return null;
  return {
    pricing: { type: bundle.pricingType, value: bundle.pricingValue },
    products: (chosen ?? bundle.products).map(({ product_id, quantity }) => ({
      quantity,
      product: { price: prices.get(product_id) ?? null },
    })),
  };
}
