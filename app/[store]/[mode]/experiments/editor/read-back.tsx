"use client";

import { useTranslations } from "next-intl";
import { useDesk } from "@/lib/api/desk";
import { dayIn } from "@/lib/days";
import { controlOf, type ExperimentForm } from "./form-model";
import type { Live } from "./live-records";
import { useBaseline, useDuration } from "./plan-facts";
import { numbersOf, planIn } from "./plan-numbers";
import { useChangeLines, useVariantNames } from "./words";

export function ReadBack({ values, live }: { values: ExperimentForm; live: Live }) {
  const { variants } = values;
  const t = useTranslations("experimentEditor");
  const names = useVariantNames(variants);
  const linesOf = useChangeLines(live);
  const shareOf = useShares(values);
  const sentences = useSentences(values, live);
  const control = controlOf(variants);
  return (
    <div data-testid="read-back" className="grid gap-3 text-pretty wrap-anywhere">
      <p>{sentences.who}</p>
      <ul className="grid gap-2">
        {variants.map((variant, at) => (
          <li key={variant.name} className="border-s-2 border-line ps-3">
            {at === control
              ? t("said.control", { share: shareOf(at) })
              : t("said.variant", { share: shareOf(at), variant: names[at] ?? "" })}
            {at !== control && (
              <ul className="list-disc ps-5">
                {linesOf(variant).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {sentences.rest.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

function useShares({ variants }: ExperimentForm) {
  const t = useTranslations("experimentEditor.said");
  const { format } = useDesk();
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  return (at: number): string => {
    const share = (variants[at]?.weight ?? Number.NaN) / total;
    if (!Number.isFinite(share)) return "…";
    return share === 0.5 ? t("half") : t("share", { share: format.ratio(share) });
  };
}

function useSentences({ variants, plan }: ExperimentForm, { products }: Live) {
  const t = useTranslations("experimentEditor.said");
  const words = useTranslations("experimentEditor");
  const { format, store } = useDesk();
  const duration = useDuration();
  const known = useBaseline().data;
  const days = known ? numbersOf(planIn({ name: "", variants, plan }), known).days : null;
  const { audience, traffic, group, guardrails } = plan;
  const { cart_min: least, cart_max: most } = audience;
  const conditions = [
    audience.countries.length > 0 &&
      t("countries", { countries: format.choice(audience.countries.map(format.country)) }),
    Number.isFinite(least) && t("cartMin", { amount: format.money(least) }),
    Number.isFinite(most) && t("cartMax", { amount: format.money(most) }),
    audience.products.length > 0 &&
      t("products", { products: format.choice(audience.products.map((id) => products.get(id)?.name ?? id)) }),
    audience.affiliate && t(audience.affiliate === "yes" ? "affiliate" : "noAffiliate"),
  ].filter((one) => typeof one === "string" && one !== "");
  const dayOf = (at: string) => format.day(dayIn(store.timeZone, new Date(at)));
  const lastDayOf = (at: string) => format.day(dayIn(store.timeZone, new Date(Date.parse(at) - 1)));
  return {
    who: t("who", {
      part: traffic === 100 ? "all" : "some",
      traffic: format.percent(traffic || 0),
      visitors: audience.visitors || "all",
      device: audience.device || "all",
      some: conditions.length > 0 ? "yes" : "no",
      conditions: format.list(conditions as string[]),
    }),
    rest: [
      ...(group.trim() ? [t("group", { group: group.trim() })] : []),
      t("decides", {
        metric: format.within(words(`metrics.${plan.metric}`)),
        effect: format.percent(plan.effect || 0),
      }),
      ...(guardrails.length > 0
        ? [
            t(plan.stops_on_breach ? "pauses" : "warns", {
              guardrails: format.choice(guardrails.map((one) => format.within(words(`guardrails.${one}`)))),
            }),
          ]
        : []),
      format.join([
        plan.starts_at ? t("startsOn", { day: dayOf(plan.starts_at) }) : t("startsNow"),
        plan.ends_at ? t("endsOn", { day: lastDayOf(plan.ends_at) }) : t("endsLater"),
      ]),
      t("looking"),
      // At the end, because it comes late in a large shop and must not move the others.
      ...(days === null ? [] : [t("takes", { time: duration(days) })]),
    ],
  };
}
