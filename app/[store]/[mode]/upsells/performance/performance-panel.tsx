"use client";

import { useTranslations } from "next-intl";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { performanceDays, usePerformance } from "./use-performance";

export function PerformancePanel({ offer }: { offer: { id: string; name?: string | undefined } }) {
  const t = useTranslations("upsells.performance");
  const { format } = useDesk();
  const found = usePerformance()?.(offer);
  if (!found) return null;
  const { shown, accepted, rate, revenue, currency } = found;
  const figures = [
    { term: t("shown"), value: shown === undefined ? null : format.number(shown) },
    { term: t("accepted"), value: accepted === undefined ? null : format.number(accepted) },
    { term: t("rate"), value: rate === undefined ? null : format.ratio(rate) },
    { term: t("revenue"), value: revenue === undefined ? null : format.money(revenue, currency) },
  ];
  return (
    <Panel title={t("title", { days: performanceDays })}>
      <dl data-testid="performance" className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        {figures.map(({ term, value }) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="text-lg font-semibold">{value ?? "—"}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
