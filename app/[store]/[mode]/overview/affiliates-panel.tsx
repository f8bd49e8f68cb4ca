"use client";

import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { FigureTiles } from "@/components/figures/figure-tiles";
import { Waiting } from "@/components/query-error";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { daysOf, rangeOf } from "@/lib/ranges";
import { type AffiliateFigure, currenciesOf, figureOfDay, totalsOf, valueIn } from "../affiliate-analytics/figures";
import { useFigures } from "../affiliate-analytics/use-figures";
import { type ShownPeriod, Tile } from "./figures-panel";
import { brought } from "./reads";

const shown = ["revenue", "commissions", "orders", "clicks"] as const satisfies readonly AffiliateFigure[];

export function AffiliatesPanel({ range, today }: ShownPeriod) {
  const t = useTranslations("overview.affiliates");
  const performance = useTranslations("affiliateAnalytics");
  const desk = useDesk();
  const { base, format, money } = desk;
  const period = rangeOf(range, today);
  const summary = useQuery(brought(desk, period));
  const figures = summary.data?.data;
  const [currency, ...others] = figures ? currenciesOf(figures) : [];
  const figureOf = useFigures(figures, currency);
  const takesPeriod = desk.has("affiliate", "analytics", "summary", "start_date");
  const days = daysOf(period);
  const byDay = new Map(figures?.daily?.map((day) => [day.day, day]));
  const line = (name: AffiliateFigure) =>
    days.map((day) => {
      const found = byDay.get(day);
      return found ? figureOfDay(name, found, currency) : null;
    });
  return (
    <Panel
      title={t("title")}
      description={takesPeriod ? format.days(period.start, period.end) : performance("noPeriod")}
      actions={
        <TextLink href={`${base}/affiliate-analytics${takesPeriod ? `?range=${range}` : ""}`}>{t("more")}</TextLink>
      }
      flush
    >
      {figures === undefined ? (
        <Waiting of={summary} lines={6} className="p-4" />
      ) : figures.clicks === 0 && figures.orders === 0 ? (
        <EmptyState
          level={3}
          icon={<Users />}
          title={t("none")}
          action={
            desk.can("affiliate", "affiliates", "list") && (
              <IntentLink className={buttonClass()} href={`${base}/affiliates`}>
                {t("list")}
              </IntentLink>
            )
          }
        >
          {t("noneBody")}
        </EmptyState>
      ) : (
        <FigureTiles
          now={summary}
          className="rounded-b-lg"
          foot={
            others.length > 0 && (
              <p className="border-t border-line px-4 py-2 text-sm text-muted">
                {format.join(
                  others.map((code) => {
                    const { revenue = 0, commissions = 0 } = totalsOf(figures, code) ?? {};
                    return t("others", {
                      currency: code,
                      revenue: money(revenue, code),
                      commissions: money(commissions, code),
                    });
                  }),
                )}
              </p>
            )
          }
        >
          {shown.map((name) => {
            const values = line(name);
            return (
              <Tile
                key={name}
                figure={figureOf(name)}
                help={undefined}
                href={`${base}/affiliate-analytics?figure=${name}&range=${range}`}
                // The service compares a single day with the day before, which is another weekday.
                before={
                  range !== "today" && figures.previous !== undefined && valueIn(name, figures.previous, currency)
                }
                whole={false}
                days={days}
                line={values}
                known={values.filter((value) => value !== null)}
              />
            );
          })}
        </FigureTiles>
      )}
    </Panel>
  );
}
