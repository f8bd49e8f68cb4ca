import { useTranslations } from "next-intl";
import { useDesk } from "@/lib/api/desk";
import { useBundleWords } from "../../bundles/words";
import { useUpsellWords } from "../../upsells/words";
import { controlOf, type OfferForm, type OfferPart, type VariantForm } from "./form-model";
import type { Live } from "./live-records";

/** A variant without a label is called by its position. */
export function useVariantNames(variants: readonly VariantForm[]): string[] {
  const t = useTranslations("experimentEditor");
  const control = controlOf(variants);
  return variants.map(({ label }, at) => {
    const letter = "ABCDEFGHIJ"[at > control ? at - 1 : at] ?? "";
    return label.trim() || (at === control ? t("controlName") : t("variantName", { letter }));
  });
}

export function useOfferWords({ offers, products }: Live) {
  const t = useTranslations("experimentEditor");
  const { format } = useDesk();
  const words = useUpsellWords();
  const nameOf = (id: string) => products.get(id)?.name ?? id;
  return {
    now(id: string): string | undefined {
      const live = offers.get(id);
      if (!live) return undefined;
      const { discount, placement, product_id } = live;
      const parts = [
        product_id && nameOf(product_id),
        words.discount(discount),
        placement && words.placement(placement),
      ];
      return parts.filter(Boolean).join(" · ");
    },
    change(offer: OfferForm, part: OfferPart): string {
      const live = offers.get(offer.upsell_id);
      const instead = (to: string | null, from: string | null | undefined) =>
        from && to ? t("said.instead", { to, from }) : (to ?? "");
      const { discount } = offer;
      switch (part) {
        case "discount":
          return Number.isFinite(discount.value)
            ? instead(words.discount(discount), words.discount(live?.discount))
            : "";
        case "product_id":
          return instead(nameOf(offer.product_id), live?.product_id && nameOf(live.product_id));
        case "placement":
          return instead(
            format.within(words.placement(offer.placement)),
            live?.placement && format.within(words.placement(live.placement)),
          );
        case "title":
          return offer.title && t("said.title", { title: offer.title });
        default:
          return t(`said.${part}`);
      }
    },
  };
}

export function useChangeLines(live: Live): (variant: VariantForm) => string[] {
  const t = useTranslations("experimentEditor");
  const { format } = useDesk();
  const words = useOfferWords(live);
  const { pricing } = useBundleWords();
  const nameOf = (row: { name?: string | undefined } | undefined, id: string) => row?.name ?? (id || "…");
  return ({ changes: { offers, bundles, limited, settings } }) => [
    ...offers.map((offer) => {
      const changes = offer.changed.map((part) => words.change(offer, part)).filter(Boolean);
      const name = nameOf(live.offers.get(offer.upsell_id), offer.upsell_id);
      return t("said.of", { name, changes: format.row(changes) || "…" });
    }),
    ...bundles.map((bundle) => {
      const now = live.bundles.get(bundle.bundle_id);
      const [to, from] = [pricing(bundle.pricing), pricing(now?.pricing)];
      const changes = Number.isFinite(bundle.pricing.value)
        ? from
          ? t("said.instead", { to: to ?? "", from })
          : to
        : "";
      return t("said.of", { name: nameOf(now, bundle.bundle_id), changes: changes || "…" });
    }),
    ...(limited && Number.isFinite(settings.max_offers_per_checkout)
      ? [
          t(live.mostOffers === undefined ? "said.limit" : "said.limitInstead", {
            count: settings.max_offers_per_checkout,
            now: format.number(live.mostOffers ?? 0),
          }),
        ]
      : []),
    ...(limited && Number.isFinite(settings.cooldown_hours)
      ? [t("said.cooldown", { count: settings.cooldown_hours })]
      : []),
  ];
}
