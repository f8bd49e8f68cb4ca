"use client";

import { useTranslations } from "next-intl";
import { Help } from "@/components/help/help";
import { type Description, DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentDesign } from "@/lib/contract/checkout/experiment-draft";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { isAmount } from "../../results/measure";
import type { Study } from "../../results/study";
import { useExperimentWords } from "../../words";

type Props = { experiment: Experiment; plan: ExperimentDesign; study: Study };

/** The plan as it was when the experiment started, and what was changed later. */
export function PlanPanel({ experiment, plan, study }: Props) {
  const t = useTranslations("plannedExperiments");
  const metrics = useTranslations("experiments.metrics");
  const { format } = useDesk();
  const words = useExperimentWords();
  const { frozen, amendments = [], variants = [] } = experiment;
  const number = (value: number | null) => (value === null ? t("plan.unknown") : format.number(value));
  const all = variants.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const show = isAmount(plan.metric) ? format.money : format.ratio;
  const audience = useAudience(plan);
  const items: Description[] = [
    { term: t("plan.metric"), detail: metrics(plan.metric) },
    ...(frozen ? [{ term: t("plan.base"), detail: frozen.base === null ? t("plan.unknown") : show(frozen.base) }] : []),
    { term: t("plan.effect"), detail: format.change(plan.effect) },
    {
      term: t("plan.guardrails"),
      detail: plan.guardrails.length === 0 ? "" : format.list(plan.guardrails.map((one) => t(`guardrails.${one}`))),
    },
    { term: t("plan.onBreach"), detail: t(plan.stops_on_breach ? "plan.pauses" : "plan.tells") },
    ...(frozen
      ? [
          { term: t("plan.visitors"), detail: number(frozen.visitors_needed) },
          { term: t("plan.days"), detail: number(frozen.days_needed) },
        ]
      : []),
    { term: t("plan.audience"), detail: audience },
    { term: t("plan.traffic"), detail: format.ratio(plan.traffic) },
    ...(plan.group ? [{ term: t("plan.group"), detail: plan.group }] : []),
    {
      term: t("plan.split"),
      detail: variants
        .map(({ name, weight = 1 }) =>
          t("plan.share", { variant: words.called(name, study.names), share: format.ratio(weight / all) }),
        )
        .join(", "),
    },
    ...(plan.starts_at && experiment.status === "draft"
      ? [{ term: t("plan.starts"), detail: format.dateTime(plan.starts_at) }]
      : []),
    ...(plan.ends_at ? [{ term: t("plan.ends"), detail: format.dateTime(plan.ends_at) }] : []),
    ...(frozen?.cap != null && isAmount(plan.metric)
      ? [{ term: t("plan.cap"), detail: t("plan.capped", { cap: format.money(frozen.cap) }) }]
      : []),
  ];
  return (
    <Panel
      title={t("plan.title")}
      aside={<Help of="plan" label={t("plan.title")} />}
      description={t(
        `plan.${experiment.status === "draft" ? "draft" : amendments.length > 0 ? "frozenBut" : "frozen"}`,
      )}
    >
      <div data-testid="planned">
        {plan.hypothesis && (
          <blockquote className="mb-3 max-w-prose border-s-2 border-line ps-3 text-pretty wrap-anywhere">
            {plan.hypothesis}
          </blockquote>
        )}
        <DescriptionList items={items} className="xl:grid-cols-2" />
      </div>
      {amendments.length > 0 && (
        <div className="mt-3 border-t border-line pt-3" data-testid="amendments">
          <h3 className="text-sm font-semibold">{t("plan.amended")}</h3>
          <ul className="text-sm text-muted">
            {amendments.map(({ at, fields: changed }) => (
              <li key={at}>
                {t("plan.amendment", {
                  at: format.dateTime(at),
                  fields: format.list(changed.map((field) => fieldName(field))),
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );

  function fieldName(field: string): string {
    const known = { guardrails: "guardrails", stops_on_breach: "onBreach", ends_at: "ends" } as const;
    return field in known ? t(`plan.${known[field as keyof typeof known]}`) : field;
  }
}

function useAudience({ audience }: ExperimentDesign): string {
  const t = useTranslations("plannedExperiments.audience");
  const { format } = useDesk();
  const { countries = [], device, visitors, cart_min, cart_max, products = [], affiliate } = audience;
  const range = [
    cart_min !== undefined ? t("from", { amount: format.money(cart_min) }) : "",
    cart_max !== undefined ? t("to", { amount: format.money(cart_max) }) : "",
  ].filter(Boolean);
  const parts = [
    ...(device ? [t(`devices.${device}`)] : []),
    ...(visitors ? [t(`visitors.${visitors}`)] : []),
    ...(countries.length > 0 ? [format.choice(countries.map(format.country))] : []),
    ...(range.length > 0 ? [t("cart", { range: format.join(range) })] : []),
    ...(products.length > 0 ? [t("products", { products: format.choice(products) })] : []),
    ...(affiliate === undefined ? [] : [t(affiliate ? "affiliate" : "noAffiliate")]),
  ];
  return parts.length === 0 ? t("everybody") : parts.join(" · ");
}
