"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { LineChart } from "@/components/charts/line-chart";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/radio-group";
import { RowsTable } from "@/components/ui/rows-table";
import type { PartnerPerformance } from "@/lib/contract/partner/money";
import { usePortal } from "../../portal";
import { Choices, lengths } from "../pages";

type Day = PartnerPerformance["days"][number];

type Figure = { id: string; label: string; of: (day: Day) => number | null; show: (value: number) => string };

export function Performance({
  days: length,
  performance,
}: {
  days: (typeof lengths)[number];
  performance: PartnerPerformance;
}) {
  const t = useTranslations("partners.performance");
  const { base, format, money } = usePortal();
  const { clicks, orders, commissions, days } = performance;
  const figures = useFigures(performance);
  const isEmpty = !clicks && orders === 0 && commissions.length === 0;
  const totals = [
    ...(clicks === null ? [] : [[t("clicks"), format.number(clicks)]]),
    [t("orders"), format.number(orders)],
    ...(clicks ? [[t("conversion"), format.ratio(orders / clicks)]] : []),
    [t("commissions"), commissions.map((each) => money(each.amount, each.currency)).join(" · ") || "—"],
  ];
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <Choices
        label={t("period")}
        value={length}
        options={lengths.map((value) => ({ value, label: t(`days.${value}`) }))}
        href={(value) => `${base}/performance?days=${value}`}
      />
      {isEmpty ? (
        <Panel>
          <EmptyState title={t("none")}>{t("noneBody")}</EmptyState>
        </Panel>
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
            {totals.map(([name, value]) => (
              <div key={name} className="min-w-0 bg-surface px-4 py-3">
                <dt className="text-sm text-muted">{name}</dt>
                <dd className="text-xl font-semibold tracking-tight wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
          <Course figures={figures} days={days} />
          <Panel title={t("table")} description={clicks === null ? t("noClicks") : t("note")} flush>
            <RowsTable
              caption={t("table")}
              rows={days.toReversed()}
              rowKey={({ day }) => day}
              columns={[
                {
                  id: "day",
                  label: t("day"),
                  cell: ({ day }) => <span className="whitespace-nowrap">{format.day(day)}</span>,
                },
                ...figures.map(({ id, label, of, show }) => ({
                  id,
                  label,
                  align: "end" as const,
                  cell: (day: Day) => show(of(day) ?? 0),
                })),
              ]}
            />
          </Panel>
        </>
      )}
    </>
  );
}

function useFigures({ clicks, commissions }: PartnerPerformance): Figure[] {
  const t = useTranslations("partners.performance");
  const { format, money } = usePortal();
  return useMemo(
    () => [
      ...(clicks === null
        ? []
        : [{ id: "clicks", label: t("clicks"), of: (day: Day) => day.clicks, show: format.number }]),
      { id: "orders", label: t("orders"), of: (day: Day) => day.orders, show: format.number },
      ...commissions.map(({ currency }) => ({
        id: currency,
        label: commissions.length > 1 ? t("commissionsIn", { currency }) : t("commissions"),
        of: (day: Day) => day.commissions.find((each) => each.currency === currency)?.amount ?? 0,
        show: (value: number) => money(value, currency),
      })),
    ],
    [clicks, commissions, format, money, t],
  );
}

function Course({ figures, days }: { figures: Figure[]; days: Day[] }) {
  const t = useTranslations("partners.performance");
  const { format } = usePortal();
  const [wanted, setWanted] = useState(figures[0]?.id ?? "");
  const figure = (figures.find(({ id }) => id === wanted) ?? figures[0]) as Figure;
  const labels = useMemo(
    () => ({
      label: (at: number) => format.weekday(days[at]?.day ?? ""),
      shortLabel: (at: number) => format.day(days[at]?.day ?? ""),
      days: days.map(({ day }) => day),
    }),
    [days, format],
  );
  const series = useMemo(() => [{ id: figure.id, label: figure.label, values: days.map(figure.of) }], [figure, days]);
  const title = t("chart", { figure: figure.label });
  const dayAt = (place: number) => format.day(days.at(place)?.day ?? "");
  return (
    <Panel title={title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Segmented
          label={t("figure")}
          size="sm"
          className="max-w-full flex-wrap"
          value={figure.id}
          onValueChange={setWanted}
          options={figures.map(({ id, label }) => ({ value: id, label }))}
        />
        <LineChart
          title={title}
          description={() => t("seen", { figure: figure.label, from: dayAt(0), to: dayAt(-1) })}
          {...labels}
          series={series}
          show={(value) => figure.show(value)}
          tick={figure.show}
        />
      </div>
    </Panel>
  );
}
