import type { ResourceHandlers } from "../../contract/define.ts";
import type { storefront as contract } from "../../contract/storefront.ts";
import { bundleMinor } from "../../discount.ts";
import { wordsFor } from "../../shopper-words.ts";
import type { Context } from "../kernel/context.ts";
import { answerFor } from "./assign.ts";
import { isOnSale, roomIn } from "./bundle-choice.ts";
import { catalogueOf } from "./catalogue-cache.ts";
import { major, productRecord } from "./offers.ts";
import type { ShownBundle } from "./read-catalogue.ts";

const mostBundles = 100;

export const bundles: ResourceHandlers<(typeof contract)["bundles"], Context> = {
  async list({ query }, context) {
    const { product, language } = query;
    const { db, tenantId, currency } = context;
    const catalogue = await catalogueOf(db, tenantId);
    const found = product === undefined ? catalogue.bundles : (catalogue.bundlesOf.get(product) ?? []);
    const shown = found.slice(0, mostBundles);
    const { answer, applied } = await answerFor(context, catalogue, query, (changes) =>
      shown.map((bundle) =>
        toRecord({ ...bundle, pricing: changes.bundles.get(bundle.id) ?? bundle.pricing }, currency),
      ),
    );
    return { currency, bundles: answer, applied, ...(language !== undefined && wordsFor(language)) };
  },
};

/** Of a mix or a box, what can be chosen; what it costs depends on the choice. */
function toRecord({ revision: _, ...bundle }: ShownBundle, currency: string) {
  const room = roomIn(bundle);
  const { original, price } = room ? { original: null, price: null } : pricesOf(bundle, currency);
  const shown = room ? bundle.products.filter(isFirst).filter(isOnSale) : bundle.products;
  return {
    ...bundle,
    ...(room && { choice: { least: room.least, most: room.most } }),
    products: shown.map(({ product, ...rest }) => ({
      ...rest,
      ...(room && { most: room.ofOne(rest.product_id) }),
      product: productRecord(product, currency),
    })),
    original_price: major(original, currency),
    price: major(price, currency),
  };
}

type Component = { product_id: string };
const isFirst = ({ product_id }: Component, at: number, all: readonly Component[]) =>
  all.findIndex((each) => each.product_id === product_id) === at;

type Priced = Pick<ShownBundle, "pricing"> & {
  products: readonly { quantity: number; product: { price: number | null } | null }[];
};

/** In minor units; null is unknown. */
export function pricesOf({ products, pricing }: Priced, currency: string) {
  const original = products.reduce<number | null>((sum, { quantity, product }) => {
    const price = product?.price ?? null;
    return sum === null || price === null ? null : sum + quantity * price;
  }, 0);
  return { original, price: bundleMinor(original, pricing, currency) };
}
