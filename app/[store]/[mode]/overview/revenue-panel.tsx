"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { LineChart } from "@/components/charts/line-chart";
import { lineOf, useValues } from "@/components/figures/course-panel";
import { useDayLabels } from "@/components/figures/day-link";
import { metricsOf } from "@/components/figures/figure-reads";
import { type FigurePoint, figureOf, pointsOf } from "@/components/figures/figures";
import { RowsDisclosure } from "@/components/figures/rows-disclosure";
import { DaysSoFar, useDays } from "@/components/figures/use-days";
import { useFigures } from "@/components/figures/use-figures";
import { Waiting } from "@/components/query-error";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { HydrateOnTouch } from "@/components/ui/hydrate-on-touch";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useUnheardShop } from "@/components/unheard-shop";
import { useDesk } from "@/lib/api/desk";
import { daysOf, rangeOf } from "@/lib/ranges";
import type { ShownPeriod } from "./figures-panel";
import { daysShown, freshnessOf } from "./reads";

type Row = { day: string; revenue: FigurePoint; service: FigurePoint };

export function RevenuePanel({ range, today }: ShownPeriod) {
  const t = useTranslations("overview.revenue");
  const course = useTranslations("figures.course");
  const desk = useDesk();
  const { format } = desk;
  const freshness = freshnessOf(range);
  const { start, end } = daysShown(range, today);
  const metrics = useQuery({ ...metricsOf(desk, rangeOf(range, today)), ...freshness }).data?.data;
  const history = useDays({ start, end }, { freshness });
  const figure = useFigures(metrics);
  const [revenue, service] = [figure("revenue"), figure("service")];
  const textOf = useValues(revenue);
  const rows = useMemo(() => {
    const days = daysOf({ start, end });
    const [all, part] = (["revenue", "service"] as const).map((name) =>
      pointsOf(name, days, history.data ?? { data: [] }),
    );
    return days.map((day, at): Row => ({ day, revenue: all?.[at] ?? unknown, service: part?.[at] ?? unknown }));
  }, [start, end, history.data]);
  const labels = useDayLabels(useMemo(() => rows.map(({ day }) => day), [rows]));
  const series = useMemo(
    () => [
      { id: "revenue", label: revenue.label, ...lineOf(rows.map((row) => row.revenue)) },
      { id: "service", label: service.label, ...lineOf(rows.map((row) => row.service)), filled: true },
    ],
    [rows, revenue.label, service.label],
  );
  const isQuiet = rows.every((row) => !row.revenue.value && !row.service.value);
  const unheard = useUnheardShop(isQuiet);
  const share = metrics && figureOf("share", metrics);
  const days = format.days(start, end);
  const shareOf = (row: Row) => {
    const [part, whole] = [row.service, row.revenue];
    return part.value === null || !whole.value || part.step || whole.step ? null : part.value / whole.value;
  };
  const title = t("title");
  return (
    <Panel
      title={title}
      description={
        range === "today"
          ? t("fortnight", { days })
          : share === undefined
            ? days
            : t("share", { days, share: format.ratioInColumn(share) })
      }
      actions={<TextLink href={`${desk.base}/analytics?range=${range}`}>{t("more")}</TextLink>}
      flush
    >
      {history.data === undefined ? (
        <Waiting of={history} lines={8} className="min-h-80 p-4" />
      ) : isQuiet ? (
        <EmptyState
          level={3}
          icon={<ChartLine />}
          {...(unheard ?? {
            title: course("quiet"),
            children: t("quiet"),
            action: range !== "364d" && (
              <IntentLink className={buttonClass()} href={`${desk.base}?range=364d`}>
                {t("longer")}
              </IntentLink>
            ),
          })}
        />
      ) : (
        <div className="p-4">
          <LineChart
            title={course("chart", { figure: title })}
            description={() => days}
            {...labels}
            series={series}
            show={(_, { id }, at) => {
              const row = rows[at];
              if (!row) return "";
              if (id === "revenue") return textOf(row.revenue);
              const part = shareOf(row);
              const value = textOf(row.service);
              return part === null ? value : t("part", { value, share: format.ratioInColumn(part) });
            }}
            tick={revenue.tick}
          />
          <DaysSoFar lines={[history.data]} className="mt-2 text-sm text-muted" />
          <HydrateOnTouch shows={[rows, metrics]}>
            <RowsDisclosure
              summary={t("table")}
              deferred={false}
              caption={title}
              rows={rows.toReversed()}
              rowKey={({ day }) => day}
              columns={[
                { id: "day", label: course("day"), cell: ({ day }) => format.weekday(day) },
                { id: "revenue", label: revenue.label, align: "end", cell: (row) => textOf(row.revenue) || "—" },
                { id: "service", label: service.label, align: "end", cell: (row) => textOf(row.service) || "—" },
                {
                  id: "share",
                  label: figure("share").label,
                  align: "end",
                  cell: (row) => {
                    const part = shareOf(row);
                    return part === null ? "—" : format.ratioInColumn(part);
                  },
                },
              ]}
            />
          </HydrateOnTouch>
        </div>
      )}
    </Panel>
  );
}

const unknown: FigurePoint = { value: null };
