import type { useTranslations } from "next-intl";
import { discountTypes, upsellPlacements, upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import type { UpsellDraft } from "@/lib/contract/checkout/upsells";
import type { Format } from "@/lib/format";

type Translate = ReturnType<typeof useTranslations<"upsells.sentence">>;

const oneOf = <T extends string>(known: readonly T[], word: string): T | "other" =>
  known.includes(word as T) ? (word as T) : "other";

/** The offer read back in words: a function of the body that is sent, and of nothing else. */
export function offerSentence(offer: UpsellDraft, t: Translate, format: Format, list: Intl.ListFormat): string {
  const { type, value } = offer.discount;
  const shown = type === "percentage" ? format.percent(value) : type === "fixed_amount" ? format.money(value) : "";
  const discount = Number.isFinite(value)
    ? t(oneOf(discountTypes, type), { value: shown, type: `${type} ${value}` })
    : "";
  const parts = {
    product: offer.product_id || t("product"),
    discount,
    where: t(`where.${oneOf(upsellPlacements, offer.placement)}`, { placement: offer.placement }),
    status: t(`status.${oneOf(upsellStatuses, offer.status)}`, { status: offer.status }),
  };
  const sentence =
    offer.trigger_products.length === 0
      ? t("allAny", parts)
      : t("all", { ...parts, cart: t("cart", { products: list.format(offer.trigger_products) }) });
  return sentence.replace(/\s+/g, " ").trim();
}
