"use client";

import { useTranslations } from "next-intl";
import { Help } from "@/components/help/help";
import { QueryError } from "@/components/query-error";
import { type Description, DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentDesign } from "@/lib/contract/checkout/experiment-draft";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { hasConditions, toForm } from "../../editor/form-model";
import { year } from "../../editor/plan-numbers";
import { useLive } from "../../live";
import { ReadBack } from "../../plan-words";
import { isAmount } from "../../results/measure";

type Props = { experiment: Experiment; plan: ExperimentDesign };

/** The plan as it was when the experiment started, and what was changed later. */
export function PlanPanel({ experiment, plan }: Props) {
  const t = useTranslations("plannedExperiments.plan");
  const { format } = useDesk();
  const { frozen, amendments = [], status } = experiment;
  const form = toForm(experiment);
  const { live, problem, retry } = useLive(
    form.variants.map(({ changes }) => changes),
    form.plan.audience.products,
  );
  const narrow = hasConditions(form.plan) ? "yes" : "no";
  const known = (value: number | null | undefined, show: (value: number) => string = format.number) =>
    value == null ? t("unknown") : show(value);
  const days = (count: number) =>
    t("daysFor", { days: count > year ? t("moreThanYear") : format.number(count), narrow });
  const items: Description[] = frozen
    ? [
        { term: t("base"), detail: known(frozen.base, isAmount(plan.metric) ? format.money : format.ratio) },
        { term: t("visitors"), detail: known(frozen.visitors_needed) },
        { term: t("days"), detail: known(frozen.days_needed, days) },
        ...(frozen.cap !== null && isAmount(plan.metric)
          ? [{ term: t("cap"), detail: t("capped", { cap: format.money(frozen.cap) }) }]
          : []),
      ]
    : [];
  const fields = { guardrails: t("guardrails"), stops_on_breach: t("onBreach"), ends_at: t("ends") };
  const nameOf = (field: string) => fields[field as keyof typeof fields] ?? field;
  return (
    <Panel
      title={t("title")}
      aside={<Help of="plan" label={t("title")} />}
      description={t(status === "draft" ? "draft" : amendments.length > 0 ? "frozenBut" : "frozen")}
    >
      <div data-testid="planned" className="grid gap-3">
        {plan.hypothesis && (
          <blockquote className="max-w-prose border-s-2 border-line ps-3 text-pretty wrap-anywhere">
            {plan.hypothesis}
          </blockquote>
        )}
        <ReadBack {...{ live, status }} values={form} names={form.variants.map(({ label, name }) => label || name)} />
        {problem && <QueryError error={problem} onRetry={retry} />}
        <DescriptionList items={items} className="xl:grid-cols-2" />
      </div>
      {amendments.length > 0 && (
        <div className="mt-3 border-t border-line pt-3" data-testid="amendments">
          <h3 className="text-sm font-semibold">{t("amended")}</h3>
          <ul className="text-sm text-muted">
            {amendments.map(({ at, fields: changed }) => (
              <li key={at}>{t("amendment", { at: format.dateTime(at), fields: format.list(changed.map(nameOf)) })}</li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}
