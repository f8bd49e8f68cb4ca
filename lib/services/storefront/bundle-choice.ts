import { ApiError, type FieldError, type Sentence } from "../../contract/errors.ts";
import { sentence } from "../../sentences.ts";
import { refuse } from "../kernel/refuse.ts";

type Component = { product_id: string; quantity: number };
type Bundle = { type: string; products: readonly Component[] };
type Sold = { status: string; soldOut: boolean };
type Known<P> = Component & { product: P | null };

/** Of a product that nobody described, only the shop knows whether it may be offered. */
export const isWithheld = ({ product }: { product: Pick<Sold, "status"> | null }): boolean =>
  product !== null && product.status !== "active";

export const isOnSale = ({ product }: { product: Sold | null }): boolean =>
  !isWithheld({ product }) && !product?.soldOut;

/**
 * A mix has as many items as its quantities add up to, each of any of its products. A box has from one item up to the
 * quantity of each. Null for a bundle that leaves nothing to choose.
 */
export function roomIn({ type, products }: Bundle) {
  if (type !== "mix_match" && type !== "build_a_box") return null;
  const listed = new Map<string, number>();
  for (const { product_id: id, quantity } of products) listed.set(id, (listed.get(id) ?? 0) + quantity);
  const most = products.reduce((sum, { quantity }) => sum + quantity, 0);
  const isMix = type === "mix_match";
  return { least: isMix ? most : 1, most, ofOne: (id: string) => listed.get(id) && (isMix ? most : listed.get(id)) };
}

export function problemsOfChoice(bundle: Bundle, chosen: readonly Component[] | undefined): FieldError[] {
  const room = roomIn(bundle);
  const at = (path: string, said: Sentence) => [{ field: `products${path}`, ...said }];
  if (!room) return chosen ? at("", sentence("bundleIsFixed")) : [];
  if (!chosen) return at("", sentence("bundleChoiceMissing"));
  const ids = chosen.map(({ product_id }) => product_id);
  const wrong = chosen.flatMap(({ product_id: id, quantity }, n) => {
    const most = room.ofOne(id);
    if (most === undefined) return at(`.${n}.product_id`, sentence("bundleLacks", { id }));
    if (ids.indexOf(id) < n) return at(`.${n}.product_id`, sentence("eachOnce", { thing: "product" }));
    return quantity > most ? at(`.${n}.quantity`, sentence("atMost", { most })) : [];
  });
  const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
  if (wrong.length > 0 || (room.least <= count && count <= room.most)) return wrong;
  return at("", sentence("bundleItems", { count: room.least }));
}

/** What a shopper put into a mix or a box, and all of another bundle. */
export function componentsOf<P extends Sold>(
  bundle: { type: string; products: readonly Known<P>[] },
  chosen: readonly Component[] | undefined,
): Known<P>[] {
  refuse(problemsOfChoice(bundle, chosen));
  const { products } = bundle;
  return (chosen ?? products).map(({ product_id: id, quantity }) => {
    const product = products.find(({ product_id }) => product_id === id)?.product ?? null;
    if (product && !isOnSale({ product })) {
      if (product.soldOut) throw new ApiError(409, "sold_out", sentence("productSoldOut", { id }));
      throw new ApiError(409, "product_withheld", sentence("productWithheld", { id }));
    }
    return { product_id: id, quantity, product };
  });
}
