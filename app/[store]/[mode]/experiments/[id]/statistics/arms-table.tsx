"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Concept } from "@/components/help/concepts";
import { Help } from "@/components/help/help";
import { Scroller } from "@/components/scroller";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { knownVariantFields } from "@/lib/contract/checkout/experiment-words";
import type { ExperimentResults } from "@/lib/contract/checkout/experiments";
import { otherFields } from "@/lib/contract/read";
import { wilsonInterval } from "@/lib/stats/index";
import type { beliefsOf, Study } from "../../results/study";
import { VariantName } from "../../variant-name";
import { useExperimentWords } from "../../words";
import { Head, td } from "./table-cells";

type Column<Row> = { id: string; head: string; help?: Concept; cell: (row: Row) => ReactNode; end?: boolean };

function Table<Row>({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}) {
  return (
    <Scroller label={label}>
      <table className="w-full text-sm whitespace-nowrap tabular-nums">
        <thead>
          <tr>
            {columns.map(({ id, head, help, end = true }) => (
              <Head key={id} end={end}>
                {head}
                {help && <Help of={help} label={head} />}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an API may give two variants one name, and their order stays.
            <tr key={at}>
              {columns.map(({ id, cell, end = true }, first) =>
                first === 0 ? (
                  <th key={id} scope="row" className={`${td} text-start font-medium`}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} className={`${td} ${end ? "text-end" : ""}`}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

export function Arms({ study: { control, names }, results }: { study: Study; results: ExperimentResults }) {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const words = useExperimentWords();
  const { variants } = results;
  type Variant = (typeof variants)[number];
  const all = variants.reduce((sum, { visitors = 0 }) => sum + visitors, 0);
  const count = (value: number | undefined) => (value === undefined ? t("notProvided") : format.number(value));
  const others = [
    ...new Set(variants.flatMap((variant) => otherFields(variant, knownVariantFields).map(([name]) => name))),
  ];
  const columns: Column<Variant>[] = [
    {
      id: "name",
      head: t("columns.variant"),
      end: false,
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
    { id: "visitors", head: t("columns.visitors"), cell: ({ visitors }) => count(visitors) },
    {
      id: "share",
      head: t("columns.share"),
      cell: ({ visitors }) => words.ratio(visitors === undefined || all === 0 ? null : visitors / all),
    },
    { id: "conversions", head: t("columns.conversions"), cell: ({ conversions }) => count(conversions) },
    {
      id: "rate",
      head: t("columns.rate"),
      cell: ({ visitors = 0, conversions }) =>
        conversions === undefined || visitors === 0 ? t("notComputable") : format.ratioInColumn(conversions / visitors),
    },
    {
      id: "interval",
      head: t("columns.wilson"),
      cell: ({ visitors = 0, conversions = Number.NaN }) => {
        const { lower, upper } = wilsonInterval(conversions, visitors);
        return lower === null || upper === null
          ? t("notComputable")
          : t("bounds", { lower: format.ratioInColumn(lower), upper: format.ratioInColumn(upper) });
      },
    },
    ...others.map((name) => ({
      id: `other ${name}`,
      head: name,
      cell: (variant: Variant) => (variant[name] === undefined ? "—" : plain(variant[name])),
    })),
  ];
  return (
    <Panel title={t("panels.arms")} flush>
      <Table label={t("panels.arms")} columns={columns} rows={variants} />
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
  type Row = (typeof comparisons)[number];
  const columns: Column<Row>[] = [
    {
      id: "name",
      head: t("columns.variant"),
      end: false,
      cell: ({ name }) => <VariantName name={name} names={names} />,
    },
    { id: "always", head: t("columns.alwaysP"), help: "alwaysValid", cell: ({ p }) => words.p(p) },
    { id: "adjusted", head: t("columns.alwaysHolm"), help: "holm", cell: ({ adjusted }) => words.p(adjusted) },
    { id: "raw", head: t("columns.rawP"), cell: ({ raw }) => words.p(raw) },
    { id: "rawHolm", head: t("columns.rawHolm"), cell: ({ rawAdjusted }) => words.p(rawAdjusted) },
    { id: "fixed", head: t("columns.fixed"), cell: ({ fixed }) => words.bounds(fixed, "lift") },
    { id: "beats", head: t("columns.beats"), help: "chance", cell: ({ name }) => chance(belief(name)?.beats) },
    { id: "best", head: t("columns.best"), cell: ({ name }) => chance(belief(name)?.best) },
    { id: "loss", head: t("columns.loss"), help: "loss", cell: ({ name }) => points(belief(name)?.loss) },
  ];
  const title = t("panels.against", { control: words.called(control?.name ?? "", names) });
  return (
    <Panel title={title} flush>
      <Table label={title} columns={columns} rows={comparisons} />
    </Panel>
  );

  /** No probability is rounded to 0 % or 100 %, because nothing is certain. */
  function chance(value: number | null | undefined): string {
    if (value == null) return t("notComputable");
    if (value < 0.001) return t("under", { value: format.ratio(0.001) });
    return value > 0.999 ? t("over", { value: format.ratio(0.999) }) : format.ratioInColumn(value);
  }
}
