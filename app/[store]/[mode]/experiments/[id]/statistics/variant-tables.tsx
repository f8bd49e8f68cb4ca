"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import type { Concept } from "@/components/help/concepts";
import { Help } from "@/components/help/help";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { type RowsColumn, RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentResults, ExperimentVariant } from "@/lib/contract/checkout/experiments";
import { otherFields } from "@/lib/contract/read";
import type { Guarded } from "@/lib/guardrails";
import { faultySplit, wilsonInterval } from "@/lib/stats/index";
import { detailsOf } from "../../results/details";
import { type Arm, meanOf, measured } from "../../results/measure";
import type { Study } from "../../results/study";
import { Mark, useExperimentWords, VariantName } from "../../words";
import { type OfStudy, useSavePlan, VariantForm } from "../plan";

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
  const others = [...new Set(variants.flatMap((variant) => otherFields(variant).map(([name]) => name)))];
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
      figure<ExperimentVariant>(`other ${name}`, name, (variant) => {
        const value = new Map(otherFields(variant)).get(name);
        return value === undefined ? "—" : plain(value);
      }),
    ),
  ];
  return (
    <Panel title={t("panels.arms")} flush>
      <RowsTable caption={t("panels.arms")} columns={columns} rows={variants} rowKey={(_, at) => String(at)} />
    </Panel>
  );
}

const plain = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

export function Against({ study }: { study: Study }) {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const words = useExperimentWords();
  const { control, names } = study;
  const rows = useMemo(() => {
    const details = detailsOf(study);
    return study.comparisons.flatMap((one) => {
      const more = details.get(one.name);
      return more ? { ...one, ...more } : [];
    });
  }, [study]);
  const points = (value: number | null) =>
    value === null ? t("notComputable") : t("points", { points: format.number(Number((value * 100).toPrecision(2))) });
  const columns: RowsColumn<(typeof rows)[number]>[] = [
    { id: "name", label: t("columns.variant"), cell: ({ name }) => <VariantName name={name} names={names} /> },
    figure("always", t("columns.alwaysP"), ({ p }) => words.p(p), "alwaysValid"),
    figure("adjusted", t("columns.alwaysHolm"), ({ adjusted }) => words.p(adjusted), "holm"),
    figure("raw", t("columns.rawP"), ({ raw }) => words.p(raw)),
    figure("rawHolm", t("columns.rawHolm"), ({ rawAdjusted }) => words.p(rawAdjusted)),
    figure("fixed", t("columns.fixed"), ({ fixed }) => words.bounds(fixed, "lift")),
    figure("beats", t("columns.beats"), ({ beats }) => chance(beats), "chance"),
    figure("best", t("columns.best"), ({ best }) => chance(best)),
    figure("loss", t("columns.loss"), ({ loss }) => points(loss), "loss"),
  ];
  const title = t("panels.against", { control: words.called(control?.name ?? "", names) });
  return (
    <Panel title={title} flush>
      <RowsTable caption={title} columns={columns} rows={rows} rowKey={(_, at) => String(at)} />
    </Panel>
  );

  /** No probability is rounded to 0 % or 100 %, because nothing is certain. */
  function chance(value: number | null): string {
    if (value === null) return t("notComputable");
    if (value < 0.001) return t("under", { value: format.ratio(0.001) });
    return value > 0.999 ? t("over", { value: format.ratio(0.999) }) : format.ratioInColumn(value);
  }
}

export function Means({ study: { arms, names } }: { study: Study }) {
  const t = useTranslations("plannedExperiments.means");
  const { format } = useDesk();
  const words = useExperimentWords();
  const money = (value: number | null) => (value === null ? t("unknown") : format.money(value));
  const count = (id: "ordered" | "accepted" | "orders" | "refunded" | "cancelled"): RowsColumn<Arm> =>
    figure(id, t(id), ({ sums }) => (sums ? format.number(sums[id]) : t("unknown")));
  return (
    <Panel title={t("title")} description={t("about")} flush>
      <RowsTable<Arm>
        caption={t("title")}
        rows={arms ?? []}
        rowKey={({ name }) => name}
        columns={[
          { id: "name", label: t("variant"), cell: ({ name }) => <VariantName name={name} names={names} /> },
          figure("visitors", t("visitors"), ({ visitors }) => format.number(visitors)),
          count("ordered"),
          figure("rate", t("rate"), ({ visitors, sums }) =>
            words.ratio(sums && visitors ? sums.ordered / visitors : null),
          ),
          count("accepted"),
          figure("revenue_per_visitor", t("revenuePerVisitor"), (arm) => money(measured("revenue_per_visitor", arm))),
          figure("interval", t("interval"), (arm) => {
            const { lower, upper } = meanOf(arm);
            return lower === null || upper === null
              ? t("unknown")
              : t("bounds", { lower: format.money(Math.max(0, lower)), upper: format.money(upper) });
          }),
          figure("average_order", t("averageOrder"), (arm) => money(measured("average_order", arm))),
          count("orders"),
          count("refunded"),
          count("cancelled"),
        ]}
      />
    </Panel>
  );
}

const tones = { unknown: "neutral", fine: "success", broken: "danger" } as const;

export function Guardrails({ study: { guarded, names } }: { study: Study }) {
  const t = useTranslations("plannedExperiments");
  const plan = useTranslations("experimentPlan");
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
                  {plan(`guardrails.${guardrail}`)}
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

type Props = OfStudy & { open: boolean; onOpenChange: (open: boolean) => void };

/** Every result rests on visitors having been split as planned, so the split is checked. */
export function SplitPanel({ id, study, plan, open, onOpenChange }: Props) {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const words = useExperimentWords();
  const { may } = useSavePlan(id, plan);
  const { arms, names, split, splitTest } = study;
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
            { id: "name", label: t("columns.variant"), cell: ({ name }) => <VariantName name={name} names={names} /> },
            figure("planned", t("split.planned"), (_, at) => format.ratioInColumn(shareOf(at))),
            figure("expected", t("split.expected"), (_, at) => format.number(Math.round(all * shareOf(at)))),
            figure("came", t("split.came"), ({ visitors }: Arm) => format.number(visitors)),
          ]}
        />
      )}
    </Panel>
  );
}
