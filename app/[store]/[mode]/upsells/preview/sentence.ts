import type { useTranslations } from "next-intl";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { discountTypes, upsellPlacements, upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import type { Format } from "@/lib/format";

type Translate = ReturnType<typeof useTranslations<"upsells.sentence">>;
type Words = {
  t: Translate;
  format: Format;
  /** Joins as in "A, B or C". */
  list: (items: readonly string[]) => string;
  nameOf: (product: string) => string;
};

const oneOf = <T extends string>(known: readonly T[], word: string): T | "other" =>
  known.includes(word as T) ? (word as T) : "other";

/** The sentence describes only the body to be sent. */
export function upsellSentence(upsell: UpsellDraft, { t, format, list, nameOf }: Words): string {
  const { type, value } = upsell.discount;
  const amounts = { percentage: format.percent, fixed_amount: format.money, other: format.number };
  const kind = oneOf(discountTypes, type);
  const discount = Number.isFinite(value) ? t(kind, { type, value: amounts[kind](value) }) : "";
  const product = upsell.product_id ? nameOf(upsell.product_id) : t("product");
  const where =
    upsell.placement && t(`where.${oneOf(upsellPlacements, upsell.placement)}`, { placement: upsell.placement });
  const what = format.join([product, discount, where]);
  const status = upsell.status && t(`status.${oneOf(upsellStatuses, upsell.status)}`, { status: upsell.status });
  const cart = t("cart", { products: list(upsell.trigger_products.map(nameOf)) });
  return (
    upsell.trigger_products.length === 0 ? t("allAny", { what, status }) : t("all", { cart, what, status })
  ).trim();
}
