"use client";

import { useTranslations } from "next-intl";
import { useAudienceWords } from "@/components/audience/use-audience-words";
import type { Products } from "@/components/products/remembered-products";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import type { OfferChange, VariantChanges } from "@/lib/contract/checkout/experiment-draft";
import { controlIn } from "@/lib/contract/checkout/experiment-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { dayIn } from "@/lib/days";
import { useBundleWords } from "../bundles/words";
import { useUpsellWords } from "../upsells/words";
import type { ExperimentForm, PlanForm, VariantForm } from "./editor/form-model";
import type { Live } from "./live";

type Props = {
  values: ExperimentForm;
  live: Live;
  /** Variants as a person calls them, in their order. */
  names: readonly string[];
  /** Absent while the plan is edited: then changes are said before all of what is live is known. */
  status?: string | undefined;
  more?: readonly string[];
};

/** What a plan means, in sentences. */
export function ReadBack({ values: { variants, plan }, live, names, status, more = [] }: Props) {
  const t = useTranslations("experimentPlan");
  const { format, store } = useDesk();
  const over = status === "completed";
  const known = live.whole || status === undefined;
  const { lines } = useChangeWords(live, !over);
  const who = useWho(plan, live.products);
  const control = controlIn(variants);
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  const shareOf = ({ weight }: VariantForm) => {
    const share = weight / total;
    return share === 0.5 ? t("half") : Number.isFinite(share) ? format.ratio(share) : "…";
  };
  const dayOf = (at: string, back = 0) => format.day(dayIn(store.timeZone, new Date(Date.parse(at) - back)));
  const { group, guardrails, starts_at, ends_at } = plan;
  const starts = () => {
    if (starts_at) return t("startsOn", { day: dayOf(starts_at) });
    return status === undefined ? t("startsNow") : "";
  };
  const sentences = [
    group.trim() && t("group", { group: group.trim() }),
    t("decides", { metric: format.within(t(`metrics.${plan.metric}`)), effect: format.percent(plan.effect || 0) }),
    guardrails.length > 0 &&
      t(plan.stops_on_breach ? "pauses" : "warns", {
        guardrails: format.choice(guardrails.map((one) => format.within(t(`guardrails.${one}`)))),
      }),
    !over &&
      format.join([
        status === "running" ? "" : starts(),
        ends_at ? t("endsOn", { day: dayOf(ends_at, 1) }) : t("endsLater"),
      ]),
    ...more,
  ].filter(Boolean);
  return (
    <div data-testid="read-back" className="grid gap-3 text-pretty wrap-anywhere">
      <p>{who}</p>
      <ul className="grid gap-2">
        {variants.map((variant, at) => (
          <li key={variant.name} className="border-s-2 border-line ps-3">
            {t(variant === control ? "control" : "variant", { share: shareOf(variant), variant: names[at] ?? "" })}
            {variant !== control && !known && <TextSkeleton lines={1} />}
            {variant !== control && known && (
              <ul className="list-disc ps-5">
                {lines(variant.changes).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {sentences.map((sentence) => (
        <p key={String(sentence)}>{sentence}</p>
      ))}
    </div>
  );
}

type Limits = NonNullable<VariantChanges["settings"]>;
type Price = { type?: string | undefined; value?: number | undefined };

/** What variants change, in words. `compares` says what shoppers see instead of what is live now. */
export function useChangeWords({ offers, bundles, products, limits, whole }: Live, compares = true) {
  const t = useTranslations("experimentPlan");
  const { format } = useDesk();
  const upsells = useUpsellWords();
  const { pricing } = useBundleWords();
  const said = {
    status: (status: string) => upsells.status(status).label,
    product_id: (id?: string) => (id ? (products.get(id)?.name ?? id) : ""),
    discount: (price?: Price) => (Number.isFinite(price?.value) ? (upsells.discount(price) ?? "") : ""),
    placement: (placement?: string) => (placement ? upsells.placement(placement) : ""),
    pricing: (price?: Price) => (Number.isFinite(price?.value) ? (pricing(price) ?? "") : ""),
    max_offers_per_checkout: format.number,
    cooldown_hours: format.number,
  };
  const instead = (to: string | null | undefined, from: string | null | undefined) =>
    compares && to && from && from !== to ? t("instead", { to, from }) : (to ?? "");
  const about = (row: { name?: string | undefined } | undefined, id: string, changes: readonly string[]) =>
    t("of", {
      name: row?.name ?? (whole && id ? t("gone", { id }) : id || "…"),
      changes: format.row(changes.filter(Boolean)) || "…",
    });

  function offerLine({ upsell_id, off, title, image_url, first, ...offer }: OfferChange): string {
    const now = offers.get(upsell_id);
    return about(now, upsell_id, [
      off ? t("off") : "",
      instead(said.discount(offer.discount), said.discount(now?.discount)),
      instead(said.product_id(offer.product_id), said.product_id(now?.product_id)),
      instead(format.within(said.placement(offer.placement)), format.within(said.placement(now?.placement))),
      title ? t("title", { title }) : "",
      image_url === undefined ? "" : t("image_url"),
      first ? t("first") : "",
    ]);
  }

  function limitLines({ max_offers_per_checkout: count = Number.NaN, cooldown_hours = Number.NaN }: Limits): string[] {
    const now = limits.max_offers_per_checkout;
    const changed = compares && now !== undefined && now !== count;
    return [
      ...(Number.isFinite(count)
        ? [changed ? t("limitInstead", { count, now: format.number(now) }) : t("limit", { count })]
        : []),
      ...(Number.isFinite(cooldown_hours) ? [t("cooldown", { count: cooldown_hours })] : []),
    ];
  }

  return {
    said,
    /** What an offer or a bundle is now. */
    now: ({ product_id, discount, placement, pricing: price }: Partial<Upsell & Bundle> = {}): string =>
      [said.product_id(product_id), said.discount(discount), said.placement(placement), said.pricing(price)]
        .filter(Boolean)
        .join(" · "),
    lines: ({ offers: changed, bundles: priced, settings }: VariantChanges): string[] => [
      ...changed.map(offerLine),
      ...priced.map((bundle) => {
        const now = bundles.get(bundle.bundle_id);
        return about(now, bundle.bundle_id, [instead(said.pricing(bundle.pricing), said.pricing(now?.pricing))]);
      }),
      ...(settings ? limitLines(settings) : []),
    ],
  };
}

/** Who takes part, in one sentence. */
function useWho({ audience, traffic }: Pick<PlanForm, "audience" | "traffic">, products: Products): string {
  const t = useTranslations("experimentPlan");
  const { format } = useDesk();
  const words = useAudienceWords();
  return t("who", {
    part: traffic === 100 ? "all" : "some",
    traffic: format.percent(traffic || 0),
    ...words(audience, products),
  });
}
