"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Concept } from "@/components/help/concepts";
import { Help } from "@/components/help/help";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { type RowsColumn, RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import { knownVariantFields } from "@/lib/contract/checkout/experiment-words";
import type { ExperimentResults, ExperimentVariant } from "@/lib/contract/checkout/experiments";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";
import { otherFields } from "@/lib/contract/read";
import { faultySplit, wilsonInterval } from "@/lib/stats/index";
import type { Arm } from "../../results/measure";
import type { beliefsOf, Comparison, Study } from "../../results/study";
import { Mark, useExperimentWords, VariantName } from "../../words";
import { useSavePlan, VariantForm } from "../plan";

type Cell<Row> = (row: Row, at: number) => ReactNode;

export function figure<Row>(id: string, label: string, cell: Cell<Row>, help?: Concept): RowsColumn<Row> {
  return { id, label, align: "end", cell, ...(help && { aside: <Help of={help} label={label} /> }) };
}

export function Arms({ study: { control, names }, results }: { study: Study; results: ExperimentResults }) {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const words = useExperimentWords();
  const { variants } = results;
  const all = variants.reduce((sum, { visitors = 0 }) => sum + visitors, 0);
  const count = (value: number | undefined) => (value === undefined ? t("notProvided") : format.number(value));
  const others = [
    ...new Set(variants.flatMap((variant) => otherFields(variant, knownVariantFields).map(([name]) => name))),
  ];
  const columns: RowsColumn<ExperimentVariant>[] = [
    {
      id: "name",
      label: t("columns.variant"),
      cell: ({ name }) => (
        <>
          <VariantName name={name} names={names} />
          {control?.name === name && name !== "control" && (
            <span className="ms-2 font-normal text-muted">{t("control")}</span>
          )}
          {results.winner === name && <span className="ms-2 font-normal text-muted">{t("apiWinner")}</span>}
        </>
      ),
    },
    figure("visitors", t("columns.visitors"), ({ visitors }) => count(visitors)),
    figure("share", t("columns.share"), ({ visitors }) =>
      words.ratio(visitors === undefined || all === 0 ? null : visitors / all),
    ),
    figure("conversions", t("columns.conversions"), ({ conversions }) => count(conversions)),
    figure("rate", t("columns.rate"), ({ visitors = 0, conversions }) =>
      words.ratio(conversions === undefined || visitors === 0 ? null : conversions / visitors),
    ),
    figure("interval", t("columns.wilson"), ({ visitors = 0, conversions = Number.NaN }) => {
      const { lower, upper } = wilsonInterval(conversions, visitors);
      if (lower === null || upper === null) return t("notComputable");
      return t("bounds", { lower: format.ratioInColumn(lower), upper: format.ratioInColumn(upper) });
    }),
    ...others.map((name) =>
      figure<ExperimentVariant>(`other ${name}`, name, (variant) =>
        variant[name] === undefined ? "—" : plain(variant[name]),
      ),
    ),
  ];
  return (
    <Panel title={t("panels.arms")} flush>
      <RowsTable caption={t("panels.arms")} columns={columns} rows={variants} rowKey={(_, at) => String(at)} />
    </Panel>
  );
}

const plain = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

type Given = { study: Study; beliefs: ReturnType<typeof beliefsOf> };

export function Against({ study: { arms, comparisons, control, names }, beliefs }: Given) {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const words = useExperimentWords();
  const belief = (name: string) => beliefs[arms?.findIndex((arm) => arm.name === name) ?? -1];
  const points = (value: number | null | undefined) =>
    value == null ? t("notComputable") : t("points", { points: format.number(Number((value * 100).toPrecision(2))) });
  const columns: RowsColumn<Comparison>[] = [
    { id: "name", label: t("columns.variant"), cell: ({ name }) => <VariantName name={name} names={names} /> },
    figure("always", t("columns.alwaysP"), ({ p }) => words.p(p), "alwaysValid"),
    figure("adjusted", t("columns.alwaysHolm"), ({ adjusted }) => words.p(adjusted), "holm"),
    figure("raw", t("columns.rawP"), ({ raw }) => words.p(raw)),
    figure("rawHolm", t("columns.rawHolm"), ({ rawAdjusted }) => words.p(rawAdjusted)),
    figure("fixed", t("columns.fixed"), ({ fixed }) => words.bounds(fixed, "lift")),
    figure("beats", t("columns.beats"), ({ name }) => chance(belief(name)?.beats), "chance"),
    figure("best", t("columns.best"), ({ name }) => chance(belief(name)?.best)),
    figure("loss", t("columns.loss"), ({ name }) => points(belief(name)?.loss), "loss"),
  ];
  const title = t("panels.against", { control: words.called(control?.name ?? "", names) });
  return (
    <Panel title={title} flush>
      <RowsTable caption={title} columns={columns} rows={comparisons} rowKey={(_, at) => String(at)} />
    </Panel>
  );

  /** No probability is rounded to 0 % or 100 %, because nothing is certain. */
  function chance(value: number | null | undefined): string {
    if (value == null) return t("notComputable");
    if (value < 0.001) return t("under", { value: format.ratio(0.001) });
    return value > 0.999 ? t("over", { value: format.ratio(0.999) }) : format.ratioInColumn(value);
  }
}

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
        !study.managed &&
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
            figure("planned", t("split.planned"), (_, at) => format.ratioInColumn(shareOf(at))),
            figure("expected", t("split.expected"), (_, at) => format.number(Math.round(all * shareOf(at)))),
            figure("came", t("split.came"), ({ visitors }: Arm) => format.number(visitors)),
          ]}
        />
      )}
    </Panel>
  );
}
