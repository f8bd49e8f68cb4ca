import type { useTranslations } from "next-intl";
import type { Products } from "@/components/products/remembered-products";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import {
  discountTypes,
  type Pieces,
  piecesOf,
  upsellPlacements,
  upsellStatuses,
} from "@/lib/contract/checkout/upsell-words";
import { minorDigits } from "@/lib/decimal";
import { discountedMinor } from "@/lib/discount";
import type { Format } from "@/lib/format";

export type CartLine = { id: string; name: string; price: number; picture?: string; sample: boolean };
/** Amounts are in minor units. Those of the offer are for the least number of pieces. */
export type Scene = {
  placement: (typeof upsellPlacements)[number] | "other";
  product: CartLine;
  pieces: Pieces;
  /** Null if the discount has an unknown type or is not entered yet. */
  after: number | null;
  saved: number;
  cart: CartLine | null;
  totals: { declined: number; accepted: number };
};

/** This price stands in for an unknown price and is marked as a sample wherever it is shown. */
const sampleMajor = 40;

export function sceneOf(upsell: UpsellDraft, products: Products, currency: string): Scene {
  const sample = sampleMajor * 10 ** minorDigits(currency);
  const lineOf = (id: string): CartLine => {
    const { name = null, price = null, picture } = products.get(id) ?? {};
    return { id, name: name ?? id, price: price ?? sample, ...(picture && { picture }), sample: price === null };
  };
  const piece = lineOf(upsell.product_id);
  const pieces = piecesOf(upsell.quantity ?? {});
  const each = discountedMinor(piece.price, upsell.discount, currency);
  const product = { ...piece, price: pieces.least * piece.price };
  const after = each === null ? null : pieces.least * each;
  const [trigger] = upsell.trigger_products;
  const cart = trigger === undefined ? null : lineOf(trigger);
  const before = cart?.price ?? 0;
  return {
    placement: upsellPlacements.find((known) => known === upsell.placement) ?? "other",
    product,
    pieces,
    after,
    cart,
    saved: after === null ? 0 : product.price - after,
    totals: { declined: before, accepted: before + (after ?? product.price) },
  };
}

/** How many pieces, as far as the shopper chooses. */
export const rangeOf = ({ least, most }: Pieces): string => (least === most ? `${least}` : `${least}–${most}`);
/** Nothing for one piece. */
export const timesOf = (pieces: Pieces): string => (pieces.most === 1 ? "" : `${rangeOf(pieces)} × `);

type Translate = ReturnType<typeof useTranslations<"upsells.sentence">>;
type Words = {
  t: Translate;
  format: Format;
  list: (items: readonly string[]) => string;
  nameOf: (product: string) => string;
};

const oneOf = <T extends string>(known: readonly T[], word: string): T | "other" =>
  known.includes(word as T) ? (word as T) : "other";

export function upsellSentence(upsell: UpsellDraft, { t, format, list, nameOf }: Words): string {
  const { type, value } = upsell.discount;
  const amounts = { percentage: format.percent, fixed_amount: format.money, other: format.number };
  const kind = oneOf(discountTypes, type);
  const discount = Number.isFinite(value) ? t(kind, { type, value: amounts[kind](value) }) : "";
  const fixed = upsell.product_id ? nameOf(upsell.product_id) : t("product");
  const { kind: recommended, category = "" } = upsell.recommendation ?? {};
  const piece = recommended ? t(`recommended.${recommended}`, { category, product: fixed }) : fixed;
  const product = `${timesOf(piecesOf(upsell.quantity ?? {}))}${piece}`;
  const where =
    upsell.placement && t(`where.${oneOf(upsellPlacements, upsell.placement)}`, { placement: upsell.placement });
  const what = format.join([product, discount, where]);
  const status = upsell.status && t(`status.${oneOf(upsellStatuses, upsell.status)}`, { status: upsell.status });
  const cart = t("cart", { products: list(upsell.trigger_products.map(nameOf)) });
  return (
    upsell.trigger_products.length === 0 ? t("allAny", { what, status }) : t("all", { cart, what, status })
  ).trim();
}
