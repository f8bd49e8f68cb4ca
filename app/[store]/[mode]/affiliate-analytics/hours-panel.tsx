"use client";

import { useTranslations } from "next-intl";
import { HeatMap } from "@/components/charts/heat-map";
import { DownloadCsv, type FigureColumn } from "@/components/figures/download-csv";
import { RowsDisclosure } from "@/components/figures/rows-disclosure";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { countDays } from "@/lib/days";
import type { PanelProps } from "./filters";
import type { Summary } from "./use-figures";

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const weekdays = Array.from({ length: 7 }, (_, day) => day);

/** The heat map needs the affiliate service's counts by hour, because one page of single clicks cannot give them. */
export function HoursPanel({ period, summary }: PanelProps & { summary: Summary }) {
  const t = useTranslations("affiliateAnalytics.hours");
  const { format, store } = useDesk();
  const { start, end } = period.range;
  const { clicks = 0, clicks_by_hour: counted } = summary.now.data?.data ?? {};
  if (!counted) return null;
  const values = counted.flat();
  const total = values.reduce((sum, value) => sum + value, 0);
  const most = Math.max(...values);
  const when = (at: number) => t("when", { day: format.dayName(Math.floor(at / 24)), hour: format.hour(at % 24) });
  const of = (hour: number, day: number) => counted[day]?.[hour] ?? 0;
  const title = t("title");
  const columns: FigureColumn<number>[] = [
    { id: "hour", label: t("hour"), csv: (hour) => hour, cell: format.hour },
    ...weekdays.map((day) => ({
      id: String(day),
      label: format.dayName(day),
      align: "end" as const,
      csv: (hour: number) => of(hour, day),
      cell: (hour: number) => format.number(of(hour, day)),
    })),
  ];
  return (
    <Panel
      title={title}
      description={t("about", { zone: store.timeZone })}
      actions={
        <DownloadCsv what={title} file={`affiliates-clicks-by-hour-${start}-${end}`} columns={columns} rows={hours} />
      }
    >
      {total === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <>
          <HeatMap
            title={t("chart")}
            description={t("seen", { when: when(values.indexOf(most)), count: most, total })}
            words={(at) => t("point", { when: when(at), count: values[at] ?? 0 })}
            rows={weekdays.map(format.shortDayName)}
            columns={hours.map(format.hour)}
            values={values}
            show={format.short}
          />
          {countDays(start, end) % 7 > 0 && <p className="mt-2 text-sm text-muted">{t("uneven")}</p>}
          {clicks > total && <p className="mt-2 text-sm text-muted">{t("unknown", { count: clicks - total })}</p>}
          <RowsDisclosure summary={t("table")} caption={title} rows={hours} rowKey={String} columns={columns} />
        </>
      )}
    </Panel>
  );
}
