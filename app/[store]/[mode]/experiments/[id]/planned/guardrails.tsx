"use client";

import { useTranslations } from "next-intl";
import { Help } from "@/components/help/help";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { Guarded } from "@/lib/guardrails";
import type { Study } from "../../results/study";
import { Mark, useExperimentWords, VariantName } from "../../words";
import { figure } from "../statistics/variant-tables";

const tones = { unknown: "neutral", fine: "success", broken: "danger" } as const;

export function Guardrails({ study: { guarded, names } }: { study: Study }) {
  const t = useTranslations("plannedExperiments");
  const { format } = useDesk();
  const words = useExperimentWords();
  return (
    <Panel
      title={t("guards.title")}
      aside={<Help of="guardrail" label={t("guards.title")} />}
      description={t("guards.about")}
      flush
    >
      <div data-testid="guardrails">
        <RowsTable<Guarded>
          caption={t("guards.title")}
          cards
          rows={guarded}
          rowKey={({ guardrail, name }) => `${guardrail} ${name}`}
          columns={[
            {
              id: "guardrail",
              label: t("guards.guardrail"),
              cell: ({ guardrail, name }) => (
                <div>
                  {t(`guardrails.${guardrail}`)}
                  <span className="block text-muted">
                    <VariantName name={name} names={names} />
                  </span>
                </div>
              ),
            },
            {
              id: "state",
              label: t("guards.state"),
              cell: ({ guardrail, state }) => (
                <Mark tone={tones[state]}>
                  {t(state === "broken" ? `guards.broken.${guardrail}` : `guards.${state}`)}
                </Mark>
              ),
            },
            figure("base", t("guards.base"), ({ base }) => words.ratio(base)),
            figure("value", t("guards.value"), ({ value }) => words.ratio(value)),
            figure("bounds", t("guards.bounds"), ({ bounds }) => words.bounds(bounds, "points")),
          ]}
        />
      </div>
      <p className="px-4 py-2.5 text-sm text-muted text-pretty">{t("guards.legend", { level: format.ratio(0.95) })}</p>
    </Panel>
  );
}
