"use client";

import { useTranslations } from "next-intl";
import { HeatMap } from "@/components/charts/heat-map";
import { DownloadCsv, type FigureColumn } from "@/components/figures/download-csv";
import { FigureTile, FigureTiles, isCompared } from "@/components/figures/figure-tiles";
import { RowsDisclosure } from "@/components/figures/rows-disclosure";
import { OtherFields } from "@/components/forms/other-fields";
import { TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import { otherFields } from "@/lib/contract/read";
import { countDays } from "@/lib/days";
import { isOneOf } from "@/lib/word-format";
import { figureLooks, figureNames, type SummaryFigures, totalsOf, valueIn } from "./figures";
import type { AffiliatePanelProps } from "./filters";
import { type Summary, useFigures } from "./use-figures";

export function SummaryPanel({ filters, onChange, summary }: AffiliatePanelProps & { summary: Summary }) {
  const t = useTranslations("affiliateAnalytics.figures");
  const { has } = useDesk();
  const { now, before, currencies, currency, whole } = summary;
  const figures = now.data?.data;
  const figureOf = useFigures(figures, currency);
  const compared = isCompared(before);
  return (
    <section aria-labelledby="figures" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="figures" className="text-lg font-semibold">
          {t("title")}
        </h2>
        {currencies.length > 1 && (
          <Segmented
            label={t("currency")}
            size="sm"
            value={currency}
            onValueChange={(code) => onChange({ currency: code, page: null })}
            options={currencies.map((code) => ({ value: code, label: code }))}
          />
        )}
      </div>
      <div className="min-w-0 rounded-lg border border-line bg-surface">
        <FigureTiles
          now={now}
          before={before}
          className="rounded-t-lg md:grid-cols-4"
          foot={figures && <CommissionsLine figures={figures} currency={currency} />}
        >
          {figureNames.map((name) => (
            <FigureTile
              key={name}
              figure={figureOf(name)}
              help={figureLooks[name].help}
              before={compared && valueIn(name, before.data?.data, currency)}
              whole={whole}
              chosen={name === filters.figure}
              onChoose={
                has("affiliate", "analytics", "summary", "start_date") ? () => onChange({ figure: name }) : null
              }
            />
          ))}
        </FigureTiles>
      </div>
      {figures && <OtherFields fields={otherFields(figures)} />}
    </section>
  );
}

const own = ["approved_commissions", "paid_commissions", "unpaid_balance"] as const;

const parts = [
  { name: "refunded", to: "/affiliate-orders?status=refunded", needs: "orders" },
  { name: "pending_commissions", to: "/commissions?status=pending", needs: "commissions" },
  { name: "approved_commissions", to: "/commissions?status=approved", needs: "commissions" },
  { name: "paid_commissions", to: "/payouts?status=paid", needs: "payouts" },
  { name: "unpaid_balance", to: "/payouts", needs: "payouts" },
  { name: "pending_balance", to: "/commissions?status=pending", needs: "commissions" },
] as const;

function CommissionsLine({ figures, currency }: { figures: SummaryFigures; currency: string | undefined }) {
  const t = useTranslations("affiliateAnalytics.parts");
  const { base, can, has, money } = useDesk();
  const totals = totalsOf(figures, currency);
  const reported = parts.filter(({ name }) => totals?.[name] !== undefined);
  // How another API counts is not known.
  const explained = has("affiliate", "analytics", "summary", "start_date");
  if (!explained && reported.length === 0) return null;
  return (
    <div className="grid gap-2 border-t border-line px-4 py-3 text-sm">
      {explained && <p className="text-pretty text-muted">{t("net")}</p>}
      {reported.length > 0 && (
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {reported.map(({ name, to, needs }) => (
            <div key={name} className="grid">
              <dt className="text-muted">{t(explained && isOneOf(own, name) ? `own.${name}` : name)}</dt>
              <dd className="font-medium tabular-nums">
                {can("affiliate", needs, "list") ? (
                  <TextLink href={base + to}>{money(totals?.[name] ?? 0, currency)}</TextLink>
                ) : (
                  money(totals?.[name] ?? 0, currency)
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const weekdays = Array.from({ length: 7 }, (_, day) => day);

/** The heat map needs the affiliate service's counts by hour, because one page of single clicks cannot give them. */
export function HoursPanel({ period, summary }: AffiliatePanelProps & { summary: Summary }) {
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
            description={() => t("seen", { when: when(values.indexOf(most)), count: most, total })}
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
