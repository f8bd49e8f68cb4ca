import type { Remembered } from "@/lib/contract/desk/remembered";
import { minorDigits, round, shift, toDecimal } from "@/lib/decimal";

/** The price is in minor units of the store's currency. */
type KnownProduct = { name: string | null; price: number | null };
export type Products = ReadonlyMap<string, KnownProduct>;

export function lookUpOf(ids: readonly (string | undefined)[]) {
  const wanted = [...new Set(ids)].filter((id): id is string => id !== undefined && id.trim() !== "");
  return { params: { kind: "product" }, body: { ids: wanted.sort().slice(0, 500) } };
}

export function toProducts(remembered: readonly Remembered[], currency: string): Products {
  return new Map(remembered.map((product) => [product.id, { name: product.name, price: priceOf(product, currency) }]));
}

function priceOf({ price, currency }: Remembered, wanted: string): number | null {
  const decimal = toDecimal(price ?? "");
  if (!decimal || (currency !== null && currency !== wanted)) return null;
  return Number(round(shift(decimal, minorDigits(wanted))));
}
