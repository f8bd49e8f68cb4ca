import type { ResourceHandlers } from "../../contract/define.ts";
import type { storefront as contract } from "../../contract/storefront.ts";
import { minorDigits, round } from "../../decimal.ts";
import { bundlePrice } from "../../discount.ts";
import { wordsFor } from "../../shopper-words.ts";
import type { Context } from "../kernel/context.ts";
import { answerFor } from "./assign.ts";
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

function toRecord({ revision: _, ...bundle }: ShownBundle, currency: string) {
  const { original, price } = pricesOf(bundle, currency);
  return {
    ...bundle,
    products: bundle.products.map(({ product, ...rest }) => ({ ...rest, product: productRecord(product, currency) })),
    original_price: major(original, currency),
    price: major(price, currency),
  };
}

type Priced = Pick<ShownBundle, "type" | "pricing"> & {
  products: readonly { quantity: number; product: { price: number | null } | null }[];
};

/** In minor units; null is unknown. */
export function pricesOf(bundle: Priced, currency: string) {
  const original = sumOf(bundle);
  const exact = bundlePrice(original === null ? null : BigInt(original), bundle.pricing, minorDigits(currency));
  return { original, price: exact && Math.max(0, Number(round(exact))) };
}

/** What a mix or a box costs depends on what the shopper puts in. */
function sumOf({ type, products }: Priced): number | null {
  if (type !== "fixed") return null;
  return products.reduce<number | null>((sum, { quantity, product }) => {
    const price = product?.price ?? null;
    return sum === null || price === null ? null : sum + quantity * price;
  }, 0);
}
