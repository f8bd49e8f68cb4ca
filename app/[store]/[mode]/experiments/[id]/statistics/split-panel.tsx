"use client";

import { useTranslations } from "next-intl";
import { Help } from "@/components/help/help";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";
import { faultySplit } from "@/lib/stats/index";
import type { Study } from "../../results/study";
import { Mark, useExperimentWords, VariantName } from "../../words";
import { useSavePlan } from "../use-save-plan";
import { VariantForm } from "../variant-form";

type Props = {
  id: string;
  study: Study;
  plan: ExperimentPlan | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Every result rests on visitors having been split as planned, so the split is checked. */
export function SplitPanel({ id, study, plan, open, onOpenChange }: Props) {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const words = useExperimentWords();
  const { may } = useSavePlan(id, plan);
  const { arms, split, splitTest } = study;
  const all = (arms ?? []).reduce((sum, { visitors }) => sum + visitors, 0);
  const planned = split.weights.reduce((sum, weight) => sum + weight, 0);
  const shareOf = (at: number) => (split.weights[at] ?? 0) / planned;
  const { pValue, chi2 } = splitTest;
  const broken = pValue !== null && pValue < faultySplit;
  return (
    <Panel
      title={t("panels.split")}
      aside={<Help of="split" label={t("panels.split")} />}
      description={t(`split.from.${split.from}`, { who: plan?.changed_by ?? t("somebody") })}
      actions={
        may &&
        !open &&
        arms && (
          <Button size="sm" className="print:hidden" onClick={() => onOpenChange(true)}>
            {t("split.change")}
          </Button>
        )
      }
      flush
    >
      <p className="px-4 pt-3 pb-2" data-testid="split">
        <Mark tone={broken ? "danger" : pValue === null ? "neutral" : "success"}>
          {t(broken ? "split.broken" : pValue === null ? "split.unknown" : "split.fine", {
            p: words.p(pValue),
            chi2: chi2 === null ? "" : format.number(Number(chi2.toPrecision(4))),
          })}
        </Mark>
      </p>
      {open && arms ? (
        <VariantForm id={id} study={study} plan={plan} of="split" onDone={() => onOpenChange(false)} />
      ) : (
        <RowsTable
          caption={t("panels.split")}
          rows={arms ?? []}
          rowKey={({ name }) => name}
          columns={[
            {
              id: "name",
              label: t("columns.variant"),
              cell: ({ name }) => <VariantName name={name} names={study.names} />,
            },
            {
              id: "planned",
              label: t("split.planned"),
              align: "end",
              cell: (_, at) => format.ratioInColumn(shareOf(at)),
            },
            {
              id: "expected",
              label: t("split.expected"),
              align: "end",
              cell: (_, at) => format.number(Math.round(all * shareOf(at))),
            },
            {
              id: "came",
              label: t("split.came"),
              align: "end",
              cell: ({ visitors }) => format.number(visitors),
            },
          ]}
        />
      )}
    </Panel>
  );
}
