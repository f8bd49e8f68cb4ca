"use client";

import { ChartLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { LineChart } from "@/components/charts/line-chart";
import { ChangeMark } from "@/components/figures/figure-change";
import { DownloadCsv } from "@/components/transfer/download-csv";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import { majorOf } from "@/lib/money";
import { daysOf } from "@/lib/ranges";
import { changeOf, type FigureName, type Figures, figureOfDay, unitOf } from "./figures";
import type { PanelProps } from "./filters";
import { useShow } from "./tile";
import type { Summary } from "./use-summary";

type Day = Figures & { day: string };
type Row = { day: string; value: number | null; beside: string | null; before: number | null };

export function CoursePanel({ filters, period, onChange, summary }: PanelProps & { summary: Summary }) {
  const t = useTranslations("performance.course");
  const names = useTranslations("performance.figures.names");
  const { format, moneyUnit } = useDesk();
  const { figure } = filters;
  const { range, comparison, partial } = period;
  const { now, before, currency } = summary;
  const show = useShow(figure, currency);
  const daily = now.data?.data.daily;
  const others = before?.data?.data.daily;
  const { start, end } = range;
  const rows = useMemo(
    () => rowsOf(figure, currency, daysOf({ start, end }), daily, others, (day) => comparison?.dayFor(day) ?? null),
    [figure, currency, start, end, daily, others, comparison],
  );
  const name = names(figure);
  const label = useCallback((at: number) => format.weekday(rows[at]?.day ?? ""), [rows, format]);
  const shortLabel = useCallback((at: number) => format.day(rows[at]?.day ?? ""), [rows, format]);
  const besideName = t("beside");
  const series = useMemo(
    () => [
      { id: "now", label: name, values: rows.map(({ value }) => value) },
      ...(comparison ? [{ id: "beside", label: besideName, values: rows.map((row) => row.before) }] : []),
    ],
    [rows, name, besideName, comparison],
  );
  const tick = useMemo(() => {
    if (unitOf[figure] === "ratio") return format.ratio;
    if (unitOf[figure] === "count") return format.short;
    // Averages below a few units need decimals.
    return (value: number) => {
      const major = Number(majorOf(value, currency, moneyUnit) ?? value);
      return major !== 0 && Math.abs(major) < 10 ? show(value) : format.shortMoney(major, currency);
    };
  }, [figure, format, show, currency, moneyUnit]);
  const openDay = (day: string) => onChange({ range: "custom", from: day, to: day, page: null });
  const values = rows.flatMap(({ value }) => (value === null ? [] : [value]));
  const quiet = now.data !== undefined && !rows.some((row) => row.value || row.before);
  // The chart is hidden for a single day, and for an API that reports no days.
  if (start === end || (now.data && daily === undefined) || (now.error && !now.data)) return null;

  return (
    <Panel
      title={t("title", { figure: name })}
      actions={
        <DownloadCsv
          what={t("title", { figure: name })}
          sheet={() => ({
            name: `affiliates-${figure}-${start}-${end}`,
            head: [
              t("day"),
              unitOf[figure] === "money" ? `${name} ${currency ?? ""}` : name,
              t("besideDay"),
              t("beside"),
            ],
            rows: rows.map((row) => [row.day, row.value, row.beside, row.before]),
          })}
        />
      }
      flush
    >
      {!now.data ? (
        <TextSkeleton lines={8} className="min-h-80 p-4" />
      ) : quiet ? (
        <EmptyState
          level={3}
          icon={<ChartLine />}
          title={t("quiet")}
          action={
            filters.range !== "365d" && <Button onClick={() => onChange({ range: "365d" })}>{t("longer")}</Button>
          }
        >
          {t("quietBody")}
        </EmptyState>
      ) : (
        <>
          <div className="p-4">
            <LineChart
              title={t("chart", { figure: name })}
              description={
                values.length === 0
                  ? t("nothingKnown", { days: format.days(start, end) })
                  : t("seen", {
                      days: format.days(start, end),
                      low: show(Math.min(...values)),
                      high: show(Math.max(...values)),
                      last: show(values.at(-1) as number),
                    })
              }
              label={label}
              shortLabel={shortLabel}
              series={series}
              show={show}
              tick={tick}
              onPick={(at) => openDay(rows[at]?.day ?? "")}
              pickHint={t("pick")}
            />
          </div>
          <div className="max-h-96 overflow-y-auto border-t border-line print:max-h-none">
            <RowsTable
              caption={t("table", { figure: name })}
              columns={[
                { id: "day", label: t("day") },
                { id: "value", label: name, align: "end" },
                ...(comparison
                  ? [
                      { id: "before", label: t("beside"), align: "end" as const },
                      { id: "change", label: t("change"), align: "end" as const },
                    ]
                  : []),
              ]}
              rows={rows.toReversed()}
              rowKey={({ day }) => day}
              cell={(row, column) => {
                if (column === "value") return row.value === null ? "—" : show(row.value);
                if (column === "before") {
                  return (
                    <>
                      <span className="text-xs text-muted max-sm:block">{row.beside && format.day(row.beside)}</span>{" "}
                      {row.before === null ? "—" : show(row.before)}
                    </>
                  );
                }
                if (column === "change") {
                  const change = changeOf(figure, row.value ?? undefined, row.before ?? undefined);
                  // An unfinished day is not compared with a whole one.
                  if (change === null || (partial && row.day === end)) return "—";
                  return (
                    <ChangeMark
                      change={change}
                      ofRatio={unitOf[figure] === "ratio"}
                      lessIsBetter={figure === "refund_rate"}
                    />
                  );
                }
                return (
                  <>
                    <button
                      type="button"
                      className="inline-flex min-h-6 items-center whitespace-nowrap underline decoration-line underline-offset-3 hover:decoration-current"
                      onClick={() => openDay(row.day)}
                    >
                      {format.weekday(row.day)}
                    </button>
                    {partial && row.day === end && <span className="text-muted"> {t("soFar")}</span>}
                  </>
                );
              }}
            />
          </div>
        </>
      )}
    </Panel>
  );
}

function rowsOf(
  figure: FigureName,
  currency: string | undefined,
  days: readonly string[],
  daily: readonly Day[] = [],
  others: readonly Day[] = [],
  dayFor: (day: string) => string | null,
): Row[] {
  const valueIn = (list: readonly Day[]) => {
    const byDay = new Map(list.map((day) => [day.day, day]));
    return (day: string | null) => {
      const found = day === null ? undefined : byDay.get(day);
      return found ? figureOfDay(figure, found, currency) : null;
    };
  };
  const [value, before] = [valueIn(daily), valueIn(others)];
  return days.map((day) => ({ day, value: value(day), beside: dayFor(day), before: before(dayFor(day)) }));
}
