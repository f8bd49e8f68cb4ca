import type { Remembered } from "@/lib/contract/desk/remembered";
import { present } from "@/lib/contract/read";
import { minorDigits, round, shift, toDecimal } from "@/lib/decimal";

/** The price is in minor units of the store's currency. The status is known of products of our own service. */
type KnownProduct = {
  name: string | null;
  price: number | null;
  picture?: string;
  status?: Remembered["status"];
  /** Of the variant of which there are most; undefined if the shop does not count it. */
  mostInStock?: number;
};
export type Products = ReadonlyMap<string, KnownProduct>;

export function lookUpOf(ids: readonly (string | undefined)[]) {
  const wanted = [...new Set(ids)].filter((id): id is string => id !== undefined && id.trim() !== "");
  return { params: { kind: "product" }, body: { ids: wanted.sort().slice(0, 500) } };
}

export function toProducts(remembered: readonly Remembered[], currency: string): Products {
  return new Map(
    remembered.map(({ id, name, status, extra, most_in_stock, ...product }) => {
      const own = present({ picture: pictureOf(extra), status, mostInStock: most_in_stock ?? undefined });
      const known = { name, price: priceOf(product, currency), ...own };
      return [id, known];
    }),
  );
}

/** Why a product is not offered; undefined if it is, as far as is known. */
export const withheldAs = (products: Products, id: string | undefined) => {
  const { status } = products.get(id ?? "") ?? {};
  return status === "active" ? undefined : status;
};

export const pictureOf = ({ image_url }: Remembered["extra"]) =>
  typeof image_url === "string" ? image_url : undefined;

function priceOf({ price, currency }: Pick<Remembered, "price" | "currency">, wanted: string): number | null {
  const decimal = toDecimal(price ?? "");
  if (!decimal || (currency !== null && currency !== wanted)) return null;
  return Number(round(shift(decimal, minorDigits(wanted))));
}
